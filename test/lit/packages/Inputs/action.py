#===- action.py - Runs a composite action of GitHub's ----------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks action.yml, and runs its shell steps as a runner does.

    action.py ACTION FOLDER [INPUT=VALUE]...

FOLDER is the runner's temporary one. Steps of other actions are checked, not run.
The exit status is that of the first step that fails.
"""

import os
import pathlib
import re
import subprocess
import sys

import yaml

EXPRESSION = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")


def check(action):
    assert action["runs"]["using"] == "composite"
    for name in ("name", "description"):
        assert action[name], name
    for name, entry in action["inputs"].items():
        assert set(entry) == {"description", "default"}, name
    for step in action["runs"]["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"[\w/.-]+@v\d+", step["uses"]), step
        else:
            # Values reach the shell as variables: text of a user is no code.
            assert step["shell"] == "bash" and "${{" not in step["run"], step


def used_inputs(action):
    text = str(action["runs"])
    return set(re.findall(r"inputs\.([a-z-]+)", text))


def run(action, folder, values):
    path_file = folder / "path"
    environment = dict(os.environ, RUNNER_TEMP=str(folder), GITHUB_PATH=str(path_file))
    for step in action["runs"]["steps"]:
        if "run" not in step:
            continue
        variables = {
            name: EXPRESSION.sub(lambda found: values[found.group(1)], value)
            for name, value in step.get("env", {}).items()
        }
        script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        status = subprocess.run(script, env={**environment, **variables}).returncode
        if status:
            sys.exit(status)
        added = path_file.read_text().split() if path_file.exists() else []
        environment["PATH"] = os.pathsep.join(added + [os.environ["PATH"]])


def main():
    action = yaml.safe_load(pathlib.Path(sys.argv[1]).read_text())
    check(action)
    assert used_inputs(action) == set(action["inputs"]), used_inputs(action)
    values = {name: entry["default"] for name, entry in action["inputs"].items()}
    for argument in sys.argv[3:]:
        name, _, value = argument.partition("=")
        assert name in values, name
        values[name] = value
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(exist_ok=True)
    run(action, folder, values)


main()
