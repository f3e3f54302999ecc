#===- step.py - The shell steps of a workflow or an action -----------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints the script of a step as it stands in a workflow or an action of GitHub's.

    step.py FILE NAME     that of the step NAME
    step.py FILE FOLDER/  writes each into a file of FOLDER
"""

import pathlib
import sys

import yaml


def scripts(file):
    """Names and scripts, with the shell that runs them in the first line."""
    parts = yaml.safe_load(pathlib.Path(file).read_text())
    jobs = parts["jobs"].values() if "jobs" in parts else [parts["runs"]]
    for job in jobs:
        shell = "sh" if "container" in job else "bash"
        for step in job["steps"]:
            if "run" in step:
                yield step["name"], f"#!/bin/{shell} -e\n{step['run']}"


def main():
    file, name = sys.argv[1:]
    if name.endswith("/"):
        for number, (_, script) in enumerate(scripts(file)):
            stem = pathlib.Path(file).stem
            (pathlib.Path(name) / f"{stem}-{number}.sh").write_text(script)
    else:
        print(dict(scripts(file))[name])


main()
