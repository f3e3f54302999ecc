"""Sources that are nested deeply, in many forms: each ends within a limit of time with
a status and, where it is not read, a sentence; and what another source has is said.

usage: nested.py BANKLINT CONFLICT FOLDER
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


FORMS = {
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
    "initialisers": "int q[] = " + "{" * LEVELS + "1" + "}" * LEVELS + ";",
}


def main():
    banklint, conflict, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FORMS.items():
        source = folder / f"{name}.cu"
        source.write_text(BEFORE + text + BEHIND)
        done = subprocess.run(
            [banklint, "--cuda-path=none", "--time-limit=20", "--quiet", source,
             conflict, "--"], capture_output=True, text=True, timeout=300)
        assert "conflict.cu:3:3: warning: 2-way" in done.stdout, (name, done)
        assert done.returncode in (1, 3), (name, done)
        if done.returncode == 3:
            assert f"{name}.cu" in done.stderr, (name, done)
            assert len(done.stderr.splitlines()) <= 3, (name, done)


main()
