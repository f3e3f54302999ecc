# ===- against_fixes.py - Random kernels before and after their fixes -------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Lints sources of several kernels, applies the fixes, and runs all versions on
# test/oracle, in each configuration that their text knows. What they leave in the
# device's memory must agree byte for byte, and they must not leave their arrays or
# access vectors at odd addresses. Fixed sources compile with nvcc, no access gets
# worse, and nothing is left to fix.
#
# ===----------------------------------------------------------------------=== #

import json
import random
import re
import shutil
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import fixable
import versions
from fixable import CONFIGURATIONS
from versions import VERSIONS, Failed, Linter

SECOND_RUN = "safe: a second run edits"
OWNER = re.compile(r"\bk(\d+)::")


@dataclass
class Outcome:
    """What came of one kernel."""

    is_linted: bool = False
    findings: int = 0
    edited: set = field(default_factory=set)  # versions whose text is another
    reasons: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)  # a kind and a sentence each


def kernel(seed, index):
    return fixable.Fixable(random.Random(f"{seed}:{index}"), index)


def configuration_of(seed, indices):
    """Which configuration is linted: the others have to bear what that brings."""
    return random.Random(f"{seed}:{indices[0]}:lint").choice((0, 0, 1))


def owners_of(file):
    """The number of the kernel that each line of a file belongs to, as text."""
    owner = ""
    for line in file.read_text().splitlines(keepends=True):
        if found := re.match(r"// (\d+|main)$", line):
            owner = found[1]
        # Launches stand together at the end.
        if launched := re.search(r"using namespace k(\d+);|// of k(\d+)$", line):
            owner = launched[1] or launched[2]
        yield line, owner


def parts_of(folder):
    """The text of each kernel, in all files of a version."""
    texts = defaultdict(str)
    for file in sorted(folder.iterdir()):
        for line, owner in owners_of(file):
            texts[owner] += line
    return texts


# ===----------------------------------------------------------------------=== #
# What banklint does
# ===----------------------------------------------------------------------=== #


def reason_of(message):
    reason = re.sub(r"^no fix for '[^']*': ", "", message)
    reason = re.sub(r"; (rows|a row stride) of .* by hand.*$", "", reason)
    return re.sub(r"'[^']*'", "_", re.sub(r"\d+", "N", reason))


def read_findings(report, folder, outcomes):
    """Counts findings, and why those without a fix have none."""
    owners = {file.name: [owner for _, owner in owners_of(file)]
              for file in folder.iterdir()}
    for finding in json.loads(report.read_text())["findings"]:
        if finding["rule"] != "banklint-bank-conflict":
            continue
        notes = [note["message"] for note in finding["notes"]
                 if note["message"].startswith("no fix for")]
        reason = (reason_of(notes[0]) if notes else "only an unsafe fix"
                  if finding["fixes"] else "no note says why")
        is_safe = any(fix["safe"] for fix in finding["fixes"])
        for access in (finding, *finding["others"]):
            owner = owners[Path(access["file"]).name][access["line"] - 1]
            outcome = outcomes[int(owner)]
            outcome.findings += 1
            if not is_safe:
                outcome.reasons[reason] += 1


# ===----------------------------------------------------------------------=== #
# What the versions do
# ===----------------------------------------------------------------------=== #


def run_version(tools, options, source, flags, owners):
    """The results by owner, and misdeeds by owner."""
    rows, named = versions.run_version(tools, source, flags, options.timeout)
    if len(rows) != len(owners):
        raise Failed("trouble", f"{len(rows)} allocations, not {len(owners)}")
    sums, deeds = defaultdict(list), defaultdict(Counter)
    for row, owner in zip(rows, owners):
        sums[owner].append(row)
    for name, found in named.items():
        # The mangled name begins with that of the kernel's namespace.
        deeds[int(name[5:4 + int(name[3])])] += found
    return sums, deeds


def select(folder, target, orders):
    """Files of a version with some of its kernels alone."""
    wanted = {"", "main", *map(str, orders)}
    target.mkdir()
    for file in folder.iterdir():
        lines = list(owners_of(file))
        if file.suffix == ".h" or any(owner in wanted - {"", "main"} for _, owner in lines):
            (target / file.name).write_text(
                "".join(line for line, owner in lines if owner in wanted))


def compare_runs(tools, options, folder, flags, owners, chosen, outcomes):
    """Runs all versions of the sources in one configuration."""
    for source in owners:
        expected = {}
        for name, orders in chosen.items():
            if not (folder / name / source).exists():
                continue
            owned = [order for order in owners[source] if order in orders]
            try:
                sums, deeds = run_version(tools, options, folder / name / source, flags,
                                          owned)
            except Failed as why:
                kind = "trouble" if name == "before" else f"{name}: {why.kind}"
                raise Failed(kind, f"{name}, {' '.join(flags)}: {why}") from None
            if name == "before":
                expected, allowed = sums, deeds
                continue
            for order in set(owned):
                new = {what for what in deeds[order] if what not in allowed[order]}
                if sums[order] != expected[order]:
                    new.add("differs")
                for what in new:
                    outcomes[order].faults.append(
                        (f"{name}: {what}", f"{source} with {' '.join(flags)}"))


def keep_edited(folder, outcomes):
    """Leaves only the kernels that were edited in the versions' files: by version,
    which these are."""
    edited = {order: outcome.edited for order, outcome in outcomes.items() if outcome.edited}
    chosen = {"before": set(edited)}
    for name in VERSIONS[1:]:
        chosen[name] = {order for order, names in edited.items() if name in names}
    chosen = {name: orders for name, orders in chosen.items() if orders}
    for name, orders in chosen.items():
        select(folder / name, folder / f"{name}-chosen", orders)
        shutil.rmtree(folder / name)
        (folder / f"{name}-chosen").rename(folder / name)
    return chosen


def run_all(tools, options, folder, owners, chosen, outcomes):
    """Runs what was edited, in all configurations, and compiles it."""
    for flags in CONFIGURATIONS:
        compare_runs(tools, options, folder, flags, owners, chosen, outcomes)
    for name in chosen if options.nvcc else ():
        error = versions.compile_version(options.nvcc, folder / name, CONFIGURATIONS[0])
        if error:
            kind = "trouble" if name == "before" else f"{name}: does not compile"
            raise Failed(kind, f"nvcc: {error}")


def check_again(linter, folder, report, outcomes):
    """What is reported of the fixed kernels, and that they are fixed."""
    for line in linter.worse(report, linter.report(folder / "safe")):
        for owner in set(OWNER.findall(line)):
            outcomes[int(owner)].faults.append(("safe: worse", line))
    shutil.copytree(folder / "safe", folder / "again")
    linter.fix(folder / "again")
    before, after = parts_of(folder / "safe"), parts_of(folder / "again")
    for owner, text in after.items():
        if text != before[owner] and owner in map(str, outcomes):
            outcomes[int(owner)].faults.append(
                (SECOND_RUN, "--fix is not done"))


def examine_together(tools, options, kernels, linted):
    """Outcomes by number, of kernels whose sources work as a whole."""
    outcomes = {each.order: Outcome(is_linted=True) for each in kernels}
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        files, owners = fixable.sources(kernels)
        for version in VERSIONS:
            (folder / version).mkdir()
            for file, text in files.items():
                (folder / version / file).write_text(text)
        linter = Linter(tools, CONFIGURATIONS[linted], options.timeout)
        report = linter.report(folder / "before")
        read_findings(report, folder / "before", outcomes)
        linter.fix(folder / "safe")
        linter.fix(folder / "unsafe", "--unsafe-fixes")
        texts = {version: parts_of(folder / version) for version in VERSIONS}
        for order, outcome in outcomes.items():
            before, safe, unsafe = (texts[version][str(order)] for version in VERSIONS)
            outcome.edited |= {"safe"} if safe != before else set()
            outcome.edited |= {"unsafe"} if unsafe not in (before, safe) else set()
        chosen = keep_edited(folder, outcomes)
        if "safe" in chosen:
            check_again(linter, folder, report, outcomes)
        run_all(tools, options, folder, owners, chosen, outcomes)
    return outcomes


def examine(tools, options, indices, linted=None):
    """Outcomes by number; where a source fails, those of its parts."""
    if linted is None:
        linted = configuration_of(options.seed, indices)
    kernels = [kernel(options.seed, index) for index in indices]
    try:
        outcomes = examine_together(tools, options, kernels, linted)
    except Failed as why:
        if len(indices) == 1:
            fault = (why.kind, str(why))
            return {indices[0]: Outcome(faults=[fault])}
        half = len(indices) // 2
        return {**examine(tools, options, indices[:half], linted),
                **examine(tools, options, indices[half:], linted)}
    for index, outcome in outcomes.items():
        # A budget of the whole source may have ended before a kernel was fixed.
        if len(indices) > 1 and {kind for kind, _ in outcome.faults} == {SECOND_RUN}:
            outcome.faults = examine(tools, options, [index], linted)[index].faults
    return outcomes


# ===----------------------------------------------------------------------=== #
# What is said of them
# ===----------------------------------------------------------------------=== #


class Total:
    """What all kernels add up to."""

    def __init__(self, options):
        self.options = options
        self.kernels = self.with_findings = 0
        self.safe = self.unsafe = self.refused = 0
        self.reasons, self.faults = Counter(), Counter()
        self.traps = Counter()
        self.failing = defaultdict(set)

    def add(self, index, outcome, linted):
        self.kernels += 1
        self.with_findings += bool(outcome.findings)
        self.safe += "safe" in outcome.edited
        self.unsafe += outcome.edited == {"unsafe"}
        if outcome.findings and not outcome.edited:
            self.refused += 1
        # A kernel counts once for each of its reasons.
        self.reasons.update(set(outcome.reasons))
        for kind in {kind for kind, _ in outcome.faults}:
            self.faults[kind] += 1
            self.failing[kind].add(index)
        if outcome.faults:
            self.keep(index, outcome.faults, linted)

    def keep(self, index, faults, linted):
        """The sources of the kernel alone, and what is wrong with it."""
        if not self.options.failures:
            return
        kind = re.sub(r"\W+", "-", faults[0][0])
        folder = self.options.failures / f"{kind}-{self.options.seed}-{index}"
        folder.mkdir(parents=True, exist_ok=True)
        files, _ = fixable.sources([kernel(self.options.seed, index)])
        for name, text in files.items():
            (folder / name).write_text(text)
        notes = [f"linted with {' '.join(CONFIGURATIONS[linted])}"]
        notes += [f"{kind}: {why}" for kind, why in faults]
        (folder / "faults.txt").write_text("\n".join(notes) + "\n")

    def print(self, seconds):
        print(f"{self.kernels} kernels, {self.with_findings} with conflicts: "
              f"{self.safe} fixed, {self.unsafe} by unsafe fixes only, "
              f"{self.refused} refused, "
              f"{60 * self.kernels / max(seconds, 0.1):.0f} kernels a minute")
        print(f"{len(set().union(*self.failing.values()))} kernels are broken by a fix, "
              "or could not be told")
        for kind, number in self.faults.most_common():
            orders = " ".join(map(str, sorted(self.failing[kind])[:20]))
            print(f"broken: {number} x {kind}: {orders}")
        for reason, number in self.reasons.most_common(60):
            print(f"refused: {number} x {reason}")

    @property
    def is_clean(self):
        return not self.failing
