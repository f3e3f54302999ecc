#===- results.py - What a build says of sources, kept for comparison -------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Reports, reduced to what two builds are compared by, in a compact file.

A file is gzip of lines of JSON, each a member of its own: a header that says of
which build it is, a row for each source, and one for each measured set. What a
killed run leaves is whole up to its last line.
"""

import gzip
import hashlib
import json
import os
import re
import shlex
import shutil
import threading
import zlib
from collections import Counter, defaultdict

import checks

FORMAT = 1
# What tells the entries of an access apart, and what is compared of it.
ACCESS_KEY = ("file", "line", "column", "operation", "kernel", "block", "at_call")
ACCESS_VALUE = ("verdict", "wavefronts", "ideal", "bytes", "requests", "exact",
                "inexact_because", "reason", "array")
FINDING_KEY = ("rule", "file", "line", "column", "operation", "array")
OPERATION = re.compile(r" in (load|store|atomic|ldmatrix|stmatrix|cp\.async)\b")
# What the notes say that tell what to write.
ADVICE = re.compile(r"^by hand: |; by hand, |^'.*' is never used: a plain struct without "
                    r"|^let neighbouring threads |^with '.*no access to it has a")
PROVED = ("NothingBetter", "NotThisAccess", "OneWord")


class Unusable(Exception):
    """A file that holds something else than what is asked for."""


#===------------------------------------------------------------------------===#
# From a report to a row
#===------------------------------------------------------------------------===#


def obstacles():
    """Kinds, by expressions for what notes say of them."""
    path = checks.ROOT / "lib" / "Finding" / "include" / "Finding" / "Obstacles.def"
    kinds = []
    for entry in re.findall(r"^OBSTACLE\((.*?)\)$", path.read_text(), re.M | re.S):
        kind, _, text = entry.partition(",")
        text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))
        kinds.append((kind, re.compile(
            "no fix for '.*': " + re.escape(text).replace("%0", ".*") + "(; by hand.*)?$",
            re.S)))
    return kinds


OBSTACLES = obstacles()


def told_cure(finding):
    """What became of a finding's cure, and the obstacle, by its fixes and notes:
    what the fields `cure` and `obstacle` say, of a build that has none."""
    notes = [note["message"] for note in finding["notes"]]
    refusal = next((note for note in notes if note.startswith("no fix for '")), None)
    obstacle = refusal and next(
        (kind for kind, text in OBSTACLES if text.match(refusal)),
        checks.wording(refusal))
    if finding["fixes"]:
        is_safe = any(fix["safe"] for fix in finding["fixes"])
        return "safe" if is_safe else "unsafe", obstacle
    if any(ADVICE.search(note) for note in notes):
        return "by-hand", obstacle
    if any(note.startswith("no layout of shared memory helps") for note in notes):
        return "none", None
    if not refusal:
        return None, None
    return "none" if obstacle in PROVED else "refused", obstacle


def short(number):
    return round(number, 6) if isinstance(number, float) else number


class Reducer:
    """Reports of the sources of one project."""

    def __init__(self, project):
        self.folder = str(project.folder) + "/"
        self.name = project.folder.name + "/"

    def named(self, path):
        """Without what differs from machine to machine and from build to build."""
        if path.startswith(self.folder):
            return self.name + path[len(self.folder):]
        return re.sub(r"^.*/share/banklint/", "share/banklint/", path)

    def row(self, report):
        return {"accesses": [self._access(each) for each in report["accesses"]],
                "findings": [site for each in report["findings"]
                             for site in self._sites(each)],
                "gaps": [[self.named(gap["file"]), gap["line"], gap["what"],
                          gap["reason"].replace(self.folder, self.name)]
                         for gap in report["not_analysed"]]}

    def _access(self, access):
        key = {**access, "file": self.named(access["file"]),
               "block": "x".join(map(str, access["block"]))}
        if access["reason"]:
            key["reason"] = access["reason"].replace(self.folder, self.name)
        return ([key[name] for name in ACCESS_KEY],
                [short(key.get(name)) for name in ACCESS_VALUE])

    def _sites(self, finding):
        """The access of a finding, and those that it stands for."""
        told = list(told_cure(finding))
        has_fields = "cure" in finding or "array" not in finding
        said = [finding.get("cure"), finding.get("obstacle")] if has_fields else None
        fixes = [[fix["safe"], fix["description"], self._edits(fix)]
                 for fix in finding["fixes"]]
        for site in (finding, *finding.get("others", ())):
            operation = OPERATION.search(site["message"])
            yield ([finding["rule"], self.named(site["file"]), site["line"],
                    site["column"], operation and operation[1],
                    finding.get("array")],
                   {"told": told, "said": said, "fixes": fixes})

    def _edits(self, fix):
        edits = [[self.named(edit["file"]), edit["offset"], edit["length"],
                  edit["text"]] for edit in fix["edits"]]
        return hashlib.sha1(json.dumps(sorted(edits)).encode()).hexdigest()[:8]


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha1").hexdigest()[:16]


#===------------------------------------------------------------------------===#
# Results
#===------------------------------------------------------------------------===#


class Results:
    """Rows by the name of a source; each is kept packed. With a path they are in
    that file, too, and go on from what is there."""

    def __init__(self, header, path=None):
        self.header = {"format": FORMAT, **header}
        self.measured = {}
        self._rows = {}
        self._lock = threading.Lock()
        self._path = path
        if not path:
            return
        if os.path.exists(path):
            there = load(path)
            for field, value in self.header.items():
                if there.header.get(field) != value:
                    raise Unusable(f"'{path}' was made with another {field}")
            self._rows, self.measured = there._rows, there.measured
        # What a killed run left of a line goes.
        with open(path + ".part", "wb") as file:
            file.write(packed(self.header))
            file.writelines(gzip.compress(zlib.decompress(row))
                            for row in self._rows.values())
            file.writelines(map(packed, self.measured.values()))
        os.replace(path + ".part", path)

    def add(self, row):
        """Of a source, or of a measured set."""
        with self._lock:
            self._keep(row)
            if self._path:
                with open(self._path, "ab") as file:
                    file.write(packed(row))

    def _keep(self, row):
        if "measured" in row:
            self.measured[row["measured"]] = row
        else:
            self._rows[row["source"]] = zlib.compress(line_of(row))

    def __contains__(self, source):
        return source in self._rows

    def sources(self):
        return self._rows.keys()

    def row(self, source):
        return json.loads(zlib.decompress(self._rows[source]))


def line_of(row):
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


def packed(row):
    return gzip.compress(line_of(row))


def is_kept(path):
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"\x1f\x8b"
    except OSError:
        return False


def load(path):
    """Results from a file, as far as it is whole."""
    result = None
    with gzip.open(path, "rb") as file:
        try:
            for line in file:
                row = json.loads(line)
                if result:
                    result._keep(row)
                elif not isinstance(row, dict) or row.get("format") != FORMAT or not (
                        {"build", "cuda path", "arguments"} <= row.keys()):
                    break
                else:
                    result = Results(row)
        except (EOFError, OSError, ValueError, zlib.error):
            pass
    if not result:
        raise Unusable(f"'{path}' holds no results that this version reads")
    return result


#===------------------------------------------------------------------------===#
# What a build adds up to
#===------------------------------------------------------------------------===#


class Totals:
    """Sums over the rows of one build."""

    def __init__(self):
        self.counts = Counter({"accesses": 0, "inexact accesses": 0})
        self.histograms = defaultdict(Counter)
        self.costs = defaultdict(list)
        self._sites = defaultdict(set)
        self._by_rule = defaultdict(set)

    def add(self, row, is_told):
        self.histograms["outcomes"][row["outcome"]] += 1
        for name, tool in (("banklint", row["banklint"]), ("clang", row.get("clang"))):
            if tool and tool["status"] is not None:
                self.costs[name].append((tool["cpu"], tool["mb"]))
        if row.get("clang") and row["clang"]["cpu"] and None not in (
                row["banklint"]["status"], row["clang"]["status"]):
            ratios = [row["banklint"][cost] / row["clang"][cost] for cost in ("cpu", "mb")]
            self.costs["ratio"].append((*ratios, row["banklint"]["cpu"], row["source"]))
        for key, value in row.get("accesses", ()):
            self._access(dict(zip(ACCESS_KEY, key)), dict(zip(ACCESS_VALUE, value)))
        for _, site in row.get("findings", ()):
            cure, obstacle = cure_of(site, is_told)
            self.histograms["cures"][cure or "not looked for"] += 1
            if obstacle:
                self.histograms["obstacles"][obstacle] += 1
        for gap in row.get("gaps", ()):
            self.histograms["not analysed"][gap_cause(gap)] += 1

    def _access(self, key, value):
        if key["at_call"]:
            return
        site = (key["file"], key["line"], key["column"], key["operation"])
        self.counts["accesses"] += 1
        self._sites["all"].add(site)
        self.histograms["verdicts"][value["verdict"]] += 1
        if value["verdict"] in ("possible", "unknown"):
            reason = checks.wording(value["reason"] or "")
            self.histograms["reasons"][f"{value['verdict']}: {reason}"] += 1
        if value["exact"]:
            return
        self.counts["inexact accesses"] += 1
        self._sites["inexact"].add(site)
        rules = value["inexact_because"]
        for rule in ["(not told)"] if rules is None else rules or ["(no rule)"]:
            self._by_rule[rule].add(site)

    def finish(self):
        self.counts["sites"] = len(self._sites["all"])
        self.counts["inexact sites"] = len(self._sites["inexact"])
        for rule, sites in self._by_rule.items():
            self.histograms["rules"][rule] = len(sites)
        return self


def cure_of(site, is_told):
    """What became of a finding's cure: what the report says in fields, or, to
    compare with a build that has none, what its text tells."""
    return site["told"] if is_told or not site["said"] else site["said"]


def gap_cause(gap):
    return checks.wording(gap[2]) + ": " + checks.wording(gap[3])


#===------------------------------------------------------------------------===#
# A build over sources
#===------------------------------------------------------------------------===#


class Build:
    """A tool with its first options: a folder of a build, a program or a command."""

    def __init__(self, text):
        inside = os.path.join(text, "bin", "banklint")
        try:
            command = [inside] if os.path.isfile(inside) else shlex.split(text)
        except ValueError as why:
            raise Unusable(f"'{text}' is no command: {why}") from why
        found = command and shutil.which(command[0])
        if not found:
            raise Unusable(f"'{text}' is neither a build nor the results of one")
        self.command = [os.path.abspath(found), *command[1:]]

    def identity(self):
        """Changes when the tool is built anew."""
        return " ".join([digest(self.command[0]), *self.command[1:]])


def require_checked(rows, title):
    """Of rows of sources, some are to be checked: else the build cannot run, and that
    nothing differs is no news."""
    rows = list(rows)
    if rows and not any(row["outcome"] == "checked" for row in rows):
        said = next((row["said"] for row in rows if row.get("said")), "")
        raise Unusable(f"{title} checks none of {len(rows)} sources"
                       + (f": {said}" if said else f": {rows[0]['outcome']}"))


def check(checker, project, source, with_clang):
    """The row of one source."""
    measured, report = checker.check(project, source, with_clang)
    reducer = Reducer(project)
    row = {"source": reducer.named(source), "text": digest(source), **measured}
    if report:
        row.update(reducer.row(report))
    return row
