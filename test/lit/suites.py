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


# Folders that ask what nvcc or C++ makes of a kernel, whatever its headers say.
WITHOUT_HEADERS = {"language", "merging"}


class TestsOfHeaders(lit.formats.ShTest):
    """The tests whose result may depend on the headers: those with %lint."""

    def getTestsInDirectory(self, *arguments):
        for test in super().getTestsInDirectory(*arguments):
            if test.path_in_suite[0] in WITHOUT_HEADERS:
                continue
            if "%lint" in pathlib.Path(test.getSourcePath()).read_text():
                yield test
