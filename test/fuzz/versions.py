# ===- versions.py - Sources as they are, and fixed -------------------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Lints the sources of a folder, applies the fixes, and runs a source on
# test/oracle: what it leaves in the device's memory, and what it does that hardware
# or the language forbids. Random kernels (against_fixes.py) and programs that were
# written to be broken (test/fixes/broken) are held against themselves with it.
#
# ===----------------------------------------------------------------------=== #

import json
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from against_oracle import oracle

VERSIONS = ("before", "safe", "unsafe")


class Failed(Exception):
    """Why nothing is known of the kernels of a source, as a kind and a sentence."""

    def __init__(self, kind, why):
        super().__init__(why)
        self.kind = kind


class Linter:
    """banklint, as it lints the sources of a folder."""

    def __init__(self, tools, flags, limit):
        self.tools, self.flags, self.limit = tools, flags, limit

    def run(self, folder, *options):
        names = sorted(file.name for file in folder.glob("*.cu"))
        command = [str(self.tools.banklint), "--cuda-path=none", "--no-config",
                   "--exit-zero", "-j", "1", *options, *names, "--", "-std=c++17",
                   *self.flags]
        try:
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder,
                                  timeout=self.limit)
        except subprocess.TimeoutExpired:
            raise Failed("trouble", "banklint takes too long") from None
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["?"]
            raise Failed("trouble", f"banklint ends with {done.returncode}: {lines[-1]}")
        if "sources with errors" in done.stderr:
            raise Failed("trouble", "banklint says that the source has errors")
        return done.stdout

    def report(self, folder):
        file = folder.parent / f"{folder.name}.json"
        self.run(folder, "--all-accesses", f"--output=json:{file}")
        return file

    def fix(self, folder, *options):
        self.run(folder, "--fix", *options)

    def worse(self, before, after):
        """Lines of `banklint compare` that say which accesses take more wavefronts. It
        compares means: where fewer requests take as many together, none is worse."""
        done = subprocess.run([str(self.tools.banklint), "compare", before, after],
                              capture_output=True, text=True)
        sums = [SumsByLine(report) for report in (before, after)]
        lines, is_worse = [], False
        for line in done.stdout.splitlines():
            numbers = re.search(r": ([\d.]+) -> ([\d.]+) wavefronts", line)
            if not numbers or float(numbers[2]) <= float(numbers[1]):
                continue
            is_worse = True
            kernel = re.search(r" in (.*), block ", line)[1]
            file, number = line.split(":")[:2]
            place = sums[1].place(kernel, file, int(number))
            if sums[1].of[place] > sums[0].of[place] + 1e-6:
                lines.append(line)
        if is_worse != (done.returncode == 1):
            raise Failed("trouble", f"compare ends with {done.returncode}")
        return lines


class SumsByLine:
    """The wavefronts of all requests of a block, by kernel, file and line. Lines count
    from the kernel's first access in the file: kernels that stand before it may have
    been left out."""

    def __init__(self, report):
        accesses = json.loads(report.read_text())["accesses"]
        self.first, self.of = {}, Counter()
        for access in accesses:
            where, line = (access["kernel"], Path(access["file"]).name), access["line"]
            self.first[where] = min(line, self.first.get(where, line))
        for access in accesses:
            if access["wavefronts"] is not None and access["requests"] is not None:
                place = self.place(access["kernel"], access["file"], access["line"])
                self.of[place] += access["wavefronts"] * access["requests"]

    def place(self, kernel, file, line):
        where = kernel, Path(file).name
        return where, line - self.first[where]


def misdeeds(trace):
    """What launches do that hardware or the language forbids, by mangled kernel."""
    found, launch, shared, arrays = defaultdict(Counter), None, 0, {}
    for line in trace.splitlines():
        words = line.split()
        if words[0] == "r":
            width = int(words[4])
            _, _, aligned = words[3].partition("@")  # such an access is made in parts
            access = min(width, int(aligned or width))
            for place in words[7:]:
                offset, _, array = place.partition(":")
                offset = int(offset)
                if access in (2, 4, 8, 16) and offset % access:
                    found[launch]["odd addresses"] += 1
                if arrays.get(array or words[6]) == "(dynamic)" and offset + width > shared:
                    found[launch]["beyond dynamic memory"] += 1
        elif words[0] == "array":
            arrays[words[1]] = line.split(" ", 3)[3]
        elif words[0] == "launch":
            launch, shared = words[1], int(words[11])
        elif words[0] == "outside":
            found[launch]["outside of arrays"] += 1
        elif words[0] == "ended":
            found[launch][line] += 1
    return found


def run_version(tools, source, flags, limit):
    """What a source leaves in each allocation, in their order, and its misdeeds."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        results = Path(folder) / "results"
        try:
            program = oracle.Program(tools, source, flags, Path(folder), limit)
            program.run(ORACLE_RESULTS=str(results))
        except oracle.Failed as why:
            raise Failed("does not compile" if "compile" in str(why) else "trouble",
                         f"the oracle: {why}") from None
        if program.trouble or not results.exists():
            raise Failed("crashes", f"the program ends: {program.trouble[:120]}")
        rows = results.read_text().splitlines()
        deeds = misdeeds((Path(folder) / "trace").read_text(errors="replace"))
    return [row.split(" ", 1)[1] for row in rows], deeds


def compile_version(nvcc, folder, flags):
    """The first error of nvcc; nothing if there is none."""
    for source in sorted(folder.glob("*.cu")):
        done = subprocess.run(
            [nvcc, "-std=c++17", *flags, "-cubin", "-w", "-Xcicc", "-O0",
             "-Xptxas", "-O0", "-o", "/dev/null", source.name],
            capture_output=True, text=True, cwd=folder)
        if done.returncode:
            lines = (done.stderr + done.stdout).strip().splitlines()
            errors = [line for line in lines if "error" in line] or lines or ["?"]
            return errors[0]
    return ""
