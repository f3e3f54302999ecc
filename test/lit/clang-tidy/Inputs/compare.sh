# compare.sh FILE LINT TIDY ARGUMENTS: prints the diagnostics of both tools if
# they are the same, and fails if not.
said() { grep -E ': (warning|note|error): '; }
A=$($2 --exit-zero --quiet "$1" -- -std=c++17 2>&1 | said)
# How a fix is had there is clang-tidy's alone.
B=$($3 "$1" -- $4 2>&1 | said |
  sed -E 's/; (the option UnsafeFixes offers|the fix of line [0-9]+ makes) it$//')
if [ "$A" = "$B" ]; then
  echo "$A"
else
  printf 'banklint:\n%s\nclang-tidy:\n%s\n' "$A" "$B" >&2
  exit 1
fi
