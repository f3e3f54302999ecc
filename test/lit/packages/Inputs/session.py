#===- session.py - An editor that mends the example ------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Opens a source with one conflict, takes its preferred fix, and finds it mended.

    session.py SOURCE SERVER [ARGUMENT]...
"""

import pathlib
import sys

from client import Editor

source = pathlib.Path(sys.argv[1])
with Editor(sys.argv[2:], source.parent) as editor:
    (conflict,) = editor.open(source.name)
    assert conflict["code"] == "banklint-bank-conflict", conflict
    print("diagnostic:", conflict["message"].splitlines()[0])
    (fix,) = [
        one for one in editor.quick_fixes(source.name, conflict) if one.get("isPreferred")
    ]
    print("quick fix:", fix["title"])
    left = editor.apply(fix)
    assert not left, left
    print("no diagnostic is left")
