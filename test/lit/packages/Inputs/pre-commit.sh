#!/usr/bin/env bash
# Runs pre-commit on a conflicting source, with this repository's hook and with
# that of the mirror which docs/ci.md shows.
#
#   pre-commit.sh FOLDER CHECKOUT WHEELS ENVIRONMENT
#
# ENVIRONMENT is a virtual one, with pre-commit and banklint. Its banklint is gone
# afterwards.
set -euo pipefail
Folder=$1 Checkout=$2 Wheels=$3 Environment=$4
Inputs=$Checkout/test/lit/packages/Inputs
mkdir -p "$Folder"
cd "$Folder"
export PATH=$Environment/bin:$PATH
export HOME=$PWD PRE_COMMIT_HOME=$PWD/cache PIP_FIND_LINKS=$Wheels
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost
export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost

# commit FOLDER: makes it a repository of what it holds.
commit() {
  git -C "$1" init -q
  git -C "$1" add -A
  git -C "$1" commit -q -m all
  git -C "$1" tag v0.1.0
}

# check HOOKS: the repository HOOKS offers the hook, a project uses it.
check() {
  local Project=project-$1
  mkdir "$Project"
  cp "$Inputs/example.cu" "$Project/"
  echo "not for banklint" >"$Project/readme.txt"
  configure "$1" "--cuda-path=none" >"$Project/.pre-commit-config.yaml"
  commit "$Project"
  cd "$Project"
  ! pre-commit run --all-files || exit 1
  echo "fails on a conflict"
  configure "$1" "--cuda-path=none, --fix" >.pre-commit-config.yaml
  git add -A
  ! pre-commit run --all-files || exit 1
  git add -A
  pre-commit run --all-files
  echo "passes after --fix"
  cd ..
}

configure() {
  cat <<END
repos:
  - repo: $Folder/$1
    rev: v0.1.0
    hooks:
      - id: banklint
        args: [$2]
END
}

echo "hook: system"
mkdir system
cp "$Checkout/.pre-commit-hooks.yaml" system/
commit system
check system

echo "hook: python"
# The tool must come from the wheel that the mirror installs.
printf '#!/bin/sh\nexit 99\n' >"$Environment/bin/banklint"
mkdir python
for File in pyproject.toml .pre-commit-hooks.yaml; do
  python "$Inputs/codeblock.py" "$Checkout/docs/ci.md" "$File" >"python/$File"
done
commit python
check python
