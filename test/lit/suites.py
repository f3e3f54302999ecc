#===- suites.py - Which tests a run holds ----------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# A module of its own, since lit hands tests to other processes by name.
#
#===------------------------------------------------------------------------===#

import pathlib

import lit.formats


class TestsOfHeaders(lit.formats.ShTest):
    """The tests whose result may depend on the headers: those with %lint."""

    def getTestsInDirectory(self, *arguments):
        for test in super().getTestsInDirectory(*arguments):
            if "%lint" in pathlib.Path(test.getSourcePath()).read_text():
                yield test
