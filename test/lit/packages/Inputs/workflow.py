#===- workflow.py - Runs a workflow of GitHub's ----------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the jobs of a workflow one after the other, as runners do.

    workflow.py WORKFLOW REPOSITORY BUILD FOLDER [VARIABLE=VALUE]...

Shell steps run as they stand, each job in a workspace FOLDER/JOB of its own and with
the variables that GitHub sets, VARIABLE=VALUE among them; `inputs.version=0.2.0` is
what a person asks for. Of other actions a few are known: a checkout clones REPOSITORY,
artifacts lie in FOLDER/artifacts, '$/' is
REPOSITORY's own action, and the one that publishes says what it would. The programs that
stand-in.sh lists stand in for what GitHub supplies and for a build, which is BUILD.
Prints a line for each step, and the calls of these programs. The exit status is that of
the first step that fails.
"""

import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

INPUTS = pathlib.Path(__file__).resolve().parent
STAND_INS = ("apt-get", "clang-tidy-22", "cmake", "dpkg-query", "gh", "llvm-config-22")
STAND_INS += ("python3",)
# Of the runner of a container's host, whose the checkout is.
RUNNER = 1001


def say(*words):
    print(*words, flush=True)


def each(name, parts):
    """A job by its name, with what its matrix of one row chooses."""
    rows = parts.get("strategy", {}).get("matrix", {})
    if not rows:
        yield name, {}
    for row, values in rows.items():
        assert len(rows) == 1, name
        for value in values:
            yield f"{name}-{value}", {f"matrix.{row}": value}


class Job:
    def __init__(self, name, parts, runner, chosen):
        self.name, self.parts, self.runner = name, parts, runner
        self.folder = runner.folder / name
        self.folder.mkdir()
        self.context = {
            "github.repository": runner.variables["GITHUB_REPOSITORY"],
            "github.server_url": runner.variables["GITHUB_SERVER_URL"],
            "github.sha": "c0ffee",
            "github.token": "TOKEN",
            **chosen,
            **{name: text for name, text in runner.variables.items() if "." in name},
        }
        for other in runner.needs(parts):
            for output, text in runner.outputs[other].items():
                self.context[f"needs.{other}.outputs.{output}"] = text

    def evaluated(self, entries):
        return {
            name: re.sub(
                r"\$\{\{ ([\w.-]+) \}\}", lambda at: self.context[at[1]], str(value)
            )
            for name, value in entries.items()
        }

    def environment(self, output):
        temporary = self.runner.folder / f"{self.name}.temp"
        for folder in (temporary, temporary / "home"):
            folder.mkdir(exist_ok=True)
        files = {f"GITHUB_{name}": temporary / name for name in ("ENV", "PATH")}
        files["GITHUB_STEP_SUMMARY"] = temporary / "SUMMARY"
        return {
            **os.environ,
            **{name: text for name, text in self.runner.variables.items() if "." not in name},
            **{name: str(file) for name, file in files.items()},
            "GITHUB_OUTPUT": str(output),
            "GITHUB_WORKSPACE": str(self.folder),
            "HOME": str(temporary / "home"),
            "RUNNER_TEMP": str(temporary),
        }

    def run(self):
        return all(
            self.script(number, step) if "run" in step else self.action(number, step)
            for number, step in enumerate(self.parts["steps"])
        )

    def script(self, number, step):
        say(f"== {self.name}: {step['name']}")
        output = self.runner.folder / f"{self.name}.{number}"
        shell = "sh" if "container" in self.parts else "bash"
        status = subprocess.run(
            [shell, "-e", "-c", step["run"]],
            cwd=self.folder,
            env={**self.environment(output), **self.evaluated(step.get("env", {}))},
        ).returncode
        self.keep(step, output)
        return status == 0

    def keep(self, step, output):
        """What a step has written to its file of outputs."""
        if "id" in step and output.exists():
            for line in output.read_text().splitlines():
                name, _, value = line.partition("=")
                self.context[f"steps.{step['id']}.outputs.{name}"] = value

    def action(self, number, step):
        action, given = step["uses"].split("@")[0], self.evaluated(step.get("with", {}))
        say(f"== {self.name}: {action}")
        if action == "$/":
            return self.own_action(number, step, given)
        actions = {
            "actions/cache": lambda path, key, restore_keys: None,
            "actions/checkout": self.check_out,
            "actions/upload-artifact": self.upload,
            "actions/download-artifact": self.download,
            "pypa/gh-action-pypi-publish": self.publish,
        }
        actions[action](**{name.replace("-", "_"): text for name, text in given.items()})
        return True

    def own_action(self, number, step, given):
        temporary = self.runner.folder / f"{self.name}.action"
        status = subprocess.run(
            [sys.executable, INPUTS / "action.py"]
            + [self.runner.repository / "action.yml", temporary]
            + [f"{name}={value}" for name, value in given.items()],
            cwd=self.folder,
            env=self.environment(temporary / "output"),
        ).returncode
        self.keep(step, temporary / "output")
        return status == 0

    def check_out(self, fetch_depth="1", persist_credentials="true"):
        assert persist_credentials == "False", persist_credentials
        source = f"file://{self.runner.repository}"
        clone = ["git", "clone", "-q", "--depth", fetch_depth, source, self.folder]
        subprocess.run(clone, check=True)
        if "container" in self.parts:
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, RUNNER, RUNNER, follow_symlinks=False)

    def upload(self, name, path):
        """What several paths have in common is the root; of one, its folder."""
        patterns = [self.folder / line for line in path.split()]
        found = [pathlib.Path(file) for at in patterns for file in glob.glob(str(at))]
        assert found, path
        several = patterns if len(patterns) > 1 else [patterns[0].parent]
        root = pathlib.Path(os.path.commonpath(several))
        for file in found:
            target = self.runner.folder / "artifacts" / name / file.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if file.is_dir() else shutil.copy)(file, target)

    def download(self, name, path="."):
        artifact = self.runner.folder / "artifacts" / name
        shutil.copytree(artifact, self.folder / path, dirs_exist_ok=True)

    def publish(self, packages_dir):
        for file in sorted((self.folder / packages_dir).iterdir()):
            say("publish", file.name)


class Runner:
    def __init__(self, repository, build, folder, variables):
        self.repository, self.folder = repository.resolve(), folder.resolve()
        programs = self.folder / "programs"
        programs.mkdir(parents=True)
        for name in STAND_INS:
            (programs / name).symlink_to(INPUTS / "stand-in.sh")
        self.variables = {
            "GITHUB_BASE_REF": "",
            "GITHUB_REPOSITORY": "OWNER/banklint",
            "GITHUB_SERVER_URL": "https://github.com",
            "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
            "STAND_IN_BUILD": str(build.resolve()),
            "STAND_IN_PATH": os.environ["PATH"],
            **variables,
        }
        # Of the jobs that have run, each with what it hands on.
        self.outputs = {}

    @staticmethod
    def needs(parts):
        needs = parts.get("needs", [])
        return [needs] if isinstance(needs, str) else needs

    def run(self, workflow):
        for name, parts in workflow["jobs"].items():
            assert all(other in self.outputs for other in self.needs(parts)), name
            for title, chosen in each(name, parts):
                job = Job(title, parts, self, chosen)
                if not job.run():
                    return 1
            self.outputs[name] = job.evaluated(parts.get("outputs", {}))
        return 0


def main():
    workflow, repository, build, folder = map(pathlib.Path, sys.argv[1:5])
    variables = dict(variable.split("=", 1) for variable in sys.argv[5:])
    runner = Runner(repository, build, folder, variables)
    return runner.run(yaml.safe_load(workflow.read_text()))


sys.exit(main())
