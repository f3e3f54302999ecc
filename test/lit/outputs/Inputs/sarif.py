#===- sarif.py - Is this the SARIF that we mean? ---------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks a SARIF file, and prints it for comparison with a golden one.

    sarif.py FILE             checks what no schema says, and prints the file
                              without what differs from place to place
    sarif.py FILE --schema S  validates it against the JSON schema S
"""

import argparse
import json
import pathlib


def regions(node):
    """All objects under the keys `region` and `deletedRegion`."""
    if isinstance(node, list):
        for item in node:
            yield from regions(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in ("region", "deletedRegion"):
                yield value
            yield from regions(value)


def locations(node):
    if isinstance(node, list):
        for item in node:
            yield from locations(item)
    elif isinstance(node, dict):
        if "uri" in node:
            yield node
        for key, value in node.items():
            if key != "originalUriBaseIds":
                yield from locations(value)


def check(log):
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        help_text = rule["help"]
        assert help_text["markdown"].startswith(f"# {rule['id']}\n"), rule["id"]
        assert help_text["text"] == help_text["markdown"]
        assert help_text["markdown"].replace("\n", " ").find(
            rule["shortDescription"]["text"]
        ) > 0, rule["id"]
    fingerprints = set()
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (fingerprint,) = result["partialFingerprints"].values()
        assert len(fingerprint) == 16 and fingerprint not in fingerprints
        fingerprints.add(fingerprint)
        for location in result["locations"] + result["relatedLocations"]:
            region = location["physicalLocation"]["region"]
            assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
    for region in regions(run):
        begin = region["startLine"], region["startColumn"]
        end = region["endLine"], region["endColumn"]
        assert (1, 1) <= begin <= end, region
    for location in locations(run):
        assert location["uriBaseId"] in run["originalUriBaseIds"]
        assert not location["uri"].startswith(("/", "file:", ".."))


def normalise(log):
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    driver["version"] = "VERSION"
    for rule in driver["rules"]:
        del rule["help"], rule["fullDescription"], rule["shortDescription"]
    for base in run["originalUriBaseIds"].values():
        assert base["uri"].startswith("file:///") and base["uri"].endswith("/")
        base["uri"] = "file:///ROOT/"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--schema", type=pathlib.Path)
    arguments = parser.parse_args()
    log = json.loads(arguments.file.read_text())
    if arguments.schema:
        import jsonschema

        jsonschema.validate(log, json.loads(arguments.schema.read_text()))
        return
    check(log)
    normalise(log)
    print(json.dumps(log, indent=1, ensure_ascii=False))


main()
