//! Fingerprints of items: one word each, equal for equal items. Different fingerprints prove that items
//! differ, which is sufficient for valid lists. Equal fingerprints prove nothing.

use alloc::vec::Vec;

use super::scalar::{Scalar, looked};
use crdc_object::hash::{mix, of_bytes};

/// The maximum number of items that are compared pairwise.
pub(super) const SHORT: usize = 16;

impl Scalar<'_> {
    /// The fingerprint of a scalar; `None` for lists and objects.
    #[inline]
    pub(super) fn print(self) -> Option<u64> {
        match self {
            Scalar::Text(text) => Some(of_text(text.as_bytes())),
            Scalar::Int(value) => Some(mix(2, value as u64)),
            Scalar::Absent => Some(3),
            Scalar::Null => Some(4),
            Scalar::Bool(value) => Some(5 + u64::from(value)),
            Scalar::Float(value) => Some(mix(7, (value + 0.0).to_bits())),
            Scalar::Written(value) => looked(value, |text| Some(of_text(text.as_bytes()))),
            Scalar::Other => None,
        }
    }
}

/// Short strings are hashed as two words, which may overlap.
#[inline]
fn of_text(text: &[u8]) -> u64 {
    match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) if text.len() <= 16 => {
            mix(mix(text.len() as u64, u64::from_le_bytes(*first)), u64::from_le_bytes(*last))
        }
        _ => of_bytes(text),
    }
}

/// Combines a fingerprint with that of another scalar.
#[inline(always)]
pub(super) fn and(print: u64, scalar: Scalar<'_>) -> Option<u64> {
    Some(mix(print, scalar.print()?))
}

/// Whether all items have fingerprints and these are distinct. A few are stored on the stack, many in the
/// buffer.
#[inline]
pub(super) fn are_distinct(
    buffer: &mut Vec<u64>,
    count: usize,
    each: impl Iterator<Item = Option<u64>>,
) -> bool {
    let mut few = [0; SHORT];
    let fingerprints = match few.get_mut(..count) {
        Some(few) => few,
        None => {
            buffer.clear();
            buffer.resize(count, 0);
            buffer.as_mut_slice()
        }
    };
    for (slot, print) in fingerprints.iter_mut().zip(each) {
        match print {
            Some(print) => *slot = print,
            None => return false,
        }
    }
    are_different(fingerprints)
}

fn are_different(fingerprints: &mut [u64]) -> bool {
    if fingerprints.len() > SHORT {
        fingerprints.sort_unstable();
        return fingerprints.windows(2).all(|pair| pair.first() != pair.last());
    }
    let mut rest = &*fingerprints;
    while let Some((first, others)) = rest.split_first() {
        if others.contains(first) {
            return false;
        }
        rest = others;
    }
    true
}
