#===- checks.py - A tool over one source, within bounds --------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs banklint, and Clang beside it, over one source, and measures both."""

import argparse
import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import re
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CLANG = "clang++-22"
# Seconds of the clock for one of CPU: others may use the machine.
PATIENCE = 30


def built():
    """The tool that a build of this checkout has left, or the installed one."""
    paths = [ROOT / name / "bin" / "banklint" for name in ("build", "build-develop")]
    return next((str(path) for path in paths if path.exists()), "banklint")


def measure(command, limit, cwd, output, memory=0):
    """The status, None if it took too long, seconds of CPU and of the clock, and
    the largest memory in MB: not less than this process has taken, see `Meters`."""
    start = time.monotonic()
    with open(output, "wb") as out, open(str(output) + ".err", "wb") as err:
        pid = os.posix_spawnp(
            command[0], command, os.environ, setpgroup=0,
            file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1),
                          (os.POSIX_SPAWN_DUP2, err.fileno(), 2)])
    # Others may use the machine: what counts is time of its own.
    resource.prlimit(pid, resource.RLIMIT_CPU, (limit, limit + 1))
    if memory:
        resource.prlimit(pid, resource.RLIMIT_AS, (memory << 20, memory << 20))
    watch = threading.Timer(PATIENCE * limit, os.killpg, (pid, signal.SIGXCPU))
    watch.start()
    _, status, used = os.wait4(pid, 0)
    watch.cancel()
    code = os.waitstatus_to_exitcode(status)
    return {
        "status": None if code == -signal.SIGXCPU else code,
        "cpu": used.ru_utime + used.ru_stime,
        "clock": time.monotonic() - start,
        "mb": used.ru_maxrss / 1024,
    }


class Parser(argparse.ArgumentParser):
    """Has the script's own text for --help, and one sentence for what is wrong."""

    def __init__(self, text):
        super().__init__(allow_abbrev=False)
        self.text = text

    def error(self, message):
        print(f"test/{pathlib.Path(sys.argv[0]).name}: {message}; --help says how",
              file=sys.stderr)
        sys.exit(2)

    def format_help(self):
        return self.text


def at_least(least):
    """A type of arguments: whole numbers from `least` on."""
    def number(text):
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(
                f"'{text}' is no number from {least} on")
        return int(text)
    return number


def regex(text):
    """A type of arguments: a regular expression, as text."""
    try:
        re.compile(text)
    except re.error as why:
        raise argparse.ArgumentTypeError(f"'{text}' is no expression: {why}") from why
    return text


def writable(text):
    """A type of arguments: a file that can be written, or made."""
    path = pathlib.Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"'{text}' cannot be written")
    return path


class Meters:
    """Small processes that start others and measure them. Linux takes the memory of
    whoever starts a program for memory of that program, so that one which holds many
    reports can't measure."""

    def __init__(self, jobs):
        self._pool = concurrent.futures.ProcessPoolExecutor(
            jobs, multiprocessing.get_context("forkserver"))

    def measure(self, *arguments):
        return self._pool.submit(measure, *arguments).result()


class Checker:
    """How each source is checked: by which command, with which arguments."""

    def __init__(self, command, cuda_path, arguments, timeout, memory=0,
                 measure=measure):
        self.measure = measure
        self.command = [*command, "--no-config", f"--cuda-path={cuda_path}"]
        self.arguments = arguments
        self.timeout = timeout
        self.memory = memory  # in MB; 0: all that there is

    def check(self, project, source, with_clang):
        """What was measured, and the report, or None."""
        with tempfile.TemporaryDirectory(prefix="public-") as name:
            folder = pathlib.Path(name)
            rest = [source, "--", *self.arguments]
            for each in project.folders_for(source):
                rest += ["-I", each]
            output = folder / "report"
            row = {"banklint": self.measure(
                [*self.command, "--format=json", "--all-accesses", "--exit-zero",
                 *rest], self.timeout, folder, output, self.memory)}
            said = pathlib.Path(str(output) + ".err").read_text(errors="replace")
            try:
                report = json.loads(output.read_text(errors="replace"))
            except ValueError:
                report = None
            status = row["banklint"]["status"]
            row["outcome"] = (
                "timeout" if status is None else
                "memory" if self.memory and re.search("out of memory|bad_alloc", said)
                else "crash" if status < 0 or "banklint crashed" in said else
                "checked" if report else "refused")
            if consulted := consulted_in(said):
                row["consulted"] = consulted
            if row["outcome"] in ("crash", "refused"):
                lines = said.strip().splitlines() or [""]
                row["said"] = lines[0] if row["outcome"] == "refused" else next(
                    (line for line in lines if "Assertion" in line), lines[0])
            if with_clang:
                row["clang"] = self._clang(rest, folder)
        return row, report

    def _clang(self, rest, folder):
        """Clang's own parse, with the arguments that banklint parses with."""
        self.measure([*self.command, f"--export-commands={folder}", *rest], 30, folder,
                     folder / "export")
        try:
            text = (folder / "compile_commands.json").read_text()
        except OSError:
            return None
        command = json.loads(text)[0]["arguments"]
        command[0] = CLANG
        return self.measure([*command, "-w", "-ferror-limit=0"], self.timeout, folder,
                            folder / "clang")


def consulted_in(text):
    """What --list-consulted-rules says."""
    lines = re.findall(r"^banklint: consulted rules: (.*)$", text, re.M)
    return sorted({rule for line in lines for rule in line.split()})


def wording(text):
    """A sentence without what is different from source to source."""
    text = re.sub(r"\S+:\d+:\d+: ", "", text)
    text = re.sub(r"'[^']*'", "'...'", text)
    return re.sub(r"\b\d+\b", "N", text)


def causes_in(report):
    """What is not analysed, by cause; and accesses of which banklint says that it
    knows no verdict."""
    causes = Counter()
    for gap in report["not_analysed"]:
        causes[wording(gap["what"]) + ": " + wording(gap["reason"])] += 1
    for access in report["accesses"]:
        if access["verdict"] == "unknown":
            causes["access: " + wording(access["reason"] or "")] += 1
    return causes


def at_percent(values, percent):
    values = sorted(values)
    return values[min(len(values) - 1, len(values) * percent // 100)]
