# ===- integers.py - Random integer expressions with known bounds -----------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# An integer is a text of C++ with the bounds of what it computes, over all
# threads and iterations. Operators derive the bounds of their results, so that an
# index is in range because it was built so, and needs a mask only where the bounds
# do not say it already.
#
# ===----------------------------------------------------------------------=== #

from dataclasses import dataclass

# Bounds that no operator leaves, so that nothing overflows.
LIMIT = 1 << 24


@dataclass(frozen=True)
class Integer:
    text: str
    low: int
    high: int
    is_unsigned: bool = False
    is_uniform: bool = False  # the same in all threads of a block
    is_atom: bool = True  # needs no parentheses

    @property
    def atom(self):
        return self.text if self.is_atom else f"({self.text})"

    @property
    def extent(self):
        return self.high + 1


def number(value):
    return Integer(str(value), value, value, is_uniform=True, is_atom=value >= 0)


def bits_of(value):
    return (1 << value.bit_length()) - 1


def signed(value):
    if not value.is_unsigned:
        return value
    return Integer(f"int({value.text})", value.low, value.high, False,
                   value.is_uniform)


def binary(sign, left, right, low, high):
    """The operation on two integers, the bounds of which are known."""
    if min(left.low, right.low, low) < 0:
        # With an unsigned operand it would wrap around.
        left, right = signed(left), signed(right)
    return Integer(f"{left.atom} {sign} {right.atom}", low, high,
                   left.is_unsigned or right.is_unsigned,
                   left.is_uniform and right.is_uniform, False)


def add(left, right):
    return binary("+", left, right, left.low + right.low, left.high + right.high)


def subtract(left, right):
    return binary("-", left, right, left.low - right.high, left.high - right.low)


def multiply(left, right):
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return binary("*", left, right, min(corners), max(corners))


def divide(left, by):
    assert by.low == by.high > 0
    corners = [abs(each) // by.low * (1 if each >= 0 else -1)
               for each in (left.low, left.high)]
    return binary("/", left, by, *corners)


def modulo(left, by):
    assert by.low == by.high > 0
    most = by.low - 1
    low = max(-most, left.low) if left.low < 0 else 0
    high = min(most, left.high) if left.high >= 0 else 0
    return binary("%", left, by, low, high)


def mask(left, by):
    """Any integer, and a number that is not negative."""
    high = min(by.high, left.high) if left.low >= 0 else by.high
    return binary("&", left, by, 0, high)


def exclusive_or(left, right):
    assert left.low >= 0 and right.low >= 0
    return binary("^", left, right, 0, bits_of(left.high | right.high))


def inclusive_or(left, right):
    assert left.low >= 0 and right.low >= 0
    return binary("|", left, right, 0, bits_of(left.high | right.high))


def shift_left(left, by):
    return binary("<<", left, by, left.low << by.low, left.high << by.high)


def shift_right(left, by):
    return binary(">>", left, by, left.low >> by.low, left.high >> by.low)


def call(function, arguments, low, high):
    arguments = [signed(each) for each in arguments]
    text = ", ".join(each.text for each in arguments)
    return Integer(f"{function}({text})", low, high, False,
                   all(each.is_uniform for each in arguments))


def choose(condition, left, right):
    """Conditions are texts with whether they are uniform."""
    left, right = signed(left), signed(right)
    text, is_uniform = condition
    return Integer(f"{text} ? {left.atom} : {right.atom}",
                   min(left.low, right.low), max(left.high, right.high), False,
                   is_uniform and left.is_uniform and right.is_uniform, False)


def is_power(value):
    return value > 0 and not value & (value - 1)


class Expressions:
    """Draws expressions over what a scope has."""

    def __init__(self, random):
        self.random = random

    def constant(self, high=40):
        usual = [0, 1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 24, 31, 32, 33]
        usual = [each for each in usual if each <= high]
        return number(self.random.choice(usual) if self.random.random() < 0.8
                      else self.random.randint(0, high))

    def leaf(self, leaves):
        # A thread's coordinates come first in most scopes, and are wanted most.
        if leaves and self.random.random() < 0.85:
            return self.random.choice(leaves)
        return self.constant()

    def draw(self, leaves, depth=None):
        random = self.random
        if depth is None:
            depth = random.choice((0, 1, 1, 2, 2, 2, 3, 3, 4))
        if depth == 0 or not leaves:
            return self.leaf(leaves)
        left = self.draw(leaves, depth - 1)
        result = self._operation(left, leaves, depth)
        return result if -LIMIT < result.low and result.high < LIMIT else left

    def _operation(self, left, leaves, depth):
        random = self.random
        kind = random.choice(
            ("add", "add", "add", "times", "times", "subtract", "divide", "modulo",
             "modulo", "and", "and", "xor", "xor", "or", "left", "right", "right",
             "minmax", "choose", "cast", "negate", "count", "product"))
        if kind in ("add", "subtract", "xor", "or", "minmax", "product"):
            right = self.draw(leaves, random.randrange(depth))
        if kind == "add":
            return add(left, right)
        if kind == "subtract":
            return subtract(left, right)
        if kind == "product":
            return multiply(left, right)
        if kind == "times":
            return multiply(left, number(random.choice(
                (2, 2, 3, 4, 4, 5, 6, 8, 8, 9, 12, 16, 17, 20, 32, 33, 36))))
        if kind in ("divide", "modulo"):
            by = number(random.choice((2, 3, 4, 5, 6, 7, 8, 8, 12, 16, 16, 24, 32,
                                       32, 33, 48, 64)))
            return (divide if kind == "divide" else modulo)(left, by)
        if kind == "and":
            by = random.choice((1, 3, 3, 7, 7, 15, 15, 31, 31, 63, 5, 6, 12, 24,
                                28, 30))
            return mask(left, number(by))
        if kind in ("xor", "or"):
            if left.low < 0 or right.low < 0:
                return add(left, right)
            return (exclusive_or if kind == "xor" else inclusive_or)(left, right)
        if kind == "left" and left.low >= 0:
            return shift_left(left, number(random.randint(1, 5)))
        if kind == "right" and left.low >= 0:
            return shift_right(left, number(random.randint(1, 5)))
        if kind == "minmax":
            if random.random() < 0.5:
                return call("min", (left, right), min(left.low, right.low),
                            min(left.high, right.high))
            return call("max", (left, right), max(left.low, right.low),
                        max(left.high, right.high))
        if kind == "choose":
            return choose(self.condition(leaves, 1), left,
                          self.draw(leaves, random.randrange(depth)))
        if kind == "cast":
            return self.cast(left)
        if kind == "negate":
            return subtract(number(random.randint(0, 40)), left)
        if kind == "count" and left.low >= 0:
            if random.random() < 0.6:
                return call("__popc", (left,), 0, left.high.bit_length())
            return call("__ffs", (left,), 0, left.high.bit_length())
        return left

    def cast(self, value):
        """To a type that holds it."""
        ranges = {"unsigned char": (0, 255), "short": (-32768, 32767),
                  "unsigned short": (0, 65535), "signed char": (-128, 127)}
        fit = [name for name, (low, high) in ranges.items()
               if low <= value.low and value.high <= high]
        if not fit or self.random.random() < 0.3:
            wide = self.random.choice(("long long", "size_t")
                                      if value.low >= 0 else ("long long",))
            return Integer(f"int(static_cast<{wide}>({value.text}))", value.low,
                           value.high, False, value.is_uniform)
        name = self.random.choice(fit)
        return Integer(f"static_cast<{name}>({value.text})", value.low, value.high,
                       False, value.is_uniform)

    def fit(self, value, size):
        """An index below `size` made of any integer."""
        random = self.random
        if value.low >= 0 and value.high < size:
            return value
        forms = ["mask", "mask", "clamp"]
        if value.low >= 0:
            forms += ["modulo", "modulo", "modulo"]
        if value.low > 0 and value.high - value.low < size:
            forms = ["move"]
        if value.low < 0 and value.high - value.low < size:
            forms = ["move", "move", "mask"]
        kind = random.choice(forms)
        if kind == "move":
            moved = (subtract(value, number(value.low)) if value.low > 0
                     else add(value, number(-value.low)))
            # It was moved by what its bounds say, so it begins at 0.
            return moved
        if kind == "mask":
            most = (1 << (size.bit_length() - 1)) - 1
            return mask(value, number(most))
        if kind == "clamp":
            at = value
            if value.high >= size:
                at = call("min", (at, number(size - 1)), min(value.low, size - 1),
                          size - 1)
            if value.low < 0:
                at = call("max", (at, number(0)), 0, max(at.high, 0))
            return at
        return modulo(value, number(size))

    def condition(self, leaves, depth=None):
        """A text in parentheses, and whether it is uniform."""
        random = self.random
        if depth is None:
            depth = random.choice((1, 1, 1, 2))
        if depth > 1:
            left, right = self.condition(leaves, 1), self.condition(leaves, 1)
            sign = random.choice(("&&", "&&", "||"))
            return f"({left[0]} {sign} {right[0]})", left[1] and right[1]
        value = self.draw(leaves, random.choice((0, 0, 1, 1, 2)))
        kind = random.choice(("less", "less", "less", "bit", "modulo", "equal",
                              "pair"))
        if kind == "pair":
            other = self.draw(leaves, random.choice((0, 1)))
            sign = random.choice(("<", "<=", ">", "!=", "=="))
            left, right = signed(value), signed(other)
            return (f"({left.atom} {sign} {right.atom})",
                    left.is_uniform and right.is_uniform)
        if kind == "bit":
            by = random.choice((1, 2, 3, 4, 7, 8, 16, 5))
            sign = random.choice(("==", "!="))
            to = random.choice((0, 0, by))
            return f"(({value.atom} & {by}) {sign} {to})", value.is_uniform
        if kind == "modulo":
            by = random.choice((2, 3, 4, 5, 7))
            sign = random.choice(("==", "!=", "<"))
            value = signed(value)
            return (f"({value.atom} % {by} {sign} {random.randrange(1, by)})",
                    value.is_uniform)
        value = signed(value)
        if kind == "equal":
            to = random.randint(value.low, value.high)
            return (f"({value.atom} {random.choice(('==', '!='))} {to})",
                    value.is_uniform)
        to = random.randint(value.low, value.high + 1)
        sign = random.choice(("<", "<", "<", ">=", ">"))
        return f"({value.atom} {sign} {to})", value.is_uniform
