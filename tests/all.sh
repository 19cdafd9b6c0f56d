#!/usr/bin/env bash
# Installs what the tests need, where it may, and runs all of them.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian packages by the program that shows they are there. Window and picture tests will add theirs.
needs=()
command -v cc >/dev/null || needs+=(gcc libc6-dev)
command -v c++ >/dev/null || needs+=(g++) # the fuzz targets link libFuzzer
if [ ${#needs[@]} -ne 0 ]; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    if ! { "${as_root[@]}" apt-get update -q && "${as_root[@]}" apt-get install -qy --no-install-recommends "${needs[@]}"; }; then
        echo "all.sh: could not install ${needs[*]}; going on without" >&2
    fi
fi

cargo test --locked
cargo check --locked --benches
# The fuzz targets are run by hand for hours; here they must at least build.
cargo check --locked --manifest-path fuzz/Cargo.toml
