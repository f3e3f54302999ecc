"""Compiles a source of the interpreter with another table of node classes.

usage: plant.py BUILD FOLDER SOURCE.cpp TABLE PATTERN REPLACEMENT

In a copy of the interpreter's folder, the one row of TABLE that PATTERN matches
is replaced. Prints what the compiler says, and exits as it does.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

build, folder, source, table, pattern, replacement = sys.argv[1:]
with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
    command = next(
        entry
        for entry in json.load(file)
        if entry["file"].endswith(f"/lib/Walk/{source}")
    )
shutil.rmtree(folder, ignore_errors=True)
part = command["file"][: -len(source) - 1]
shutil.copytree(part, folder)

path = os.path.join(folder, table)
with open(path, encoding="utf-8") as file:
    text, count = re.subn(pattern, replacement, file.read(), flags=re.MULTILINE)
assert count == 1, f"{count} rows match"
with open(path, "w", encoding="utf-8") as file:
    file.write(text)

words = shlex.split(command["command"])
if os.path.basename(words[0]) == "ccache":
    del words[0]
words[words.index("-o") + 1] = os.devnull
words[words.index(command["file"])] = os.path.join(folder, source)
words[words.index("-I" + part)] = "-I" + folder
sys.exit(
    subprocess.run(
        [*words, "-fsyntax-only", "-fno-color-diagnostics"],
        cwd=command["directory"],
        stderr=subprocess.STDOUT,
    ).returncode
)
