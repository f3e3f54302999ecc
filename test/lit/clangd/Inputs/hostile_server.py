"""Each option of Clang that may write a file or run something, in what a project says to
the server for editors: no file appears, and no program is started.

usage: hostile_server.py CLANGD FOLDER
"""

import json
import os
import pathlib
import sys

from client import Editor

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "project" / "Inputs"))
import hostile_options
import watched

# Each tells whether N is 4, which stands beside the options: so the command was read.
TEXTS = {
    "a.cu": """#ifndef N
#define N 2
#endif
__global__ void kernel(float *out) {
  __shared__ float s[256];
  s[threadIdx.x * N] = 1;
  out[0] = s[0];
}
""",
    "a.cpp": """#if N == 4
int a = four;
#endif
""",
}
READ = {"a.cu": "4-way", "a.cpp": "'four'"}


def write(channel, project, name, words):
    """Says the words to clangd, in one of the ways in which a project may."""
    project.mkdir(parents=True)
    (project / name).write_text(TEXTS[name])
    words = ["-DN=4", *words]
    command = [] if channel != "database" else words
    if channel == "clangd":
        (project / ".clangd").write_text(json.dumps({"CompileFlags": {"Add": words}}))
    if channel == "settings":
        (project / ".banklint.yaml").write_text(f"extra-args: {json.dumps(words)}\n")
    if channel == "flags":
        (project / "compile_flags.txt").write_text("\n".join(words))
        return
    (project / "compile_commands.json").write_text(json.dumps([{
        "directory": str(project), "file": name,
        "arguments": ["clang++", *command, "-c", name]}]))


def main():
    clangd, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    out = folder / "out"
    out.mkdir()
    table = hostile_options.of_table(out)
    by_hand = list(hostile_options.hand_written(str(out / "by-hand")))
    (out / "by-hand").write_text(f"-MD -MF {out}/from-config\n")
    files = {each.name: each.read_bytes() for each in out.iterdir()}
    # All in a database; elsewhere they are sorted by the same lists, so that each is
    # tried in one of the others.
    tried = {("database", "a.cu"): table}
    others = [("database", "a.cpp"), ("clangd", "a.cu"), ("clangd", "a.cpp"),
              ("flags", "a.cu"), ("flags", "a.cpp"), ("settings", "a.cu")]
    for at, other in enumerate(others):
        tried[other] = table[at::len(others)]
    log = folder / "log"
    alone = []
    with Editor([*watched.watching(log), clangd, "--pch-storage=memory"], folder,
                commands="") as editor:

        def read(channel, name, arguments):
            """Opens a source with them. Where one of them keeps it from being read, halves
            of them are tried."""
            read.count += 1
            place = f"{channel}-{read.count}"
            write(channel, folder / place, name, [word for words in arguments for word in words])
            said = editor.open(f"{place}/{name}")
            editor.close(f"{place}/{name}")
            if any(READ[name] in each["message"] for each in said):
                return
            if len(arguments) == 1:
                alone.append((channel, name, arguments))
                return
            half = len(arguments) // 2
            read(channel, name, arguments[:half])
            read(channel, name, arguments[half:])

        read.count = 0
        for (channel, name), arguments in tried.items():
            arguments = arguments + by_hand
            for first in range(0, len(arguments), 80):
                read(channel, name, arguments[first:first + 80])
    assert len(alone) < 30, alone
    seen = watched.Seen(log)
    assert seen.started == [], seen.started
    assert seen.written == [], seen.written
    now = {each.name: each.read_bytes() for each in out.iterdir()}
    assert now == files, now.keys() - files.keys()


if __name__ == "__main__":
    main()
