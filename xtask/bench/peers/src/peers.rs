//! What the others do with the same bytes. A tree that was built is dropped inside the time,
//! as it has to be in use.

use std::hint::black_box;

use crdc_bench_contest::Contestant;
use serde_json::Value;

/// Parses to a `Value`.
pub fn serde_json(text: &[u8]) -> bool {
    black_box(serde_json::from_slice::<Value>(black_box(text))).is_ok()
}

/// Parses to a `Value` and validates it, the answer yes or no only.
pub fn validated(text: &[u8], is_valid: &mut dyn FnMut(&Value) -> bool) -> bool {
    serde_json::from_slice::<Value>(black_box(text)).is_ok_and(|value| is_valid(black_box(&value)))
}

/// Builds the tape. The parser writes into its input, so each run copies it first; what
/// the copy takes is measured by [`copy`] and subtracted.
pub fn simd_json<'a>(text: &'a [u8]) -> Contestant<'a> {
    let mut buffer = Vec::with_capacity(text.len());
    Box::new(move || {
        buffer.clear();
        buffer.extend_from_slice(black_box(text));
        black_box(simd_json::to_tape(&mut buffer)).is_ok()
    })
}

/// The copy alone.
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
