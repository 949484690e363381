//! What the others do with the same bytes. A tree that was built is dropped inside the time,
//! as it has to be in use.

use std::hint::black_box;

use serde_json::{Value, json};

use crate::contest::Contestant;

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

/// The object as it comes back in an update, an old one that is equal, and an old one that
/// differs in an annotation.
pub fn update(text: &[u8]) -> Result<(Vec<u8>, Vec<u8>, Vec<u8>), serde_json::Error> {
    let mut next: Value = serde_json::from_slice(text)?;
    next["metadata"]["uid"] = json!("3d6f6a1e-5c1f-4b5e-9d0f-6a3c7a1f2b10");
    next["metadata"]["resourceVersion"] = json!("7");
    next["metadata"]["generation"] = json!(3);
    next["metadata"]["creationTimestamp"] = json!("2024-01-01T00:00:00Z");
    let mut changed = next.clone();
    changed["metadata"]["annotations"]["example.com/revision"] = json!("6");
    let equal = serde_json::to_vec(&next)?;
    Ok((equal.clone(), serde_json::to_vec(&changed)?, equal))
}

/// The same object with white space in it, so that nothing in it is written with the same bytes.
pub fn reformatted(text: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec_pretty(&serde_json::from_slice::<Value>(text)?)
}
