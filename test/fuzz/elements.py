# ===- elements.py - What shared arrays hold --------------------------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# An element type knows how a value of it is made of a number, and in which ways a
# place that holds one is read or changed. Classes are drawn member by member.
#
# ===----------------------------------------------------------------------=== #

from dataclasses import dataclass, field


@dataclass
class Element:
    name: str
    size: int
    align: int
    make: str  # of {0}, an expression of type float
    # What reads the place {0} makes of it: expressions of an arithmetic type.
    reads: list
    # Statements that change the place {0} with {1}; they read it, too.
    updates: list = field(default_factory=list)
    # Statements that write a part of the place {0} with {1}.
    parts: list = field(default_factory=list)
    # How many names a structured binding takes, and what is read of them.
    bound: int = 0
    is_integer: bool = False
    is_arithmetic: bool = False
    atomics: list = field(default_factory=list)
    declaration: str = ""
    # Calls of functions that take one, by value or by reference.
    total: str = ""  # of the name {0} of a local variable


def _arithmetic(name, size, atomics=()):
    is_integer = name not in ("float", "double")
    return Element(
        name, size, size, f"static_cast<{name}>({{0}})", ["{0}"],
        ["{0} += {1};", "{0} = {0} * 2 + {1};", "{0} -= {1};"]
        + (["++{0};", "{0} ^= 5;", "{0} = {0} << 1;"] if is_integer else []),
        is_integer=is_integer, is_arithmetic=True, atomics=list(atomics),
        total="{0}")


def _vector(name, base, count, size, align):
    members = "xyzw"[:count]
    values = ", ".join(f"{{0}} + {i}" if i else "{0}" for i in range(count))
    make = f"make_{name}({values})"
    if base not in ("float", "double"):
        cast = f"static_cast<{base}>({{0}})"
        make = f"make_{name}({', '.join(cast for _ in members)})"
    sums = " + ".join(f"{{0}}.{m}" for m in members)
    return Element(
        name, size, align, make,
        [f"{{0}}.{m}" for m in members], [f"{{0}}.{m} += {{1}};" for m in members],
        [f"{{0}}.{m} = {{1}};" for m in members], count, total=sums)


_FULL = ("atomicAdd", "atomicAdd", "atomicSub", "atomicMax", "atomicMin",
         "atomicExch", "atomicOr", "atomicXor", "atomicAnd", "atomicCAS",
         "atomicInc")

ARITHMETIC = [
    _arithmetic("char", 1), _arithmetic("unsigned char", 1),
    _arithmetic("short", 2), _arithmetic("unsigned short", 2),
    _arithmetic("int", 4, _FULL), _arithmetic("unsigned", 4, _FULL),
    _arithmetic("float", 4, ("atomicAdd", "atomicExch")), _arithmetic("double", 8),
    _arithmetic("long long", 8),
    _arithmetic("unsigned long long", 8, ("atomicAdd", "atomicMax", "atomicCAS")),
]
BY_NAME = {each.name: each for each in ARITHMETIC}

HALVES = [
    Element("__half", 2, 2, "__float2half({0})", ["__half2float({0})"],
            ["{0} = __hadd({0}, __float2half({1}));"], total="__half2float({0})"),
    Element("__half2", 4, 4, "__floats2half2_rn({0}, 1.0f)",
            ["__low2float({0})", "__high2float({0})"],
            ["{0} = __hadd2({0}, __float2half2_rn({1}));"],
            total="__low2float({0})"),
]

VECTORS = [
    _vector("float2", "float", 2, 8, 8), _vector("float3", "float", 3, 12, 4),
    _vector("float4", "float", 4, 16, 16), _vector("int2", "int", 2, 8, 8),
    _vector("int4", "int", 4, 16, 16), _vector("uchar4", "unsigned char", 4, 4, 4),
    _vector("short2", "short", 2, 4, 4), _vector("double2", "double", 2, 16, 16),
    _vector("int3", "int", 3, 12, 4), _vector("short4", "short", 4, 8, 8),
]

_MEMBERS = ("char", "short", "int", "int", "float", "float", "float", "double",
            "unsigned char", "long long")


def _rounded(size, align):
    return (size + align - 1) // align * align


def draw_class(random, name):
    """A class with members, a base, constructors, methods and operators."""
    members = []  # type, name, count
    for i in range(random.choice((1, 2, 2, 3, 3, 4, 5))):
        count = random.choice((0, 0, 0, 0, 2, 3, 4, 5))
        members.append((random.choice(_MEMBERS), f"m{i}", count))
    if random.random() < 0.4:
        # Of 12, 20 or 16 bytes.
        members = [(random.choice(("int", "float")), f"m{i}", 0)
                   for i in range(random.choice((3, 3, 5, 4)))]
    has_base = random.random() < 0.4
    inherits = has_base and random.random() < 0.5
    is_template = random.random() < 0.25
    force = random.choice((0,) * 7 + (16, 8))
    size, align = 0, 1
    text = []
    if has_base:
        base = random.choice(("int", "float", "short", "double"))
        align = BY_NAME[base].size
        size = align
        text += [f"struct {name}Base {{", f"  {base} first;",
                 f"  {name}Base() = default;",
                 f"  __device__ explicit {name}Base(float from) : first(from) {{}}",
                 f"  __device__ {base} front() const {{ return first; }}", "};"]
    for kind, _, count in members:
        width = BY_NAME[kind].size
        align = max(align, width)
        size = _rounded(size, width) + width * max(1, count)
    align = max(align, force)
    size = _rounded(size, align)
    first = members[0][0]
    if is_template:
        text.append("template <class T>")
    mark = f"__align__({force}) " if force else ""
    parent = f" : {name}Base" if has_base else ""
    text.append(f"struct {mark}{name}{parent} {{")
    for i, (kind, member, count) in enumerate(members):
        kind = "T" if is_template and i == 0 else kind
        text.append(f"  {kind} {member}{f'[{count}]' if count else ''};")
    sets = []
    for kind, member, count in members:
        if count:
            sets.append(f"for (int i = 0; i < {count}; ++i)")
            sets.append(f"  {member}[i] = from + i;")
        else:
            sets.append(f"{member} = from;")
    text.append(f"  {name}() = default;")
    if inherits:
        text.append(f"  using {name}Base::{name}Base;")
    else:
        head = f" : {name}Base(from)" if has_base else ""
        text.append(f"  __device__ explicit {name}(float from){head} {{")
        text += ["    " + line for line in sets] + ["  }"]
    text += ["  __device__ void set(float from) {"]
    text += ["    " + line for line in sets]
    text += ["  }"] if not has_base else ["    this->first = from;", "  }"]
    terms = [f"{member}[{random.randrange(count)}]" if count else member
             for _, member, count in members]
    if has_base:
        terms.append("this->first")
    text.append(f"  __device__ float sum() const {{ return {' + '.join(terms)}; }}")
    one = random.choice(terms)
    text.append(f"  __device__ float one() const {{ return {one}; }}")
    text.append(f"  __device__ {name} &operator+=(float from) {{")
    text.append(f"    {terms[0]} += from;")
    text += ["    return *this;", "  }"]
    arrays = [(member, count) for _, member, count in members if count]
    reads = ["{0}.sum()", "{0}.one()"] + [f"{{0}}.{term}" for term in terms
                                          if not term.startswith("this")]
    if has_base:
        reads += ["{0}.first", "{0}.front()"]
    parts = [f"{{0}}.{term} = {{1}};" for term in terms if "this" not in term]
    if arrays:
        member, count = random.choice(arrays)
        kind = next(k for k, m, _ in members if m == member)
        if is_template and member == "m0":
            kind = "T"
        text += [f"  __device__ {kind} &operator[](int i) {{ return {member}[i]; }}",
                 f"  __device__ {kind} operator[](int i) const {{",
                 f"    return {member}[i];", "  }"]
        k = random.randrange(count)
        reads.append(f"{{0}}[{k}]")
        parts.append(f"{{0}}[{k}] = {{1}};")
    text.append("};")
    full = f"{name}<{first}>" if is_template else name
    can_bind = not has_base and not arrays
    # The inherited constructor leaves members as they were.
    text += [f"__device__ {full} make{name}(float from) {{",
             f"  {full} made(from);", "  made.set(from);", "  return made;", "}"]
    make = f"make{name}({{0}})" if inherits else f"{full}({{0}})"
    return Element(full, size, align, make, reads,
                   ["{0} += {1};"], parts + ["{0}.set({1});"],
                   len(members) if can_bind else 0,
                   declaration="\n".join(text), total="{0}.sum()")


def draw_bits(random, name):
    """A class of bit-fields."""
    # One of whole bytes would be accessed without a shift or a mask.
    a = random.choice((2, 3, 5, 6, 7, 9, 11, 12))
    # A copy of at most 16 bits would look like one of a short.
    b = random.choice([each for each in range(17 - a, 32 - a) if each % 8])
    text = "\n".join([
        f"struct {name} {{", f"  unsigned a : {a};", f"  unsigned b : {b};",
        f"  {name}() = default;",
        f"  __device__ explicit {name}(float from) : a(int(from) & 3), b(1) {{}}",
        "};"])
    return Element(name, 4, 4, f"{name}({{0}})", ["{0}.a", "{0}.b"],
                   ["{0}.a ^= 1;"], ["{0}.b = 1;"], declaration=text,
                   total="{0}.a")


def draw_element(random, name):
    kind = random.random()
    if kind < 0.5:
        return random.choice(ARITHMETIC)
    if kind < 0.58:
        return random.choice(HALVES)
    if kind < 0.75:
        return random.choice(VECTORS)
    if kind < 0.98:
        return draw_class(random, name)
    return draw_bits(random, name)
