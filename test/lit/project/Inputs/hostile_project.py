"""A project that wants to run something, or to write, by all that it can bring along.

usage: hostile_project.py BANKLINT FOLDER
"""

import json
import os
import pathlib
import subprocess
import sys

import watched

SOURCE = """#include "pre.h"
__global__ void kernel(float *out) {
  __shared__ float s[64];
  s[threadIdx.x * 2] = 1;
  out[0] = s[0];
}
"""
# What a repository may have git run, with attributes and files that call for it.
GIT = {
    "core.fsmonitor": "{}", "core.hooksPath": ".hooks", "core.pager": "{}",
    "core.sshCommand": "{}", "core.gitProxy": "{}", "core.askPass": "{}",
    "diff.external": "{}", "diff.evil.command": "{}", "diff.evil.textconv": "{}",
    "filter.evil.clean": "{}", "filter.evil.smudge": "{}",
    "filter.evil.process": "{}", "filter.evil.required": "true",
    "filter.a=b.clean": "{}", "alias.diff": "!{}", "gpg.program": "{}",
    "credential.helper": "!{}", "extensions.partialClone": "origin",
    "remote.origin.url": "ext::{}", "remote.origin.promisor": "true",
    "remote.origin.vcs": "evil", "remote.origin.uploadpack": "{}",
    "interactive.diffFilter": "{}", "uploadpack.packObjectsHook": "{}",
}


def git(work, *words):
    subprocess.run(["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/none",
                    "-c", "filter.evil.clean=cat", "-c", "filter.evil.process=",
                    "-c", "user.name=Tester", "-c", "user.email=tester@example.com",
                    *words], cwd=work, check=True, capture_output=True)


def make(folder):
    """The project, and the program that all of it would like to be run."""
    work = folder / "work"
    work.mkdir()
    evil = folder / "evil"
    evil.write_text(f"#!/bin/sh\ntouch {folder}/ran\n")
    evil.chmod(0o755)
    for name in ("nvptx-arch", "amdgpu-arch", "nvcc", "git", "clang++", "ptxas", "mynvcc"):
        (work / name).write_text(evil.read_text())
        (work / name).chmod(0o755)
    (work / "pre.h").write_text("#pragma once\n")
    (work / "pre.h.pch").write_text("CPCH")
    (work / "pre.h.gch").write_text("CPCH")
    (work / "clang++.cfg").write_text(f"-MD -MF {folder}/from-cfg\n")
    (work / "module.modulemap").write_text('module pre { header "pre.h" }\n')
    (work / ".banklint.yaml").write_text(
        f"extra-args: [--target=nvptx64-nvidia-cuda, -march=native, -Xclang, -stats-file, -Xclang, {folder}/stats,"
        f" '-Wp,-MD,{folder}/md', -gen-cdb-fragment-path, {folder}, -fmodules,"
        f" -fmodules-cache-path={folder}/modules, --config={work}/clang++.cfg]\n")
    sources = {"one.cu": "./mynvcc", "two.cu": f"{work}/nvcc", "three.cu": "clang++"}
    entries = []
    for name, compiler in sources.items():
        (work / name).write_text(SOURCE)
        entries.append({"directory": str(work), "file": name, "command":
                        f"{compiler} -x cu -MMD -MF {folder}/d -o {folder}/o -c {name}"
                        if compiler != "clang++" else
                        f"clang++ -x cuda -MD -include pre.h --save-temps -c {name}"})
    (work / "compile_commands.json").write_text(json.dumps(entries))
    (work / ".gitattributes").write_text(
        "*.cu filter=evil diff=evil -diff\n*.h filter=a=b\n*.json filter=lfs\n")
    hooks = work / ".hooks"
    hooks.mkdir()
    for hook in ("post-index-change", "fsmonitor-watchman", "reference-transaction"):
        (hooks / hook).write_text(evil.read_text())
        (hooks / hook).chmod(0o755)
    git(work, "init", "-q")
    # One more repository inside, whose monitor would be asked for its state.
    inner = work / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / "file").write_text("text\n")
    git(inner, "add", ".")
    git(inner, "commit", "-qm", "inner")
    git(work, "add", ".")
    git(work, "commit", "-qm", "base")
    for repository in (work, inner):
        for name, value in GIT.items():
            subprocess.run(["git", "config", name, value.format(evil)], cwd=repository,
                           check=True)
    (inner / "file").write_text("other\n")
    for name in sources:
        (work / name).write_text(SOURCE.replace("= 1", "= 2"))
    return work


def main():
    banklint, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    work = make(folder)
    before = {each for each in folder.iterdir()}

    def run(name, *words, cwd=work):
        seen = watched.Watched([banklint, *words], folder.parent / f"{name}.log", cwd=cwd)
        assert not (folder / "ran").exists(), name
        assert {each for each in folder.iterdir()} == before, name
        return seen

    for name, words in (("lint", []), ("explain", ["explain", "one.cu:4"]),
                        ("server", ["--format=json"])):
        seen = run(name, *words, "--cuda-path=none", "--no-pch")
        assert seen.started == [], seen.started
        assert seen.written == [], seen.written
        assert "one.cu" in seen.done.stdout, seen.done
    seen = run("toolkit", "--no-pch")
    assert seen.started == [], seen.started
    assert seen.written == [], seen.written
    assert "mynvcc' is a script, and is not run" in seen.done.stderr, seen.done.stderr

    seen = run("diff", "--cuda-path=none", "--no-pch", "--diff=HEAD")
    assert {os.path.basename(each) for each in seen.started} == {"git"}, seen.started
    own = ("/dev/null", "/tmp/banklint-git-")
    temporary = os.environ.get("TMPDIR", "/tmp") + "/banklint-git-"
    others = [each for each in seen.written if not each.startswith((*own, temporary))]
    # Names below a folder that is removed.
    assert all("/" not in each for each in others), others
    for source in ("one.cu", "two.cu", "three.cu"):
        assert f"{source}:4:3: warning: 2-way" in seen.done.stdout, seen.done
    status = subprocess.run(["git", "-c", "core.fsmonitor=false", "rev-parse", "HEAD"],
                            cwd=work, capture_output=True)
    assert not status.returncode

    # What is not there would be fetched by a program that the repository names.
    lost = subprocess.run(["git", "-c", "core.fsmonitor=false", "rev-parse", "HEAD:one.cu"],
                          cwd=work, check=True, capture_output=True, text=True).stdout.strip()
    (work / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    seen = run("lazy", "--cuda-path=none", "--no-pch", "--diff=HEAD")
    assert {os.path.basename(each) for each in seen.started} == {"git"}, seen.started

    # The work tree may hold what git would take for a bare repository.
    bare = work / "bare"
    git(work, "init", "-q", "--bare", bare)
    (bare / "a.cu").write_text(SOURCE.replace('#include "pre.h"\n', ""))
    for name, value in GIT.items():
        subprocess.run(["git", "--git-dir", bare, "config", name, value.format(folder / "evil")],
                       check=True)
    seen = run("bare", "--cuda-path=none", "--no-pch", "--diff=HEAD", "a.cu", cwd=bare)
    assert {os.path.basename(each) for each in seen.started} == {"git"}, seen.started


    # A database of others may lie above the repository.
    above = folder / "above"
    (above / "build").mkdir(parents=True)
    (above / "own").mkdir()
    source = above / "own" / "a.cu"
    source.write_text(SOURCE.replace('#include "pre.h"\n', ""))
    (above / "build" / "compile_commands.json").write_text(json.dumps([{
        "directory": str(above / "build"), "file": str(source),
        "command": f"{folder}/evil -x cu -c {source}"}]))
    before.add(above)
    seen = run("above", "--no-pch", "a.cu", cwd=above / "own")
    assert seen.started == [], seen.started
    assert "evil' is a script, and is not run" in seen.done.stderr, seen.done.stderr


if __name__ == "__main__":
    main()
