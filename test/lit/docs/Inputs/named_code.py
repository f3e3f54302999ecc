#===- named_code.py - Whether what a page names is there -------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Fails where a page names a file, a folder or an identifier that is not there.

    named_code.py CHECKOUT PAGE...

Names stand in backquotes: `lib/Trace` and `test/structure/walls` are paths,
`Values/Decision` is a source or header of a part, `SiteMap` and `applyRegions` occur
in the code. In code blocks, "Fix/Uses ->" is such a name, too. What is none of
these is passed over.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sources = [
    file
    for folder in ("lib", "tool")
    for file in sorted((root / folder).rglob("*"))
    if file.suffix in (".cpp", ".h") and "Headers" not in file.parts
]
code = "\n".join(re.sub(r"//.*", "", file.read_text()) for file in sources)
identifiers = set(re.findall(r"\w+", code))
# "Values/Decision", "LLVM/GVN", whether they are public or not, folders of parts like
# "Nvcc/Passes", and "Decision".
files = {f"{folder.name}/{file.stem}" for file in sources for folder in file.parents}
files |= {f"{folder.parent.name}/{folder.name}" for folder in (root / "lib").rglob("*")
          if folder.is_dir()}
stems = {file.stem for file in sources}
parts = {part.name for part in (root / "lib").iterdir()}


def is_there(name):
    if re.fullmatch(r"(lib|test|tool|docs)/[\w./-]+", name):
        return (root / name).exists()
    if re.fullmatch(r"[A-Z]\w+/[A-Z]\w+", name):
        return name in files
    if re.fullmatch(r"(\w+::)?([A-Z]\w*[a-z]\w*|[a-z]+([A-Z]\w*)+)", name):
        return name.split("::")[-1] in identifiers | stems | parts
    return None


failed = False
for page in sys.argv[2:]:
    text = pathlib.Path(page).read_text()
    blocks = "\n".join(re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S))
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    names = re.findall(r"`([^`\n]+)`", prose)
    names += re.findall(r"-> ([A-Z]\w*(?:/\w+)?) ", blocks)
    checked = {name: is_there(name) for name in names}
    if True not in checked.values():
        sys.exit(f"{page} names nothing of the code")
    for name, there in checked.items():
        if there is False:
            failed = True
            print(f"{page}: '{name}' is not there")
sys.exit(failed)
