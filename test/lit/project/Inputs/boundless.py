"""Sources that are nested deeply, or small and without an end, in many forms: each ends
within a limit of time with a status and, where it is not read, a sentence; and what
another source has is said.

usage: boundless.py BANKLINT CONFLICT FOLDER
"""

import pathlib
import subprocess
import sys

LEVELS = 20_000
BEFORE = """__device__ int f(int x) { return x; }
template <class T> struct X {};
__global__ void kernel(float *out, int n) {
  __shared__ float s[64];
  int a = 0, b = 0;
"""
BEHIND = """
  s[threadIdx.x * 2] = a + b;
  out[0] = s[0];
}
"""


def cases(count):
    return "".join(f"case {i}: a = {i}; break; " for i in range(count))


NESTED = {
    "parentheses": "a = " + "(" * LEVELS + "n" + ")" * LEVELS + ";",
    "sums": "a = " + "n + " * LEVELS + "n;",
    "unary": "a = " + "~" * LEVELS + "n;",
    "casts": "a = " + "(int)" * LEVELS + "n;",
    "conditional": "a = " + "n ? 1 : " * LEVELS + "2;",
    "and": "a = " + "n && " * LEVELS + "n;",
    "assignments": "a = b = " + "a = b = " * (LEVELS // 2) + "n;",
    "if": "if (n) " * LEVELS + "a = 1;",
    "else-if": "".join(f"if (n == {i}) a = {i}; else " for i in range(LEVELS)) + "a = 1;",
    "for": "for (; n;) " * LEVELS + "a = 1;",
    "while": "while (n) " * LEVELS + "a = 1;",
    "do": "do " * LEVELS + "a = 1;" + " while (0);" * LEVELS,
    "braces": "{" * LEVELS + "a = 1;" + "}" * LEVELS,
    "cases": "switch (n) {" + cases(LEVELS) + "}",
    "labels": "".join(f"l{i}: " for i in range(LEVELS)) + "a = 1;",
    "calls": "a = " + "f(" * LEVELS + "n" + ")" * LEVELS + ";",
    "pointers": "int " + "*" * LEVELS + "p = 0;",
    "subscripts": "int *q = 0; a = " + "q[" * LEVELS + "0" + "]" * LEVELS + ";",
    "templates": "X<" * LEVELS + "int" + ">" * LEVELS + " x;",
    "lambdas": "a = " + "[&] { return " * LEVELS + "1; " + "}()" * LEVELS + ";",
    "directives": "\n" + "#if 1\n" * LEVELS + "a = 1;\n" + "#endif\n" * LEVELS,
    "initialisers": "int q[] = " + "{" * LEVELS + "1" + "}" * LEVELS + ";",
}


def numbered(count, line):
    return "".join(line.format(i, i + 1) for i in range(count))


DOUBLED = "#define M0 n\n" + numbered(40, "#define M{1} M{0} + M{0}\n")
TREE = """
template <int N, int Side> struct Tree {
  static constexpr int V = Tree<N - 1, 2 * Side>::V + Tree<N - 1, 2 * Side + 1>::V;
};
template <int Side> struct Tree<0, Side> { static constexpr int V = 1; };
"""
RECURSIVE = "__device__ int r(int x) { return x < 2 ? x : r(x - 1) + r(x - 2); }\n"
FOLDED = "constexpr int fold(int x) { return x < 2 ? x : fold(x - 1) + fold(x - 2); }\n"
WIDE = """
template <int... I> struct List {};
template <class T, T... I> using Listed = List<I...>;
"""

# What stands before the kernel, and in it.
ENDLESS = {
    "powers": ("", "int v0 = n;" + numbered(40, "int v{1} = v{0} * v{0} + n;") + "a = v40;"),
    "crossed": ("", "int u0 = n, v0 = 1;" + numbered(
        60, "int u{1} = u{0} + v{0}, v{1} = u{0} * v{0};") + "a = u60;"),
    "fall-through": ("", "switch (n) {" + numbered(400, "case {0}: a += {0} * n;") + "}"),
    "else-ifs": ("", numbered(600, "if (a == {0}) a = b + {0}; else ") + "a = 1;"),
    "branches": ("", numbered(400, "if (n & {0}) a = a * 3 + b; else b = a ^ {1};")),
    "loops": ("", numbered(9, "for (int i{0} = 0; i{0} < 1000000; ++i{0})") + "a += n;"),
    "unknown-loops": ("", numbered(9, "while (a++ < out[{0}])") + "b += a;"),
    "forever": ("", "while (true) a = a * 5 + n;"),
    "recursion": (RECURSIVE, "a = r(90);"),
    "constants": (FOLDED, "constexpr int c = fold(90); a = c;"),
    "macros": (DOUBLED, "a = M40;"),
    "instances": (TREE, "a = Tree<40, 0>::V;"),
    "packs": (WIDE, "__make_integer_seq<Listed, int, 100000000> list;"),
    "includes": ("#include __FILE__\n#include __FILE__\n", ""),
}


# What a walk gives up itself, and what is long and no more.
GIVEN_UP = ("cases",)
LONG = {
    "kernels": numbered(4000, "__global__ void k{0}(float *out) {{ __shared__ float s[64];"
                              " s[threadIdx.x * 2] = 1; out[0] = s[0]; }}\n"),
}


def check(banklint, conflict, folder, name, text, seconds, is_read=False):
    source = folder / f"{name}.cu"
    source.write_text(text)
    done = subprocess.run(
        [banklint, "--cuda-path=none", f"--time-limit={seconds}", "--memory-limit=2048",
         "--quiet", source, conflict, "--"], capture_output=True, text=True, timeout=300)
    assert "conflict.cu:3:3: warning: 2-way" in done.stdout, (name, done)
    assert done.returncode in ((1,) if is_read else (1, 3)), (name, done)
    if done.returncode == 3:
        assert f"{name}.cu" in done.stderr, (name, done)
        assert len(done.stderr.splitlines()) <= 3, (name, done)


def main():
    banklint, conflict, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in NESTED.items():
        check(banklint, conflict, folder, name, BEFORE + text + BEHIND, 5, name in GIVEN_UP)
    for name, (before, text) in ENDLESS.items():
        check(banklint, conflict, folder, name, before + BEFORE + text + BEHIND, 1)
    for name, text in LONG.items():
        check(banklint, conflict, folder, name, text, 30, is_read=True)


main()
