"""Reads a report of each format as the service does that it is for, and holds it
against the JSON report of the same run: the same findings, at the same places.

services.py FOLDER: has report.json, concise, junit, gitlab and github."""
import json
import os
import re
import sys
import xml.etree.ElementTree as tree

os.chdir(sys.argv[1])
with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
findings = report["findings"]
errors = [one for one in report["not_analysed"] if "'missing'" in one["reason"]]
assert len(findings) == 5 and len(errors) == 1, report

# concise: a line a finding, FILE:LINE:COLUMN: SEVERITY: TEXT [RULE].
with open("concise", encoding="utf-8") as file:
    lines = file.read().splitlines()
LINE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<severity>warning|error): "
    r"(?P<text>\S.*) \[(?P<rule>banklint-[a-z-]+)\]"
)
assert len(lines) == len(findings)
for line, finding in zip(lines, findings):
    read = LINE.fullmatch(line)
    assert read, line
    wanted = (finding["file"], finding["line"], finding["column"], finding["rule"])
    assert (read["file"], int(read["line"]), int(read["column"]), read["rule"]) == wanted
    assert read["text"].startswith(finding["message"]), line
    assert (read["severity"] == "error") == (finding["rule"] == "banklint-nolint"), line

# GitHub: `::command property=value,...::text`, as its runner takes them apart.
COMMAND = re.compile(r"::(?P<command>[a-z]+) (?P<properties>[^:]*)::(?P<text>.*)")


def unescaped(text, property_too=False):
    pairs = [("%0D", "\r"), ("%0A", "\n")]
    if property_too:
        pairs += [("%3A", ":"), ("%2C", ",")]
    for code, character in pairs:
        text = text.replace(code, character)
    return text.replace("%25", "%")


with open("github", encoding="utf-8", newline="\n") as file:
    lines = file.read().split("\n")
assert lines.pop() == "" and len(lines) == len(findings) + len(errors)
for line, finding in zip(lines, findings):
    read = COMMAND.fullmatch(line)
    assert read, line
    properties = {}
    for pair in read["properties"].split(","):
        name, value = pair.split("=", 1)
        assert name not in properties, line
        properties[name] = unescaped(value, property_too=True)
    assert set(properties) <= {"title", "file", "line", "endLine", "col", "endColumn"}
    assert properties["title"] == finding["rule"]
    assert properties["file"] == finding["file"]
    assert int(properties["line"]) == finding["line"]
    assert int(properties["endLine"]) == finding["end_line"]
    # A column of several lines is an error of the service.
    assert ("col" in properties) == (finding["line"] == finding["end_line"]), line
    assert ("endColumn" in properties) == ("col" in properties), line
    text = unescaped(read["text"]).split("\n")
    assert text[0] == finding["message"], line
    assert len(text) == 1 + len(finding["notes"]) + len(finding["fixes"]), line
    wanted = {"high": "warning", "medium": "warning", "low": "notice"}
    assert read["command"] == wanted.get(finding.get("severity"), "error"), line
read = COMMAND.fullmatch(lines[-1])
assert read["command"] == "error" and read["text"].endswith("'missing'"), lines[-1]

# GitLab: an array of objects with these fields, each fingerprint once.
with open("gitlab", encoding="utf-8") as file:
    issues = json.load(file)
assert len(issues) == len(findings)
assert len({issue["fingerprint"] for issue in issues}) == len(issues)
for issue, finding in zip(issues, findings):
    assert set(issue) == {
        "description", "check_name", "fingerprint", "severity", "location",
    }, issue
    assert issue["description"] == finding["message"]
    assert issue["check_name"] == finding["rule"]
    assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
    assert set(issue["location"]) == {"path", "lines"}
    assert not os.path.isabs(issue["location"]["path"])
    assert not issue["location"]["path"].startswith("./")
    assert issue["location"]["path"] == finding["file"]
    assert issue["location"]["lines"]["begin"] == finding["line"]
    assert isinstance(issue["location"]["lines"]["begin"], int)

# JUnit: what junit-10.xsd of Jenkins lets through, and no test twice, since Jenkins
# and GitLab take two of one class and name for one.
ATTRIBUTES = {
    "testsuites": ({"name"}, set()),
    "testsuite": ({"name", "tests", "failures", "errors"}, set()),
    "testcase": ({"classname", "name"}, set()),
    "failure": ({"type", "message"}, set()),
    "error": ({"type", "message"}, set()),
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error"},
    "failure": set(),
    "error": set(),
}
root = tree.parse("junit").getroot()
assert root.tag == "testsuites"
for node in root.iter():
    required, optional = ATTRIBUTES[node.tag]
    assert required <= set(node.keys()) <= required | optional, tree.tostring(node)
    assert {child.tag for child in node} <= CHILDREN[node.tag], tree.tostring(node)
    if node.tag not in ("failure", "error"):
        assert not (node.text or "").strip(), tree.tostring(node)
for suite in root:
    for tag, field in (("testcase", "tests"), ("failure", "failures"), ("error", "errors")):
        assert suite.get(field) == str(len(list(suite.iter(tag)))), tree.tostring(suite)
cases = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
assert len(set(cases)) == len(cases), cases
assert sorted(node.get("message") for node in root.iter("failure")) == sorted(
    finding["message"] for finding in findings
)
assert {suite.get("name") for suite in root} == {
    "50%, x:y/a::b.cu", "broken.cu", "clean.cu"}
