#===- measured.py - A build beside what hardware took, by sets of lines ----===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Has a script hold a build against measured lines, and reads what it prints.

A folder has tools/evaluate.py, and in hardware/ for each set the programs and
the measured lines: programs.csv with lines-sm_90.csv, programs-2.csv with
lines-2-sm_90.csv, and so on.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

import results

# Kinds of lines that the script shows; all others are right.
SHOWN = ("silent", "missed", "false", "disagree", "unknown", "elsewhere")
COLUMNS = ("rows", "conflicting", "recall", "precision", "agreement", "possible",
           "unknown", "silent", "elsewhere", "seconds")
NAME_WIDTH = 24
LINE = re.compile(r" {4}(%s): (.*:\d+ \S+) (?:measured (.*)|flagged, .*)$"
                  % "|".join(SHOWN))


def sets_in(folder):
    """Names of sets, with their programs and lines."""
    found = {}
    hardware = os.path.join(folder, "hardware")
    for name in sorted(os.listdir(hardware)) if os.path.isdir(hardware) else ():
        match = re.match(r"programs(.*)\.csv$", name)
        lines = [other for other in os.listdir(hardware) if match and re.fullmatch(
            f"lines{re.escape(match[1])}-sm_[0-9]+a?\\.csv", other)]
        if lines:
            found["set" + (match[1] or "-1")] = [
                os.path.join(hardware, each) for each in (name, lines[0])]
    if not found or not os.path.isfile(os.path.join(folder, "tools", "evaluate.py")):
        raise results.Unusable(
            f"'{folder}' has no tools/evaluate.py, or no measured lines in hardware/")
    return found


def evaluate(command, folder, checkouts, name, files, only=""):
    """The row of one set: totals, and by line what is not right; of programs whose
    name matches."""
    programs, lines = files
    with tempfile.TemporaryDirectory(prefix="measured-") as scratch:
        tool = os.path.join(scratch, "tool")
        with open(tool, "w") as file:
            file.write(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
        os.chmod(tool, 0o755)
        said = subprocess.run(
            [sys.executable, os.path.join(folder, "tools", "evaluate.py"),
             "--tool", tool, "--sources", checkouts, "--programs", programs,
             "--lines", lines, *(("--only", only) if only else ()),
             *(f"--show={kind}" for kind in SHOWN)],
            capture_output=True, text=True, errors="replace")
    if said.returncode:
        raise results.Unusable(f"the evaluation of {name} ended with status "
                               f"{said.returncode}: {said.stderr.strip()[-200:]}")
    return {"measured": name, **read(said.stdout)}


def read(text):
    total, judged, waiting, trouble = {}, {}, [], []
    for line in text.splitlines()[1:]:
        match = LINE.match(line)
        if match:
            waiting.append(match.groups())
        elif line.startswith("trouble: "):
            trouble.append(line)
        elif line.startswith("    "):
            continue
        else:
            # The program of the lines above; at last, of all.
            program = line[:NAME_WIDTH].strip()
            total = dict(zip(COLUMNS, line[NAME_WIDTH:].split()))
            for kind, place, says in waiting:
                key = f"{program}: {place}" + " (elsewhere)" * (kind == "elsewhere")
                judged[key] = [kind, says or ""]
            waiting = []
    for line in trouble:
        # Without what differs in time.
        judged[re.sub(r" [0-9.]+$", "", line)] = ["trouble", ""]
    return {"total": total, "judged": judged}
