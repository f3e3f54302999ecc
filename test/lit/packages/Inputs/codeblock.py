#===- codeblock.py - A file that a page shows ------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints the first code block after a line that names a file.

    codeblock.py PAGE NAME
"""

import pathlib
import sys

page, name = pathlib.Path(sys.argv[1]).read_text(), sys.argv[2]
_, found, rest = page.partition(f"`{name}`:\n\n```")
if not found:
    sys.exit(f"no code block of '{name}' in '{sys.argv[1]}'")
print(rest.split("\n", 1)[1].split("\n```", 1)[0])
