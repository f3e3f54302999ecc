# shellcheck shell=bash
#===- setup.sh - From a bare Debian machine to a built banklint ------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Sourced by tool/try and test/run, which name the packages that they need.
# Everything is said on standard error: standard output is the caller's.
#
#===------------------------------------------------------------------------===#

Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
Build=$Root/build
Preset=release

say() { echo "banklint: $*" >&2; }

give_up() {
  say "$*"
  exit 2
}

# What building takes, each package with its reason.
# shellcheck disable=SC2034
BuildPackages=(
  "clang-22         the compiler"
  "libclang-22-dev  Clang's libraries, which read the sources"
  "llvm-22-dev      LLVM's libraries, and the parts of CMake that find them"
  "libzstd-dev      a library that LLVM's archives are linked with"
  "zlib1g-dev       a library that LLVM's archives are linked with"
  "cmake            configures the build"
  "ninja-build      runs the build"
)

is_installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

is_available() {
  [[ -n $(apt-cache --quiet=0 --no-all-versions show "$1" 2>/dev/null) ]]
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    give_up "installing packages needs root: run this as root, or install sudo"
  fi
}

apt_get() {
  # Standard output is for findings.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >&2
}

# install_missing "PACKAGE REASON"...: installs the packages that are missing.
install_missing() {
  local Entry Name Reason Missing=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    give_up "this script installs Debian packages, and here is no apt-get;" \
      "CONTRIBUTING.md says how to build without it"
  fi
  for Entry in "$@"; do
    read -r Name Reason <<<"$Entry"
    is_installed "$Name" && continue
    [[ ${#Missing[@]} -gt 0 ]] || say "these Debian packages are missing:"
    say "  $(printf '%-16s %s' "$Name" "$Reason")"
    Missing+=("$Name")
  done
  [[ ${#Missing[@]} -gt 0 ]] || return 0

  local IsFresh=
  for Name in "${Missing[@]}"; do
    is_available "$Name" && continue
    if [[ -z $IsFresh ]]; then
      say "reading the package lists"
      apt_get update || give_up "cannot read the package lists"
      IsFresh=yes
    fi
    is_available "$Name" || give_up "no package source of this machine has" \
      "'$Name': Debian 12 has LLVM 22 in its suite 'bookworm-security', and" \
      "the rest in 'bookworm', so enable those"
  done
  say "installing them"
  if ! apt_get install -y --no-install-recommends "${Missing[@]}"; then
    [[ -z $IsFresh ]] || give_up "the packages could not be installed"
    say "the package lists may be old: reading them again"
    apt_get update || give_up "cannot read the package lists"
    apt_get install -y --no-install-recommends "${Missing[@]}" ||
      give_up "the packages could not be installed"
  fi
}

# build [CMAKE ARGUMENT]... -- TARGET...: configures $Preset and builds into $Build.
build() {
  local Options=()
  while [[ $1 != -- ]]; do
    Options+=("$1")
    shift
  done
  shift
  say "building the preset '$Preset'"
  (cd "$Root" && cmake --preset "$Preset" "${Options[@]}" --log-level=WARNING) >&2 ||
    give_up "configuring failed"
  cmake --build "$Build" --parallel "$(nproc)" --target "$@" >&2 ||
    give_up "the build failed"
}
