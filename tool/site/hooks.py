#===- hooks.py - Pages of the site that do not lie in docs/ ----------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Adds pages from the top of the checkout, and those that the tool itself writes.

BANKLINT names the tool. Links from one page to another are written for the checkout;
here all pages lie in one folder.
"""

import os
import pathlib
import re
import subprocess

from mkdocs.structure.files import File

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
AT_TOP = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE")

OPTIONS = """# Options

What `banklint --help` prints, with what else it can do. [Usage](usage.md#options) sorts
and explains them.

```text
{help}
```

## Settings

Without a [configuration](configuration.md), `banklint --dump-config` prints these:

```yaml
{settings}
```
"""


def printed(*arguments):
    """What the tool prints, away from any configuration."""
    tool = os.environ.get("BANKLINT", "banklint")
    done = subprocess.run(
        [tool, *arguments], capture_output=True, text=True, check=True, cwd="/"
    )
    return done.stdout.strip()


def on_files(files, config):
    for name in AT_TOP:
        files.append(File.generated(config, name, abs_src_path=str(CHECKOUT / name)))
    options = OPTIONS.format(
        help=printed("--help"), settings=printed("--no-config", "--dump-config", "x.cu")
    )
    files.append(File.generated(config, "options.md", content=options))
    return files


def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri in AT_TOP:
        return re.sub(r"\]\(docs/", "](", markdown)
    names = "|".join(map(re.escape, AT_TOP))
    return re.sub(rf"\]\(\.\./({names})", r"](\1", markdown)
