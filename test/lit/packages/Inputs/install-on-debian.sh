#!/usr/bin/env bash
# Installs a .deb on a Debian 12 that holds apt and no more, and lints a source
# there. The file system is thrown away.
#
#   install-on-debian.sh PACKAGE SOURCE
set -euo pipefail
Shared=$(mktemp -d)
trap 'rm -rf "$Shared"' EXIT
cp "$1" "$Shared/banklint.deb"
cp "$2" "$Shared/"
cat >"$Shared/install" <<END
set -eu
apt-get install -y -q --no-install-recommends /shared/banklint.deb
{
  Status=0
  banklint "/shared/${2##*/}" || Status=\$?
  echo "status \$Status"
  echo "LLVM packages: \$(dpkg-query -W -f '\${Package}\n' | grep -c -e llvm -e clang)"
} >/shared/out
END
# Only what the lists need: neither translations nor other suites.
mmdebstrap --quiet --variant=apt --skip=cleanup \
  --customize-hook='mkdir "$1/shared"' \
  --customize-hook="copy-in '$Shared/banklint.deb' '$Shared/${2##*/}' '$Shared/install' /shared" \
  --customize-hook='chroot "$1" sh /shared/install' \
  --customize-hook="copy-out /shared/out '$Shared'" \
  bookworm /dev/null >&2
cat "$Shared/out"
