"""Each option of Clang that may write a file or run something, in a database: no file
appears, and no program is started.

usage: hostile_options.py BANKLINT FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys

import watched

SOURCE = """__global__ void kernel(float *out) {
  __shared__ float s[64];
  s[threadIdx.x * 2] = 1;
  out[0] = s[0];
}
"""
# By name or by what stands in the place of the value.
SUSPECT = re.compile(
    r"file|path|dir|output|dump|log|plugin|load|config|module|save|trace|stats|"
    r"serial|depend|emit|print|index|record|profile|coverage|remark|fixit|"
    r"rewrite|cache|pch|preamble|^M|^d|^o|run|exec|linker|ptxas|fatbin|ccbin|"
    r"wrapper|assembler|^X|^W[apl]|^B|mllvm|llvm|cdb|ast|report|api|map|embed", re.I)


def options(table):
    """Names and kinds of Clang's options, from the table that LLVM installs."""
    for name, kind in re.findall(
            r"^OPTION\(\d+(?: /\*[^*]*\*/)?, \d+ /\* (.*?) \*/, \w+, (\w+),", table,
            re.M):
        if kind not in ("Group", "Input", "Unknown", "RemainingArgs"):
            yield name.strip().lstrip("-"), kind


def spellings(name, kind, value):
    """An option as words, in the ways in which a project could write it."""
    # The table takes either dash, or one of them: what it does not know is dropped.
    dash = "--" if "-" in name and not name.startswith(("f", "m")) else "-"
    if kind == "Flag":
        yield [dash + name]
    elif kind in ("Separate", "MultiArg"):
        yield [dash + name, value]
    elif kind == "JoinedOrSeparate":
        yield [dash + name + value]
        yield [dash + name, value]
    else:
        yield [dash + name + value]


def hand_written(value):
    """Those that wrote a file, and their like."""
    front_end = ["-dependency-file", "-dependency-dot", "-module-dependency-dir",
                 "-header-include-file", "-serialize-diagnostic-file",
                 "-diagnostic-log-file", "-stats-file=", "-fmodules-cache-path=",
                 "-load", "-plugin", "-add-plugin", "-o", "-ast-dump-all=json",
                 "-dump-deserialized-decls", "-emit-pch", "-emit-obj"]
    for option in front_end:
        joined = option.endswith("=")
        words = [option + value] if joined else [option, value]
        yield [each for word in words for each in ("-Xclang", word)]
        yield [f"-Xclang={','.join(words)}"]
    yield ["-gen-cdb-fragment-path", value]
    yield ["-Wp,-MD," + value]
    yield ["-Wp,-MMD," + value]
    yield ["-Xpreprocessor", "-dependency-file", "-Xpreprocessor", value]
    yield ["-Xarch_device", "-MD", "-Xarch_device", "-MF" + value]
    yield ["-Xarch_device", "-Wp,-MD," + value]
    yield ["-Xarch_sm_90", "-MF" + value]
    yield ["--serialize-diagnostics", value]
    yield ["-serialize-diagnostics", value]
    yield ["-fmodules", "-fcxx-modules", "-fmodules-cache-path=" + value]
    yield ["-fmodules", "-fimplicit-module-maps", "-fmodule-map-file=" + value]
    yield ["--config", value]
    yield ["--config=" + value]
    yield ["-ftime-trace=" + value]
    yield ["-save-temps=cwd", "-o", value]
    yield ["-include-pch", value]


def of_table(out):
    """Those of Clang's table that the name makes suspect, with values below `out`."""
    include = subprocess.run(["llvm-config-22", "--includedir"], check=True,
                             capture_output=True, text=True).stdout.strip()
    table = pathlib.Path(include) / "clang" / "Options" / "Options.inc"
    arguments = []
    for name, kind in options(table.read_text()):
        if SUSPECT.search(name):
            arguments += spellings(name, kind, str(out / f"{len(arguments)}"))
    assert len(arguments) > 1000, len(arguments)
    return arguments


def main():
    banklint, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    out = folder / "out"
    work = folder / "work"
    out.mkdir(parents=True)
    work.mkdir()
    arguments = of_table(out)
    arguments += hand_written(str(out / "by-hand"))
    # What the driver reads of such a file is read as arguments once more.
    (out / "by-hand").write_text(f"-MD -MF {out}/from-config\n")
    files = {each.name: each.read_bytes() for each in out.iterdir()}

    def run(name, entries):
        """One run over sources that are alike but for their options."""
        (work / "compile_commands.json").write_text(json.dumps(entries))
        seen = watched.Watched(
            [banklint, "--cuda-path=none", "--no-pch", "--quiet", "--exit-zero", "-p",
             work], folder / f"{name}.log", cwd=work)
        assert seen.started == [], seen.started
        assert seen.written == [], seen.written
        now = {each.name: each.read_bytes() for each in out.iterdir()}
        assert now == files, now.keys() - files.keys()
        return seen.done.stdout

    def read_with(name, groups):
        """Runs once over all; the groups whose sources were not analysed."""
        entries = []
        for at, group in enumerate(groups):
            source = work / f"s{at}.cu"
            source.write_text(SOURCE)
            entries.append({"directory": str(work), "file": source.name, "arguments": [
                "clang++", "-x", "cuda", *(word for words in group for word in words),
                "-c", source.name]})
        said = run(name, entries)
        return [group for at, group in enumerate(groups)
                if not re.search(rf"^s{at}\.cu:3:3: warning: 2-way", said, re.M)]

    together = 8
    left = read_with("together", [arguments[first:first + together] for first in
                                  range(0, len(arguments), together)])
    alone = [[words] for group in left for words in group]
    assert len(alone) < len(arguments) / 3, len(alone)
    read_with("alone", alone)
    entries = [{"directory": str(work), "file": f"s{at}.cu", "arguments": [
        "nvcc", *words, f"-Xcompiler={','.join(words)}", "-c", f"s{at}.cu"]}
        for at, words in enumerate(list(hand_written(str(out / "nvcc"))))]
    run("nvcc", entries)


if __name__ == "__main__":
    main()
