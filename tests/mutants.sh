#!/usr/bin/env bash
# Changes the core a little in many places, one at a time, and sees whether the tests notice: cargo-mutants.
#
#   tests/mutants.sh                              a hundredth of the core, the same one each day of the month
#   tests/mutants.sh 3/20                         the fourth twentieth
#   tests/mutants.sh 0/1 src/geom/ring.rs …       all of these files
#
# Installs nothing: `cargo install cargo-mutants --locked` does. What is missed is listed in mutants.out/missed.txt;
# nine of ten shall be caught.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo mutants --version >/dev/null 2>&1; then
    echo "mutants.sh: cargo-mutants is not there; cargo install cargo-mutants --locked" >&2
    exit 2
fi
shard=${1:-$((10#$(date +%d) % 100))/100}
shift || true
files=("$@")
if [ ${#files[@]} -eq 0 ]; then
    files=('src/geom/**' 'src/geom.rs' 'src/mesh/**' 'src/build/**' 'src/format/**' 'src/search/**')
fi
arguments=()
for file in "${files[@]}"; do
    arguments+=(--file "$file")
done
# The window is left out, and so is what needs hours: the share of the promises in the normal tests decides.
exec cargo mutants --no-shuffle --shard "$shard" "${arguments[@]}" --no-default-features --output . \
    --timeout 900 -- --lib --test it --test fuzz
