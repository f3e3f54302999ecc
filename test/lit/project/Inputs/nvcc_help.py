#===- nvcc_help.py - Every option of nvcc, tried ---------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tries the options that `nvcc --help` lists on a source with one conflict.

    nvcc_help.py NVCC BANKLINT FOLDER

Each command line goes into one compile_commands.json, for a copy of the source
of its own. A copy whose conflict is not found, or a warning of an argument that
is not known, fails.
"""

import json
import pathlib
import re
import subprocess
import sys

SOURCE = """\
#ifndef BEFORE
#error an argument in front of the option is lost
#endif
#ifndef BEHIND
#error an argument behind the option is lost
#endif
__global__ void k(float *out) {
  __shared__ float s[32 * 32];
  s[threadIdx.x * 32] = 1; // conflict
  out[0] = s[0];
}
void run(float *out) { k<<<1, 32>>>(out); }
"""

# Values that mean something; for the others any word will do.
VALUES = {
    "--define-macro": "DEFINED",
    "--undefine-macro": "UNDEFINED",
    "--gpu-architecture": "sm_90",
    "--gpu-code": "sm_90",
    "--generate-code": "arch=compute_90,code=sm_90",
    "--std": "c++17",
    "--x": "cu",
    "--options-file": "empty.rsp",
    "--pre-include": "empty.h",
    "--relocatable-device-code": "true",
    "--ftemplate-depth": "500",
}


def options(nvcc):
    """The long and the short name of each option in the help text."""
    text = subprocess.run([nvcc, "--help"], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        found = re.match(r"^(--[\w-]+).*?\s+\(?(--?[\w-]+)\)?\s*$", line)
        if found:
            yield found[1], found[2]


def spellings(long, short, takes_value):
    names = dict.fromkeys([long, short])
    if not takes_value:
        return [[name] for name in names]
    value = VALUES.get(long, "7")
    result = [[name, value] for name in names] + [[f"{name}={value}"] for name in names]
    if short in ("-D", "-U", "-I", "-L", "-l", "-O", "-t"):
        result.append([short + value])
    return result


def takes_value(nvcc, long):
    """Asks nvcc itself: not every value stands in the help text."""
    said = subprocess.run([nvcc, "--dryrun", "x.cu", f"{long}=7"], capture_output=True, text=True)
    return "no argument expected" not in said.stderr


def main():
    nvcc, banklint, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    (folder / "empty.rsp").write_text("")
    (folder / "empty.h").write_text("")
    commands = []
    for long, short in options(nvcc):
        for words in spellings(long, short, takes_value(nvcc, long)):
            source = folder / f"{len(commands)}.cu"
            source.write_text(SOURCE)
            line = [nvcc, "-DBEFORE", *words, "-DBEHIND", "-c", str(source)]
            commands.append({"directory": str(folder), "file": str(source), "arguments": line})
    if len(commands) < 300:
        sys.exit(f"only {len(commands)} spellings: the help text was not understood")
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    run = subprocess.run(
        [banklint, "--cuda-path=none", "-p", str(folder)], capture_output=True, text=True
    )
    found = set(re.findall(r"(\d+)\.cu:9:3: warning: 32-way", run.stdout))
    lost = [c["arguments"] for i, c in enumerate(commands) if str(i) not in found]
    for line in lost:
        print("no conflict found with", line[2:-3])
    print(run.stderr)
    # Behind what is said every 30 s.
    summary = f"\n{len(commands)} files, {len(commands)} kernels, "
    return 1 if lost or summary not in f"\n{run.stderr}" else 0


sys.exit(main())
