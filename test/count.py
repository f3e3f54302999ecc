#===- count.py - One line for all tests ------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Counts the results that GoogleTest and lit wrote into a folder as JSON.

    count.py FOLDER

prints "241 passed, 0 failed, 3 skipped", and above it what the skipped ones of lit
wanted, and ends with status 1 where a test failed, or where there is none.
"""

import collections
import json
import pathlib
import sys

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def lit_results(report):
    for test in report["tests"]:
        code = test["code"]
        yield (
            "passed"
            if code in LIT_PASSED
            else "skipped" if code in LIT_SKIPPED else "failed"
        )


def gtest_results(report):
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            if test.get("failures"):
                yield "failed"
            elif test["status"] == "NOTRUN" or test["result"] == "SKIPPED":
                yield "skipped"
            else:
                yield "passed"


def wanted_features(report):
    """For each test of lit that was skipped: the features that it misses."""
    for test in report["tests"]:
        if test["code"] == "UNSUPPORTED":
            _, _, names = test["output"].partition("unavailable features: ")
            yield names.strip() or "what the whole suite needs"


def main():
    wanted = collections.Counter()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
        report = json.loads(path.read_text())
        is_lit = "testsuites" not in report
        if is_lit:
            wanted.update(wanted_features(report))
        results = lit_results if is_lit else gtest_results
        for result in results(report):
            counts[result] += 1
    for names, count in sorted(wanted.items()):
        print(f"{count} skipped for want of: {names}")
    if not counts["skipped"]:
        del counts["skipped"]
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return 1 if counts["failed"] or not counts["passed"] else 0


sys.exit(main())
