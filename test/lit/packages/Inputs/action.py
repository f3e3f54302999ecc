#===- action.py - Runs a composite action of GitHub's ----------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks action.yml, and runs its shell steps as a runner does.

    action.py ACTION FOLDER [INPUT=VALUE]...

FOLDER is the runner's temporary one. Steps of other actions are checked, not run:
where one would upload a file, "upload FILE" is printed if that is there. The exit
status is that of the first step that fails.
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


def evaluated(entries, values):
    return {
        name: EXPRESSION.sub(lambda found: values[found.group(1)], value)
        for name, value in entries.items()
    }


def upload(step, values):
    """After a step that failed too, if its format is the one that is asked for."""
    always, _, wanted = step["if"].partition(" && inputs.format == ")
    assert always == "always()", step
    file = evaluated(step["with"], values)["sarif_file"]
    if wanted == repr(values["format"]) and os.path.exists(file):
        print("upload", file, flush=True)


def run(action, folder, values):
    path_file = folder / "path"
    environment = dict(os.environ, RUNNER_TEMP=str(folder), GITHUB_PATH=str(path_file))
    status = 0
    for step in action["runs"]["steps"]:
        if "uses" in step:
            upload(step, values)
        if "run" not in step or status:
            continue
        variables = evaluated(step.get("env", {}), values)
        script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        status = subprocess.run(script, env={**environment, **variables}).returncode
        added = path_file.read_text().split() if path_file.exists() else []
        environment["PATH"] = os.pathsep.join(added + [os.environ["PATH"]])
    return status


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
    return run(action, folder, values)


sys.exit(main())
