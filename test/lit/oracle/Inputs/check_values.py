"""Values of dumps beside the numbers that they stand for, lane by lane."""

import values


def lanes(text, **numbers):
    return values.expression(text).lanes(numbers)


def check(text, function, **numbers):
    found, expected = lanes(text, **numbers), [function(i) for i in range(32)]
    assert found == expected, f"{text}: {found} is not {expected}"


check("4 * lane + 12", lambda i: 4 * i + 12)
check("(lane % 16) + 68 * (lane / 16)", lambda i: i % 16 + 68 * (i // 16))
check("{" + ", ".join(str(-i) for i in range(32)) + "}", lambda i: -i)
check("-lane - 3", lambda i: -i - 3)
check("lane + 5 + launch(n)", lambda i: i + 5)
check("((lane + n) /u32 3)", lambda i: (i + 7) // 3, n=7)
# An unsigned division of what is negative, and a signed one, which truncates.
check("((lane - n) /u32 3)", lambda i: (i - 40) % 2**32 // 3, n=40)
check("((lane - n) / 3)", lambda i: -((40 - i) // 3), n=40)
check("((lane - n) % 3)", lambda i: -((40 - i) % 3), n=40)
check("i8(lane * 9)", lambda i: (i * 9 + 128) % 256 - 128)
check("min(lane, n)", lambda i: min(i, 5), n=5)
check("max.u32(lane, (0 - n))", lambda i: 2**32 - 5, n=5)
check("((lane << 30) + 0)", lambda i: ((i << 30) + 2**31) % 2**32 - 2**31)
check("(lane ^ n)", lambda i: i ^ 3, n=3)
check("((lane < n) && (lane == 2))", lambda i: int(i == 2), n=9)

assert values.expression("4 * lane + 32 * n + m").moves_all_lanes_alike()
assert values.expression("(n /u32 3) + lane").moves_all_lanes_alike()
assert not values.expression("n * lane").moves_all_lanes_alike()
assert not values.expression("min(lane, n)").moves_all_lanes_alike()

for text in ("4 *", "lane lane", "f(3)", "(3"):
    try:
        values.Expression(text)
    except values.TextError:
        continue
    raise AssertionError(f"{text} was read")
