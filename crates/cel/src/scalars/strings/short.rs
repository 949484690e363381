//! Finds short parts of short texts, in blocks that the compiler compares at once.
//!
//! Easy to break: the last block overlaps the one before it, so no position is left over.

/// Whether a text contains a part, which is not empty.
#[inline(never)]
pub(super) fn contains(text: &[u8], part: &[u8]) -> bool {
    // The first two bytes of the part are compared at each position, or its only one twice.
    let (Some(first), Some(second)) = (part.first(), part.get(1).or(part.first())) else { return true };
    let bytes = (*first, *second);
    let second_offset = usize::from(part.len() > 1);
    let starts = text.get(..text.len().saturating_sub(second_offset)).unwrap_or_default();
    let seconds = text.get(second_offset..).unwrap_or_default();
    let maybe = if starts.len() >= 16 {
        any_block::<16>(starts, seconds, bytes)
    } else if starts.len() >= 8 {
        any_block::<8>(starts, seconds, bytes)
    } else {
        starts.iter().zip(seconds).any(|found| found == (&bytes.0, &bytes.1))
    };
    maybe && (part.len() < 3 || text.windows(part.len()).any(|found| found == part))
}

/// Whether two bytes follow each other at a position. Both slices have the same length, at least `N`.
#[inline(always)]
fn any_block<const N: usize>(starts: &[u8], seconds: &[u8], bytes: (u8, u8)) -> bool {
    if let (Some(starts), Some(seconds)) = (starts.last_chunk::<N>(), seconds.last_chunk::<N>())
        && in_block(starts, seconds, bytes)
    {
        return true;
    }
    let mut blocks = starts.chunks_exact(N).zip(seconds.chunks_exact(N));
    blocks.any(|(starts, seconds)| match (starts.first_chunk(), seconds.first_chunk()) {
        (Some(starts), Some(seconds)) => in_block::<N>(starts, seconds, bytes),
        _ => false,
    })
}

#[inline(always)]
fn in_block<const N: usize>(starts: &[u8; N], seconds: &[u8; N], (first, second): (u8, u8)) -> bool {
    let mut found = false;
    for (start, next) in starts.iter().zip(seconds) {
        found |= (*start == first) & (*next == second);
    }
    found
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::contains;

    #[test]
    fn finds_parts_at_each_position() {
        for part in [&b"#"[..], b"//", b"/./", b"/../", b"12345678"] {
            for length in 0..=64 {
                let text = vec![b'/'; length];
                let slashes = part == b"//" && length > 1;
                assert_eq!(contains(&text, part), slashes, "{length}");
                for at in 0..=length.saturating_sub(part.len()) {
                    let mut text = vec![b'a'; length];
                    assert!(!contains(&text, part));
                    if let Some(place) = text.get_mut(at..at + part.len()) {
                        place.copy_from_slice(part);
                        assert!(contains(&text, part), "{at} of {length}");
                    }
                }
            }
        }
    }
}
