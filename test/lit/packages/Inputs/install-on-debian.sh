#!/usr/bin/env bash
# Installs the packages on a fresh Debian 12, as docs/install.md says, and has them
# lint a source, serve an editor, and be installed by pre-commit, as docs/ci.md says.
# Git comes by the step of the workflows that installs it. The file system is thrown
# away.
#
#   install-on-debian.sh CHECKOUT PACKAGES WHEELS
#
# WHEELS are pre-commit's and of what it needs: pip has no index.
set -euo pipefail
Checkout=$1 Packages=$2 Wheels=$3
Inputs=$Checkout/test/lit/packages/Inputs
Shared=$(mktemp -d)
trap 'rm -rf "$Shared"' EXIT

# What the pages show, with a folder in place of the address of releases.
recipe() {
  python3 "$Inputs/codeblock.py" "$Checkout/docs/$1" "$2" |
    sed 's|https://github.com/OWNER/banklint/releases/download/v[0-9.]*|file:///shared|'
}
recipe install.md .deb >"$Shared/install-deb"
recipe install.md .whl >"$Shared/install-wheel"
python3 "$Inputs/step.py" "$Checkout/.github/workflows/ci.yml" "Install Git" \
  >"$Shared/install-git"
recipe ci.md .pre-commit-config.yaml >"$Shared/hooks.yaml"
cp "$Packages"/banklint_*.deb "$Packages"/banklint-*.whl "$Inputs/example.cu" \
  "$Inputs/session.py" "$Checkout/test/lsp/client.py" "$Shared/"
mkdir "$Shared/wheels"
cp "$Wheels"/*.whl "$Checkout/test/requirements/pre-commit.txt" "$Shared/wheels/"

cat >"$Shared/enter" <<'END'
exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
  PIP_NO_INDEX=1 PIP_FIND_LINKS=/shared/wheels \
  sh /shared/run
END
cat >"$Shared/run" <<'END'
set -eu
cd /shared
echo 'APT::Get::Assume-Yes "true"; APT::Install-Recommends "false";' >/etc/apt/apt.conf.d/test
sh -e ./install-git
sh -e ./install-deb
sh -e ./install-wheel
for Bin in /usr/bin ~/banklint/bin; do
  Status=0
  $Bin/banklint --cuda-path=none example.cu || Status=$?
  echo "status $Status"
  mkdir session
  cp example.cu session
  python3 session.py session/example.cu $Bin/banklint-clangd
  rm -r session
done >>out
echo "LLVM packages: $(dpkg-query -W -f '${Package}\n' | grep -c -e llvm -e clang)" >>out

~/banklint/bin/pip install -q --no-index --require-hashes -r wheels/pre-commit.txt
mkdir project
cp example.cu project
cp hooks.yaml project/.pre-commit-config.yaml
cd project
git init -q
git add -A
{
  Status=0
  ~/banklint/bin/pre-commit run --all-files || Status=$?
  echo "pre-commit: status $Status"
} >>../out
END
# Only what the lists need: neither translations nor other suites.
mmdebstrap --quiet --variant=apt --skip=cleanup --include=python3-venv \
  --customize-hook='mkdir "$1/shared"' \
  --customize-hook="sync-in '$Shared' /shared" \
  --customize-hook="sh '$Shared/enter' \"\$1\"" \
  --customize-hook="copy-out /shared/out '$Shared'" \
  bookworm /dev/null >&2
cat "$Shared/out"
