//! Any bytes at all.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wayglass_fuzz::read_and_write(bytes));
