#!/usr/bin/env bash
# Puts packages into a folder: those that BANKLINT_PACKAGES says are to be tested, or
# else what a build makes of itself. No index of Python packages is asked.
#
#   packages.sh CHECKOUT BUILD FOLDER deb|whl...
set -euo pipefail
Checkout=$1 Build=$2 Folder=$3
shift 3
mkdir -p "$Folder"
for Kind; do
  if [[ -n ${BANKLINT_PACKAGES:-} ]]; then
    cp "$BANKLINT_PACKAGES"/*."$Kind" "$Folder/"
  elif [[ $Kind == deb ]]; then
    cpack -G DEB --config "$Build/CPackConfig.cmake" -B "$Folder" >/dev/null
  else
    # As docs/install.md has it, and with nothing to fetch.
    BANKLINT_BUILD=$Build python3 -m pip wheel -q --no-index --no-deps -w "$Folder" "$Checkout"
  fi
done
