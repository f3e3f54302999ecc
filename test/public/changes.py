#===- changes.py - What two builds say of the same sources -----------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compares the results of two builds, site by site."""

import math
from collections import defaultdict

import results
from results import ACCESS_KEY, ACCESS_VALUE, FINDING_KEY

# The kinds of changes, in the order of the report.
KINDS = {
    "outcome": "what became of a source",
    "access vanished": "accesses that are no longer met",
    "access appeared": "accesses that were not met",
    "verdict": "verdicts",
    "wavefronts": "wavefronts a request",
    "ideal": "ideal wavefronts a request",
    "bytes": "bytes a lane",
    "requests": "requests a block",
    "exact": "whether numbers are exact",
    "inexact_because": "rules that make a result inexact",
    "reason": "reasons",
    "array": "arrays",
    "finding vanished": "findings that are gone",
    "finding appeared": "findings that are new",
    "fix lost": "findings whose cure became worse",
    "fix won": "findings whose cure became better",
    "fix changed": "findings with other fixes of the same worth",
    "obstacle": "findings with another obstacle, and no other cure",
    "gap vanished": "what is analysed now",
    "gap appeared": "what is not analysed any more",
    "measured": "measured lines that are judged otherwise",
}
WORTH = {"safe": 3, "unsafe": 2, "by-hand": 1}


def same(old, new):
    """Whether two values are equal, but for the rounding of sums. A build that
    names no rules is no witness of them."""
    for name, one, other in zip(ACCESS_VALUE, old, new):
        if one == other or (name == "inexact_because" and None in (one, other)):
            continue
        if not (isinstance(one, float) and isinstance(other, (int, float))
                and math.isclose(one, other, rel_tol=1e-5, abs_tol=1e-5)):
            return False
    return True


def paired(old, new, equal):
    """Entries by key on both sides, without those that are equal: (key, old,
    new), one of both None where the other is left alone."""
    sides = defaultdict(lambda: ([], []))
    for number, entries in enumerate((old, new)):
        for key, value in entries:
            sides[tuple(key)][number].append(value)
    for key, (olds, news) in sides.items():
        for one in list(olds):
            twin = next((other for other in news if equal(one, other)), None)
            if twin is not None:
                olds.remove(one)
                news.remove(twin)
        # Several arrays at one place: those of one name belong together.
        olds.sort(key=str_of_array)
        news.sort(key=str_of_array)
        for at in range(max(len(olds), len(news))):
            yield (key, olds[at] if at < len(olds) else None,
                   news[at] if at < len(news) else None)


def str_of_array(value):
    return str(value[-1]) if isinstance(value, list) else ""


def exactness(is_exact, rules):
    if is_exact:
        return "exact"
    return "inexact by " + ", ".join(rules) if rules else "inexact"


class Comparison:
    """All changes between two results, by kind."""

    def __init__(self, old, new):
        self.changes = defaultdict(list)
        self.old, self.new = results.Totals(), results.Totals()
        both = [source for source in old.sources() if source in new]
        self.only_old = sorted(set(old.sources()) - set(both))
        self.only_new = sorted(set(new.sources()) - set(both))
        self.edited, self.compared = [], 0
        self.seconds = []  # of CPU, then and now, with the source
        for source in sorted(both):
            one, other = old.row(source), new.row(source)
            if one["text"] != other["text"]:
                self.edited.append(source)
                continue
            self.compared += 1
            self._source(source, one, other)
        self.old.finish()
        self.new.finish()
        self.measured = {}
        for name in sorted(old.measured.keys() & new.measured.keys()):
            self._measured(name, old.measured[name], new.measured[name])

    def _add(self, kind, source, before, after, site="", **more):
        self.changes[kind].append({"source": source, "site": site, "before": before,
                                   "after": after, **more})

    def _source(self, source, old, new):
        is_told = any(not site["said"] for row in (old, new)
                      for _, site in row.get("findings", ()))
        self.old.add(old, is_told)
        self.new.add(new, is_told)
        self.seconds.append((old["banklint"]["cpu"], new["banklint"]["cpu"], source))
        if old["outcome"] != new["outcome"]:
            self._add("outcome", source, old["outcome"], new["outcome"],
                      said=new.get("said") or old.get("said") or "")
        if "accesses" not in old or "accesses" not in new:
            return
        for key, before, after in paired(old["accesses"], new["accesses"], same):
            self._access(source, dict(zip(ACCESS_KEY, key)), before, after)
        for key, before, after in paired(old["findings"], new["findings"],
                                         lambda one, other: False):
            self._finding(source, dict(zip(FINDING_KEY, key)), before, after, is_told)
        gaps = [[((gap[0], gap[1], results.gap_cause(gap)), gap[2]) for gap in row["gaps"]]
                for row in (old, new)]
        for (file, line, cause), before, after in paired(*gaps, lambda *_: True):
            kind = "gap vanished" if after is None else "gap appeared"
            self._add(kind, source, *((cause, None) if after is None else (None, cause)),
                      f"{file}:{line}", what=before or after)

    def _access(self, source, key, before, after):
        where = {"site": "{file}:{line}:{column}:{operation}".format(**key),
                 "kernel": key["kernel"], "block": key["block"]}
        if before is None or after is None:
            there = dict(zip(ACCESS_VALUE, before or after))
            kind = "access appeared" if before is None else "access vanished"
            said = "inexact " * (not there["exact"]) + there["verdict"]
            self._add(kind, source, None if before is None else said,
                      None if after is None else said, **where)
            return
        before, after = dict(zip(ACCESS_VALUE, before)), dict(zip(ACCESS_VALUE, after))
        rules = [each.pop("inexact_because") for each in (before, after)]
        for name in before:
            if same([before[name]], [after[name]]):
                continue
            if name == "exact":
                said = [exactness(*each) for each in zip((before[name], after[name]), rules)]
                self._add(name, source, *said, **where)
            else:
                self._add(name, source, before[name], after[name], **where)
        if before["exact"] == after["exact"] and None not in rules and rules[0] != rules[1]:
            self._add("inexact_because", source, *rules, **where)

    def _finding(self, source, key, before, after, is_told):
        site = "{file}:{line}:{column}:{operation}".format(**key)
        more = {"array": key["array"]}
        cures = [site and results.cure_of(site, is_told) for site in (before, after)]
        cures = [cure and (cure[0] or "not looked for", cure[1]) for cure in cures]
        if before is None or after is None:
            kind = "finding appeared" if before is None else "finding vanished"
            return self._add(kind, source, *(cure and cure[0] for cure in cures), site,
                             **more)
        worth = [WORTH.get(cure, 0) for cure, _ in cures]
        said = [f"{cure}: {obstacle}" if obstacle else cure for cure, obstacle in cures]
        if worth[0] != worth[1]:
            kind = "fix lost" if worth[0] > worth[1] else "fix won"
            self._add(kind, source, *said, site, **more, fixes=[
                fix[1] for fix in (before if kind == "fix lost" else after)["fixes"]])
            return
        fixes = [[fix[1] for fix in side["fixes"]] for side in (before, after)]
        edits = [[[fix[0], fix[2]] for fix in side["fixes"]] for side in (before, after)]
        if edits[0] != edits[1]:
            self._add("fix changed", source, fixes[0], fixes[1], site, **more)
        elif said[0] != said[1]:
            self._add("obstacle", source, *said, site, **more)

    def _measured(self, name, old, new):
        self.measured[name] = (old, new)
        for line in sorted(old["judged"].keys() | new["judged"].keys()):
            before = old["judged"].get(line, ["right", ""])
            after = new["judged"].get(line, ["right", ""])
            if before != after:
                self._add("measured", name, before[0], after[0], line,
                          said=[before[1], after[1]])

    def is_same(self):
        return not any(self.changes.values())
