#!/usr/bin/env bash
# Installs what the tests need, where it may, and runs all of them.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian packages by the program that shows they are there, or by a file where there is no program.
needs=()
command -v cc >/dev/null || needs+=(gcc libc6-dev)
command -v c++ >/dev/null || needs+=(g++) # the fuzz targets link libFuzzer
command -v Xvfb >/dev/null || needs+=(xvfb)
command -v openbox >/dev/null || needs+=(openbox)
command -v xdotool >/dev/null || needs+=(xdotool)
command -v import >/dev/null || needs+=(imagemagick)
command -v strace >/dev/null || needs+=(strace)
ldconfig -p 2>/dev/null | grep -q libxkbcommon-x11 || needs+=(libxkbcommon-x11-0)
ldconfig -p 2>/dev/null | grep -q libEGL || needs+=(libegl1 libgl1-mesa-dri)
ldconfig -p 2>/dev/null | grep -q libvulkan || needs+=(libvulkan1)
compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' >/dev/null || needs+=(mesa-vulkan-drivers)
if [ ${#needs[@]} -ne 0 ]; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    if ! { "${as_root[@]}" apt-get update -q && "${as_root[@]}" apt-get install -qy --no-install-recommends "${needs[@]}"; }; then
        echo "all.sh: could not install ${needs[*]}; going on without" >&2
    fi
fi

cargo test --locked --features window-tests
cargo check --locked --benches --features window-tests
# The fuzz targets are run by hand for hours; here they must at least build.
cargo check --locked --manifest-path fuzz/Cargo.toml
