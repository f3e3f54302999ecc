# ===- against_oracle.py - Random kernels beside the oracle -----------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Runs a source of several kernels through banklint and through test/oracle, and
# says of each kernel how many requests were compared, and what differs.
#
# ===----------------------------------------------------------------------=== #

import importlib.machinery
import importlib.util
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_ORACLE = ROOT / "test" / "oracle"


def _import_oracle():
    sys.path.insert(0, str(_ORACLE))
    loader = importlib.machinery.SourceFileLoader("oracle_run", str(_ORACLE / "run"))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("oracle_run", loader))
    # Other processes find its classes by its name.
    sys.modules["oracle_run"] = module
    loader.exec_module(module)
    return module


oracle = _import_oracle()
compare = sys.modules["compare"]
values = sys.modules["values"]


def tools_of(build, first=()):
    build = build or next(
        (ROOT / name for name in ("build", "build-develop")
         if (ROOT / name / "bin" / "banklint").exists()), None)
    if not build:
        sys.exit("test/fuzz: no build has a banklint; --build names one")
    tools = oracle.Tools(build.resolve(), first)
    tools.build()
    tools.symbols()  # looked up once, not in each process and source
    return tools


@dataclass
class Outcome:
    """What came of one kernel. `trouble` says why it was not compared."""

    compared: int = 0
    explained: int = 0
    sites: int = 0
    differences: list = field(default_factory=list)
    causes: Counter = field(default_factory=Counter)
    trouble: str = ""


class Failed(Exception):
    """Why nothing is known of a whole source."""


def walks_of(tools, source, limit, kernels="*"):
    """The walks of the kernels that a pattern names, and what was not analysed."""
    command = [str(tools.banklint), "--cuda-path=none", f"--dump-trace={kernels}",
               "--exit-zero", str(source), "--", "-std=c++17"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failed(f"banklint takes longer than {limit} s") from None
    if done.returncode < 0 or done.returncode > 128:
        raise Failed(f"banklint ends with {done.returncode}")
    if done.returncode:
        raise Failed(f"banklint: {(done.stderr.strip().splitlines() or ['?'])[0]}")
    gaps = {}
    for line in done.stderr.splitlines():
        found = oracle.NOT_ANALYSED.search(line)
        if found:
            gaps[compare.plain_name(found[1])] = line.split(": ", 1)[-1]
    return values.read_walks(done.stdout), gaps


def key_of(name):
    """What tells a kernel from the others: its name without the namespace."""
    return compare.plain_name(name).partition("<")[0]


def _compared(walk, launch, arguments):
    """A walk beside a launch. What the launch tells of symbols is put in, so that
    records depend on nothing that is known."""
    result = compare.Comparison()
    known = {f"blockDim.{axis}": size for axis, size in zip("xyz", launch.block)}
    known.update(arguments)
    # Grids have one block or two, which are all traced.
    for number, block in enumerate(launch.blocks):
        known["blockIdx.x"] = number
        for group in walk.groups:
            told = {name: known[name] for name in group.symbols if name in known}
            for warp in group.warps:
                warp.update(told)
        compare.compare_block(walk, block, oracle.hints_of(launch), result)
    return result


def arguments_of(text):
    """Those of each kernel: `k7<<<...>>>(out, in, argc + 2, 5);` has n and m."""
    found = {}
    for name, given in re.findall(r"::(k\w+)[^;\n]*>>>\(out, in, ([^\n]*)\);", text):
        # Programs run without arguments: argc is 1.
        numbers = [sum(1 if word == "argc" else int(word)
                       for word in each.split(" + ")) for each in given.split(", ")]
        found[name] = dict(zip(("n", "m"), numbers))
    return found


def examine(tools, source, limit=60):
    """The outcome of each kernel of a source, by its name."""
    walks, gaps = walks_of(tools, source, limit)
    outcomes = {}
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        try:
            program = oracle.Program(tools, source, [], Path(folder), limit)
            launches, _, _ = program.run()
        except oracle.Failed as why:
            raise Failed(f"the oracle: {why}") from None
        if program.trouble:
            raise Failed(f"the program ends: {program.trouble[:80]}")
    by_key, arguments = {}, arguments_of(source.read_text())
    for walk in walks:
        key = (key_of(walk.kernel), walk.block)
        by_key.setdefault(key, []).append(walk)
    gaps = {key_of(name): line for name, line in gaps.items()}
    for launch in launches:
        name = key_of(launch.name)
        outcome = outcomes.setdefault(name, Outcome())
        if launch.trouble:
            outcome.trouble = launch.trouble
            continue
        mine = by_key.get((name, launch.block))
        if not mine:
            outcome.trouble = gaps.get(name, "banklint walked no such launch")
            continue
        results = [_compared(walk, launch, arguments.get(name, {})) for walk in mine]
        result = min(results, key=lambda each: sum(
            difference.is_exact for difference in each.differences))
        outcome.compared += result.compared
        outcome.explained += result.explained
        outcome.sites += len(result.sites)
        outcome.causes.update(result.causes)
        if name in gaps:
            outcome.trouble = re.sub(r"\d+|'.*'", "_", gaps[name])
            continue
        outcome.differences += [each for each in result.differences if each.is_exact]
    return outcomes
