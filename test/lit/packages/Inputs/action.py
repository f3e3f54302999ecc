#===- action.py - Runs a composite action of GitHub's ----------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks action.yml, and runs its shell steps as a runner does.

    action.py ACTION FOLDER [INPUT=VALUE]...

FOLDER is the runner's temporary one; what a step outputs, and the summary of the job,
are in its files `output` and `summary`. What an earlier run has installed there is not
installed again. Steps of other actions are checked, not run:
where one would upload a file, "upload FILE" is printed if that is there. The exit
status is that of the first step that fails.
"""

import os
import pathlib
import re
import subprocess
import sys

import yaml

EXPRESSION = re.compile(r"\$\{\{ inputs\.([a-z0-9-]+) \}\}")
# Of an action in the checkout itself GitHub knows no repository.
REPOSITORY = "${{ github.action_repository || github.repository }}"


def check(action):
    assert action["runs"]["using"] == "composite"
    for name in ("name", "description"):
        assert action[name], name
    for name, entry in action["inputs"].items():
        assert set(entry) == {"description", "default"}, name
        assert isinstance(entry["default"], str), name
    for step in action["runs"]["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"[\w/.-]+@[0-9a-f]{40}", step["uses"]), step
        else:
            # Values reach the shell as variables: text of a user is no code.
            assert step["shell"] == "bash" and "${{" not in step["run"], step


def used_inputs(action):
    text = str(action["runs"])
    return set(re.findall(r"inputs\.([a-z0-9-]+)", text))


def evaluated(entries, values):
    repository = os.environ.get("GITHUB_REPOSITORY", "")
    return {
        name: EXPRESSION.sub(
            lambda found: values[found.group(1)], value.replace(REPOSITORY, repository)
        )
        for name, value in entries.items()
    }


def upload(step, values):
    """After a step that failed too, if its format is the one that is asked for."""
    always, _, wanted = step["if"].partition(" && inputs.format == ")
    assert always == "always()", step
    file = evaluated(step["with"], values)["sarif_file"]
    if wanted == repr(values["format"]) and os.path.exists(file):
        print("upload", file, flush=True)


def environment_of_run(action, folder):
    """What a runner sets, in so far as the caller has not."""
    environment = {
        "GITHUB_ACTION_PATH": str(action.parent.resolve()),
        "GITHUB_BASE_REF": "",
        "GITHUB_SERVER_URL": "https://github.com",
        **os.environ,
        "RUNNER_TEMP": str(folder),
    }
    for name in ("output", "step_summary"):
        file = folder / name.replace("step_", "")
        file.unlink(missing_ok=True)
        environment[f"GITHUB_{name.upper()}"] = str(file)
    return environment


def run(action, folder, environment, values):
    is_installed = (folder / "banklint" / "bin" / "banklint").exists()
    status = 0
    for step in action["runs"]["steps"]:
        if "uses" in step:
            upload(step, values)
        if "run" not in step or status:
            continue
        if step["name"] == "Install banklint" and is_installed:
            continue
        variables = evaluated(step.get("env", {}), values)
        script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        status = subprocess.run(script, env={**environment, **variables}).returncode
    return status


def main():
    file = pathlib.Path(sys.argv[1])
    action = yaml.safe_load(file.read_text())
    check(action)
    assert used_inputs(action) == set(action["inputs"]), used_inputs(action)
    values = {name: entry["default"] for name, entry in action["inputs"].items()}
    for argument in sys.argv[3:]:
        name, _, value = argument.partition("=")
        assert name in values, name
        values[name] = value
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(exist_ok=True)
    return run(action, folder, environment_of_run(file, folder), values)


sys.exit(main())
