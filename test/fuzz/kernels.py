# ===- kernels.py - Random kernels ------------------------------------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# A kernel is a sequence of phases with barriers in between. In a phase, an array is
# either read, at any index in range, or written, each thread and iteration at
# places of its own: an index for writing is a number in a mixed radix, of which the
# thread's coordinates and the loop's variables are digits. So no two threads write
# one place, whatever guards, loops and branches surround the statement.
#
# Every access stands on a line of its own where the language lets it, since
# hardware counts by line. What is read is added to `acc`, which is stored in the
# end: the compiler drops what nobody reads.
#
# ===----------------------------------------------------------------------=== #

from contextlib import contextmanager
from dataclasses import dataclass, field

import elements
import integers
from integers import Integer, add, exclusive_or, modulo, multiply, number, subtract

BLOCKS = [
    (32, 1, 1), (64, 1, 1), (64, 1, 1), (96, 1, 1), (128, 1, 1), (256, 1, 1),
    (33, 1, 1), (100, 1, 1), (31, 1, 1), (16, 1, 1), (160, 1, 1), (512, 1, 1),
    (48, 3, 1), (16, 16, 1), (8, 8, 1), (32, 4, 1), (32, 8, 1), (64, 2, 1),
    (17, 9, 1), (24, 4, 1), (40, 3, 1), (16, 4, 1), (8, 16, 1), (1, 64, 1),
    (5, 7, 1), (20, 7, 2), (8, 4, 4), (5, 5, 5), (4, 4, 4), (16, 2, 4), (33, 2, 2),
    (3, 3, 9), (2, 32, 2),
]
MAX_ARRAY = 8 << 10
MAX_SHARED = 40 << 10
# Iterations of all loops around a statement, together.
MAX_TRIPS = 24


@dataclass
class Array:
    name: str
    element: elements.Element
    extents: list
    align: int
    is_pointer: bool = False
    # Indices of one dimension each, of which each thread has its own.
    own: list = None
    view: str = ""
    is_const: bool = False

    @property
    def count(self):
        result = 1
        for extent in self.extents:
            result *= extent
        return result

    @property
    def flat(self):
        """A pointer to the first element."""
        if len(self.extents) == 1:
            return self.name
        return "&" + self.name + "[0]" * len(self.extents)


class Body:
    """The statements of a function as they grow, and what they can use."""

    def __init__(self, leaves, arrays, depth=1):
        self.lines, self.depth = [], depth
        self.leaves, self.arrays = list(leaves), list(arrays)
        self.trips = 1
        self.nesting = 0
        self.is_uniform = False
        self.in_loop = False
        self.counters = []  # of the loops around: digits of indices for writing

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    @contextmanager
    def block(self, head, tail="}"):
        """Names that it declares end with it."""
        self.line(head)
        kept = (len(self.leaves), len(self.arrays), self.trips, self.is_uniform,
                self.in_loop, len(self.counters))
        self.depth += 1
        self.nesting += 1
        yield
        self.depth -= 1
        self.nesting -= 1
        del self.leaves[kept[0]:], self.arrays[kept[1]:], self.counters[kept[5]:]
        self.trips, self.is_uniform, self.in_loop = kept[2:5]
        self.line(tail)


class Kernel:
    """Draws one kernel: all of it lies in a namespace of its own."""

    def __init__(self, random, index):
        self.random, self.order = random, index
        self.expressions = integers.Expressions(random)
        self.names = 0
        self.declarations = []
        self.functions = []
        self.shared = self.dynamic = 0
        self.has_exited = False
        self.block = random.choice(BLOCKS)
        self.grid = random.choice((1, 1, 2))
        self.threads = self.block[0] * self.block[1] * self.block[2]
        self.name = f"k{index}"
        self.arguments = {}  # name: value, whether the host computes it
        self.templates = []  # names and values
        self._draw()

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def maybe(self, share):
        return self.random.random() < share

    # What is known of a thread.

    def _prelude(self, body):
        random = self.random
        self.uniforms = []
        for axis, extent in zip("xyz", self.block):
            self.uniforms.append(Integer(f"blockDim.{axis}", extent, extent, True,
                                         True))
        self.uniforms.append(Integer("blockIdx.x", 0, self.grid - 1, True, True))
        for name, (value, _) in self.arguments.items():
            self.uniforms.append(Integer(name, value, value, False, True))
        for name, value in self.templates:
            self.uniforms.append(Integer(name, value, value, False, True))
        self.uniforms += self.constants
        self.axes = []
        for axis, extent in zip("xyz", self.block):
            value = Integer(f"threadIdx.{axis}", 0, extent - 1, True)
            if self.maybe(0.6):
                kind = random.choice(("int", "int", "const int", "unsigned", "auto",
                                      "const auto", "short"))
                body.line(f"{kind} t{axis} = threadIdx.{axis};")
                value = Integer(f"t{axis}", 0, extent - 1,
                                "unsigned" in kind or "auto" in kind)
            self.axes.append(value)
        x, y, z = self.axes
        width, height, deep = self.block
        if height == deep == 1:
            text = x.text
        else:
            wide = random.choice((str(width), "blockDim.x"))
            high = random.choice((str(height), "blockDim.y"))
            text = f"{x.text} + {wide} * {y.text}"
            if deep > 1:
                text = f"{x.text} + {wide} * ({y.text} + {high} * {z.text})"
        self.linear = Integer(text, 0, self.threads - 1, True, False,
                              height == deep == 1)
        if self.maybe(0.7) or not self.linear.is_atom:
            kind = random.choice(("int", "int", "const int", "unsigned"))
            body.line(f"{kind} tid = {text};")
            self.linear = Integer("tid", 0, self.threads - 1, "uns" in kind)
        t = self.linear
        self.lane, self.warp = modulo(t, number(32)), integers.divide(t, number(32))
        if self.maybe(0.5):
            body.line(random.choice((
                f"int lane = {t.atom} % 32;", f"int lane = {t.atom} & 31;",
                f"const int lane = {t.atom} % warpSize;")))
            self.lane = Integer("lane", 0, min(31, self.threads - 1))
        if self.maybe(0.5):
            body.line(random.choice((
                f"int warp = {t.atom} / 32;", f"int warp = {t.atom} >> 5;")))
            self.warp = Integer("warp", 0, (self.threads - 1) // 32)
        body.leaves += [t, t, t, self.lane, self.warp]
        body.leaves += [each for each in self.axes if each.high] * 2
        body.leaves += random.sample(self.uniforms, min(4, len(self.uniforms)))

    def _constants(self):
        random = self.random
        self.constants = []
        for _ in range(random.randrange(3)):
            value = random.choice((2, 3, 4, 5, 8, 16, 17, 32, 33))
            name = self.fresh("Constant")
            kind = random.choice(("constexpr", "enum", "define", "class"))
            if kind == "enum":
                text = f"enum {{ {name} = {value} }};"
            elif kind == "class":
                text = f"struct In{name} {{ static constexpr int value = {value}; }};"
                name = f"In{name}::value"
            elif kind == "define":
                name = f"K{self.order}_{name}"
                text = f"#define {name} ({value})"
            else:
                text = f"constexpr int {name} = {value};"
            self.declarations.append(text)
            self.constants.append(Integer(name, value, value, False, True))

    # Indices for writing.

    def _thread_digits(self):
        random = self.random
        kind = random.choice(("axes", "axes", "linear", "linear", "split", "warps"))
        if kind == "axes" and self.threads > max(self.block):
            return [each for each in reversed(self.axes) if each.high]
        if kind == "split":
            by = number(random.choice((2, 4, 8, 16, 3, 5, 12, 64)))
            return [integers.divide(self.linear, by), modulo(self.linear, by)]
        if kind == "warps":
            return [self.warp, self.lane]
        return [self.linear]

    def _permuted(self, digit, others):
        """The same numbers, each once, in another order."""
        random = self.random
        if self.maybe(0.55) or digit.high < 1:
            return digit
        extent = digit.extent
        forms = ["reverse", "turn"]
        if integers.is_power(extent):
            forms += ["xor", "xor"] + (["swizzle"] * 4 + ["rotate"] if others else [])
            forms += ["times"]
        elif others:
            forms.append("rotate")
        kind = random.choice(forms)
        if kind == "reverse":
            return subtract(number(digit.high), digit)
        if kind == "turn":
            return modulo(add(digit, number(random.randrange(1, extent))),
                          number(extent))
        if kind == "xor":
            return exclusive_or(digit, number(random.randrange(1, extent)))
        if kind == "times":
            return integers.mask(multiply(digit, number(random.choice((3, 5, 7)))),
                                 number(extent - 1))
        other = random.choice(others)
        if kind == "rotate":
            return modulo(add(digit, other), number(extent))
        if self.maybe(0.3):
            other = integers.shift_right(other, number(random.randint(1, 2)))
        return exclusive_or(digit, integers.mask(other, number(extent - 1)))

    def _combined(self, digits, stride=1):
        """The number in a mixed radix, the last digit the fastest."""
        random = self.random
        value = None
        for i in reversed(range(len(digits))):
            # Digits in front of it may move it: they stand for themselves, too.
            digit = self._permuted(digits[i], digits[:i])
            term = multiply(digit, number(stride)) if stride != 1 else digit
            stride *= digit.extent
            if self.maybe(0.2):
                stride += random.choice((1, 1, 2, 4))
            if value is None:
                value = term
            else:
                value = add(term, value) if self.maybe(0.7) else add(value, term)
        return value

    def own_index(self, counters=()):
        """An index that no other thread and no other iteration has."""
        random = self.random
        digits = self._thread_digits() + list(counters)
        if self.maybe(0.35):
            random.shuffle(digits)
        value = self._combined(digits, random.choice((1,) * 8 + (2, 3, 4)))
        if self.maybe(0.15):
            value = add(value, number(random.choice((1, 2, 4, 5, 8))))
        elif self.maybe(0.08):
            value = exclusive_or(value, number(random.choice((1, 2, 3, 7))))
        return value

    # Arrays.

    def _arrays(self, body):
        random = self.random
        self.arrays = []
        for _ in range(random.choice((1, 1, 2, 2, 3, 4))):
            element = elements.draw_element(random, self.fresh("Class"))
            self._array(body, element)
        if not self.arrays:
            self._array(body, elements.BY_NAME["float"], [self.threads])
        if self.maybe(0.5):
            self._array(body, elements.BY_NAME[random.choice(("int", "float"))])

    def _extents(self, element):
        """Extents, and indices in them that each thread has alone."""
        random = self.random
        most = MAX_ARRAY // element.size
        for _ in range(4):
            digits = self._thread_digits()
            if self.maybe(0.3):
                random.shuffle(digits)
            if len(digits) == 1 or self.maybe(0.3):
                own = [self._combined(digits)]
            else:
                cut = random.randrange(1, len(digits))
                first = self._combined(digits[:cut])
                # Columns may depend on the row.
                last = self._combined(digits[cut:])
                if self.maybe(0.3):
                    last = self._permuted(last, [first])
                own = [first, last]
                if len(digits) == 3 and self.maybe(0.5):
                    own = [self._permuted(each, []) for each in digits]
            extents = [each.extent for each in own]
            if self.maybe(0.35):
                extents[-1] += random.choice((1, 1, 2, 3, 4, 8))
            count = 1
            for extent in extents:
                count *= extent
            if count <= most and all(each.low >= 0 for each in own):
                return extents, own
        return [min(self.threads, most)], None

    def _array(self, body, element, extents=None):
        random = self.random
        own = None
        if extents is None:
            if self.maybe(0.6):
                extents, own = self._extents(element)
            else:
                kinds = ([self.threads], [64], [128], [256], [100], [16, 16], [8, 33],
                         [16, 17], [4, 32], [4, 8, 8], [3, 5, 9], [32, 32], [32, 33])
                extents = list(random.choice(kinds))
        count = 1
        for extent in extents:
            count *= extent
        size = count * element.size
        if size > MAX_ARRAY * 2 or self.shared + size > MAX_SHARED:
            return
        if element.declaration:
            self.declarations.append(element.declaration)
            element = elements.Element(**{**element.__dict__, "declaration": ""})
        name = self.fresh("s")
        shape = "".join(f"[{extent}]" for extent in extents)
        kind = random.choice(("plain",) * 6 + ("carved",) * 3 + ("member", "union",
                                                                 "pointer"))
        array = Array(name, element, extents, element.align, own=own)
        if kind == "carved":
            self._carve(body, array)
        elif kind == "member":
            self.declarations.append(
                f"struct Holder{name} {{ int before[{random.randint(1, 5)}]; "
                f"{element.name} items{shape}; }};")
            body.line(f"__shared__ Holder{name} holder{name};")
            array.name = f"holder{name}.items"
        elif kind == "union":
            self.declarations.append(
                f"union Either{name} {{ {element.name} items{shape}; "
                f"int words[{max(1, size // 4)}]; Either{name}() = default; }};")
            body.line(f"__shared__ Either{name} either{name};")
            array.name = f"either{name}.items"
        else:
            # A power, so that wide accesses are aligned.
            mark = ""
            if self.maybe(0.4):
                array.align = 16
                mark = random.choice(("__align__(16) ", "alignas(16) "))
            volatile = ("volatile " if element.is_arithmetic and self.maybe(0.04)
                        else "")
            body.line(f"__shared__ {mark}{volatile}{element.name} {name}{shape};")
            if volatile:
                array.is_const = True  # no references or pointers to it
            if kind == "pointer" and not volatile:
                self._aliased(body, array)
        self.shared += size
        if self.maybe(0.2) and not array.is_const:
            self._view(body, array)
        self.arrays.append(array)

    def _carve(self, body, array):
        """A part of dynamic memory."""
        if not self.dynamic:
            body.line("extern __shared__ __align__(16) unsigned char pool[];")
        align = max(array.element.align, self.random.choice((4, 16)))
        begin = (self.dynamic + align - 1) // align * align
        array.align = 16 if begin % 16 == 0 else array.element.align
        self.dynamic = begin + array.count * array.element.size
        kind = array.element.name
        if len(array.extents) == 1 or self.maybe(0.4):
            array.extents = [array.count]
            array.own = None if array.own is None or len(array.own) > 1 else array.own
            array.is_pointer = True
            body.line(f"{kind} *{array.name} = reinterpret_cast<{kind} *>(pool"
                      + (f" + {begin});" if begin else ");"))
            return
        rest = "".join(f"[{extent}]" for extent in array.extents[1:])
        body.line(f"auto {array.name} = reinterpret_cast<{kind} (*){rest}>"
                  f"(pool + {begin});")
        array.is_pointer = True

    def _aliased(self, body, array):
        """Another name for it: a pointer to its first row, or a reference."""
        kind, name = array.element.name, self.fresh("p")
        rest = "".join(f"[{extent}]" for extent in array.extents[1:])
        if self.maybe(0.5):
            all_of = "".join(f"[{extent}]" for extent in array.extents)
            body.line(f"{kind} (&{name}){all_of} = {array.name};")
        elif rest:
            body.line(f"{kind} (*{name}){rest} = {array.name};")
            array.is_pointer = True
        else:
            body.line(f"{kind} *{name} = {array.name};")
            array.is_pointer = True
        array.name = name

    def _view(self, body, array):
        """A class that computes places in it."""
        name, kind = self.fresh("View"), array.element.name
        width = array.extents[-1]
        i = Integer("i", 0, array.count - 1)
        inside = self.expressions.fit(self.expressions.draw([i], 2), array.count)
        text = ["template <class T, int Width>" if self.maybe(0.6) else "",
                f"struct {name} {{"]
        is_template = bool(text[0])
        kind_in, width_in = ("T", "Width") if is_template else (kind, str(width))
        text += [f"  {kind_in} *data;",
                 f"  __device__ {kind_in} &operator()(int r, int c) const {{",
                 f"    return data[r * {width_in} + c];", "  }",
                 f"  __device__ {kind_in} &at(int i) const {{",
                 f"    return data[{inside.text}];", "  }"]
        if self.maybe(0.5):
            text += [f"  __device__ {kind_in} *begin() const {{ return data; }}",
                     f"  __device__ {kind_in} *end() const {{ return data + "
                     f"{min(4, array.count)}; }}"]
            array_has_range = True
        else:
            array_has_range = False
        text.append("};")
        self.declarations.append("\n".join(each for each in text if each))
        full = f"{name}<{kind}, {width}>" if is_template else name
        array.view = self.fresh("view")
        array.has_range = array_has_range
        body.line(f"const {full} {array.view}{{{array.flat}}};")

    # Places.

    def index(self, body, size):
        value = self.expressions.draw(body.leaves)
        if value.is_uniform and self.maybe(0.8):
            value = self.expressions.draw(body.leaves)
        return self.expressions.fit(value, size)

    def place(self, body, array):
        """Any element, to be read."""
        if array.view and self.maybe(0.4):
            if self.maybe(0.5):
                rows = array.count // array.extents[-1]
                return (f"{array.view}({self.index(body, rows).text}, "
                        f"{self.index(body, array.extents[-1]).text})")
            return f"{array.view}.at({self.index(body, array.count).text})"
        if len(array.extents) > 1 and self.maybe(0.12) and not array.is_const:
            return f"({array.flat})[{self.index(body, array.count).text}]"
        parts = [self.index(body, extent) for extent in array.extents]
        return self._subscripted(array, parts)

    def _subscripted(self, array, parts):
        if len(parts) == 1 and self.maybe(0.12):
            if self.maybe(0.5):
                return f"(*({array.name} + {parts[0].atom}))"
            return f"(&{array.name}[{parts[0].text}])[0]"
        return array.name + "".join(f"[{part.text}]" for part in parts)

    def own_place(self, body, array, guards):
        """An element that only this thread has; appends what must hold."""
        counters = [each for each in body.counters]
        if array.own and not counters and self.maybe(0.7):
            for part, extent in zip(array.own, array.extents):
                if part.high >= extent:
                    guards.append(f"{integers.signed(part).atom} < {extent}")
            return self._subscripted(array, array.own)
        flat = self.own_index(counters)
        if flat.low < 0:
            flat = subtract(flat, number(flat.low))
        if flat.high >= array.count:
            if self.maybe(0.5):
                name = self.fresh("at")
                body.line(f"int {name} = {flat.text};")
                flat = Integer(name, flat.low, flat.high)
            guards.append(f"{flat.atom} < {array.count}")
        if len(array.extents) == 1:
            return self._subscripted(array, [flat])
        if array.view and len(array.extents) == 2 and self.maybe(0.4):
            width = number(array.extents[-1])
            return (f"{array.view}({integers.divide(flat, width).text}, "
                    f"{modulo(flat, width).text})")
        if self.maybe(0.3) and not array.is_const:
            return f"({array.flat})[{flat.text}]"
        parts, rest = [], flat
        for extent in reversed(array.extents[1:]):
            parts.append(modulo(rest, number(extent)))
            rest = integers.divide(rest, number(extent))
        return self._subscripted(array, [rest] + parts[::-1])

    # Values.

    def value(self, body):
        """A text of type float."""
        kind = self.random.randrange(4)
        if kind == 0:
            return "acc"
        if kind == 1:
            return f"float({self.expressions.draw(body.leaves, 1).text})"
        if kind == 2:
            return f"float({self.random.choice(body.leaves).text})"
        return f"acc + {self.random.randint(1, 9)}"

    # Reading.

    def read_statements(self, body, count):
        for _ in range(count):
            self.read_statement(body)

    def read_statement(self, body):
        random = self.random
        kinds = [self.read_plain] * 8 + [self.read_local] * 3
        kinds += [self.read_chosen] * 2 + [self.read_short, self.read_wide,
                                           self.read_fed, self.read_volatile]
        kinds += [self.read_row] * 1 + [self.read_reference] * 2
        kinds += [self.declare_index] * 3 + [self.change_index]
        kinds += [self.walk_pointer] * 2
        if body.nesting < 3:
            kinds += [self.branch] * 4 + [self.switch] + [self.nested]
            if body.trips < MAX_TRIPS:
                kinds += [self.loop_of_reads] * 4
            kinds += [self.call_reader] * 3 + [self.lambda_reader] * 2
        if body.in_loop and body.nesting:
            kinds += [self.leave_loop]
        if (body.is_uniform and not self.has_exited and self.threads % 32 == 0):
            kinds += [self.shuffle] * 2
        random.choice(kinds)(body)

    def _readable(self, body):
        return self.random.choice(body.arrays)

    def read_plain(self, body):
        array = self._readable(body)
        read = self.random.choice(array.element.reads)
        place = self.place(body, array)
        body.line(f"acc += {read.format(place)};")

    def read_local(self, body):
        array = self._readable(body)
        element, name = array.element, self.fresh("v")
        place = self.place(body, array)
        if element.bound and self.maybe(0.5) and not array.is_const:
            names = [f"{name}{letter}" for letter in "abcdefgh"[:element.bound]]
            mark = self.random.choice(("auto", "const auto &", "auto &"))
            body.line(f"{mark} [{', '.join(names)}] = {place};")
            used = self.random.sample(names, self.random.randint(1, len(names)))
            body.line(f"acc += {' + '.join(used)};")
            return
        mark = self.random.choice((element.name, "auto", f"const {element.name}"))
        body.line(f"{mark} {name} = {place};")
        if self.maybe(0.2):
            self.read_statement(body)
        body.line(f"acc += {element.total.format(name)};")

    def read_reference(self, body):
        array = self._readable(body)
        if array.is_const:
            return self.read_plain(body)
        element, name = array.element, self.fresh("r")
        if self.maybe(0.5):
            body.line(f"const {element.name} &{name} = {self.place(body, array)};")
            at = name
        else:
            body.line(f"const {element.name} *{name} = &{self.place(body, array)};")
            at = f"(*{name})"
        for _ in range(self.random.randint(1, 2)):
            body.line(f"acc += {self.random.choice(element.reads).format(at)};")

    def read_volatile(self, body):
        array = self._readable(body)
        if not array.element.is_arithmetic or array.is_const:
            return self.read_plain(body)
        kind = array.element.name
        body.line(f"acc += *const_cast<const volatile {kind} *>("
                  f"&{self.place(body, array)});")

    def read_chosen(self, body):
        array = self._readable(body)
        same = [each for each in body.arrays if each.element.name == array.element.name
                and not each.is_const]
        other = self.random.choice(same or [array])
        condition, _ = self.expressions.condition(body.leaves)
        read = self.random.choice(array.element.reads)
        kind = self.random.choice(("values", "values", "zero", "place", "pointer"))
        if array.is_const and kind in ("place", "pointer"):
            kind = "values"
        one, two = self.place(body, array), self.place(body, other)
        if kind == "values":
            body.line(f"acc += {condition}")
            body.line(f"           ? float({read.format(one)})")
            body.line(f"           : float({read.format(two)});")
        elif kind == "zero":
            body.line(f"acc += {condition} ? float({read.format(one)}) : 0.0f;")
        elif kind == "place":
            body.line("acc += " + read.format(f"({condition} ? {one} : {two})") + ";")
        else:
            name = self.fresh("p")
            body.line(f"const {array.element.name} *{name} = {condition} ? "
                      f"&{one} : &{two};")
            body.line("acc += " + read.format(f"(*{name})") + ";")

    def read_short(self, body):
        """Whether the right side of && is read depends on the left side."""
        array = self._readable(body)
        if not array.element.is_arithmetic:
            return self.read_plain(body)
        condition, _ = self.expressions.condition(body.leaves)
        sign = self.random.choice(("&&", "||"))
        body.line(f"if ({condition} {sign}")
        body.line(f"    {self.place(body, array)} > 3)")
        body.line("  acc += 1;")

    def read_wide(self, body):
        """Several elements as one vector."""
        fit = [each for each in body.arrays
               if each.align >= 16 and each.element.name in ("float", "int", "char",
                                                            "short", "__half")
               and not each.is_const and each.count * each.element.size >= 32]
        if not fit:
            return self.read_plain(body)
        array = self.random.choice(fit)
        wide = self.random.choice(("float4", "float2", "int2", "int4", "double"))
        size = {"float4": 16, "int4": 16}.get(wide, 8)
        count = array.count * array.element.size // size
        at = self.index(body, count)
        member = "" if wide == "double" else ".x"
        place = (f"reinterpret_cast<const {wide} *>({array.flat})[{at.text}]")
        if member and self.maybe(0.5):
            name = self.fresh("w")
            body.line(f"{wide} {name} = {place};")
            body.line(f"acc += {name}.x + {name}.y;")
        else:
            body.line(f"acc += {place}{member};")

    def read_fed(self, body):
        """An index that was in shared memory itself."""
        fit = [each for each in body.arrays if each.element.is_integer]
        if not fit:
            return self.declare_index(body)
        source, array = self.random.choice(fit), self._readable(body)
        name = self.fresh("j")
        most = self.random.choice((3, 7, 15, 31))
        body.line(f"int {name} = {self.place(body, source)} & {most};")
        body.leaves.append(Integer(name, 0, most))
        place = self.place(body, array)
        body.line(f"acc += {self.random.choice(array.element.reads).format(place)};")

    def read_row(self, body):
        fit = [each for each in body.arrays if len(each.extents) == 2
               and each.extents[1] <= 12 and not each.is_const]
        ranges = [each for each in body.arrays
                  if each.view and getattr(each, "has_range", False)]
        name = self.fresh("e")
        if fit and body.trips * 8 < MAX_TRIPS * 4:
            array = self.random.choice(fit)
            row = self.index(body, array.extents[0])
            over = f"{array.name}[{row.text}]"
        elif ranges:
            array = self.random.choice(ranges)
            over = array.view
        else:
            return self.read_plain(body)
        mark = self.random.choice((f"const {array.element.name} &", "auto ",
                                   f"{array.element.name} "))
        with body.block(f"for ({mark}{name} : {over}) {{"):
            body.line(f"acc += {array.element.total.format(name)};")

    # Names for indices.

    def declare_index(self, body):
        value = self.expressions.draw(body.leaves)
        kind, name = self.random.choice(
            ("int", "int", "int", "const int", "unsigned", "auto", "long", "short",
             "table")), self.fresh("i")
        is_unsigned = kind == "unsigned"
        if kind == "unsigned" and value.low < 0:
            kind, is_unsigned = "int", False
        if kind == "auto":
            value = integers.signed(value)
        if kind == "short" and not -32768 <= value.low <= value.high <= 32767:
            kind = "int"
        if kind == "table":
            count = self.random.choice((4, 8))
            items = [self.random.randint(0, 40) for _ in range(count)]
            at = self.expressions.fit(value, count)
            shown = ", ".join(map(str, items))
            body.line(f"constexpr int table{name}[{count}] = {{{shown}}};")
            body.line(f"int {name} = table{name}[{at.text}];")
            value = Integer(name, min(items), max(items), False, at.is_uniform)
        elif kind == "long":
            body.line(f"long long {name}Wide = {value.text};")
            body.line(f"int {name} = int({name}Wide);")
        else:
            if is_unsigned and not value.is_unsigned:
                value = Integer(f"unsigned({value.text})", value.low, value.high, True,
                                value.is_uniform)
            body.line(f"{kind} {name} = {value.text};")
        body.leaves.append(Integer(name, value.low, value.high, is_unsigned,
                                   value.is_uniform))
        if kind in ("int",) and value.high > 0 and self.maybe(0.5):
            # It is changed later: within the power of two above its bounds.
            low = min(value.low, 0)
            body.leaves[-1] = Integer(name, low, integers.bits_of(value.high))

    def change_index(self, body):
        fit = [each for each in body.leaves
               if each.text[0] == "i" and each.text[1:].isdigit() and each.low == 0
               and not each.is_unsigned and not each.is_uniform
               and integers.is_power(each.extent)]
        if not fit:
            return self.declare_index(body)
        target = self.random.choice(fit)
        value = self.expressions.fit(self.expressions.draw(body.leaves), target.extent)
        # What is constant is not declared with a power of two for a bound, or may
        # be: ask the text.
        if not any(f"int {target.text} = " in line and "const" not in line
                   for line in body.lines):
            return self.declare_index(body)
        kind = self.random.random()
        if kind < 0.3:
            odd = self.random.choice((1, 3, 5))
            body.line(f"{target.text} = ({target.text} * {odd} + 1) & {target.high};")
        elif kind < 0.45:
            body.line(f"{target.text} ^= {self.random.randint(0, target.high)};")
        elif kind < 0.55:
            body.line(f"{target.text} >>= 1;")
        elif kind < 0.75:
            condition, _ = self.expressions.condition(body.leaves)
            body.line(f"if ({condition})")
            body.line(f"  {target.text} = {value.text};")
        else:
            body.line(f"{target.text} = {value.text};")

    # Branches.

    def _armed(self, body):
        """Few statements of an arm."""
        self.read_statements(body, self.random.choice((1, 1, 1, 2)))

    def branch(self, body):
        condition, is_uniform = self.expressions.condition(body.leaves)
        with body.block(f"if ({condition}) {{"):
            body.is_uniform &= is_uniform
            self._armed(body)
        if self.maybe(0.4):
            with body.block("else {"):
                body.is_uniform &= is_uniform
                self._armed(body)

    def switch(self, body):
        count = self.random.choice((2, 3, 4))
        at = self.index(body, count)
        with body.block(f"switch ({at.text}) {{"):
            body.is_uniform &= at.is_uniform
            body.in_loop = False
            for i in range(count):
                is_last = i == count - 1
                label = "default:" if is_last and self.maybe(0.6) else f"case {i}:"
                with body.block(label + " {"):
                    self._armed(body)
                if self.maybe(0.8) or is_last:
                    body.line("break;")
                else:
                    body.is_uniform = False

    def nested(self, body):
        with body.block("{"):
            self.read_statements(body, 2)

    def leave_loop(self, body):
        condition, _ = self.expressions.condition(body.leaves)
        body.line(f"if ({condition})")
        body.line(f"  {self.random.choice(('continue', 'break', 'continue'))};")
        body.is_uniform = False

    # Loops.

    def loop_of_reads(self, body):
        with self.loop(body):
            self._armed(body)
            if self.maybe(0.3):
                self.read_statement(body)

    @contextmanager
    def loop(self, body, is_digit=False, is_uniform=False, most=None):
        """A loop; with `is_digit`, its counter has each number once. `continue` may
        stand in it only where that goes on with the next iteration."""
        random = self.random
        name = self.fresh("k")
        room = max(2, min(most or 6, MAX_TRIPS // body.trips))
        trips = random.randint(1, room)
        step = random.choice((1, 1, 1, 1, 2, 3, 4)) if not is_digit else 1
        begin = random.choice((0, 0, 0, 0, 1, 2)) if not is_digit else 0
        last = begin + step * (trips - 1)
        end = last + random.randint(1, step)
        kinds = ["up"] * 6 + ["down", "down", "unequal", "while", "while", "do",
                              "forever"]
        if not is_digit:
            kinds += ["halves", "doubles", "pair"]
            if not is_uniform:
                kinds += ["varying", "strided"]
        arguments = [(n, v) for n, (v, _) in self.arguments.items()
                     if 1 <= v <= room and any(u.text == n for u in body.leaves)]
        if arguments:
            kinds += ["argument"] * 2
        kind = random.choice(kinds)
        in_for, before, inside, behind = True, [], [], []
        uniform, tail = True, "}"
        low, high = begin, last
        if kind == "argument":
            argument, trips = random.choice(arguments)
            low, high = 0, trips - 1
            head = f"for (int {name} = 0; {name} < {argument}; ++{name}) {{"
        elif kind == "up":
            more = f"{name} += {step}" if step > 1 else random.choice(
                (f"++{name}", f"{name}++"))
            sign = (f"{name} < {end}" if self.maybe(0.8) else f"{name} <= {last}")
            head = f"for (int {name} = {begin}; {sign}; {more}) {{"
        elif kind == "down":
            less = f"{name} -= {step}" if step > 1 else f"--{name}"
            head = f"for (int {name} = {last}; {name} >= {begin}; {less}) {{"
        elif kind == "unequal":
            head = (f"for (int {name} = {begin}; {name} != {last + step}; "
                    f"{name} += {step}) {{")
        elif kind == "halves":
            low, high = 1, 1 << (trips - 1)
            half = random.choice((f"{name} >>= 1", f"{name} /= 2"))
            head = f"for (int {name} = {high}; {name} > 0; {half}) {{"
        elif kind == "doubles":
            low, high = 1, 1 << (trips - 1)
            twice = random.choice((f"{name} <<= 1", f"{name} *= 2"))
            head = f"for (int {name} = 1; {name} <= {high}; {twice}) {{"
        elif kind == "pair":
            other = self.fresh("k")
            low, high = 0, trips - 1
            head = (f"for (int {name} = 0, {other} = {2 * trips - 1}; {name} < {other}; "
                    f"++{name}, --{other}) {{")
        elif kind == "varying":
            count = self.expressions.fit(self.expressions.draw(body.leaves),
                                         random.choice((2, 3, 4)))
            trips, uniform = count.high + 1, count.is_uniform
            low, high = 0, max(0, count.high)
            head = (f"for (int {name} = 0; {name} < {integers.signed(count).atom} + 1; "
                    f"++{name}) {{")
        elif kind == "strided":
            rounds = random.randint(1, 3)
            uniform = False
            # Not all threads have as many.
            bound = max(1, self.threads * rounds - random.choice((0, 3, 17)))
            trips, low, high = rounds, 0, bound - 1
            head = (f"for (int {name} = {self.linear.text}; {name} < {bound}; "
                    f"{name} += {self.threads}) {{")
        else:
            in_for = False
            before = [f"int {name} = {begin};"]
            behind = [f"{name} += {step};"]
            if kind == "while":
                head = f"while ({name} < {end}) {{"
            elif kind == "do":
                head, tail = "do {", f"}} while ({name} < {end});"
            else:
                head = "for (;;) {"
                behind.append(f"if ({name} >= {end})")
                behind.append("  break;")
            if self.maybe(0.4):
                # The step comes first, and `continue` does no harm.
                inside = behind[:1]
                behind = behind[1:]
                low, high = low + step, high + step
                if is_digit:
                    low, high = low - 1, high - 1
                    inside.append(f"int {name}From0 = {name} - 1;")
        if in_for and self.maybe(0.3):
            body.line(random.choice(("#pragma unroll", "#pragma unroll 1",
                                     "#pragma unroll 2", "#pragma unroll 4")))
        for text in before:
            body.line(text)
        with body.block(head, tail):
            for text in inside:
                body.line(text)
            body.trips *= max(1, trips)
            body.in_loop = in_for and not is_digit
            body.is_uniform &= uniform
            shown = f"{name}From0" if is_digit and inside else name
            counter = Integer(shown, low, high, False, uniform)
            body.leaves += [counter, counter]
            if kind == "pair":
                body.leaves.append(Integer(other, trips, 2 * trips - 1, False, True))
            if is_digit:
                body.counters.append(counter)
            yield counter
            for text in behind:
                body.line(text)

    # Pointers.

    def walk_pointer(self, body):
        array = self._readable(body)
        if array.is_const or body.trips * 2 > MAX_TRIPS:
            return self.read_plain(body)
        kind, name = array.element.name, self.fresh("p")
        trips = self.random.randint(1, min(4, MAX_TRIPS // body.trips))
        step = self.random.choice((1, 1, 2, 3, 5))
        while array.count <= step * trips:
            if trips == 1:
                return self.read_plain(body)
            trips -= 1
        first = self.index(body, array.count - step * trips)
        base = array.flat if array.flat[0] != "&" else f"({array.flat})"
        body.line(f"const {kind} *{name} = {base} + {first.atom};")
        read = self.random.choice(array.element.reads)
        counter = self.fresh("k")
        style = self.random.randrange(3)
        if style == 0:
            with body.block(f"for (int {counter} = 0; {counter} < {trips}; "
                            f"++{counter}, {name} += {step}) {{"):
                body.line(f"acc += {read.format(f'(*{name})')};")
        elif style == 1:
            body.line(f"const {kind} *{name}End = {name} + {step * trips};")
            with body.block(f"while ({name} != {name}End) {{"):
                body.line(f"acc += {read.format(f'{name}[0]')};")
                body.line(f"{name} += {step};")
        else:
            with body.block(f"for (int {counter} = 0; {counter} < {trips}; "
                            f"++{counter}) {{"):
                body.line(f"acc += {read.format(f'(*{name}++)')};")

    def shuffle(self, body):
        name = self.fresh("j")
        value = integers.signed(self.expressions.draw(body.leaves, 1))
        kind = self.random.choice((
            f"__shfl_xor_sync(0xffffffffu, {value.text}, {self.random.choice((1, 2, 4, 8, 16))})",
            f"__shfl_sync(0xffffffffu, {value.text}, {self.random.randint(0, 31)})",
            f"__shfl_down_sync(0xffffffffu, {value.text}, {self.random.choice((1, 2, 4))})",
            f"__shfl_up_sync(0xffffffffu, {value.text}, 1)",
            f"__shfl_sync(0xffffffffu, {value.text}, {self.lane.atom} & 7, 8)"))
        body.line(f"int {name} = {kind};")
        body.leaves.append(Integer(name, value.low, value.high))

    # Functions.

    def call_reader(self, body):
        """A function that reads: what it gets is by value, pointer, or reference."""
        random = self.random
        array = self._readable(body)
        if array.is_const:
            return self.read_plain(body)
        kind = random.choice(("element", "value", "pointer", "pointer", "array",
                              "index", "index", "next"))
        name, element = self.fresh("f"), array.element
        arguments = [self.expressions.draw(body.leaves, random.choice((0, 1, 2)))
                     for _ in range(random.choice((1, 2, 2)))]
        parameters = [Integer(f"a{i}", each.low, each.high, False, each.is_uniform)
                      for i, each in enumerate(arguments)]
        declared = ", ".join(f"int {each.text}" for each in parameters)
        passed = ", ".join(each.text for each in arguments)
        mark = random.choice(("", "", "inline ", "__forceinline__ ", "__noinline__ "
                              if self.maybe(0.2) else "static "))
        if kind in ("element", "value"):
            how = f"const {element.name} &item" if kind == "element" else (
                f"{element.name} item")
            read = (element.total if kind == "value"
                    else random.choice(element.reads)).format("item")
            self.functions.append(f"__device__ {mark}float {name}({how}) {{\n"
                                  f"  return {read};\n}}")
            body.line(f"acc += {name}({self.place(body, array)});")
            return
        if kind == "index":
            value = self.expressions.draw(parameters, 2)
            lines = [f"__device__ {mark}int {name}({declared}) {{"]
            if self.maybe(0.4):
                condition, _ = self.expressions.condition(parameters)
                other = self.expressions.draw(parameters, 1)
                lines += [f"  if ({condition})", f"    return {other.text};"]
                value = Integer(value.text, min(value.low, other.low),
                                max(value.high, other.high))
            lines += [f"  return {value.text};", "}"]
            self.functions.append("\n".join(lines))
            made = Integer(f"{name}({passed})", value.low, value.high)
            body.leaves.append(made)
            self.read_plain(body)
            body.leaves.remove(made)
            return
        if kind == "next":
            index = self.fresh("n")
            by = random.choice((f"int &{index}", f"int *{index}"))
            at = index if "&" in by else f"(*{index})"
            self.functions.append(
                f"__device__ {mark}void {name}({by}) {{\n"
                f"  {at} = ({at} * 3 + 1) & 31;\n}}")
            body.line(f"int {index} = {self.index(body, 32).text};")
            body.line(f"{name}({'' if '&' in by else '&'}{index});")
            body.leaves.append(Integer(index, 0, 31))
            return self.read_plain(body)
        # A body of its own.
        is_array = kind == "array" and not array.is_pointer
        if is_array:
            shape = "".join(f"[{extent}]" for extent in array.extents)
            first = f"const {element.name} (&items){shape}"
            inner = Array("items", element, array.extents, array.align)
            given = array.name
        else:
            first = f"const {element.name} *items"
            count, given = array.count, array.flat
            if self.maybe(0.3) and count > 8:
                begin = random.randrange(1, count // 2)
                given, count = f"{array.flat} + {begin}", count - begin
                if array.flat[0] == "&":
                    given = f"({array.flat}) + {begin}"
            inner = Array("items", element, [count], element.align, True)
        function = Body(parameters, [inner])
        function.nesting = body.nesting + 1
        function.trips = body.trips
        template = ""
        if self.maybe(0.25):
            template = "template <int N>\n"
            size = random.choice((2, 3, 4, 8))
            function.leaves.append(Integer("N", size, size, False, True))
            call = f"{name}<{size}>"
        else:
            call = name
        function.line("float acc = 0;")
        if self.maybe(0.2):
            condition, _ = self.expressions.condition(parameters)
            function.line(f"if ({condition})")
            function.line("  return 1.0f;")
        kept = self.linear
        self.linear = parameters[0] if parameters[0].low >= 0 else number(1)
        kept_threads, self.threads = self.threads, parameters[0].extent
        self.read_statements(function, random.choice((1, 2, 2)))
        self.linear, self.threads = kept, kept_threads
        function.line("return acc;")
        self.functions.append(
            f"{template}__device__ {mark}float {name}({first}, {declared}) {{\n"
            + "\n".join(function.lines) + "\n}")
        body.line(f"acc += {call}({given}, {passed});")

    def lambda_reader(self, body):
        array = self._readable(body)
        name = self.fresh("at")
        value = self.expressions.draw(body.leaves, 1)
        parameter = Integer("q", value.low, value.high, False, value.is_uniform)
        kept = body.leaves
        body.leaves = [parameter, parameter] + kept
        read = self.random.choice(array.element.reads)
        place = self.place(body, array)
        body.leaves = kept
        body.line(f"auto {name} = [&](int q) {{")
        body.line(f"  return float({read.format(place)});")
        body.line("};")
        body.line(f"acc += {name}({value.text});")

    # Writing.

    def write(self, body, array):
        """Statements that write an array, each thread where no other does."""
        kind = self.random.choice(("plain",) * 5 + ("loop",) * 3 + ("fill",) * 2)
        if kind == "plain":
            self.write_guarded(body, array)
        elif kind == "loop":
            with self.loop(body, is_digit=True, most=4):
                self.write_guarded(body, array)
        else:
            self.fill(body, array)

    def write_guarded(self, body, array):
        """In a branch, in all arms of one, or in none."""
        kind = self.random.random()
        if kind < 0.6 or array.is_const:
            return self.write_once(body, array)
        condition, _ = self.expressions.condition(body.leaves)
        if kind < 0.8:
            with body.block(f"if ({condition}) {{"):
                self.write_once(body, array)
            return
        # The same place in both arms: two threads never share it.
        guards = []
        place = self.own_place(body, array, guards)
        if kind < 0.9:
            test = " && ".join([condition] + guards)
            with body.block(f"if ({test}) {{"):
                body.line(f"{place} = {array.element.make.format(self.value(body))};")
            test = " && ".join(guards)
            with body.block(f"else if ({test}) {{" if test else "else {"):
                body.line(f"{place} = {array.element.make.format(self.value(body))};")
            return
        at = self.index(body, 3)
        with body.block(f"if ({' && '.join(guards)}) {{" if guards else "{"):
            with body.block(f"switch ({at.text}) {{"):
                for label in ("case 0:", "case 1:", "default:"):
                    body.line(label)
                    body.line("  " + self._stored(body, array, place))
                    body.line("  break;")

    def _stored(self, body, array, place):
        element, value = array.element, self.value(body)
        kind = self.random.random()
        if array.is_const:
            return f"{place} = {value};"
        if kind < 0.6:
            return f"{place} = {element.make.format(value)};"
        if kind < 0.8 and element.parts:
            return self.random.choice(element.parts).format(place, value)
        return self.random.choice(element.updates).format(place, value)

    def write_once(self, body, array):
        guards = []
        place = self.own_place(body, array, guards)
        text = self._stored(body, array, place)
        sources = [each for each in body.arrays if each is not array
                   and each.element.name == array.element.name and not each.is_const]
        if sources and self.maybe(0.3) and not array.is_const:
            text = f"{place} = {self.place(body, self.random.choice(sources))};"
        if guards:
            body.line(f"if ({' && '.join(guards)})")
            body.line("  " + text)
        else:
            body.line(text)

    def fill(self, body, array):
        """All of an array, by all threads."""
        name, element = self.fresh("k"), array.element
        count = array.count
        begin = self.linear.text
        step = self.random.choice((str(self.threads),
                                   "blockDim.x * blockDim.y * blockDim.z"))
        rounds = count // self.threads
        if rounds > 12 or (array.is_const and len(array.extents) > 1):
            return self.write_guarded(body, array)
        value = f"float({name})" if self.maybe(0.7) else "acc"
        if element.is_integer and self.maybe(0.5):
            value = f"({name} * {self.random.choice((1, 3, 5))} + 1) & 31"
        made = element.make.format(value)
        target = array.flat if array.flat[0] != "&" else f"({array.flat})"
        if array.is_const:
            made = f"{name} & 31"
        kind = self.random.randrange(3) if not array.is_const else 0
        if kind == 1:
            function = self.fresh("fill")
            self.functions.append(
                f"template <class T>\n__device__ void {function}(T *to, int first, "
                f"int count, int step) {{\n  for (int {name} = first; {name} < count; "
                f"{name} += step)\n    to[{name}] = {made.replace('acc', '1.0f')};\n}}")
            body.line(f"{function}({array.flat}, {begin}, {count}, {step});")
            return
        if kind == 2 and len(array.extents) == 2:
            width = array.extents[1]
            with body.block(f"for (int {name} = {begin}; {name} < {count}; "
                            f"{name} += {step}) {{"):
                body.line(f"{array.name}[{name} / {width}][{name} % {width}] = {made};")
            return
        with body.block(f"for (int {name} = {begin}; {name} < {count}; "
                        f"{name} += {step}) {{"):
            body.line(f"{target}[{name}] = {made};")

    # Phases.

    def barrier(self, body):
        body.line("__syncthreads();")

    def phase_write(self, body):
        chosen = self.random.sample(self.arrays, min(len(self.arrays),
                                                     self.random.choice((1, 1, 2))))
        kept = body.arrays
        body.arrays = [each for each in kept if each not in chosen]
        for array in chosen:
            self.write(body, array)
        body.arrays = kept
        self.barrier(body)

    def phase_read(self, body):
        body.is_uniform = True
        self.read_statements(body, self.random.choice((1, 2, 3, 4)))
        self.barrier(body)

    def phase_atomics(self, body):
        fit = [each for each in self.arrays if each.element.atomics
               and not each.is_const]
        if not fit:
            return self.phase_write(body)
        array = self.random.choice(fit)
        kept = body.arrays
        body.arrays = [each for each in kept if each is not array] or kept

        def one():
            operation = self.random.choice(array.element.atomics)
            place = self.place(body, array)
            kind = array.element.name
            more = f"({kind})5"
            if operation == "atomicCAS":
                more = f"({kind})3, ({kind})4"
            elif operation == "atomicInc":
                if kind != "unsigned":
                    operation = "atomicAdd"
                    more = "1"
            elif operation == "atomicAdd":
                more = self.random.choice((f"({kind})1", f"({kind})2",
                                           f"({kind}){self.lane.atom}"))
            text = f"{operation}(&{place}, {more})"
            body.line(f"acc += {text};" if self.maybe(0.3) else f"{text};")

        for _ in range(self.random.choice((1, 2))):
            kind = self.random.randrange(3)
            if kind == 0:
                with body.block(f"if ({self.expressions.condition(body.leaves)[0]}) {{"):
                    one()
            elif kind == 1:
                with self.loop(body, most=3):
                    one()
            else:
                one()
        body.arrays = kept
        self.barrier(body)

    def phase_copy(self, body):
        """Asynchronous copies from global memory."""
        fit = [each for each in self.arrays if each.align >= 16
               and each.element.size in (4, 8, 16) and not each.is_const]
        if not fit:
            return self.phase_read(body)
        array = self.random.choice(fit)
        size = self.random.choice([each for each in (4, 8, 16)
                                   if each >= array.element.size])
        count = array.count * array.element.size // size
        if not count:
            return self.phase_read(body)
        each = size // array.element.size
        guards = []
        part = Array("", array.element, [count], 16)
        index = self.own_index()
        if index.low < 0:
            index = subtract(index, number(index.low))
        name = self.fresh("at")
        body.line(f"int {name} = {index.text};")
        if index.high >= part.count:
            guards.append(f"{name} < {count}")
        base = array.flat if array.flat[0] != "&" else f"({array.flat})"
        words = size // 4
        source = f"in + ({name} & 255) * {words}"
        at = f"{name} * {each}" if each > 1 else name
        call = f"__pipeline_memcpy_async({base} + {at}, {source}, {size});"
        body.line(f"if ({guards[0]})" if guards else "{")
        body.line("  " + call)
        if not guards:
            body.line("}")
        body.line("__pipeline_commit();")
        body.line("__pipeline_wait_prior(0);")
        self.barrier(body)

    def phase_reduce(self, body):
        """A tree over an array: partners meet behind a barrier."""
        fit = [each for each in self.arrays
               if each.element.name in ("int", "float", "double", "unsigned")
               and len(each.extents) == 1 and not each.is_const and each.count >= 8]
        if not fit:
            return self.phase_read(body)
        array = self.random.choice(fit)
        span = min(array.count, 2 * self.threads)
        span = 1 << (span.bit_length() - 1)
        name, t = self.fresh("k"), self.linear.atom
        kind = self.random.randrange(3)
        if kind == 0:
            head = f"for (int {name} = {span // 2}; {name} > 0; {name} >>= 1) {{"
            test, at, other = f"{t} < {name}", t, f"{t} + {name}"
        elif kind == 1:
            head = f"for (int {name} = 1; {name} < {span}; {name} *= 2) {{"
            test = f"2 * {name} * {t} < {span}"
            at, other = f"2 * {name} * {t}", f"2 * {name} * {t} + {name}"
        else:
            head = f"for (unsigned {name} = 1; {name} < {span}; {name} <<= 1) {{"
            test = f"{t} % (2 * {name}) == 0 && {t} < {min(span, self.threads)}"
            at, other = t, f"({t} + {name}) % {span}"
            # The partner of the last may be one that others write.
            test += f" && {t} + {name} < {span}"
        with body.block(head):
            body.line(f"if ({test})")
            body.line(f"  {array.name}[{at}] += {array.name}[{other}];")
            self.barrier(body)

    def phase_swap(self, body):
        """Two pointers that change places: one is read, the other is written."""
        pairs = [(a, b) for a in self.arrays for b in self.arrays if a is not b
                 and a.element.name == b.element.name and not a.is_const
                 and not b.is_const]
        if not pairs:
            return self.phase_buffers(body)
        one, two = self.random.choice(pairs)
        count = min(one.count, two.count)
        kind = one.element.name
        from_, to = self.fresh("p"), self.fresh("p")
        body.line(f"{kind} *{from_} = {one.flat};")
        body.line(f"{kind} *{to} = {two.flat};")
        source = Array(from_, one.element, [count], one.element.align, True)
        target = Array(to, one.element, [count], one.element.align, True)
        kept = body.arrays
        body.arrays = [source] + [each for each in kept if each not in (one, two)]
        with self.loop(body, is_uniform=True, most=4):
            body.in_loop = False
            self.read_plain(body)
            if self.maybe(0.4):
                self.branch(body)
            self.write_rounds(body, target)
            self.barrier(body)
            body.line(f"{kind} *{from_}Old = {from_};")
            body.line(f"{from_} = {to};")
            body.line(f"{to} = {from_}Old;")
        body.arrays = kept

    def write_rounds(self, body, array):
        """Written once in each round of a loop with a barrier: its counter is no
        digit."""
        kept, body.counters = body.counters, []
        self.write_once(body, array)
        body.counters = kept

    def phase_buffers(self, body):
        """Two halves of an array: one is read while the other is written."""
        fit = [each for each in self.arrays if not each.is_const
               and each.count >= 16]
        if not fit:
            return self.phase_write(body)
        array = self.random.choice(fit)
        half = array.count // 2
        kind = array.element.name
        kept = body.arrays
        others = [each for each in kept if each is not array]
        with self.loop(body, is_uniform=True, most=4) as counter:
            body.in_loop = False
            now, then = self.fresh("p"), self.fresh("p")
            base = array.flat if array.flat[0] != "&" else f"({array.flat})"
            k = counter.atom
            body.line(f"{kind} *{now} = {base} + ({k} & 1) * {half};")
            body.line(f"{kind} *{then} = {base} + (1 - ({k} & 1)) * {half};")
            body.arrays = [Array(now, array.element, [half], array.element.align,
                                 True)] + others
            self.read_statements(body, self.random.choice((1, 2)))
            self.write_rounds(body, Array(then, array.element, [half],
                                          array.element.align, True))
            self.barrier(body)
        body.arrays = kept

    def phase_matrix(self, body):
        fit = [each for each in self.arrays if each.align >= 16 and not each.is_const
               and each.element.name in ("__half", "short", "float", "int",
                                         "unsigned short", "unsigned")
               and each.count * each.element.size >= 1024]
        if not fit or self.has_exited or self.threads % 32:
            return self.phase_read(body)
        array = self.random.choice(fit)
        rows = array.count * array.element.size // 16
        at = self.index(body, rows)
        name = self.fresh("r")
        each = 16 // array.element.size
        base = array.flat if array.flat[0] != "&" else f"({array.flat})"
        count = self.random.choice((1, 2, 4))
        names = [f"{name}{letter}" for letter in "abcd"[:count]]
        outs = ", ".join(f'"=r"({each})' for each in names)
        places = ", ".join(f"%{i}" for i in range(count))
        trans = self.random.choice(("", ".trans"))
        body.line(f"unsigned {', '.join(names)};")
        body.line(f"unsigned {name}At = __cvta_generic_to_shared({base} + "
                  f"{at.atom} * {each});")
        body.line(f'asm volatile("ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 '
                  f'{{{places}}}, [%{count}];" : {outs} : "r"({name}At) : "memory");')
        body.line(f"acc += {' + '.join(names)};")
        self.barrier(body)

    def phase_warp(self, body):
        """A warp's own part of an array, with no barrier of the block."""
        fit = [each for each in self.arrays if not each.is_const]
        array = self.random.choice(fit) if fit else None
        warps = (self.threads + 31) // 32
        if not array or array.count // warps < 8 or self.has_exited or (
                self.threads % 32):
            return self.phase_write(body)
        each = array.count // warps
        name = self.fresh("p")
        base = array.flat if array.flat[0] != "&" else f"({array.flat})"
        body.line(f"{array.element.name} *{name} = {base} + {self.warp.atom} * {each};")
        mine = Array(name, array.element, [each], array.element.align, True)
        lane = self._permuted(self.lane, [])
        made = array.element.make.format(self.value(body))
        text = f"{name}[{lane.text}] = {made};"
        if lane.high >= each:
            body.line(f"if ({lane.atom} < {each})")
            text = "  " + text
        body.line(text)
        body.line("__syncwarp();")
        kept, body.arrays = body.arrays, [mine]
        body.is_uniform = False
        self.read_statements(body, self.random.choice((1, 2)))
        body.arrays = kept
        self.barrier(body)

    # The kernel.

    def _draw(self):
        random = self.random
        for name in ("n", "m"):
            value = random.choice((1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 33))
            self.arguments[name] = (value, self.maybe(0.4))
        if self.maybe(0.2):
            self.templates.append(("N", random.choice((2, 3, 4, 8, 16, 33))))
        self._constants()
        body = Body([], [])
        self._prelude(body)
        self._arrays(body)
        body.line("float acc = 0;")
        body.arrays = list(self.arrays)
        if self.maybe(0.12):
            self._early_return(body)
        for array in self.arrays:
            if self.maybe(0.8):
                self.fill(body, array)
            else:
                self.write(body, array)
        self.barrier(body)
        phases = ([self.phase_read] * 8 + [self.phase_write] * 4
                  + [self.phase_atomics] + [self.phase_copy, self.phase_reduce]
                  + [self.phase_swap, self.phase_buffers, self.phase_matrix,
                     self.phase_warp])
        last = body
        for _ in range(random.choice((1, 2, 2, 3, 4))):
            if self.maybe(0.12):
                with self.loop(body, is_uniform=True, most=3):
                    body.in_loop = False
                    random.choice(phases)(body)
            else:
                random.choice(phases)(body)
        body.is_uniform = True
        if self.maybe(0.15):
            condition, _ = self.expressions.condition(body.leaves)
            with body.block(f"if ({condition}) {{"):
                body.line(f"out[{self.linear.atom}] = acc;")
                body.line("return;")
            body.is_uniform = False
            self.has_exited = True
        self.read_statements(last, random.choice((1, 2, 3)))
        # All arrays are read.
        for array in self.arrays:
            read = random.choice(array.element.reads)
            body.line(f"acc += {read.format(self.place(body, array))};")
        body.line(f"out[{self.linear.atom}] = acc;")
        self.lines = body.lines

    def _early_return(self, body):
        """Threads that leave: barriers do not wait for them."""
        t = self.linear
        kind = self.random.randrange(4)
        if kind == 0:
            test = f"{t.atom} >= {self.random.randint(1, self.threads)}"
        elif kind == 1:
            test = f"{t.atom} < {self.random.randrange(0, max(1, self.threads // 2))}"
        elif kind == 2 and self.threads > 32:
            test = f"{self.warp.atom} == {self.random.randrange(self.threads // 32)}"
        else:
            test = self.expressions.condition([t] + self.axes)[0]
        body.line(f"if ({test})")
        body.line("  return;")
        self.has_exited = True

    def source(self):
        """All that stands in the kernel's namespace, as lines."""
        text = [f"namespace n{self.order} {{"]
        text += self.declarations + self.functions
        if self.templates:
            parameters = ", ".join(f"int {name}" for name, _ in self.templates)
            text.append(f"template <{parameters}>")
        arguments = "".join(f", int {name}" for name in self.arguments)
        text.append(f"__global__ void {self.name}(float *out, const int *in"
                    f"{arguments}) {{")
        text += self.lines + ["}", f"}} // namespace n{self.order}"]
        return "\n".join(text)

    def launch(self):
        """The statement of the host that launches it."""
        values = "<" + ", ".join(str(value) for _, value in self.templates) + ">"
        name = f"n{self.order}::{self.name}{values if self.templates else ''}"
        block = ("dim3({}, {}, {})".format(*self.block)
                 if max(self.block[1:]) > 1 else str(self.block[0]))
        passed = "".join(
            f", {f'argc + {value - 1}' if is_computed else value}"
            for value, is_computed in self.arguments.values())
        dynamic = f", {self.dynamic}" if self.dynamic else ""
        return f"{name}<<<{self.grid}, {block}{dynamic}>>>(out, in{passed});"
