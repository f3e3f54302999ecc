#!/usr/bin/env bash
# Runs pre-commit on a conflicting source, with this repository's hook and with
# that which docs/ci.md shows, which installs the wheel.
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
export HOME=$PWD PRE_COMMIT_HOME=$PWD/cache
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost
export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost

# commit FOLDER: makes it a repository of what it holds.
commit() {
  git -C "$1" init -q
  git -C "$1" add -A
  git -C "$1" commit -q -m all
  git -C "$1" tag hooks
}

# check HOOK: a project uses the hook, whose settings HOOK writes.
check() {
  local Project=project-$1
  mkdir "$Project"
  cp "$Inputs/example.cu" "$Project/"
  echo "not for banklint" >"$Project/readme.txt"
  "$1" "--cuda-path=none" >"$Project/.pre-commit-config.yaml"
  commit "$Project"
  cd "$Project"
  ! pre-commit run --all-files || exit 1
  echo "fails on a conflict"
  "$1" "--cuda-path=none, --fix" >.pre-commit-config.yaml
  git add -A
  ! pre-commit run --all-files || exit 1
  git add -A
  pre-commit run --all-files
  echo "passes after --fix"
  cd ..
}

# Each writes the settings of a hook, with arguments.
system() {
  cat <<END
repos:
  - repo: $Folder/hooks
    rev: hooks
    hooks:
      - id: banklint
        args: [$1]
END
}
python() {
  local Page=$Checkout/docs/ci.md Block=.pre-commit-config.yaml
  command python "$Inputs/codeblock.py" "$Page" $Block | sed \
    -e "s|https://github.com/OWNER/banklint/releases/download/v[0-9.]*|file://$Wheels|" \
    -e "s|^\( *\)entry: .*|&\n\1args: [$1]|"
}

echo "hook: system"
mkdir hooks
cp "$Checkout/.pre-commit-hooks.yaml" hooks/
commit hooks
check system

echo "hook: python"
# The tool must come from the wheel that pre-commit installs.
printf '#!/bin/sh\nexit 99\n' >"$Environment/bin/banklint"
check python
