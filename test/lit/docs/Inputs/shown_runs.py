#===- shown_runs.py - Runs the commands that a page shows ------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs all commands of a page, in the current folder, and compares what they
print with what the page shows.

    shown_runs.py PAGE PROGRAMS

PROGRAMS is a folder in front of those in the PATH.
Commands stand in code blocks that begin with one, each behind "$ ". One goes on
in the next line where a line ends with a backslash, a comma or a bar; what follows
is its standard output. A line "..." stands for any number of lines. Exit statuses
do not matter: warnings have one.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys


def shown_runs(page):
    """Yields each command with the lines that are shown below it."""
    for block in re.findall(r"^```\n(\$ .*?)^```$", page, re.M | re.S):
        for run in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *lines = run.splitlines()
            while lines and command.endswith(("\\", ",", "|")):
                command += "\n" + lines.pop(0)
            yield command, lines


def matches(shown, printed):
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(line + "\n") for line in shown
    )
    return re.fullmatch(pattern, printed) is not None


os.environ["PATH"] = os.pathsep.join([sys.argv[2], os.environ["PATH"]])
runs = list(shown_runs(pathlib.Path(sys.argv[1]).read_text()))
if not runs:
    sys.exit(f"'{sys.argv[1]}' shows no commands")
failed = False
for command, shown in runs:
    shell = ["bash", "-o", "pipefail", "-c", command]
    result = subprocess.run(shell, capture_output=True, text=True)
    if not matches(shown, result.stdout):
        failed = True
        print(f"$ {command}\n{result.stderr}")
        difference = difflib.unified_diff(
            shown, result.stdout.splitlines(), "shown", "printed", lineterm=""
        )
        print("\n".join(difference))
sys.exit(failed)
