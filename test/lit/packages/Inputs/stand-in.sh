#!/usr/bin/env bash
# Stands in for a program in a step of a workflow, under that program's name: for what
# GitHub supplies, and for what would build and test banklint once more. Says how it was
# called where that tells something.
set -euo pipefail
Name=${0##*/}

say() { echo "$Name $*"; }

really() { PATH=$STAND_IN_PATH exec "$Name" "$@"; }

case $Name in
apt-get) say "$@" ;;
clang-tidy-22) ;;
cmake)
  case $1 in
  --preset)
    # A finished build; results of tests are this one's own.
    Build=$([[ $2 == release ]] && echo build || echo "build-$2")
    mkdir -p "$Build/test"
    for Entry in "$STAND_IN_BUILD"/*; do
      case ${Entry##*/} in
      linters | test | toolkits) ;;
      *) ln -sfn "$Entry" "$Build/" ;;
      esac
    done
    say --preset "$2"
    ;;
  --install) really "$@" ;;
  esac
  ;;
dpkg-query) echo -n installed ;;
gh)
  say "$@" "of ${GH_REPO-this repository}, with ${GH_TOKEN:?}"
  for Word; do
    case $Word in
    *.md | */dist/*) [[ -s $Word ]] || exit 1 ;;
    esac
  done
  ;;
llvm-config-22) dirname "$(realpath "$0")" ;;
python3)
  # test/run installs headers and linters, and runs lit, which passes.
  case "$*" in
  -m\ pip\ *)
    while [[ $1 != --target && $1 != --dest ]]; do shift; done
    mkdir -p "$2"
    ;;
  */requirements/fetch\ *) ;;
  */lit\ *)
    while [[ $1 != --xunit-xml-output ]]; do shift; done
    echo '<testsuite name="all" tests="2" failures="0" skipped="0">' >"$2"
    ;;
  *) really "$@" ;;
  esac
  ;;
esac
