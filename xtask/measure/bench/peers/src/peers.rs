//! The work of other libraries on the same bytes. The time includes dropping the tree, as in real use.

use std::hint::black_box;

use crdc_bench_contest::Contestant;
use serde_json::Value;

/// Parses to a `Value`.
pub fn serde_json(text: &[u8]) -> bool {
    black_box(serde_json::from_slice::<Value>(black_box(text))).is_ok()
}

/// Parses to a `Value` and validates it, with a boolean result.
pub fn validated(text: &[u8], is_valid: &mut dyn FnMut(&Value) -> bool) -> bool {
    serde_json::from_slice::<Value>(black_box(text)).is_ok_and(|value| is_valid(black_box(&value)))
}

/// Builds the tape. The parser modifies its input, so each run copies it first; the time of the copy is
/// measured with [`copy`] and subtracted.
pub fn simd_json<'a>(text: &'a [u8]) -> Contestant<'a> {
    let mut buffer = Vec::with_capacity(text.len());
    Box::new(move || {
        buffer.clear();
        buffer.extend_from_slice(black_box(text));
        black_box(simd_json::to_tape(&mut buffer)).is_ok()
    })
}

/// A contestant that only copies the text.
pub fn copy<'a>(text: &'a [u8]) -> Contestant<'a> {
    let mut buffer = Vec::with_capacity(text.len());
    Box::new(move || {
        buffer.clear();
        buffer.extend_from_slice(black_box(text));
        black_box(&mut buffer).len() == text.len()
    })
}

/// Builds the DOM.
pub fn sonic_rs(text: &[u8]) -> bool {
    black_box(sonic_rs::from_slice::<sonic_rs::Value>(black_box(text))).is_ok()
}
