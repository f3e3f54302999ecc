#===- shown_sources.py - Writes the sources that a page shows --------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes each code block of a page behind a line "`NAME.cu`:" to a file of that name in
the current folder, and prints the names.

    shown_sources.py PAGE
"""

import pathlib
import re
import sys

page = pathlib.Path(sys.argv[1]).read_text()
for name, source in re.findall(r"^`([\w.]+\.cu)`:\n\n```cuda\n(.*?)^```$", page, re.M | re.S):
    pathlib.Path(name).write_text(source)
    print(name)
