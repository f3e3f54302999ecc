# ===- fixable.py - Random kernels that fixes would edit --------------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Kernels as people write them, with rows that conflict: transposes, matrix products,
# stencils, reductions, scans, histograms. What varies is the spelling: how an array
# is declared, how its extents are named, and on which way an access comes to it.
# About half of the kernels hold a trap, which is something that another layout would
# be noticed by, or hide it from: in this source, in another one that shares its
# header, or in text that only another configuration compiles.
#
# An element is the tile, its row and its column, in range by construction; an access
# is spelled in one of many ways. A trap may leave its row, but not the array. Between
# two barriers, threads write places of their own. All that is read goes to `out`, at
# a place of its own for each statement and iteration, so that a difference shows.
#
# ===----------------------------------------------------------------------=== #

import re
from contextlib import contextmanager
from dataclasses import dataclass, field

# The two configurations, as arguments of nvcc. A kernel asks for at most one of
# these, so that the two compile all of its text.
CONFIGURATIONS = [
    ["-arch=sm_90"],
    ["-arch=sm_75", "-DFLAT", "-DVARIANT=2", "-DNDEBUG"],
]

HEAD = """\
#pragma once
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#ifndef VARIANT
#define VARIANT 1
#endif

template <class T> __host__ __device__ inline T mix(T a, T b) {
  return T(a * T(3) + b);
}
__device__ inline __half mix(__half a, __half b) {
  return __float2half(__half2float(a) * 3 + __half2float(b));
}
__device__ inline float2 mix(float2 a, float2 b) {
  return make_float2(a.x * 3 + b.x, a.y + b.y);
}
__device__ inline int2 mix(int2 a, int2 b) {
  return make_int2(a.x * 3 + b.x, a.y + b.y);
}
__device__ inline float4 mix(float4 a, float4 b) {
  return make_float4(a.x * 3 + b.x, a.y + b.y, a.z - b.z, a.w + b.w);
}
template <class T> void fill(T &x, unsigned bits) { x = T(bits % 101); }
inline void fill(__half &x, unsigned bits) { x = __float2half(float(bits % 31)); }
inline void fill(float2 &x, unsigned bits) {
  x = make_float2(float(bits % 101), float(bits % 67));
}
inline void fill(int2 &x, unsigned bits) { x = make_int2(bits % 101, bits % 67); }
inline void fill(float4 &x, unsigned bits) {
  x = make_float4(float(bits % 101), float(bits % 67), float(bits % 31), 1);
}
template <class T> void fillAll(T *host, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    fill(host[i], i * 2654435761u >> 12);
}
template <class T> T *input(unsigned count) {
  T *host = static_cast<T *>(malloc(count * sizeof(T)));
  fillAll(host, count);
  T *memory;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemcpy(memory, host, count * sizeof(T), cudaMemcpyHostToDevice);
  free(host);
  return memory;
}
template <class T> T *output(unsigned count) {
  T *memory;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, 0, count * sizeof(T));
  return memory;
}
"""

# A function for each launch: banklint walks the host's functions one by one, and each
# has a budget.
MAIN = """\
{launches}
// main
int main() {{
{calls}
// main
  return cudaDeviceSynchronize() != cudaSuccess;
}}
"""

INPUT = 8192  # elements that a kernel may read


@dataclass
class Element:
    name: str
    size: int
    is_integer: bool = False
    is_scalar: bool = True
    declaration: str = ""


ELEMENTS = [
    *[Element("float", 4)] * 8, *[Element("int", 4, True)] * 4,
    *[Element("unsigned", 4, True)] * 2, *[Element("double", 8)] * 2,
    Element("__half", 2, is_scalar=False), Element("short", 2, True),
    Element("unsigned char", 1, True), Element("char", 1, True),
    *[Element("float2", 8, is_scalar=False)] * 2, Element("int2", 8, is_scalar=False),
    *[Element("float4", 16, is_scalar=False)] * 2,
    Element("Cell", 12, is_scalar=False, declaration="""\
struct Cell {
  float a, b;
  int c;
};
__host__ __device__ inline Cell mix(Cell l, Cell r) {
  return {l.a * 3 + r.a, l.b + r.b, l.c * 3 + r.c};
}
inline void fill(Cell &x, unsigned bits) {
  x = {float(bits % 101), float(bits % 67), int(bits)};
}
"""),
    Element("Pair", 8, is_scalar=False, declaration="""\
class Pair {
public:
  __host__ __device__ int sum() const { return a + b; }
  int a, b;
};
__host__ __device__ inline Pair mix(Pair l, Pair r) {
  return {l.sum() * 3 + r.a, l.b - r.b};
}
inline void fill(Pair &x, unsigned bits) { x = {int(bits % 101), int(bits % 67)}; }
"""),
]

# Rows, columns, and the block.
SHAPES = [
    *[(32, 32, 32, 8)] * 5, *[(32, 32, 32, 32)] * 3, (32, 32, 32, 4), (32, 32, 32, 16),
    *[(16, 16, 16, 16)] * 3, (32, 64, 32, 8), (64, 32, 32, 8), (64, 64, 32, 8),
    (32, 16, 16, 16), (32, 32, 256, 1), (32, 32, 64, 4), (32, 32, 32, 1),
    (32, 40, 32, 8), (32, 33, 32, 8), (32, 48, 32, 4), (64, 16, 16, 16),
    (32, 32, 128, 1), (32, 8, 32, 8), (16, 64, 32, 8), (32, 128, 32, 8),
    (33, 32, 32, 8), (40, 32, 32, 8), (64, 8, 64, 4), (32, 20, 32, 4),
]


def is_power(number):
    return number & number - 1 == 0


def atom(text):
    return text if text.replace("_", "").isalnum() else f"({text})"


def times(left, right):
    return f"{atom(left)} * {atom(right)}"


@dataclass
class Tile:
    """An array of rows and columns in shared memory, and how accesses say so."""

    name: str
    rows: int
    columns: int
    row_text: str
    column_text: str
    form: str  # "rows", "planes", "flat"
    plane: str = "0"
    offset: str = ""  # of the first element, in a flat array
    spellings: tuple = ()
    helpers: dict = field(default_factory=dict)

    @property
    def count(self):
        return self.rows * self.columns

    @property
    def count_text(self):
        return times(self.row_text, self.column_text)

    @property
    def first(self):
        """A pointer to the first element."""
        if self.form == "rows":
            return f"&{self.name}[0][0]"
        if self.form == "planes":
            return f"&{self.name}[{self.plane}][0][0]"
        return f"{self.name} + {self.offset}" if self.offset else self.name

    @property
    def whole(self):
        """The array itself, where it is one."""
        return f"{self.name}[{self.plane}]" if self.form == "planes" else self.name

    def row(self, r):
        """A pointer to the first element of a row."""
        if self.form != "flat":
            return f"{self.whole}[{r}]"
        return f"{self.first} + {times(r, self.column_text)}"

    def index(self, r, c, spelling):
        product = times(r, self.column_text)
        ways = {
            "row": f"{product} + {atom(c)}",
            "column": f"{atom(c)} + {product}",
            "turned": f"{times(self.column_text, r)} + {c}",
        }
        if is_power(self.columns):
            shift = self.columns.bit_length() - 1
            ways["shift"] = f"({atom(r)} << {shift}) + {c}"
            ways["or"] = f"{product} | {atom(c)}"
        text = ways.get(spelling, ways["row"])
        if self.offset:
            text = f"{self.offset} + " + (f"({text})" if "|" in text else text)
        return text


class Fixable:
    """Draws one kernel with what belongs to it: all in a namespace of its own."""

    def __init__(self, random, index):
        self.random, self.order = random, index
        self.names = 0
        self.space = f"k{index}"
        self.header = []  # lines in the header that two sources include
        self.above = []  # declarations in front of the kernel
        self.lines, self.depth = [], 1
        self.others = []  # further kernels of this source
        self.abroad = []  # lines in the other source
        self.launches, self.launches_abroad = [], []
        self.buffers = {"one": 0, "two": 0}  # allocations in each source
        self.stored = 0
        self.traps = []
        self.shared = 0
        self.dynamic = ""  # the size that the launch asks for
        self.flags = set()
        self.side = None
        self.parameters, self.arguments = "", ""
        self.template, self.instance = "", ""
        self.draw()

    # ===-------------------------------------------------------------------=== #
    # Tools
    # ===-------------------------------------------------------------------=== #

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *choices):
        return self.random.choice(choices)

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    @contextmanager
    def block(self, head, tail="}"):
        self.line(head)
        self.depth += 1
        yield
        self.depth -= 1
        self.line(tail)

    def barrier(self):
        self.line("__syncthreads();")

    def macro(self, stem):
        return f"{stem}_{self.order}{self.fresh('_')[1:]}"

    # ===-------------------------------------------------------------------=== #
    # Numbers with names
    # ===-------------------------------------------------------------------=== #

    def named(self, value, stem):
        """A text that is a constant expression of this value."""
        known = self.constants.get(value)
        if known and self.chance(0.7):
            return known
        text = self.name_for(value, stem)
        self.constants[value] = text
        return text

    def name_for(self, value, stem):
        kind = self.pick("number", "number", "number", "number", "macro", "macro",
                         "macro", "constexpr", "constexpr", "constexpr", "enum", "static", "template", "sum", "product",
                         "shared", "function")
        if kind == "number":
            return str(value)
        name = self.fresh(stem)
        if kind == "macro":
            macro = self.macro(stem.upper())
            self.above.append(f"#define {macro} {value}")
            return macro
        if kind == "sum":
            macro, base = self.macro("BASE"), self.macro("SUM")
            self.above += [f"#define {macro} {value // 2}",
                           f"#define {base} ({macro} + {value - value // 2})"]
            return base
        if kind == "product" and value % 2 == 0:
            macro = self.macro("TWICE")
            self.above.append(f"#define {macro}(n) ((n) * 2)")
            return f"{macro}({value // 2})"
        if kind == "enum":
            self.above.append(f"enum {{ {name} = {value} }};")
        elif kind == "static":
            self.above.append(
                f"struct {name} {{ static constexpr int size = {value}; }};")
            return f"{name}::size"
        elif kind == "template" and not self.template:
            self.template = f"template <int {name}> "
            self.instance = f"<{value}>"
            self.instance_name, self.instance_value = name, value
        elif kind == "function":
            self.above.append(
                f"__host__ __device__ constexpr int {name}() {{ return {value}; }}")
            return f"{name}()"
        elif kind == "shared":
            self.header.append(f"constexpr int {name} = {value};")
        else:
            self.above.append(f"{self.pick('constexpr', 'const', 'static const')} "
                              f"{self.pick('int', 'int', 'unsigned')} {name} = {value};")
        return name

    def on_host(self, text):
        """Of a kernel's template, the host knows the argument."""
        if not self.template:
            return text
        return re.sub(rf"\b{self.instance_name}\b", str(self.instance_value), text)

    # ===-------------------------------------------------------------------=== #
    # Arrays
    # ===-------------------------------------------------------------------=== #

    def fits(self, bytes_):
        return self.shared + bytes_ <= 46 << 10

    def tile(self):
        """Declares an array, or takes a part of one."""
        rows, columns = self.rows, self.columns
        if self.tiles and self.chance(0.15):
            rows, columns = self.pick((32, 32), (16, 16), (32, 16))
        size = rows * columns * self.element.size
        if not self.fits(size):
            return None
        self.shared += size
        name = self.pick("s", "tile", "buffer", "a", "cache") + str(len(self.tiles))
        row_text = self.named(rows, "rows")
        column_text = self.named(columns, "cols")
        spelling = self.pick(*["row"] * 8, *["column"] * 3, "turned", "shift", "or")
        tile = Tile(name, rows, columns, row_text, column_text, "rows",
                    spellings=(spelling,))
        align = self.pick("", "", "__align__(16) ")
        if self.wide:
            align = "__align__(16) "
        kinds = ["rows"] * 12 + ["flat"] * 10 + ["planes", "double", "struct", "typedef",
                                              "class", "outer", "outer flat", "dynamic",
                                              "dynamic", "carved", "bytes", "macro"]
        kind = self.pick(*kinds)
        if self.dynamic and kind in ("dynamic", "carved", "bytes"):
            kind = "rows"
        if kind in ("planes", "double") and not self.fits(size):
            kind = "rows"
        getattr(self, "declare_" + kind.replace(" ", "_"))(tile, align)
        self.tiles.append(tile)
        return tile

    def declare_rows(self, tile, align):
        self.line(f"__shared__ {align}{self.type} {tile.name}"
                  f"[{tile.row_text}][{tile.column_text}];")

    def declare_flat(self, tile, align):
        tile.form = "flat"
        size = self.pick(tile.count_text, tile.count_text,
                         times(tile.column_text, tile.row_text), str(tile.count))
        self.line(f"__shared__ {align}{self.type} {tile.name}[{size}];")

    def declare_planes(self, tile, align):
        self.shared += tile.count * self.element.size
        tile.form = "planes"
        tile.plane = self.pick("0", "1")
        self.line(f"__shared__ {align}{self.type} {tile.name}"
                  f"[2][{tile.row_text}][{tile.column_text}];")

    def declare_double(self, tile, align):
        self.shared += tile.count * self.element.size
        tile.form = "flat"
        buffer = self.fresh("b")
        tile.offset = times(buffer, self.pick(tile.count_text, str(tile.count)))
        self.line(f"__shared__ {align}{self.type} {tile.name}[2 * {tile.count_text}];")
        self.line(f"int {buffer} = {self.pick('blockIdx.x & 1', '0', '1')};")

    def declare_struct(self, tile, align):
        kind = self.fresh("Tiles")
        extents = f"[{tile.row_text}][{tile.column_text}]"
        member = self.pick("cells", "a", "rows")
        more = self.pick("", f"int flag[{self.pick(1, 4, 32)}];",
                         f"{self.type} more[{tile.column_text}];")
        first, last = (more, "") if self.wide == 0 and self.chance(0.5) else ("", more)
        is_flat = self.chance(0.4)
        if is_flat:
            tile.form, extents = "flat", f"[{tile.count_text}]"
        fields = " ".join(
            each for each in (first, f"{align}{self.type} {member}{extents};", last)
            if each)
        where = self.line if self.template or self.chance(0.5) else self.above.append
        where(f"struct {kind} {{ {fields} }};")
        self.line(f"__shared__ {kind} {tile.name};")
        tile.name = f"{tile.name}.{member}"

    def declare_typedef(self, tile, align):
        kind = self.fresh("Tile")
        extents = f"[{tile.row_text}][{tile.column_text}]"
        where = self.line if self.template or self.chance(0.5) else self.above.append
        where(self.pick(f"using {kind} = {self.type}{extents};",
                        f"typedef {self.type} {kind}{extents};"))
        self.line(f"__shared__ {align}{kind} {tile.name};")

    def declare_class(self, tile, align):
        """A matrix with an operator; its own rows are indices."""
        kind = self.fresh("Matrix")
        inner = self.pick("cells[R * C]", "cells[R][C]")
        index = "[r * C + c]" if "*" in inner else "[r][c]"
        self.above.append(
            f"template <class T, int R, int C> struct {kind} {{\n"
            f"  __device__ T &operator()(int r, int c) {{ return cells{index}; }}\n"
            f"  __device__ T *row(int r) {{ return &cells"
            f"{'[r * C]' if '*' in inner else '[r][0]'}; }}\n"
            f"  {align}T {inner};\n}};")
        self.line(f"__shared__ {kind}<{self.type}, {tile.row_text}, "
                  f"{tile.column_text}> {tile.name};")
        if "*" in inner:
            tile.form = "flat"
        tile.helpers["call"] = tile.name
        tile.name += ".cells"

    def declare_outer(self, tile, align):
        """At the scope of the namespace, where other kernels may use it."""
        if self.template:
            return self.declare_rows(tile, align)
        tile.name += self.fresh("_")
        self.above.append(f"__shared__ {align}{self.type} {tile.name}"
                          f"[{tile.row_text}][{tile.column_text}];")
        self.outer = tile

    def declare_outer_flat(self, tile, align):
        if self.template:
            return self.declare_flat(tile, align)
        tile.form = "flat"
        tile.name += self.fresh("_")
        self.above.append(f"__shared__ {align}{self.type} {tile.name}"
                          f"[{tile.count_text}];")
        self.outer = tile

    def launch_size(self, text):
        """How the launch names the size of its dynamic memory."""
        bytes_ = f"{text} * sizeof({self.type})"
        kind = self.pick("plain", "plain", "constant", "variable", "macro", "expression")
        if kind == "constant":
            name = self.fresh("bytes")
            self.dynamic_lines.append(f"constexpr size_t {name} = {bytes_};")
            return name
        if kind == "variable":
            name = self.fresh("bytes")
            self.dynamic_lines.append(f"{self.pick('size_t', 'int', 'const unsigned', 'auto')}"
                                      f" {name} = {bytes_};")
            return name
        if kind == "macro":
            macro = self.macro("BYTES")
            self.above.append(f"#define {macro} ({self.on_host(bytes_)})")
            return macro
        if kind == "expression":
            return f"sizeof({self.type}) * {text}"
        return bytes_

    def declare_dynamic(self, tile, align):
        tile.form = "flat"
        self.line(f"extern __shared__ {align}{self.type} {tile.name}[];")
        self.dynamic = self.launch_size(tile.count_text)
        self.dynamic_count = tile.count

    def declare_carved(self, tile, align):
        """Dynamic memory, divided by pointers: this tile is one of the parts."""
        tile.form = "flat"
        raw = self.fresh("raw")
        is_first = self.chance(0.5)
        self.line(f"extern __shared__ {align}{self.type} {raw}[];")
        more = self.pick("32", "64", tile.count_text)
        self.shared += self.element.size * (tile.count if more == tile.count_text else 64)
        name = self.fresh("part")
        if is_first:
            self.line(f"{self.type} *{tile.name} = {raw};")
            self.line(f"{self.type} *{name} = {tile.name} + {tile.count_text};")
        else:
            self.line(f"{self.type} *{name} = {raw};")
            self.line(f"{self.type} *{tile.name} = {raw} + {more};")
        self.line(f"if (t < 32) {name}[t] = in[t + 7];")
        self.line("__syncthreads();")
        self.line(f"if (t < 32) out[{self.place(32)} + t] = {name}[31 - t];")
        self.dynamic_count = tile.count + (
            tile.count if more == tile.count_text else int(more))
        self.dynamic = self.launch_size(
            f"({tile.count_text} + {more})" if self.chance(0.7)
            else str(self.dynamic_count))

    def declare_bytes(self, tile, align):
        tile.form = "flat"
        raw = self.fresh("raw")
        self.line(f"extern __shared__ __align__(16) unsigned char {raw}[];")
        cast = self.pick(f"reinterpret_cast<{self.type} *>({raw})",
                         f"({self.type} *){raw}")
        self.line(f"{self.type} *{tile.name} = {cast};")
        self.dynamic = self.launch_size(tile.count_text)
        self.dynamic_count = tile.count

    def declare_macro(self, tile, align):
        macro = self.macro("SHARED")
        self.above.append(f"#define {macro}(name, r, c) __shared__ {align}{self.type} name[r][c]")
        self.line(f"{macro}({tile.name}, {tile.row_text}, {tile.column_text});")

    # ===-------------------------------------------------------------------=== #
    # Accesses
    # ===-------------------------------------------------------------------=== #

    def at(self, tile, r, c, is_read=True):
        """The element as a place; may put lines in front of the statement."""
        ways = ["direct"] * self.plainness
        ways += ["pointer", "row", "helper", "lambda", "macro", "view", "reference",
                 "index", "sum", "byreference", "swapped", "rowhelper"]
        if tile.helpers.get("call"):
            ways += ["call"] * self.plainness
        way = self.pick(*ways)
        if way in tile.helpers and way != "call" and self.chance(0.2):
            way = "direct"
        return getattr(self, "at_" + way)(tile, r, c)

    def at_direct(self, tile, r, c):
        if tile.form != "flat":
            return f"{tile.whole}[{r}][{c}]"
        spelling = tile.spellings[0] if self.chance(0.85) else "row"
        text = tile.index(r, c, spelling)
        if spelling == "row" and self.chance(0.02) and self.columns == self.threads[0] \
                and tile.columns == self.columns:
            text = f"{atom(r)} * blockDim.x + {c}"
            text = f"{tile.offset} + {text}" if tile.offset else text
        return f"{tile.name}[{text}]"

    def at_call(self, tile, r, c):
        if self.chance(0.2):
            return f"{tile.helpers['call']}.row({r})[{c}]"
        return f"{tile.helpers['call']}({r}, {c})"

    def at_swapped(self, tile, r, c):
        if tile.form != "flat":
            return f"({c})[{tile.whole}[{r}]]"
        return f"({tile.index(r, c, 'row')})[{tile.name}]"

    def at_pointer(self, tile, r, c):
        name = self.fresh("p")
        const = ""
        if tile.form != "flat":
            self.line(f"{const}{self.type} *{name} = &{tile.whole}[{r}][{c}];")
        else:
            self.line(f"{const}{self.type} *{name} = "
                      f"{self.pick('&' + tile.name + '[' + tile.index(r, c, 'row') + ']', tile.row(r) + ' + ' + c)};")
        return self.pick(f"*{name}", f"{name}[0]")

    def at_row(self, tile, r, c):
        name = self.fresh("row")
        if tile.form == "flat" or self.chance(0.6):
            self.line(f"{self.type} *{name} = {tile.row(r)};")
        else:
            self.line(self.pick(
                f"auto &{name} = {tile.whole}[{r}];",
                f"{self.type} (&{name})[{tile.column_text}] = {tile.whole}[{r}];",
                f"auto *{name} = &{tile.whole}[{r}][0];",
                f"auto {name} = {tile.whole}[{r}];"))
        return f"{name}[{c}]"

    def at_reference(self, tile, r, c):
        name = self.fresh("cell")
        self.line(f"{self.pick('auto', self.type)} &{name} = {self.at_direct(tile, r, c)};")
        return name

    def at_index(self, tile, r, c):
        if tile.form != "flat":
            name = self.fresh("r")
            self.line(f"{self.pick('int', 'const int', 'unsigned')} {name} = {r};")
            return f"{tile.whole}[{name}][{c}]"
        name = self.fresh("i")
        if self.chance(0.5):
            self.line(f"int {name} = {tile.index(r, c, tile.spellings[0])};")
            return f"{tile.name}[{name}]"
        self.line(f"const int {name} = {times(r, tile.column_text)};")
        offset = f"{tile.offset} + " if tile.offset else ""
        return f"{tile.name}[{offset}{name} + {c}]"

    def at_sum(self, tile, r, c):
        if tile.form != "flat":
            return self.pick(f"*({tile.whole}[{r}] + {c})", f"(*({tile.whole} + {r}))[{c}]")
        return self.pick(f"*({tile.first} + {times(r, tile.column_text)} + {c})",
                         f"({tile.first} + {times(r, tile.column_text)})[{c}]",
                         f"(&{tile.name}[{tile.offset or '0'}])[{times(r, tile.column_text)} + {c}]")

    def helper(self, tile, kind, make):
        if kind not in tile.helpers:
            tile.helpers[kind] = make()
        return tile.helpers[kind]

    def function_place(self):
        """Where a helper is declared: only what the header has may name it."""
        return self.header if self.chance(0.35) and not self.element.declaration \
            else self.above

    def at_helper(self, tile, r, c):
        """A function that takes a pointer and, or not, the length of a row."""
        def make():
            name = self.fresh("at")
            kind = self.pick("stride", "stride", "fixed", "template", "rows")
            if kind == "rows" and tile.form == "flat" or self.template and kind in (
                    "fixed", "rows"):
                kind = "stride"
            type_ = self.pick(self.type, "T") if kind != "template" else "T"
            head = ""
            if kind == "template":
                head = f"template <int N, class {type_}> "
            elif type_ == "T":
                head = "template <class T> "
            qualifier = f"__device__ {self.pick('', 'inline ', '__forceinline__ ')}{type_} &"
            place = self.function_place()
            if kind == "stride":
                order = self.pick("p, ld, r, c", "p, r, c, ld")
                parameters = ", ".join(
                    f"{type_} *p" if each == "p" else f"int {each}"
                    for each in order.split(", "))
                place.append(f"{head}{qualifier}{name}({parameters}) "
                             f"{{ return p[r * ld + c]; }}")
            elif kind == "fixed":
                length = str(tile.columns) if place is self.header else tile.column_text
                place.append(f"{head}{qualifier}{name}({type_} *p, int r, int c) "
                             f"{{ return p[r * {atom(length)} + c]; }}")
                order = "p, r, c"
            elif kind == "rows":
                length = str(tile.columns) if place is self.header else tile.column_text
                place.append(f"{head}{qualifier}{name}({type_} (*p)[{length}], int r, int c) "
                             f"{{ return p[r][c]; }}")
                order = "rows, r, c"
            else:
                place.append(f"{head}{qualifier}{name}(T *p, int r, int c) "
                             f"{{ return p[r * N + c]; }}")
                order = "p, r, c"
                name += f"<{tile.column_text}>"
            return name, order, kind
        name, order, kind = self.helper(tile, "helper", make)
        self.reused.append((name, order, kind, tile))
        return self.call_helper(name, order, tile.first, tile.whole, tile.column_text, r, c)

    def call_helper(self, name, order, first, whole, length, r, c):
        values = {"p": first, "rows": whole, "ld": length, "r": r, "c": c}
        return f"{name}({', '.join(values[each] for each in order.split(', '))})"

    def at_rowhelper(self, tile, r, c):
        """A function that gives a row."""
        def make():
            name = self.fresh("rowOf")
            self.above.append(f"template <class T> __device__ T *{name}(T *p, int r, int ld) "
                              f"{{ return p + r * ld; }}")
            return name
        name = self.helper(tile, "rowhelper", make)
        return f"{name}({tile.first}, {r}, {tile.column_text})[{c}]"

    def at_byreference(self, tile, r, c):
        """The whole array, passed as a reference."""
        if tile.form == "flat":
            return self.at_direct(tile, r, c)
        def make():
            name = self.fresh("of")
            if self.chance(0.5) or self.template:
                self.above.append(f"template <class A> __device__ {self.type} &{name}(A &a, int r, int c) "
                                  "{ return a[r][c]; }")
            else:
                self.above.append(
                    f"__device__ {self.type} &{name}({self.type} (&a)[{tile.row_text}]"
                    f"[{tile.column_text}], int r, int c) {{ return a[r][c]; }}")
            return name
        name = self.helper(tile, "byreference", make)
        return f"{name}({tile.whole}, {r}, {c})"

    def at_lambda(self, tile, r, c):
        # Declared in the outermost scope, so that later statements find it.
        name = self.fresh("at")
        capture = "&" if tile.form != "flat" or self.chance(0.6) else "="
        result = f" -> {self.type} &"
        self.line(f"auto {name} = [{capture}](int r, int c){result} "
                  f"{{ return {self.at_direct(tile, 'r', 'c')}; }};")
        return f"{name}({r}, {c})"

    def at_macro(self, tile, r, c):
        def make():
            macro = self.macro("AT")
            self.above.append(f"#define {macro}(r, c) {self.at_direct(tile, '(r)', '(c)')}")
            return macro
        return f"{self.helper(tile, 'macro', make)}({r}, {c})"

    def at_view(self, tile, r, c):
        def make():
            name = self.fresh("View")
            self.above.append(
                f"template <class T> struct {name} {{\n  T *p;\n  int ld;\n"
                "  __device__ T &operator()(int r, int c) const { return p[r * ld + c]; }\n};")
            return name
        name = self.helper(tile, "view", make)
        view = self.fresh("view")
        self.line(f"{name}<{self.type}> {view}{{{tile.first}, {tile.column_text}}};")
        return f"{view}({r}, {c})"

    # ===-------------------------------------------------------------------=== #
    # Phases
    # ===-------------------------------------------------------------------=== #

    def place(self, count):
        """The first of so many elements of `out` that nothing else writes."""
        self.stored += count
        return self.stored - count

    @contextmanager
    def over(self, rows, columns, texts):
        """Threads by row and column: gives the names of both."""
        X, Y = self.threads
        heads = []
        r, c = "y", "x"
        style = self.pick("loops", "loops", "linear")
        if style == "linear" or X * Y < 2 or Y == 1:
            i = self.fresh("i")
            step = self.pick(str(X * Y), "blockDim.x * blockDim.y")
            r, c = self.fresh("r"), self.fresh("c")
            with self.block(f"for (int {i} = t; {i} < {times(*texts)}; {i} += {step}) {{"):
                self.line(f"int {r} = {i} / {atom(texts[1])}, {c} = {i} % {atom(texts[1])};")
                yield r, c
            return
        if rows == Y:
            pass
        elif rows < Y:
            heads.append(f"if (y < {texts[0]}) {{")
        else:
            r = self.fresh("r")
            step = self.pick(str(Y), "blockDim.y")
            if self.chance(0.25) and rows % Y == 0:
                k = self.fresh("k")
                heads.append(f"for (int {k} = 0; {k} < {rows // Y}; ++{k}) {{")
                r = f"y + {k} * {Y}"
            else:
                heads.append(f"for (int {r} = y; {r} < {texts[0]}; {r} += {step}) {{")
        if columns == X:
            pass
        elif columns < X:
            heads.append(f"if (x < {texts[1]}) {{")
        else:
            c = self.fresh("c")
            heads.append(f"for (int {c} = x; {c} < {texts[1]}; {c} += {X}) {{")
        if heads and self.chance(0.2):
            self.line("#pragma unroll" if heads[0].startswith("for") else ";")
        for head in heads:
            self.line(head)
            self.depth += 1
        if not heads:
            self.line("{")
            self.depth += 1
        yield r, c
        for _ in heads or [0]:
            self.depth -= 1
            self.line("}")

    def source(self, index):
        """An element of the input."""
        return f"in[{index}]"

    def fill(self, tile):
        """Writes each element once."""
        base = self.pick(0, 0, 5, 100)
        wide = self.wide and tile.columns % self.wide == 0 and tile.rows * tile.columns >= 64
        if wide and self.chance(0.4):
            return self.fill_wide(tile)
        with self.over(tile.rows, tile.columns, (tile.row_text, tile.column_text)) as (r, c):
            index = f"{atom(r)} * {atom(tile.column_text)} + {c}"
            if tile.form == "flat" and not tile.offset and self.chance(0.2):
                i = self.fresh("i")
                self.line(f"{self.pick('int', 'const int')} {i} = {index};")
                self.line(f"{tile.name}[{i}] = in[{i}];")
                return
            if self.chance(0.05) and self.element.size in (4, 8, 16) and not self.outer_class(tile):
                self.line(f"__pipeline_memcpy_async(&{self.at_direct(tile, r, c)}, "
                          f"&in[{index}], {self.element.size});")
                self.line("__pipeline_commit();")
                self.line("__pipeline_wait_prior(0);")
                return
            value = f"in[{index}{f' + {base}' if base else ''}]"
            place = self.at(tile, r, c, is_read=False)
            if self.chance(0.1):
                value = f"mix({value}, {self.source('t')})"
            self.line(f"{place} = {value};")

    def outer_class(self, tile):
        return tile.helpers.get("call")

    def fill_wide(self, tile):
        """Several elements at once."""
        vector, width = self.vector, self.wide
        columns = tile.columns // width
        texts = (tile.row_text, f"({tile.column_text} / {width})")
        with self.over(tile.rows, columns, texts) as (r, c):
            place = self.at_direct(tile, r, f"{atom(c)} * {width}")
            index = f"{atom(r)} * {tile.columns} + {atom(c)} * {width}"
            self.line(f"*reinterpret_cast<{vector} *>(&{place}) = "
                      f"*reinterpret_cast<const {vector} *>(&in[{index}]);")

    def store(self, index, count, value):
        base = self.place(count)
        self.line(f"out[{f'{base} + ' if base else ''}{index}] = {value};")

    def read(self, tile):
        """Reads at places that conflict, mostly."""
        reads = [self.read_transposed] * 9 + [
            self.read_rows, self.read_sums, self.read_stencil, self.read_walk,
            self.read_turned, self.read_vertical, self.read_pairs]
        if self.wide and tile.columns % self.wide == 0:
            reads += [self.read_wide] * 4
        self.pick(*reads)(tile)

    def read_transposed(self, tile):
        """Rows of the transpose, of which each warp reads columns."""
        X, Y = self.threads
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            value = self.at(tile, c, r)
            index = f"{atom(r)} * {atom(tile.row_text)} + {c}"
            self.store(index, tile.count, value)

    def read_turned(self, tile):
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            column = f"({r} + {c}) % {atom(tile.column_text)}"
            value = self.at(tile, c, self.pick(column, f"{tile.columns - 1} - {atom(r)}"))
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, value)

    def read_rows(self, tile):
        with self.over(tile.rows, tile.columns, (tile.row_text, tile.column_text)) as (r, c):
            self.store(f"{atom(r)} * {tile.columns} + {c}", tile.count, self.at(tile, r, c))

    def read_sums(self, tile):
        """A thread sums up a row: its lanes stand in one column."""
        k = self.fresh("k")
        with self.block(f"if (t < {tile.row_text}) {{"):
            self.line(f"{self.type} sum = in[0];")
            if self.chance(0.3):
                p = self.fresh("p")
                self.line(f"const {self.type} *{p} = {tile.row('t')};")
                with self.block(f"for (int {k} = 0; {k} < {tile.column_text}; ++{k})", ""):
                    self.line(f"sum = mix(sum, {self.pick(f'{p}[{k}]', f'*{p}++')});")
                self.lines.pop()
            else:
                with self.block(f"for (int {k} = 0; {k} < {tile.column_text}; ++{k}) {{"):
                    self.line(f"sum = mix(sum, {self.at(tile, 't', k)});")
            self.store("t", tile.rows, "sum")

    def read_vertical(self, tile):
        """Thread t begins in row t and goes down its column: a scan, in place."""
        k = self.fresh("k")
        with self.block(f"if (t < {tile.row_text}) {{"):
            with self.block(f"for (int {k} = 1; {k} < {tile.column_text}; ++{k}) {{"):
                before = self.at(tile, "t", f"{k} - 1")
                here = self.at(tile, "t", k)
                self.line(f"{here} = mix({here}, {before});")
        self.barrier()
        self.read_rows(tile)

    def read_stencil(self, tile):
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            one = self.at(tile, c, f"({r} + 1) % {atom(tile.column_text)}")
            two = self.at(tile, f"({c} + 1) % {atom(tile.row_text)}", r)
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, f"mix({one}, {two})")

    def read_walk(self, tile):
        """A pointer that goes from row to row, or along one."""
        p, k = self.fresh("p"), self.fresh("k")
        with self.block(f"if (t < {tile.column_text}) {{"):
            self.line(f"{self.type} sum = in[1];")
            if self.chance(0.5) or tile.rows > tile.columns:
                self.line(f"const {self.type} *{p} = {tile.first} + t;")
                step = f"{p} += {tile.column_text}"
                with self.block(f"for (int {k} = 0; {k} < {tile.row_text}; ++{k}, {step}) {{"):
                    self.line(f"sum = mix(sum, *{p});")
            else:
                with self.block(f"for (int {k} = 0; {k} < {tile.row_text}; ++{k}) {{"):
                    self.line(f"const {self.type} *{p} = {tile.row(f'({k} + t) % {atom(tile.row_text)}')};")
                    self.line(f"sum = mix(sum, {p}[{k}]);")
            self.store("t", tile.columns, "sum")

    def read_pairs(self, tile):
        """Every second row, or a half of the columns."""
        with self.block(f"if (t < {tile.rows // 2}) {{"):
            value = self.at(tile, "2 * t + 1", self.pick("0", str(tile.columns // 2)))
            self.store("t", tile.rows // 2, value)

    def read_wide(self, tile):
        vector, width = self.vector, self.wide
        columns = tile.columns // width
        with self.over(columns, tile.rows, (f"({tile.column_text} / {width})", tile.row_text)) as (r, c):
            place = self.at_direct(tile, c, f"{atom(r)} * {width}")
            v = self.fresh("v")
            self.line(f"{vector} {v} = *reinterpret_cast<const {vector} *>(&{place});")
            base = self.place(tile.count)
            base = (base + 15) // 16 * 16
            self.stored = base + tile.count
            self.line(f"*reinterpret_cast<{vector} *>(&out[{base} + ({atom(r)} * {tile.rows} + {c}) * {width}]) = {v};")

    def product(self, left, right):
        """Rows of one, columns of the other."""
        k = self.fresh("k")
        depth = min(left.columns, right.columns, 16)
        with self.block(f"if (t < {min(left.rows, right.rows)}) {{"):
            self.line(f"{self.type} sum = in[2];")
            with self.block(f"for (int {k} = 0; {k} < {depth}; ++{k}) {{"):
                one = self.at(left, "t", k)
                two = self.at(right, k if right.rows >= depth and self.chance(0.3) else "t", k)
                self.line(f"sum = mix(sum, mix({one}, {two}));")
            self.store("t", min(left.rows, right.rows), "sum")

    def histogram(self, tile):
        """Rows of counters, one for each thread of the first warps."""
        k, bin_ = self.fresh("k"), self.fresh("bin")
        self.barrier()
        with self.block(f"if (t < {tile.row_text}) {{"):
            with self.block(f"for (int {k} = 0; {k} < 8; ++{k}) {{"):
                self.line(f"int {bin_} = int(in[t * 8 + {k}]) & {min(7, tile.columns - 1)};")
                if self.element.name in ("int", "unsigned") and self.chance(0.5):
                    self.line(f"atomicAdd(&{self.at_direct(tile, 't', bin_)}, 1);")
                else:
                    place = self.at_direct(tile, "t", bin_)
                    self.line(f"{place} = {place} + static_cast<{self.type}>(1);")
        self.barrier()

    # ===-------------------------------------------------------------------=== #
    # Traps
    # ===-------------------------------------------------------------------=== #

    def trap(self, tile):
        traps = [name for name in dir(self) if name.startswith("trap_")]
        for _ in range(20):
            name = self.pick(*traps)
            mark = (len(self.lines), len(self.above), len(self.header), self.stored)
            helpers = dict(tile.helpers)
            if getattr(self, name)(tile):
                self.traps.append(name[5:])
                return
            del self.lines[mark[0]:], self.above[mark[1]:], self.header[mark[2]:]
            self.stored, tile.helpers = mark[3], helpers

    def all_elements(self, tile, value, text="i"):
        """Stores something for each element of a tile, counted through."""
        with self.block(f"for (int i = t; i < {tile.count_text}; i += {self.thread_count}) {{"):
            self.store("i", tile.count, value)

    def trap_leave_row(self, tile):
        if tile.form == "flat":
            self.all_elements(tile, f"{tile.name}[{f'{tile.offset} + ' if tile.offset else ''}i]")
        else:
            self.all_elements(tile, self.pick(
                f"{tile.whole}[0][i]", f"({tile.first})[i]", f"*({tile.first} + i)",
                f"{tile.whole}[i / {tile.columns * 2}][i % {tile.columns * 2}]"
                if tile.rows % 2 == 0 and False else f"(*{tile.whole} + 0)[i]"))
        return True

    def trap_edge(self, tile):
        """One column too many at the end of a row, or before its beginning."""
        last = tile.rows - 1
        with self.block(f"if (t < {last}) {{"):
            self.store("t", last, self.at_direct(
                tile, "t", self.pick(str(tile.columns), f"{tile.columns} + 1",
                                     f"t + {tile.columns // 2}")
                if tile.columns > 2 and tile.columns // 2 + last < 2 * tile.columns
                else str(tile.columns)))
        with self.block(f"if (t > 0 && t < {last}) {{"):
            self.store("t", last, self.at_direct(tile, "t", "0 - 1"))
        return True

    def trap_flat_zero(self, tile):
        """A part of the tile is only written by a loop over all elements."""
        self.barrier()
        zero = "in[3]"
        index = f"{tile.name}[{f'{tile.offset} + ' if tile.offset else ''}i]" \
            if tile.form == "flat" else f"({tile.first})[i]"
        with self.block(f"for (int i = t; i < {tile.count_text}; i += {self.thread_count})", ""):
            self.line(f"{index} = {zero};")
        self.lines.pop()
        self.barrier()
        with self.block(f"if (t < {tile.row_text})", ""):
            self.line(f"{self.at_direct(tile, 't', str(tile.columns // 2))} = in[t];")
        self.lines.pop()
        return True

    def whole_array(self, tile):
        """Whether the name of the tile is an array that is the tile."""
        return not tile.offset and "extern" not in "".join(
            each for each in self.lines if f"{tile.name}[]" in each) and not any(
            f"*{tile.name} =" in each for each in self.lines)

    def trap_sizeof(self, tile):
        if not self.whole_array(tile):
            return False
        asked = self.pick(f"sizeof({tile.name})", f"sizeof {tile.name}")
        if tile.form == "rows" and self.chance(0.4):
            asked = f"sizeof({tile.name}[0])"
        kind = self.pick("store", "assert", "loop", "length")
        if kind == "assert":
            size = (tile.columns if "[0]" in asked else tile.count * (
                2 if tile.form == "planes" else 1)) * self.element.size
            self.line(f"static_assert({asked} == {size}, \"as long as that\");")
        elif kind == "store":
            with self.block(f"for (int i = t; i < int({asked} / {self.element.size}) && i < 4096; i += {self.thread_count}) {{"):
                self.store("i", 4096, "in[i]")
        elif kind == "loop":
            count = f"int({asked} / sizeof({self.type}))"
            with self.block(f"for (int i = t; i < {count} && i < 4096; i += {self.thread_count}) {{"):
                self.store("i", 4096, f"({tile.first})[i]"
                           if tile.form != "planes" else "in[i + 1]")
            if tile.form == "planes":
                return True
        else:
            name = self.fresh("n")
            self.line(f"constexpr int {name} = {asked} / sizeof({self.type});")
            with self.block(f"if (t < 32) {{"):
                self.store("t", 32, f"in[t + {name} % 64]")
        return True

    def trap_alignof(self, tile):
        if not self.whole_array(tile) or tile.form == "flat" or self.outer_class(tile):
            return False
        other = self.fresh("other")
        if not self.fits(tile.count * self.element.size * 2):
            return False
        self.shared += tile.count * self.element.size
        self.line(f"__shared__ decltype({tile.name}) {other};")
        place = f"{other}[0]" if tile.form == "planes" else other
        self.line(f"if (t < {tile.rows}) {place}[t][3] = in[t + 9];")
        self.barrier()
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, self.pick(f"{place}[t][3]", f"(&{place}[0][0])[t * {tile.columns} + 3]"))
        return True

    def trap_memcpy(self, tile):
        size = f"{tile.count_text} * sizeof({self.type})"
        kind = self.pick("in", "out", "row", "set", "rowset")
        self.barrier()
        if kind == "in":
            self.line(f"if (t == 0) memcpy({tile.first}, in + 64, {size});")
        elif kind == "out":
            self.line(f"if (t == 0) memcpy(out + {self.place(tile.count)}, {tile.first}, {size});")
        elif kind == "set":
            self.line(f"if (t == 0) memset({tile.first}, 0, {size});")
        elif kind == "row":
            self.line(f"if (t < {tile.rows}) memcpy({tile.row('t')}, in + t * {tile.columns}, "
                      f"{tile.columns} * sizeof({self.type}));")
        else:
            self.line(f"if (t < {tile.rows}) memset({tile.row('t')}, 0, {tile.columns * self.element.size // 2});")
        self.barrier()
        return True

    def trap_distance(self, tile):
        if not self.element.is_scalar:
            return False
        if tile.form == "flat":
            offset = f"{tile.offset} + " if tile.offset else ""
            value = f"&{tile.name}[{offset}t * {atom(tile.column_text)} + 1] - ({tile.first})"
        else:
            value = self.pick(f"&{tile.whole}[t][1] - {tile.first}",
                              f"({tile.whole}[t] - {tile.whole}[0])")
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, f"static_cast<{self.type}>({value})")
        return True

    def trap_stride_of_addresses(self, tile):
        if tile.form == "flat":
            return False
        name = self.fresh("ld")
        self.line(f"const int {name} = int(&{tile.whole}[1][0] - {tile.first});")
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, self.pick(
                f"({tile.first})[t * {name}]", f"in[t * {name} + 3]"))
        return True

    def trap_compare(self, tile):
        """Up to an address."""
        p, end = self.fresh("p"), self.fresh("end")
        self.line(f"const {self.type} *{end} = {tile.first} + {tile.count_text};")
        with self.block("if (t == 0) {"):
            self.line(f"{self.type} sum = in[4];")
            self.line(f"for (const {self.type} *{p} = {tile.first}; {p} != {end}; ++{p})")
            self.line(f"  sum = mix(sum, *{p});")
            self.store("0", 1, "sum")
        return True

    def trap_reshape(self, tile):
        if tile.columns % 2:
            return False
        name = self.fresh("wide")
        columns = tile.columns * 2 if tile.rows % 2 == 0 and self.chance(0.5) else tile.columns // 2
        source = tile.first if tile.form == "flat" or self.chance(0.4) else tile.whole
        self.line(self.pick(
            f"auto {name} = reinterpret_cast<{self.type} (*)[{columns}]>({source});",
            f"{self.type} (*{name})[{columns}] = ({self.type} (*)[{columns}])({source});"))
        self.all_elements(tile, f"{name}[i / {columns}][i % {columns}]")
        return True

    def trap_pointer_to_rows(self, tile):
        """A pointer to rows, whose type has their length."""
        name = self.fresh("rows")
        if tile.form == "flat":
            self.line(f"auto {name} = reinterpret_cast<{self.type} (*)[{tile.column_text}]>({tile.first});")
        else:
            self.line(self.pick(
                f"{self.type} (*{name})[{tile.column_text}] = {tile.whole};",
                f"auto {name} = {tile.whole};", f"auto {name} = &{tile.whole}[0];"))
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, f"{name}[{c}][{r}]")
        return True

    def trap_either_memory(self, tile):
        """A pointer to the tile, or to global memory."""
        name = self.fresh("p")
        kind = self.pick("choice", "assigned", "member", "returned", "reference")
        condition = self.pick("t & 1", "blockIdx.x == 0", "x < 8", "in == nullptr")
        if kind == "choice":
            self.line(f"const {self.type} *{name} = {condition} ? {tile.first} : in;")
        elif kind == "assigned":
            self.line(f"const {self.type} *{name} = in;")
            self.line(f"if ({condition}) {name} = {tile.first};")
        elif kind == "member":
            kind_name = self.fresh("Either")
            self.above.append(f"template <class T> struct {kind_name} {{ const T *p; int ld; "
                              "__device__ T get(int r, int c) const { return p[r * ld + c]; } };")
            self.line(f"{kind_name}<{self.type}> {name}{{in, {tile.column_text}}};")
            if self.chance(0.5):
                self.line(f"if ({condition}) {name}.p = {tile.first};")
            else:
                self.line(f"if ({condition}) {name} = {kind_name}<{self.type}>{{{tile.first}, {tile.column_text}}};")
        elif kind == "returned":
            function = self.fresh("from")
            self.above.append(f"template <class T> __device__ const T *{function}(const T *a, const T *b, bool f) "
                              "{ if (f) return a; return b; }")
            self.line(f"const {self.type} *{name} = {function}({tile.first}, in, {condition});")
        else:
            self.line(f"const {self.type} *{name} = in;")
            function = self.fresh("set")
            self.above.append(f"template <class T> __device__ void {function}(const T *&p, const T *q) {{ p = q; }}")
            self.line(f"if ({condition}) {function}<{self.type}>({name}, {tile.first});")
        value = f"{name}.get(c, r)" if kind == "member" else \
            f"{name}[c * {atom(tile.column_text)} + r]"
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count,
                       value.replace("(c, r)", f"({c}, {r})").replace("[c *", f"[({c}) *").replace("+ r]", f"+ {r}]"))
        return True

    def trap_helper_elsewhere(self, tile):
        """A helper of the tile, with other memory."""
        self.at_helper(tile, "0", "0")
        name, order, kind, _ = self.reused[-1]
        if self.chance(0.35) and self.fits(2048) and kind != "rows":
            other = self.fresh("other")
            size = 64 if not kind == "stride" else 256
            length = self.pick("8", tile.column_text) if kind == "stride" else tile.column_text
            count = tile.columns * 3 + 16
            if not self.fits(count * self.element.size):
                return False
            self.shared += count * self.element.size
            self.line(f"__shared__ {self.type} {other}[{count}];")
            self.line(f"for (int i = t; i < {count}; i += {self.thread_count}) {other}[i] = in[i];")
            self.barrier()
            with self.block("if (t < 16) {"):
                self.store("t", 16, self.call_helper(name, order, other, other, length, "t / 8", "t % 8"))
            return True
        function = f"const_cast<{self.type} *>(in)"
        rows = f"reinterpret_cast<{self.type} (*)[{tile.column_text}]>({function})"
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, self.call_helper(name, order, function, rows, tile.column_text, "t", "1"))
        return True

    def trap_copy_both_ways(self, tile):
        """copy(target, ld, source, ld), in both directions."""
        name = self.fresh("copy")
        place = self.function_place()
        type_ = self.pick("T", self.type)
        head = "template <class T> " if type_ == "T" else ""
        bound = self.pick("rows", str(tile.rows))
        place.append(
            f"{head}__device__ inline void {name}({type_} *d, int ldd, const {type_} *s, int lds, int rows, int cols, int t, int n) {{\n"
            f"  for (int i = t; i < rows * cols; i += n)\n"
            f"    d[i / cols * ldd + i % cols] = s[i / cols * lds + i % cols];\n}}")
        call = "rows, cols, t, n"
        C = tile.column_text
        arguments = f"{tile.row_text}, {C}, t, {self.thread_count}"
        explicit = f"<{self.type}>" if head else ""
        self.barrier()
        if self.chance(0.6):
            self.line(f"{name}{explicit}({tile.first}, {C}, in + 32, {self.pick(C, str(tile.columns), '64')}, {arguments});")
        self.barrier()
        if self.chance(0.8):
            self.line(f"{name}{explicit}(out + {self.place(tile.count)}, {self.pick(C, str(tile.columns))}, {tile.first}, {C}, {arguments});")
        return True

    def trap_stride_elsewhere(self, tile):
        """A variable is the length of rows here and in global memory."""
        name = self.fresh("ld")
        self.line(f"{self.pick('const int', 'int', 'constexpr int')} {name} = {tile.column_text};")
        index = f"({tile.first})[{{0}} * {name} + {{1}}]"
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            value = index.format(atom(c), r)
            where = self.pick(f"{atom(r)} * {tile.rows} + {c}", f"{c} * {name} + {r}")
            self.store(where if self.chance(0.7) else f"{atom(c)} * {name} + {r}", tile.count, value)
        return True

    def trap_runtime_stride(self, tile):
        """The length of rows as an argument of the kernel."""
        if self.parameters or self.has_launcher:
            return False
        self.parameters, self.arguments = ", int n", f", {tile.columns}"
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, f"({tile.first})[{atom(c)} * n + {r}]")
        return True

    def trap_other_kernel(self, tile):
        """A second kernel with another shape, from the same text."""
        if self.outer and self.outer is tile:
            other = self.fresh("second")
            flat = tile.form == "flat"
            def element(r, c):
                if flat:
                    return f"{tile.name}[{r} * {self.pick(atom(tile.column_text), str(tile.columns // 2 or 1))} + {c}]"
                return f"{tile.name}[{r}][{c}]"
            kind = self.pick("rows", "flat")
            lines = [f"__global__ void {other}({self.type} *out, const {self.type} *in) {{",
                     "  int t = threadIdx.x;"]
            if kind == "rows":
                half = max(1, tile.columns // 2)
                lines += [f"  if (t < {tile.rows}) {element('t', '0')} = in[t];",
                          "  __syncthreads();",
                          f"  if (t < {tile.rows}) out[t] = {element('t', '0')};"]
            else:
                first = f"{tile.name}" if flat else f"&{tile.name}[0][0]"
                lines += [f"  {self.type} *p = {first};",
                          f"  for (int i = t; i < {tile.count_text}; i += 64) p[i] = in[i];",
                          "  __syncthreads();",
                          f"  if (t < {tile.rows}) out[t] = {element('t', '3') if not flat else 'p[t * 3]'};"]
            lines.append("}")
            self.others.append(("\n".join(lines), other, "1, 64", tile.rows))
            return True
        return False

    def trap_abroad(self, tile):
        """The other source uses what the header has, with memory of its own."""
        if self.element.declaration or self.abroad:
            return False
        self.at_helper(tile, "0", "0")
        name, order, kind, _ = self.reused[-1]
        base = name.partition("<")[0]
        in_header = any(f" &{base}(" in each for each in self.header)
        if not in_header:
            return False
        C = str(tile.columns)
        name = name.replace(f"<{tile.column_text}>", f"<{C}>")
        memory = self.pick("shared", "global", "same")
        lines = [f"__global__ void abroad({self.type} *out, const {self.type} *in) {{",
                 "  int t = threadIdx.x;"]
        if memory == "global":
            f = f"const_cast<{self.type} *>(in)"
            rows = f"reinterpret_cast<{self.type} (*)[{C}]>({f})"
            lines.append(f"  if (t < 32) out[t] = {self.call_helper(name, order, f, rows, C, 't', '2')};")
        else:
            columns = C if memory == "same" or kind in ("template", "fixed", "rows") else "24"
            count = 32 * max(int(C), 24)
            if count * self.element.size > 46 << 10:
                return False
            if kind == "rows":
                lines.append(f"  __shared__ {self.type} s[32][{C}];")
                fill, first = "  for (int i = t; i < 32 * %s; i += 64) s[i / %s][i %% %s] = in[i];" % (C, C, C), "&s[0][0]"
            else:
                lines.append(f"  __shared__ {self.type} s[{count}];")
                fill, first = f"  for (int i = t; i < {count}; i += 64) s[i] = in[i];", "s"
            lines.append(fill)
            lines.append("  __syncthreads();")
            lines.append(f"  if (t < 32) out[t] = {self.call_helper(name, order, first, 's', columns, 't', '1')};")
        lines.append("}")
        self.abroad += lines
        self.launches_abroad.append(("abroad", "1, 64", 32))
        return True

    def trap_union(self, tile):
        """Its bytes as another type."""
        if self.element.size not in (4, 8, 16) or self.outer_class(tile):
            return False
        words = tile.count * self.element.size // 4
        name = self.fresh("words")
        self.line(f"const unsigned *{name} = reinterpret_cast<const unsigned *>({tile.first});")
        per_row = tile.columns * self.element.size // 4
        if not self.element.is_scalar or self.element.size != 4:
            with self.block(f"if (t < {tile.rows}) {{"):
                self.line(f"unsigned w = {name}[t * {per_row} + 1];")
                self.store("t", tile.rows, "in[w & 31]")
        else:
            with self.block(f"if (t < {tile.rows}) {{"):
                self.line(f"unsigned w = {name}[{self.pick(f't * {per_row} + 1', f't * {atom(tile.column_text)} + 1', 't * 2')}];")
                self.store("t", tile.rows, "in[w >> 18 & 63]")
        return True

    def trap_bytes(self, tile):
        """An address made of bytes."""
        C = tile.column_text
        offset = self.pick(f"(t * {atom(C)} + 1) * sizeof({self.type})",
                           f"t * {tile.columns * self.element.size}",
                           f"t * ({C} * sizeof({self.type}))")
        cast = self.pick(f"reinterpret_cast<const char *>({tile.first})", f"(const char *)({tile.first})")
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, f"*(const {self.type} *)({cast} + {offset})")
        return True

    def trap_kept(self, tile):
        """Addresses in an array, or swapped."""
        kind = self.pick("array", "swap", "struct")
        if kind == "array":
            name = self.fresh("kept")
            middle = tile.row(str(tile.rows // 2))
            self.line(f"{self.type} *{name}[2] = {{{tile.first}, {middle}}};")
            with self.block("if (t < 32) {"):
                self.store("t", 32, f"{name}[t & 1][t / 2 % {tile.columns}]")
            return True
        a, b = self.fresh("p"), self.fresh("q")
        self.line(f"{self.type} *{a} = {tile.first}, *{b} = {tile.row(str(tile.rows // 2))};")
        self.line(f"for (int i = 0; i < 3; ++i) {{ {self.type} *o = {a}; {a} = {b}; {b} = o; }}")
        with self.block(f"if (t < {tile.rows // 2}) {{"):
            self.store("t", tile.rows // 2, f"mix({a}[t * {atom(tile.column_text)}], {b}[t * {atom(tile.column_text)} + 1])")
        return True

    def trap_assembly(self, tile):
        if self.element.size != 4 or not self.element.is_scalar:
            return False
        kind = self.pick("row", "moved", "element")
        address, value = self.fresh("address"), self.fresh("value")
        with self.block(f"if (t < {tile.rows}) {{"):
            if kind == "element":
                self.line(f"unsigned {address} = static_cast<unsigned>(__cvta_generic_to_shared(&{self.at_direct(tile, 't', '1')}));")
            elif kind == "row":
                self.line(f"unsigned {address} = static_cast<unsigned>(__cvta_generic_to_shared({tile.first})) + (t * {atom(tile.column_text)} + 1) * 4;")
            else:
                self.line(f"unsigned {address} = static_cast<unsigned>(__cvta_generic_to_shared({tile.first}));")
                self.line(f"{address} += t * {tile.columns * 4};")
            self.line(f"unsigned {value};")
            self.line(f'asm volatile("ld.shared.u32 %0, [%1];" : "=r"({value}) : "r"({address}) : "memory");')
            self.store("t", tile.rows, f"in[{value} >> 17 & 63]")
        return True

    def trap_range(self, tile):
        if not self.whole_array(tile) or self.outer_class(tile):
            return False
        with self.block("if (t == 0) {"):
            self.line(f"{self.type} sum = in[5];")
            self.line("int count = 0;")
            if tile.form == "flat":
                self.line(f"for (auto &e : {tile.name}) if (count++ < {tile.count}) sum = mix(sum, e);")
            else:
                self.line(f"for (auto &row : {tile.whole}) for (auto &e : row) if (count++ < {tile.count}) sum = mix(sum, e);")
            self.store("0", 1, "sum")
        return True

    def trap_aligned(self, tile):
        """A promise of alignment that longer rows may not keep."""
        if self.element.size != 4 or not self.wide or tile.columns % 4:
            return False
        name = self.fresh("p")
        kind = self.pick("assume", "cast", "vectorrow")
        vector = self.vector
        with self.block(f"if (t < {tile.rows}) {{"):
            row = tile.row("t") if tile.form != "flat" else tile.row("t")
            if kind == "assume":
                self.line(f"const {self.type} *{name} = static_cast<const {self.type} *>(__builtin_assume_aligned({row}, 16));")
                self.store("t", tile.rows, f"{name}[1]")
            elif kind == "cast":
                self.line(f"const {vector} *{name} = reinterpret_cast<const {vector} *>({row});")
                self.store("t", tile.rows, f"static_cast<{self.type}>({name}[0].x)")
            else:
                self.line(f"const {vector} *{name} = reinterpret_cast<const {vector} *>({tile.first});")
                self.store("t", tile.rows, f"static_cast<{self.type}>({name}[t * {tile.columns // self.wide}].y)")
        return True

    def trap_other_name(self, tile):
        """Dynamic memory under another name."""
        if not self.dynamic:
            return False
        name = self.fresh("again")
        self.line(f"extern __shared__ {self.type} {name}[];")
        with self.block("if (t < 32) {"):
            self.store("t", 32, f"{name}[t * 3]")
        return True

    def trap_carried(self, tile):
        """An index that goes on from iteration to iteration."""
        if tile.form != "flat":
            return False
        i = self.fresh("i")
        with self.block(f"if (t < {tile.column_text}) {{"):
            self.line(f"int {i} = {f'{tile.offset} + ' if tile.offset else ''}t;")
            self.line(f"{self.type} sum = in[6];")
            step = self.pick(tile.column_text, str(tile.columns))
            with self.block(f"for (int k = 0; k < {tile.row_text}; ++k) {{"):
                self.line(f"sum = mix(sum, {tile.name}[{i}]);")
                self.line(f"{i} += {step};")
            self.store("t", tile.columns, "sum")
        return True

    def trap_index_kept(self, tile):
        """An index, computed for the tile, decides or is stored."""
        if tile.form != "flat":
            return False
        i = self.fresh("i")
        self.line(f"int {i} = (t % {tile.rows}) * {atom(tile.column_text)} + 1;")
        with self.block(f"if (t < {tile.rows}) {{"):
            if self.element.is_scalar:
                self.store("t", tile.rows, f"mix({tile.name}[{f'{tile.offset} + ' if tile.offset else ''}{i}], static_cast<{self.type}>({i}))")
            else:
                self.line(f"if ({i} % 3 == 0)")
                self.store("t", tile.rows, f"{tile.name}[{f'{tile.offset} + ' if tile.offset else ''}{i}]")
        return True

    def trap_data_index(self, tile):
        """An index that only memory knows, in its row or through the tile."""
        if not self.element.is_scalar or self.element.size < 4:
            return False
        j = self.fresh("j")
        with self.block("if (t < 32) {"):
            kind = self.pick("column", "element", "row")
            if kind == "column":
                self.line(f"int {j} = int(in[t]) % {tile.columns};")
                value = self.at_direct(tile, f"t % {tile.rows}", j)
            elif kind == "row":
                self.line(f"int {j} = int(in[t]) % {tile.rows};")
                value = self.at_direct(tile, j, f"t % {tile.columns}")
            else:
                self.line(f"int {j} = int(in[t] * 7) % {tile.count};")
                value = f"({tile.first})[{j}]"
            self.store("t", 32, value)
        return True

    def trap_swizzled(self, tile):
        """The source swizzles by hand already."""
        if not is_power(tile.columns):
            return False
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count,
                       self.at_direct(tile, c, f"({atom(r)} ^ {atom(c)}) % {tile.columns}"))
        return True

    def trap_shadow(self, tile):
        """Another variable has the same name."""
        if "." in tile.name:
            return False
        with self.block("{"):
            self.line(f"const {self.type} *{tile.name} = in;")
            with self.block(f"if (t < {tile.rows}) {{"):
                self.store("t", tile.rows, f"{tile.name}[t * {atom(tile.column_text)} + 2]")
        return True

    def trap_struct_copy(self, tile):
        """Rows as objects of a class."""
        if tile.form == "flat" or self.columns % 4 or not is_power(self.element.size):
            return False
        name = self.fresh("Row")
        self.line(f"struct {name} {{ {self.type} cells[{tile.columns}]; }};")
        with self.block("if (t == 0) {"):
            self.line(f"{name} copy = *reinterpret_cast<const {name} *>({tile.whole}[{self.pick('1', '0')}]);")
            self.store("0", 1, f"copy.cells[{tile.columns - 1}]")
            self.line(f"const {name} *all = reinterpret_cast<const {name} *>({tile.whole});")
            self.store("0", 1, f"all[{tile.rows - 1}].cells[1]")
        return True

    def start(self, tile):
        """Of an index of a flat tile: what it begins with."""
        return f"{tile.offset} + " if tile.offset else ""

    def for_rows(self, tile, value, columns="r"):
        """Stores a value for each row `t`."""
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, value)

    def trap_two_rows(self, tile):
        """Steps of two rows, or of half of one."""
        C = tile.column_text
        first = f"({tile.first})"
        with self.block(f"if (t < {tile.rows // 2}) {{"):
            self.store("t", tile.rows // 2, f"{first}[" + self.pick(
                f"t * (2 * {atom(C)}) + 1", f"t * {tile.columns * 2} + 1",
                f"2 * t * {atom(C)} + 1", f"t * 2 * {atom(C)} + 1",
                f"(t * 2 + 1) * {atom(C)}", f"t * {atom(C)} * 2",
                f"t * {tile.columns // 2 or 1}") + "]")
        return True

    def trap_index_macro(self, tile):
        """A macro or a function that makes indices, of this tile and of other memory."""
        name = self.macro("INDEX") if self.chance(0.5) else self.fresh("index")
        C = atom(tile.column_text)
        place = self.function_place()
        if place is self.header or self.template:
            C = str(tile.columns)
        body = self.pick(f"(r) * {C} + (c)", f"(c) + {C} * (r)", f"((r) * {C} + (c))")
        if name.isupper() or "INDEX" in name:
            place.append(f"#define {name}(r, c) {body}")
        else:
            place.append(f"__device__ {self.pick('inline ', 'constexpr ', '')}int {name}(int r, int c) {{ return {body}; }}"
                         if place is not self.header else
                         f"__device__ inline int {name}(int r, int c) {{ return {body}; }}")
        elsewhere = self.pick(f"in[{name}({{c}}, {{r}})]", f"in[{name}(0, {{r}}) + {name}({{c}}, 0)]", None, None)
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            value = f"({tile.first})[{name}({c}, {r})]"
            if elsewhere:
                value = f"mix({value}, {elsewhere.format(r=r, c=c)})"
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, value)
        return True

    def trap_narrow(self, tile):
        """An index that just fits its type."""
        if tile.count > 256 or tile.offset:
            return False
        i = self.fresh("i")
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            self.line(f"unsigned char {i} = {tile.index(c, r, 'row')};")
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, f"({tile.first})[{i}]")
        return True

    def trap_masked(self, tile):
        """An index that wraps at the end of the tile, or stops there."""
        index = f"{atom(tile.column_text)} * {{c}} + {{r}}"
        ways = [f"({index} + 1) % {atom(tile.count_text)}", f"min({index}, {tile.count} - 1)",
                f"({index}) % {tile.count}",
                f"{index} < {tile.count} ? {index} : 0"]
        if is_power(tile.count):
            ways += [f"({index}) & {tile.count - 1}", f"({index} + 3) & ({tile.count_text} - 1)"]
        way = self.pick(*ways)
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            value = f"({tile.first})[{way.format(r=atom(r), c=atom(c))}]"
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, value)
        return True

    def trap_index_through(self, tile):
        """An index that goes through memory, or other lanes."""
        kind = self.pick("local", "struct", "shuffle", "shared", "global", "lambda")
        C = atom(tile.column_text)
        first = f"({tile.first})"
        i = self.fresh("i")
        if kind == "shared" and not self.fits(256):
            return False
        if kind == "shared":
            self.shared += 256
            self.line(f"__shared__ int {i}[64];")
            self.line(f"if (t < {tile.rows}) {i}[t] = t * {C};")
            self.barrier()
            index = f"{i}[t] + 1"
        elif kind == "local":
            self.line(f"int {i}[2] = {{int(t % {tile.rows} * {C}), 1}};")
            index = f"{i}[0] + {i}[1]"
        elif kind == "struct":
            name = self.fresh("Place")
            self.line(f"struct {name} {{ int row, column; }} {i} = {{int(t % {tile.rows} * {C}), 2}};")
            index = f"{i}.row + {i}.column"
        elif kind == "shuffle":
            self.line(f"int {i} = __shfl_sync(0xffffffffu, t % {tile.rows} * {C}, 3);")
            index = f"{i} + t % {tile.columns}"
            if self.threads[0] * self.threads[1] % 32:
                return False
        elif kind == "global":
            self.line(f"int {i} = t % {tile.rows} * {C};")
            self.store("t", self.threads[0] * self.threads[1], f"in[{i}]")
            index = f"{i} + 1"
        else:
            self.line(f"auto {i} = [=](int r) {{ return r * {C}; }};")
            index = f"{i}(t) + 1"
            if self.chance(0.5):
                index += " - 1"
                self.line(f"if (t < {tile.rows}) {{")
                self.store("t", tile.rows, f"in[{i}(t)]")
                self.line("}")
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, f"{first}[{index}]")
        return True

    def trap_reversed(self, tile):
        C, R = atom(tile.column_text), atom(tile.row_text)
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, f"({tile.first})[" + self.pick(
                f"({R} - 1 - t) * {C} + 2", f"({R} - 1) * {C} - t * {C}",
                f"{tile.count} - 1 - t * {C}", f"{atom(tile.count_text)} - {C} * (t + 1)",
                f"{tile.count - tile.columns} - t * {C}") + "]")
        return True

    def trap_same_number(self, tile):
        """A number as long as a row, that makes none."""
        if tile.form != "flat":
            return False
        C = atom(tile.column_text)
        index = self.pick(f"t * {C} + t * {C} % {C}", f"t * {C} + (t + {C} - 1) % {C}",
                          f"t / {C} * {C} + t % {C}", f"(t * {C} + 5) / {C} * {C}",
                          f"__umul24(t, {C}) + 1", f"t * {C} ^ 1" if tile.columns % 2 == 0 else f"t * {C}")
        with self.block(f"if (t < {tile.rows}) {{"):
            self.store("t", tile.rows, f"{tile.name}[{self.start(tile)}({index})]")
        return True

    def trap_returned(self, tile):
        """An array of a function, which returns its address."""
        if self.template or not self.fits(tile.count * self.element.size):
            return False
        self.shared += tile.count * self.element.size
        name = self.fresh("cells")
        self.above.append(f"__device__ {self.type} *{name}() {{ __shared__ {self.type} "
                          f"s[{tile.count_text}]; return s; }}")
        C = tile.column_text
        self.line(f"for (int i = t; i < {tile.count_text}; i += {self.thread_count}) "
                  f"{name}()[{self.pick('i', f'i / {atom(C)} * {atom(C)} + i % {atom(C)}')}] = in[i];")
        self.barrier()
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count,
                       f"{name}()[{times(c, C)} + {r}]")
        return True

    def trap_default(self, tile):
        """The length of rows as a default argument."""
        name = self.fresh("at")
        length = tile.column_text if not self.template else str(tile.columns)
        self.above.append(f"__device__ const {self.type} &{name}(const {self.type} *p, int r, int c, int ld = {length}) "
                          "{ return p[r * ld + c]; }")
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            value = f"{name}({tile.first}, {c}, {r})"
            other = self.pick(None, f"{name}(in, {c}, {r})", f"{name}(in, {c}, {r}, {tile.columns})")
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count,
                       f"mix({value}, {other})" if other else value)
        return True

    def trap_nested_planes(self, tile):
        """Planes of rows, by one product in another."""
        planes = 2
        if not self.fits(planes * tile.count * self.element.size) or tile.count > 2048:
            return False
        self.shared += planes * tile.count * self.element.size
        name = self.fresh("cube")
        R, C = atom(tile.row_text), atom(tile.column_text)
        self.line(f"__shared__ {self.type} {name}[{planes} * {R} * {C}];")
        way = self.pick(f"({{p}} * {R} + {{r}}) * {C} + {{c}}",
                        f"{{p}} * {R} * {C} + {{r}} * {C} + {{c}}",
                        f"{{p}} * ({R} * {C}) + {{r}} * {C} + {{c}}",
                        f"{{p}} * {tile.count} + {{r}} * {C} + {{c}}")
        with self.over(tile.rows, tile.columns, (tile.row_text, tile.column_text)) as (r, c):
            for p in ("0", "1"):
                index = way.format(p=p, r=atom(r), c=atom(c))
                self.line(f"{name}[{index}] = in[{p} + {atom(r)} * {C} + {c}];")
        self.barrier()
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            index = way.format(p=self.pick("1", f"(({r} + {c}) & 1)"), r=atom(c), c=atom(r))
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, f"{name}[{index}]")
        return True

    def trap_size_used(self, tile):
        """The size that a launch asks for is used by the host as well."""
        if not self.dynamic or self.template:
            return False
        if not self.dynamic.isidentifier():
            name = self.fresh("bytes")
            self.dynamic_lines.append(f"size_t {name} = {self.dynamic};")
            self.dynamic = name
        self.after_memory.append(f"cudaMemset(out, 1, {self.dynamic} / 2);")
        self.place(tile.count)
        return True

    def trap_attribute(self, tile):
        if not self.dynamic:
            return False
        self.after_memory.append(
            f"cudaFuncSetAttribute(run{self.instance}, cudaFuncAttributeMaxDynamicSharedMemorySize, "
            f"{self.on_host(self.dynamic)});")
        return True

    def trap_launcher(self, tile):
        """A host function launches what it is given."""
        if self.parameters:
            return False
        self.has_launcher = True
        return True

    def trap_async(self, tile):
        """Copies of 16 bytes, which have to lie at multiples of 16."""
        if self.element.name not in ("float", "int") or self.wide != 4 or tile.columns % 4:
            return False
        self.barrier()
        with self.block(f"if (t < {tile.rows}) {{"):
            place = self.at_direct(tile, "t", self.pick("0", "4" if tile.columns > 4 else "0"))
            self.line(f"__pipeline_memcpy_async(&{place}, &in[4 * t + 8], 16);")
        self.line("__pipeline_commit();")
        self.line("__pipeline_wait_prior(0);")
        self.barrier()
        return True

    def trap_base(self, tile):
        """A loop counts the beginnings of rows."""
        C = atom(tile.column_text)
        b = self.fresh("base")
        first = f"({tile.first})"
        with self.block(f"if (t < {tile.columns}) {{"):
            self.line(f"{self.type} sum = in[7];")
            bound = self.pick(tile.count_text, str(tile.count))
            with self.block(f"for (int {b} = 0; {b} < {bound}; {b} += {C}) {{"):
                self.line(f"sum = mix(sum, {first}[{b} + t]);")
            self.store("t", tile.columns, "sum")
        return True

    def trap_swapped_tiles(self, tile):
        """Pointers to two tiles that change places."""
        others = [each for each in self.tiles if each is not tile and not self.outer_class(each)]
        if not others:
            return False
        other = self.pick(*others)
        a, b = self.fresh("p"), self.fresh("q")
        self.line(f"const {self.type} *{a} = {tile.first}, *{b} = {other.first};")
        with self.block("for (int k = 0; k < 2; ++k) {"):
            rows = min(tile.rows, other.rows)
            base = self.place(2 * rows)
            C = self.pick(tile.column_text, other.column_text, str(min(tile.columns, other.columns)))
            if tile.columns != other.columns:
                C = str(min(tile.columns, other.columns))
            self.line(f"if (t < {rows}) out[{base} + k * {rows} + t] = {a}[t * {atom(C)}];")
            self.line(f"const {self.type} *o = {a}; {a} = {b}; {b} = o;")
        return True

    def trap_declared_twice(self, tile):
        """Each configuration declares an array of its own."""
        if not self.fits(2 * tile.count * self.element.size):
            return False
        self.shared += 2 * tile.count * self.element.size
        name = self.fresh("own")
        R, C = atom(tile.row_text), atom(tile.column_text)
        kinds = [f"__shared__ {self.type} {name}[{R}][{C}];",
                 f"__shared__ {self.type} {name}[{R}][{C} + 1];",
                 f"__shared__ {self.type} {name}[{R} + 1][{C}];"]
        one, two = self.random.sample(kinds, 2)
        self.lines += ["#ifdef FLAT", f"  {one}", "#else", f"  {two}", "#endif"]
        with self.over(tile.rows, tile.columns, (tile.row_text, tile.column_text)) as (r, c):
            self.line(f"{name}[{r}][{c}] = in[{atom(r)} * {C} + {c}];")
        self.barrier()
        with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
            self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, f"{name}[{c}][{r}]")
        return True

    def trap_two_launches(self, tile):
        self.more_launches = True
        return True

    def trap_instances(self, tile):
        """A kernel with instances of several shapes."""
        if self.element.size > 8 or any("instance" in each for each in self.others):
            return False
        flat = self.chance(0.5)
        name, at = self.fresh("instance"), self.fresh("at")
        kinds = self.pick("N", "N, M")
        columns = "M" if kinds == "N, M" else "N"
        place = f"r * {columns} + c" if flat else "r][c"
        element = "s[%s]" % place
        if flat and self.chance(0.4):
            self.above.append(f"template <int N> __device__ {self.type} {at}(const {self.type} *p, int r, int c) "
                              "{ return p[r * N + c]; }")
            element = f"{at}<{columns}>(s, r, c)"
        extents = f"[N * {columns}]" if flat else f"[N][{columns}]"
        guard = self.pick("", "", f"if (N == 16) out[t] = s[0]{'' if flat else '[1]'};",
                          f"if constexpr (N == 32) {{ if (t < N) out[t] = s[t * {columns}]{'' if flat else '[0]'}; }}"
                          if flat else "")
        lines = [f"template <{', '.join('int ' + each for each in kinds.split(', '))}>",
                 f"__global__ void {name}({self.type} *out, const {self.type} *in) {{",
                 f"  __shared__ {self.type} s{extents};", "  int t = threadIdx.x;",
                 f"  for (int i = t; i < N * {columns}; i += 64) {{",
                 f"    int r = i / {columns}, c = i % {columns};",
                 f"    s[{place}] = in[i];", "  }", "  __syncthreads();"]
        if guard:
            lines.append(f"  {guard}")
            lines.append("  __syncthreads();")
        lines += [f"  for (int i = t; i < N * {columns}; i += 64) {{",
                  f"    int r = i % N, c = i / N;", f"    out[64 + i] = {element};", "  }", "}"]
        shapes = {"N": ["32", "16", "64", "24"], "N, M": ["32, 32", "32, 16", "16, 64", "32, 48", "64, 32"]}[kinds]
        chosen = self.random.sample(shapes, self.pick(1, 2, 2, 3))
        text = "\n".join(lines)
        for each in chosen:
            self.others.append((text, f"{name}<{each}>", "1, 64", 8192))
            text = ""
        return True

    # ===-------------------------------------------------------------------=== #
    # Configurations
    # ===-------------------------------------------------------------------=== #

    def in_configurations(self, tile):
        """Text that one of the configurations leaves out."""
        kind = self.pick("ifdef", "ifdef", "arch", "variant", "assert", "macro", "constexpr",
                         "extent", "launch", "step", "step", "column")
        if kind in ("ifdef", "arch", "variant"):
            condition = {
                "ifdef": self.pick("#ifdef FLAT", "#ifndef FLAT", "#if defined(FLAT)"),
                "arch": self.pick("#if __CUDA_ARCH__ >= 800", "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800"),
                "variant": self.pick("#if VARIANT == 2", "#if VARIANT != 2"),
            }[kind]
            first = self.pick(self.trap, self.read, self.read, None)
            second = self.pick(self.trap, self.trap, self.read, None)
            self.lines.append(condition)
            if first:
                first(tile)
            if second:
                self.lines.append("#else")
                second(tile)
            self.lines.append("#endif")
        elif kind == "assert":
            self.line(self.pick(
                f"assert(sizeof({tile.name}) > 0);" if self.whole_array(tile) else ";",
                f"assert({tile.first} != nullptr);",
                f"assert(&{self.at_direct(tile, '1', '0')} - ({tile.first}) == {tile.columns});"))
        elif kind == "macro":
            macro = self.macro("READ")
            one = self.at_direct(tile, "(r)", "(c)")
            two = f"({tile.first})[(r) * {atom(tile.column_text)} + (c)]"
            if self.chance(0.5):
                one, two = two, one
            self.above += ["#ifdef FLAT", f"#define {macro}(r, c) {one}", "#else",
                           f"#define {macro}(r, c) {two}", "#endif"]
            with self.over(tile.columns, tile.rows, (tile.column_text, tile.row_text)) as (r, c):
                self.store(f"{atom(r)} * {tile.rows} + {c}", tile.count, f"{macro}({c}, {r})")
        elif kind == "constexpr":
            flag = self.fresh("flag")
            self.above.append(f"constexpr bool {flag} = {self.pick('VARIANT == 2', 'true', 'false')};")
            with self.block(f"{self.pick('if constexpr', 'if')} ({flag}) {{"):
                self.read_transposed(tile)
            with self.block("else {"):
                self.pick(self.trap, self.read)(tile)
        elif kind == "extent":
            name = self.macro("SKIP")
            self.above += ["#ifdef FLAT", f"#define {name} 2", "#else",
                           f"#define {name} 1", "#endif"]
            with self.block(f"if (t < {tile.rows // 2}) {{"):
                self.store("t", tile.rows // 2, self.at(tile, f"t * {name}", "1"))
        elif kind in ("step", "column"):
            self.other_index(tile, kind)
        else:
            self.lines += ["#ifdef FLAT", "  __syncthreads();", "#endif"]
            self.read(tile)

    def other_index(self, tile, kind):
        """Both configurations read the tile by one text, but other elements."""
        usual, other = (tile.column_text, str(tile.columns // 2)) if kind == "step" \
            else ("0", str(tile.columns))
        # The language keeps subscripts of declared rows in them.
        if kind == "column" and tile.form != "flat":
            usual, other = "0", "1"
        way = self.pick("macro", "constant", "variable", "changed", "function", "default")
        name = self.macro("STEP") if way in ("macro", "default") else self.fresh("step")
        if way == "macro":
            self.above += ["#ifdef FLAT", f"#define {name} {other}", "#else",
                           f"#define {name} {usual}", "#endif"]
        elif way == "default":
            base = self.macro("WHICH")
            self.above += [f"#ifdef FLAT", f"#define {base} 1", "#endif", f"#ifndef {base}",
                           f"#define {base} 0", "#endif"]
            self.line(f"const int {name} = {base} ? {other} : {usual};")
        elif way == "function":
            usual = usual if not self.template else str(tile.columns if kind == "step" else 0)
            self.above += [f"__device__ inline int {name}() {{", "#ifdef FLAT", f"  return {other};",
                           "#else", f"  return {usual};", "#endif", "}"]
            name += "()"
        elif way == "changed":
            self.line(f"int {name} = {usual};")
            self.lines += ["#ifdef FLAT", f"  {name} = {other};", "#endif"]
        else:
            word = "constexpr int" if way == "constant" and other.isdigit() else "const int"
            self.lines += ["#ifdef FLAT", f"  {word} {name} = {other};", "#else",
                           f"  {word} {name} = {usual};", "#endif"]
        rows = tile.rows - 1 if kind == "column" else tile.rows
        columns = tile.columns - 1 if kind == "column" and tile.form != "flat" else tile.columns
        k = self.fresh("k")
        base = self.place(tile.count)
        with self.block(f"if (t < {rows}) {{"):
            with self.block(f"for (int {k} = 0; {k} < {columns}; ++{k}) {{"):
                if kind == "step":
                    value = f"({tile.first})[t * {name} + {k}]" if tile.form == "flat" \
                        else f"({tile.first})[t * {name} + {k} % {tile.columns // 2 or 1}]"
                else:
                    value = self.at_direct(tile, "t", f"({k} + {name})")
                self.line(f"out[{base} + {k} * {rows} + t] = {value};")

    # ===-------------------------------------------------------------------=== #
    # The kernel
    # ===-------------------------------------------------------------------=== #

    def draw(self):
        self.element = self.pick(*ELEMENTS)
        self.type = self.element.name
        self.rows, self.columns, X, Y = self.pick(*SHAPES)
        while self.rows * self.columns * self.element.size > 32 << 10:
            self.rows, self.columns, X, Y = self.pick(*SHAPES)
        self.threads = (X, Y)
        self.thread_count = self.pick(str(X * Y), str(X * Y), "blockDim.x * blockDim.y")
        # How seldom an access is spelled in an unusual way.
        self.plainness = self.pick(300, 300, 100, 16)
        self.constants, self.reused, self.tiles = {}, [], []
        self.outer = None
        self.dynamic_lines, self.after_memory = [], []
        self.has_launcher = False
        self.more_launches = False
        self.wide, self.vector = 0, ""
        if self.element.name in ("float", "int", "__half") and self.chance(0.3):
            self.wide, self.vector = {
                "float": self.pick((4, "float4"), (2, "float2")),
                "int": self.pick((4, "int4"), (2, "int2")),
                "__half": self.pick((8, "int4"), (2, "__half2")),
            }[self.element.name]
        if self.element.declaration:
            self.above.append(self.element.declaration)
        # Whether the kernel stands in the header, and the other source launches it.
        self.is_shared = self.chance(0.06)
        self.launch_abroad = self.is_shared and self.chance(0.6)
        self.chance_of_number = self.chance(0.5)
        self.draw_coordinates()
        count = self.pick(1, 1, 1, 1, 2, 2, 3)
        for _ in range(count):
            self.tile()
        for tile in self.tiles:
            self.fill(tile)
            if self.chance(0.1):
                self.barrier()
        if self.element.is_scalar and self.chance(0.1):
            self.histogram(self.pick(*self.tiles))
        self.barrier()
        for tile in self.tiles:
            if self.chance(0.9):
                self.read(tile)
        if len(self.tiles) > 1 and self.chance(0.5):
            self.product(self.tiles[0], self.tiles[1])
        for _ in range(self.pick(0, 0, 0, 0, 0, 0, 1, 1, 1, 2)):
            self.barrier()
            self.trap(self.pick(*self.tiles))
        if self.chance(0.15):
            self.barrier()
            self.in_configurations(self.pick(*self.tiles))
        if self.chance(0.3):
            self.barrier()
            self.read(self.pick(*self.tiles))

    def draw_coordinates(self):
        X, Y = self.threads
        kind = self.pick("int", "int", "const int", "unsigned")
        if Y == 1:
            self.line(f"int t = threadIdx.x, x = t, y = 0;")
            return
        style = self.pick("plain", "plain", "linear", "const", "unsigned")
        if style == "linear":
            self.line("int t = threadIdx.y * blockDim.x + threadIdx.x;")
            self.line(f"int x = t % {X}, y = t / {X};")
        else:
            kind = {"plain": "int", "const": "const int", "unsigned": "int"}[style]
            self.line(f"{kind} x = threadIdx.x, y = threadIdx.y;")
            self.line(f"{kind} t = y * {X} + x;")

    def kernel_text(self):
        linkage = "static " if self.is_shared and not self.template else ""
        name = f"{self.template}{linkage}__global__ void run"
        return "\n".join([f"{name}({self.type} *out, const {self.type} *in{self.parameters}) {{",
                          *self.lines, "}"])

    def launch(self, kernel, configuration, count, source, more="", before=(), after=()):
        """A statement of `main`: memory of its own for each launch."""
        self.buffers[source] += 2
        type_ = f"{self.space}::{self.type}" if self.element.declaration else self.type
        return "\n".join([
            f"void launch{self.order}_{source}{self.buffers[source]}() {{ using namespace {self.space};",
            *[f"    {each}" for each in before],
            f"    auto *in = input<{type_}>({INPUT});",
            f"    auto *out = output<{type_}>({count});",
            *[f"    {each}" for each in after],
            self.launch_text(kernel, configuration, more), "}"])

    def launch_text(self, kernel, configuration, more):
        if not self.has_launcher or not kernel.startswith("run"):
            return f"    {kernel}<<<{configuration}>>>(out, in{more});"
        values = configuration.split(", ", 1)[1]
        block, comma, bytes_ = values.rpartition(", ") if self.dynamic else (values, "", "")
        sized = f", {bytes_}" if bytes_ else ""
        launcher = "auto start = [=](auto kernel, dim3 block, size_t bytes) { kernel<<<1, block, bytes>>>(out, in); };"
        return f"    {launcher}\n    start(run{self.instance}, {block}{sized or ', 0'});"

    def one(self):
        """Its part of the first source, and of that source's main."""
        self.buffers["one"] = 0
        X, Y = self.threads
        block = str(X) if Y == 1 else f"dim3({X}, {Y})"
        sized = f", {self.on_host(self.dynamic)}" if self.dynamic else ""
        launches = [self.launch(f"run{self.instance}", f"1, {block}{sized}",
                                max(self.stored, 1), "one", self.arguments,
                                [self.on_host(each) for each in self.dynamic_lines],
                                self.after_memory)]
        if self.more_launches:
            grid = self.launch(f"run{self.instance}", f"2, {block}{sized}",
                               max(self.stored, 1), "one", self.arguments,
                               [self.on_host(each) for each in self.dynamic_lines])
            launches.append(grid)
        texts = [f"namespace {self.space} {{"]
        if not self.is_shared:
            texts += [*self.above, self.kernel_text()]
        for text, name, configuration, count in self.others:
            texts.append(text)
            launches.append(self.launch(name, configuration, count, "one"))
        texts.append(f"}} // namespace {self.space}")
        return "\n".join(texts) + "\n", "\n".join(launches)

    def two(self):
        """Its part of the second source; nothing, mostly."""
        self.buffers["two"] = 0
        if self.is_shared and self.launch_abroad:
            X, Y = self.threads
            block = str(X) if Y == 1 else f"dim3({X}, {Y})"
            size = self.on_host(self.dynamic)
            if size and self.chance_of_number:
                size = str(self.dynamic_count * self.element.size)
            sized = f", {size}" if size else ""
            return f"namespace {self.space} {{}}\n", self.launch(
                f"run{self.instance}", f"1, {block}{sized}", max(self.stored, 1), "two",
                self.arguments, [self.on_host(each) for each in self.dynamic_lines])
        if not self.abroad:
            return "", ""
        launches = [self.launch(name, configuration, count, "two")
                    for name, configuration, count in self.launches_abroad]
        return "\n".join([f"namespace {self.space} {{", *self.abroad,
                          f"}} // namespace {self.space}"]) + "\n", "\n".join(launches)

    def shared_text(self):
        if not self.header and not self.is_shared:
            return ""
        more = [*self.above, self.kernel_text()] if self.is_shared else []
        return "\n".join([f"namespace {self.space} {{", *self.header, *more,
                          f"}} // namespace {self.space}"]) + "\n"


def sources(kernels):
    """The files that hold these kernels, and the kernels whose memory each
    allocation of each source is."""
    files, owners = {}, {}
    parts = [(each.order, each.shared_text()) for each in kernels]
    files["shared.h"] = HEAD + "".join(f"\n// {order}\n{text}" for order, text in parts if text)
    for name in ("one", "two"):
        parts = [(each, *getattr(each, name)()) for each in kernels]
        if name == "two" and not any(text for _, text, _ in parts):
            continue
        body = "".join(f"\n// {each.order}\n{text}" for each, text, _ in parts if text)
        launches = "\n".join(launch for _, _, launch in parts if launch)
        calls = "\n".join(f"  {call}(); // of k{order}" for call, order in re.findall(
            r"^void (launch(\d+)_\w+)", launches, re.MULTILINE))
        files[f"{name}.cu"] = ('#include "shared.h"\n' + body + "\n// main\n"
                               + MAIN.format(launches=launches, calls=calls))
        owners[f"{name}.cu"] = [each.order for each in kernels
                                for _ in range(each.buffers[name])]
    return files, owners
