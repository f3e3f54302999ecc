#===- summary.py - A JSON report as the summary of a job -------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes the findings of a JSON report as a table in Markdown, the costliest first, for
the page on which GitHub shows a run.

    summary.py REPORT

The cost of a finding is what its accesses take beyond the ideal, in wavefronts a block;
in a loop of unknown length, at least what one round takes. Links need the variables that
GitHub sets.
"""

import json
import os
import pathlib
import re
import sys
import urllib.parse

# GitHub takes 1 MiB a step; who has more findings reads the report.
ROWS = 100


def shown(wavefronts):
    """A number in full, whole where a fraction would say nothing."""
    if wavefronts >= 1000:
        return str(round(wavefronts))
    return f"{wavefronts:.3f}".rstrip("0").rstrip(".")


def cost(finding):
    """What all of a finding's accesses spend, as far as that is known, and its text."""
    if "excess" not in finding:
        return 0, ""
    known = finding["excess_least"]
    if finding["excess"] is not None:
        return known, shown(known)
    return known, f"at least {shown(known)}" if known else "unknown"


def rank(finding):
    """The costliest first; the severity is that of the ways where no cost is known."""
    severity = ("low", "medium", "high").index(finding.get("severity", "low"))
    return -severity, -cost(finding)[0], -(finding.get("ways") or 0)


def cell(text):
    """Text for a table, in which Markdown means nothing."""
    printable = (one if one.isprintable() else f"<U+{ord(one):04X}>" for one in text)
    # Addresses become links by themselves.
    signs = r"[\\`*_|<>\[\]~!#&@$]|:(?=//)|(?<=www)\."
    return re.sub(signs, r"\\\g<0>", "".join(printable), flags=re.IGNORECASE)


def link(finding):
    place = f"{finding['file']}:{finding['line']}"
    names = "GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"
    parts = [os.environ.get(name) for name in names]
    if not all(parts) or os.path.isabs(finding["file"]):
        return cell(place)
    file = urllib.parse.quote(finding["file"])
    address = "/".join([*parts[:2], "blob", parts[2], file])
    return f"[{cell(place)}](<{address}#L{finding['line']}>)"


def counted(number, one, many):
    return f"{number} {one if number == 1 else many}"


def row(finding):
    fixes = finding.get("fixes", [])
    fix = next((one for one in fixes if one["safe"]), fixes[0] if fixes else None)
    return "| {} | {} | {} | {} |".format(
        cost(finding)[1],
        link(finding),
        cell(finding["message"]),
        cell(fix["description"]) if fix else "",
    )


def main():
    report = json.loads(pathlib.Path(sys.argv[1]).read_text())
    rows = sorted(report["findings"], key=rank)
    # Before the table: later steps count on it.
    if os.environ.get("GITHUB_OUTPUT"):
        with open(os.environ["GITHUB_OUTPUT"], "a") as output:
            print(f"conflicts={len(rows)}", file=output)
    counts, gaps = report["summary"], len(report["not_analysed"])
    print("## banklint\n")
    print(
        counted(counts["kernels"], "kernel", "kernels")
        + ", "
        + counted(counts["accesses"], "access", "accesses")
        + ": "
        + counted(counts["conflicts"], "conflict", "conflicts")
        + " in "
        + counted(len(rows), "finding", "findings")
        + f", {counts['unknown']} unknown"
        + (f"; {gaps} not analysed\n" if gaps else "\n")
    )
    if rows:
        print("| extra wavefronts per block | where | finding | fix |")
        print("| ---: | --- | --- | --- |")
    for finding in rows[:ROWS]:
        print(row(finding))
    if rows[ROWS:]:
        print(f"\nand {len(rows) - ROWS} more")


main()
