#!/usr/bin/env python3
#===- project.py - What the cache and -j are worth -------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks a project in several ways, one after the other, and compares the times.

    project.py BANKLINT DATABASE_FOLDER [JOBS] [OPTION]...

The ways are taken in turn, three rounds of them, so that a busy machine is busy
for all; of each the quickest counts. Run by hand: ratios of one run mean
something, seconds of different machines do not. Fails where outputs differ.
"""

import os
import subprocess
import sys
import tempfile
import time

ROUNDS = 3


def check(command):
    """The seconds that a run took, and what it wrote."""
    start = time.perf_counter()
    run = subprocess.run(command, capture_output=True)
    seconds = time.perf_counter() - start
    if run.returncode not in (0, 1, 3):
        sys.exit(run.stderr.decode())
    return seconds, run.stdout


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n\n")[1].strip())
    banklint, folder = sys.argv[1:3]
    jobs = sys.argv[3] if len(sys.argv) > 3 else str(os.cpu_count())
    base = [banklint, "-p", folder, *sys.argv[4:]]
    best, outputs = {}, set()
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as cache:
            ways = {
                "one at a time": base,
                f"{jobs} at a time": base + ["-j", jobs],
                "filling a cache": base + [f"--cache-dir={cache}"],
                "from the cache": base + [f"--cache-dir={cache}"],
            }
            for name, command in ways.items():
                seconds, output = check(command)
                best[name] = min(seconds, best.get(name, seconds))
                outputs.add(output)
    whole = best["one at a time"]
    for name, seconds in best.items():
        print(f"{name:16} {seconds:8.3f} s  {100 * seconds / whole:6.1f} %")
    return "outputs differ" if len(outputs) > 1 else 0


sys.exit(main())
