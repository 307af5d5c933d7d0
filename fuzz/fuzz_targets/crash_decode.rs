//! Bytes as they come: encodings, gzip, long lines.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared::check(&[("latest.log.gz", bytes)]);
    let packed = [b"\x1f\x8b\x08".as_slice(), bytes].concat();
    shared::check(&[("latest.log.gz", &packed)]);
    let wide = [b"\xff\xfe".as_slice(), bytes].concat();
    shared::check(&[("output", &wide)]);
});
