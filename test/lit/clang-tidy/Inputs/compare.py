#===- compare.py - Do clang-tidy and banklint say the same? ----------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""compare.py FILE LINT TIDY ARGUMENTS: prints clang-tidy's diagnostics.

Fails unless they are those of banklint. There, accesses of one cause are one
finding; here, those of one place. What both have in common: each access is said,
with the same message, and what stands for others has the same notes and fixes.
"""

import json
import re
import subprocess
import sys

LINE = re.compile(r"(.+?):(\d+):(\d+): (warning|note|error): (.*?)( \[banklint-[\w-]+\])?$")
# How a fix is had there is clang-tidy's alone.
OFFER = re.compile(r"; (the option UnsafeFixes offers|the fix of line \d+ makes) it$")


def printed_by(command):
    return subprocess.run(command, shell=True, capture_output=True, text=True).stdout


def sure(message):
    """A message of the host is less exact where its prelude shows less."""
    return message.replace(": about ", ": on average ")


def said_by_tidy(file, tidy, arguments):
    """The notes of each diagnostic, by its place and message."""
    said = {}
    for line in printed_by(f"{tidy} {file} -- {arguments}").splitlines():
        match = LINE.match(line)
        if not match:
            continue
        print(line)
        name, number, column, level, text, _ = match.groups()
        text = sure(text)
        place = name, int(number), int(column)
        if level == "note":
            notes.append((place, OFFER.sub("", text)))
        else:
            notes = said.setdefault((place, text), [])
    return said


def place_of(thing):
    return thing["file"], thing["line"], thing["column"]


def main(file, lint, tidy, arguments):
    report = printed_by(f"{lint} --exit-zero --quiet --format=json {file} -- -std=c++17")
    findings = json.loads(report)["findings"]
    for finding in findings:
        for one in (finding, *finding["others"]):
            one["message"] = sure(one["message"])
    said = said_by_tidy(file, tidy, arguments)
    accesses = {(place_of(one), one["message"])
                for finding in findings for one in (finding, *finding["others"])}
    assert said.keys() <= accesses, (said.keys(), accesses)
    assert {place for place, _ in said} == {place for place, _ in accesses}
    for finding in findings:
        notes = said[place_of(finding), finding["message"]]
        others = "likewise "
        expected = [(place_of(note), note["message"]) for note in finding["notes"]
                    if not note["message"].startswith(others)]
        offered = [fix["description"] for fix in finding["fixes"]]
        notes = [(place, text) for place, text in notes if not text.startswith(others)]
        found = notes[: len(expected)], [text for _, text in notes[len(expected) :]]
        assert found == (expected, offered), (found, expected, offered)


main(*sys.argv[1:])
