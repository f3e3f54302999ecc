#===- summary.py - A JSON report as the summary of a job -------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes the findings of a JSON report as a table in Markdown, the costliest first, for
the page on which GitHub shows a run.

    summary.py REPORT

The cost of a finding is what its accesses take beyond the ideal, in wavefronts a block,
where the report tells. Links need the variables that GitHub sets.
"""

import json
import os
import pathlib
import sys

# GitHub takes 1 MiB a step; who has more findings reads the report.
ROWS = 100


def costs(report):
    """The wavefronts beyond the ideal at each place, of the block that has most."""
    result = {}
    for access in report["accesses"]:
        if access["verdict"] != "conflict":
            continue
        place = access["file"], access["line"], access["column"]
        excess = (access["wavefronts"] - access["ideal"]) * access["requests"]
        result[place] = max(excess, result.get(place, 0))
    return result


def cell(text):
    """Text for a table, in which Markdown means nothing."""
    for sign in "\\`*_|<>[]~":
        text = text.replace(sign, "\\" + sign)
    return text.replace("\n", " ")


def link(finding):
    place = f"{finding['file']}:{finding['line']}"
    names = "GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"
    parts = [os.environ.get(name) for name in names]
    if not all(parts) or os.path.isabs(finding["file"]):
        return cell(place)
    address = "/".join([*parts[:2], "blob", parts[2], finding["file"]])
    return f"[{cell(place)}](<{address}#L{finding['line']}>)"


def counted(number, one, many):
    return f"{number} {one if number == 1 else many}"


def row(finding, cost):
    fixes = finding.get("fixes", [])
    fix = next((one for one in fixes if one["safe"]), fixes[0] if fixes else None)
    return "| {} | {} | {} | {} |".format(
        "" if cost is None else f"{cost:g}",
        link(finding),
        cell(finding["message"]),
        cell(fix["description"]) if fix else "",
    )


def main():
    report = json.loads(pathlib.Path(sys.argv[1]).read_text())
    cost_at = costs(report)
    rows = [
        (cost_at.get((one["file"], one["line"], one["column"])), one)
        for one in report["findings"]
    ]
    rows.sort(key=lambda entry: -(entry[0] or 0))
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
        print("| extra wavefronts a block | where | finding | fix |")
        print("| ---: | --- | --- | --- |")
    for cost, finding in rows[:ROWS]:
        print(row(finding, cost))
    if rows[ROWS:]:
        print(f"\nand {len(rows) - ROWS} more")
    if os.environ.get("GITHUB_OUTPUT"):
        with open(os.environ["GITHUB_OUTPUT"], "a") as output:
            print(f"conflicts={len(rows)}", file=output)


main()
