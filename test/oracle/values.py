# ===- values.py - Values and traces of banklint, as numbers ---------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Reads what `banklint --dump-trace` prints (Trace/TraceText.h, Values/ValueText.h)
# and computes the addresses that it stands for. It shares no code with the tool,
# so that a mistake of the tool's arithmetic cannot hide in both.
#
# ===----------------------------------------------------------------------=== #

import operator
import re
from dataclasses import dataclass, field, replace

LANES = 32
ALL_LANES = (1 << LANES) - 1

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<list>\{(?:-?\d+, )*-?\d+\})"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9.#:]*)"
    r"|(?P<sign><<|>>|&&|\|\||==|[-+*/%&|^<(){},\[\]?]))"
)


class TextError(Exception):
    """What cannot be read."""


def wrap(number, bits, signed):
    number &= (1 << bits) - 1
    return number - (1 << bits) if signed and number >> (bits - 1) else number


def _wrap_all(numbers, bits, signed):
    low = -1 << (bits - 1) if signed else 0
    if low <= min(numbers) and max(numbers) < low + (1 << bits):
        return numbers
    return [wrap(each, bits, signed) for each in numbers]


def _divide(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _shift(a, b):
    return a << b if 0 <= b < 64 else 0


_OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: _divide(a, b) if b else 0,
    "%": lambda a, b: a - b * _divide(a, b) if b else 0,
    "<<": _shift,
    ">>": lambda a, b: a >> b if 0 <= b < 64 else 0,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": lambda a, b: int(a < b),
    "==": lambda a, b: int(a == b),
    "&&": lambda a, b: int(bool(a and b)),
    "||": lambda a, b: int(bool(a or b)),
    "min": min,
    "max": max,
}
# These depend on more than the low bits of what they take.
_IN_TYPE = {"<", "==", "/", "%", ">>", "min", "max"}
_USUAL = {"+": (64, True), "-": (64, True), "*": (64, True), "<": (64, True),
          "==": (64, True)}
_TYPE = re.compile(r"([iu])(\d+)$")


def _type_of(name):
    match = _TYPE.match(name)
    return match and (int(match[2]), match[1] == "i")


class Expression:
    """A value as a text, of which the names are still open."""

    def __init__(self, text):
        self.names = set()
        self._tokens = []
        position = 0
        text = text.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if not match:
                raise TextError(f"not a value: {text[position:]!r}")
            self._tokens.append((match.lastgroup, match[match.lastgroup],
                                 match.start(match.lastgroup)))
            position = match.end()
        self._at = 0
        self._tree = self._sum()
        if self._at != len(self._tokens):
            raise TextError(f"not a value: {text!r}")

    # Reading.

    def _peek(self):
        return self._tokens[self._at][1] if self._at < len(self._tokens) else None

    def _take(self, sign):
        if self._peek() != sign:
            return False
        self._at += 1
        return True

    def _expect(self, sign):
        if not self._take(sign):
            raise TextError(f"{sign!r} is missing, there is {self._peek()!r}")

    def _type(self, sign):
        """A type stands right behind the sign, or there is none."""
        kind, text, at = (self._tokens[self._at] if self._at < len(self._tokens)
                          else (None, "", 0))
        _, before, begin = self._tokens[self._at - 1]
        found = kind == "name" and at == begin + len(before) and _type_of(text)
        if found:
            self._at += 1
            return found
        return _USUAL.get(sign, (32, True))

    def _sum(self):
        left = self._product()
        while self._peek() in ("+", "-"):
            sign = self._peek()
            self._at += 1
            left = ("op", sign, self._type(sign), left, self._product())
        return left

    def _product(self):
        left = self._factor()
        while self._peek() in ("*", "/", "%"):
            sign = self._peek()
            self._at += 1
            left = ("op", sign, self._type(sign), left, self._factor())
        return left

    def _factor(self):
        if self._at == len(self._tokens):
            raise TextError("a value is missing")
        kind, text, _ = self._tokens[self._at]
        self._at += 1
        if text == "-":
            return ("op", "-", (64, True), ("number", 0), self._factor())
        if kind == "number":
            return ("number", int(text))
        if kind == "list":
            return ("lanes", list(map(int, text[1:-1].split(","))))
        if text == "{":
            return self._list()
        if text == "(":
            return self._operation()
        if kind != "name":
            raise TextError(f"a value is missing, there is {text!r}")
        if self._peek() == "(":
            self._at += 1
            return self._call(text)
        if text == "lane":
            return ("lanes", list(range(LANES)))
        self.names.add(text)
        return ("name", text)

    def _list(self):
        numbers = []
        while not self._take("}"):
            negative = self._take("-")
            kind, text, _ = self._tokens[self._at]
            self._at += 1
            numbers.append((-1 if negative else 1) * int(text)
                           if kind == "number" else 0)
            self._take(",")
        return ("lanes", numbers)

    def _operation(self):
        left = self._sum()
        sign = self._peek()
        if sign in ("<<", ">>", "&&", "||", "&", "|", "^", "==", "<"):
            self._at += 1
            left = ("op", sign, self._type(sign), left, self._sum())
        self._expect(")")
        return left

    def _call(self, name):
        if name == "launch":
            # It is zero in this launch.
            names = set(self.names)
            self._sum()
            self.names = names
            self._expect(")")
            return ("number", 0)
        function, _, type_name = name.partition(".")
        argument = self._sum()
        if function in ("min", "max"):
            self._expect(",")
            argument = ("op", function, _type_of(type_name) or (32, True),
                        argument, self._sum())
        elif _type_of(name):
            argument = ("convert", _type_of(name), argument)
        else:
            raise TextError(f"{name!r} is not a function")
        self._expect(")")
        return argument

    # Computing.

    def lanes(self, numbers):
        """A number for each lane, with numbers for the names."""
        result = self._compute(self._tree, numbers)
        return result if isinstance(result, list) else [result] * LANES

    def moves_all_lanes_alike(self):
        """Whether the names stand for something that all lanes add: differences
        between lanes do not depend on them."""
        return _adds_only(self._tree)

    def _compute(self, tree, numbers):
        if tree[0] in ("number", "lanes"):
            return tree[1]
        if tree[0] == "name":
            return numbers[tree[1]]
        if tree[0] == "convert":
            return _map(lambda a: wrap(a, *tree[1]),
                        self._compute(tree[2], numbers))
        _, sign, (bits, signed), left, right = tree
        function = _OPERATIONS[sign]
        a, b = self._compute(left, numbers), self._compute(right, numbers)
        is_list = isinstance(a, list) or isinstance(b, list)
        a = a if isinstance(a, list) else [a] * (LANES if is_list else 1)
        b = b if isinstance(b, list) else [b] * (LANES if is_list else 1)
        if sign in _IN_TYPE:
            a, b = _wrap_all(a, bits, signed), _wrap_all(b, bits, signed)
        result = _wrap_all(list(map(function, a, b)), bits, signed)
        return result if is_list else result[0]


def _parts(tree):
    """Whether names stand in it, and whether lanes differ in it."""
    if tree[0] in ("number", "lanes", "name"):
        return tree[0] == "name", tree[0] == "lanes"
    children = tree[2:] if tree[0] == "convert" else tree[3:]
    parts = [_parts(child) for child in children]
    return any(part[0] for part in parts), any(part[1] for part in parts)


def _adds_only(tree):
    has_names, has_lanes = _parts(tree)
    if not (has_names and has_lanes):
        return True
    if tree[0] == "op" and tree[1] in ("+", "-") and tree[2][0] == 64:
        return _adds_only(tree[3]) and _adds_only(tree[4])
    if tree[0] == "op" and tree[1] == "*" and tree[2][0] == 64:
        # A number times a sum of this kind.
        for number, other in ((tree[3], tree[4]), (tree[4], tree[3])):
            if number[0] == "number":
                return _adds_only(other)
    return False


def _map(function, value):
    return ([function(each) for each in value] if isinstance(value, list)
            else function(value))


_known = {}


def expression(text):
    if text not in _known:
        _known[text] = Expression(text)
    return _known[text]


@dataclass
class Array:
    name: str
    is_dynamic: bool = False
    is_view: bool = False
    at: int = 0
    bytes: int = 0
    strides: list = field(default_factory=list)


@dataclass
class Symbol:
    name: str
    varies: bool
    role: str = "unknown"
    reason: str = ""
    is_launch: bool = False
    low: int = None
    high: int = None
    choices: list = None
    multiple: int = 1


@dataclass
class Site:
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str = ""


@dataclass
class Record:
    operation: str
    bytes: int
    site: Site
    array: Array = None
    indices: list = field(default_factory=list)  # expressions
    within: Expression = None
    mask: int = ALL_LANES
    certainty: str = "exact"
    when: Expression = None
    repeated: bool = False
    matrices: int = 0
    reason: str = ""
    text: str = ""
    forms: dict = field(default_factory=dict)  # what compare.py made of it

    def names(self):
        result = set()
        for each in self.indices + [self.within, self.when]:
            if each:
                result |= each.names
        return result

    def offsets(self, numbers):
        """The offset in the array of each lane."""
        result = [0] * LANES
        for stride, index in zip(self.array.strides or [1], self.indices):
            for lane, number in enumerate(index.lanes(numbers)):
                result[lane] += stride * number
        if self.within:
            for lane, number in enumerate(self.within.lanes(numbers)):
                result[lane] += number
        return result

    def active(self, numbers):
        if not self.when:
            # Of one matrix, eight lanes have the rows.
            return self.mask & ((1 << 8 * (self.matrices or 4)) - 1)
        mask = 0
        for lane, number in enumerate(self.when.lanes(numbers)):
            mask |= (number != 0) << lane
        return self.mask & mask


@dataclass
class Group:
    symbols: dict = field(default_factory=dict)
    warps: list = field(default_factory=list)  # numbers by the symbols' names
    records: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    is_torn: bool = False


@dataclass
class Walk:
    """The groups of one kernel in one launch, of which some numbers are known."""

    kernel: str
    block: tuple
    source: str
    grid: tuple = ()
    arguments: tuple = ()
    groups: list = field(default_factory=list)


_HEADING = re.compile(
    r"; (.*), blocks of (\d+)x(\d+)x(\d+) \((.*?)\)"
    r"(?:, grid of ([\d?x]+))?(?:, arguments ([-\d?, ]+))?"
    r": (trace .*|requests)$"
)
_SITE = re.compile(
    r'site (\d+): "((?:[^"\\]|\\.)*)" (\d+):(\d+)(?:-(\d+):(\d+))?(.*)$'
)
_RECORD = re.compile(r"\d+: (\S+) (\d+) bytes (.*)$")


_BREAK = re.compile(r'"(?:[^"\\]|\\.)*"?|[(){}\[\],]')


def _split(text):
    """At commas outside of brackets and quotes."""
    parts, depth, begin = [], 0, 0
    for match in _BREAK.finditer(text):
        sign = match[0]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(text[begin:match.start()].strip())
            begin = match.end()
    parts.append(text[begin:].strip())
    return parts


def known_numbers(text):
    """Of "4, ?, 7" or "4x?x7", None where nobody knows."""
    words = re.split(r", ?|x", text) if text else ()
    return tuple(None if word == "?" else int(word) for word in words)


def _sequence(text):
    words = text.split()
    if ".." not in words:
        return [int(word) for word in words]
    at = words.index("..")
    numbers = [int(word) for word in words[:at]]
    step, last = numbers[-1] - numbers[-2], int(words[at + 1])
    while numbers[-1] != last:
        numbers.append(numbers[-1] + step)
    return numbers


class _Reader:
    def __init__(self):
        self.walks = []
        self.walk = self.group = None
        self.arrays, self.sites, self.site_names = {}, {}, {}

    def line(self, line):
        heading = _HEADING.match(line)
        if heading:
            self._heading(heading)
        elif not self.walk:
            return
        elif line.startswith("array "):
            self._array(line)
        elif line.startswith("site "):
            self._site(line)
        elif line == "group":
            self.group = Group(arrays=list(self.arrays.values()))
            self.walk.groups.append(self.group)
        elif line.startswith(("symbol ", "varying ")):
            self._symbol(line)
        elif line.startswith("warps "):
            self._warps(line)
        elif line.startswith("torn"):
            self.group.is_torn = True
        elif line[:1].isdigit():
            self._record(line)

    def _heading(self, match):
        if match[8] != "trace as recorded":
            self.walk = None
            return
        block = tuple(int(match[i]) for i in (2, 3, 4))
        walk = Walk(match[1], block, match[5], known_numbers(match[6]),
                    known_numbers(match[7]))
        # Each group has a heading of its own.
        if self.walks and replace(self.walks[-1], groups=[]) == walk:
            self.walk = self.walks[-1]
        else:
            self.walk = walk
            self.walks.append(self.walk)
        self.arrays, self.sites, self.site_names = {}, {}, {}

    def _array(self, line):
        name, _, facts = line[len("array "):].partition(": ")
        array = Array(name)
        for part in _split(facts):
            words = part.split()
            if part == "dynamic":
                array.is_dynamic = True
            elif part == "view":
                array.is_view = True
            elif words[1:3] == ["bytes", "at"]:
                array.bytes, array.at = int(words[0]), int(words[3])
            elif words[0] == "at":
                array.at = int(words[1])
            elif words[0] == "strides":
                array.strides = [int(word) for word in words[1:]]
            elif part.startswith('"'):
                array.name = part.strip('"')
        self.arrays[name] = array

    def _site(self, line):
        match = _SITE.match(line)
        if not match:
            raise TextError(line)
        text = re.search(r', text "((?:[^"\\]|\\.)*)"', match[7])
        # What a library does, the compiler shows where the library does it.
        inside = re.search(r', inside "((?:[^"\\]|\\.)*)" (\d+):(\d+)', match[7])
        file, begin, end = match[2], match.group(3, 4), match.group(5, 6)
        if inside:
            file, begin, end = inside[1], inside.group(2, 3), (None, None)
        site = Site(file, int(begin[0]), int(begin[1]),
                    int(end[0] or begin[0]), int(end[1] or begin[1]),
                    text[1] if text else "")
        short = f"{match[2].rsplit('/', 1)[-1]}:{match[3]}:{match[4]}"
        count = self.site_names.get(short, 0)
        self.site_names[short] = count + 1
        self.sites[short + (f"#{count}" if count else "")] = site
        self.sites["#" + match[1]] = site

    def _symbol(self, line):
        kind, _, rest = line.partition(" ")
        name, _, facts = rest.partition(": ")
        symbol = Symbol(name, kind == "varying")
        for part in _split(facts) if facts else []:
            bounds = re.match(r"(-?\d*)\.\.(-?\d*)$", part)
            if part in ("visited", "choice", "warp shift"):
                symbol.role = part
            elif part == "launch":
                symbol.is_launch = True
            elif part.startswith('"') or part[:1].isupper():
                symbol.reason = part
            elif part.startswith("choices "):
                symbol.choices = [int(each) for each in part.split()[1:]]
            elif part.startswith("multiple of "):
                symbol.multiple = int(part.split()[-1])
            elif bounds:
                symbol.low = int(bounds[1]) if bounds[1] else None
                symbol.high = int(bounds[2]) if bounds[2] else None
        self.group.symbols[name] = symbol

    def _warps(self, line):
        count, _, facts = line[len("warps "):].partition(": ")
        warps = [{} for _ in range(int(count))]
        for part in _split(facts) if facts else []:
            name, _, numbers = part.partition(" = ")
            for warp, number in zip(warps, _sequence(numbers)):
                warp[name] = number
        self.group.warps += warps

    def _record(self, line):
        match = _RECORD.match(line)
        if not match:
            raise TextError(line)
        parts = _split(match[3])
        record = Record(match[1], int(match[2]), None, text=line)
        self._address(record, parts[0])
        for part in parts[1:]:
            words = part.split()
            if words[0] == "at":
                record.site = self.sites.get(words[1])
            elif words[0] == "lanes":
                record.mask = int(words[1], 16)
            elif words[0] == "matrices":
                record.matrices = int(words[1])
            elif part in ("whole", "guarded", "even", "data"):
                record.certainty = part
            elif words[0] == "when":
                record.when = expression(part[len("when "):])
            elif part == "repeated":
                record.repeated = True
            elif words[0] == "reason":
                record.reason = part[len("reason "):]
        self.group.records.append(record)

    def _address(self, record, text):
        if text == "?":
            return
        name, bracket, rest = re.match(r"([^\[ ]+)(\[?)(.*)$", text).groups()
        record.array = self.arrays[name]
        rest = bracket + rest
        while rest.startswith("["):
            depth = 0
            for at, char in enumerate(rest):
                depth += (char in "[({") - (char in "])}")
                if depth == 0:
                    break
            record.indices.append(expression(rest[1:at]))
            rest = rest[at + 1:]
        if rest.startswith(" + ("):
            record.within = expression(rest[len(" + "):])


def read_walks(text):
    reader = _Reader()
    for line in text.splitlines():
        reader.line(line)
    return reader.walks
