//! Bytes that start as a file of this format does.
#![no_main]

use wayglass::format::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wayglass_fuzz::read_as(Format::Posthoc, bytes));
