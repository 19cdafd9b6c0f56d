//! Bytes that start as a query with its map does.
#![no_main]

use wayglass::document::repro;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let bytes = [b"wayglass-repro 1\nmap \"\"\n", bytes].concat();
    let Ok((repro, map)) = repro::read(&bytes) else { return };
    let again = repro::write(&repro, map);
    let read = repro::read(&again).expect("what was written can be read");
    assert_eq!(read, (repro, map), "it comes back as it was");
});
