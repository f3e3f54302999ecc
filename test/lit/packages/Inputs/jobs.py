#===- jobs.py - One job of a workflow ---------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a job of a workflow of GitHub's, without comments.

    jobs.py WORKFLOW JOB
"""

import pathlib
import sys

import yaml


class Text(yaml.SafeDumper):
    """Scripts as they stand, line by line."""


def script(dumper, text):
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Text.add_representer(str, script)
workflow = yaml.safe_load(pathlib.Path(sys.argv[1]).read_text())
job = workflow["jobs"][sys.argv[2]]
print(yaml.dump(job, Dumper=Text, sort_keys=False, width=1000))
