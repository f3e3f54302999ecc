# ===- assembly.py - Inline PTX as calls -----------------------------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Clang compiles device code for the host, whose assembler knows no PTX. So
#
#   asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(a) : "memory");
#
# becomes a call of a function of oracle_assembly.h, in place and line by line:
#
#   ::oracle::assembly("ld.shared.f32 %0, [%1];" , ::oracle::output("=f", (x)) , ...
#
# ===----------------------------------------------------------------------=== #

import re

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      |(?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")
      |(?P<string>"(?:[^"\\\n]|\\.)*")
      |(?P<char>'(?:[^'\\\n]|\\.)+')
      |(?P<name>[A-Za-z_]\w*)
      |(?P<space>\s+|\\\n)
      |(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_ASM = ("asm", "__asm__", "__asm")
_WORDS = ("volatile", "__volatile__", "inline", "goto")


def _tokens(text):
    return [(m.lastgroup if m.lastgroup != "mark" else "raw", m[0])
            for m in _TOKEN.finditer(text)]


def _is_blank(token):
    return token[0] in ("space", "comment")


def rewrite(text):
    """The text with calls in the place of assembly; the same number of lines."""
    if not any(word in text for word in _ASM):
        return text
    tokens = _tokens(text)
    result, at = [], 0
    while at < len(tokens):
        if tokens[at][0] == "name" and tokens[at][1] in _ASM:
            done = _statement(tokens, at)
            if done:
                replaced, at = done
                result.append(replaced)
                continue
        result.append(tokens[at][1])
        at += 1
    return "".join(result)


def _statement(tokens, at):
    """The call for the assembly that begins here, and where it ends."""
    result = ["::oracle::assembly"]
    at += 1
    while at < len(tokens) and tokens[at][1] != "(":
        if not _is_blank(tokens[at]) and tokens[at][1] not in _WORDS:
            return None
        if _is_blank(tokens[at]):
            result.append(tokens[at][1])
        at += 1
    if at == len(tokens):
        return None
    result.append("(")
    depth, at = 1, at + 1
    has_colon = False
    needs_comma = False
    while at < len(tokens) and depth:
        kind, word = tokens[at]
        if word == ")" and depth == 1:
            result.append(")")
            return "".join(result), at + 1
        if word == ":":
            has_colon = True
            needs_comma = True
        elif word == "," and has_colon:
            needs_comma = True
        elif _is_blank(tokens[at]) or not has_colon:
            result.append(word)
        elif kind == "string":
            if needs_comma:
                result.append(", ")
                needs_comma = False
            end = _operand(tokens, at)
            if end:
                function = "output" if re.search("[=+]", word) else "input"
                result.append(f"::oracle::{function}({word}, ")
                result += [each[1] for each in tokens[at + 1:end]]
                result.append(")")
                at = end
                needs_comma = True  # nvcc takes operands without one, too
                continue
            result.append(word)
        else:
            return None  # a name in brackets, say
        at += 1
    return None


def _operand(tokens, at):
    """The end of the expression in brackets behind a constraint, if there is
    one."""
    at += 1
    while at < len(tokens) and _is_blank(tokens[at]):
        at += 1
    if at == len(tokens) or tokens[at][1] != "(":
        return None
    depth = 0
    while at < len(tokens):
        depth += (tokens[at][1] == "(") - (tokens[at][1] == ")")
        at += 1
        if not depth:
            return at
    return None
