//! Shortens long texts between characters.

/// The offset, moved into the text and back to the start of its character.
#[must_use]
pub fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The maximum number of bytes shown of a path.
const MOST_OF_PATH: usize = 4096;

/// Elides the middle of a very long path: otherwise each of thousands of messages below one long key would
/// repeat the key.
#[must_use]
pub fn cut_path(path: String) -> String {
    if path.len() > MOST_OF_PATH { cut_pieces(&[&path]) } else { path }
}

/// Like [`cut_path`], for a path in pieces. **The elided pieces are not read.**
#[must_use]
pub fn cut_pieces(pieces: &[&str]) -> String {
    let length: usize = pieces.iter().map(|piece| piece.len()).sum();
    if length <= MOST_OF_PATH {
        return pieces.concat();
    }
    let half = MOST_OF_PATH / 2;
    let mut shown = String::with_capacity(MOST_OF_PATH + 8);
    let mut at = 0;
    for piece in pieces {
        let head = floor_boundary(piece, half.saturating_sub(at));
        shown.push_str(&piece[..head]);
        at += piece.len();
        if at >= half {
            break;
        }
    }
    shown.push('…');
    let (mut tail, mut left) = (Vec::new(), half);
    for piece in pieces.iter().rev() {
        let start = floor_boundary(piece, piece.len().saturating_sub(left));
        tail.push(&piece[start..]);
        left = left.saturating_sub(piece.len());
        if left == 0 {
            break;
        }
    }
    tail.iter().rev().for_each(|piece| shown.push_str(piece));
    shown
}

#[cfg(test)]
mod tests {
    use super::{cut_path, cut_pieces, floor_boundary};

    #[test]
    fn paths_are_cut_in_the_middle() {
        for (unit, count) in
            [("a", 4095), ("a", 4096), ("a", 4097), ("é", 2048), ("é", 2049), ("日", 5000), ("日本.", 700)]
        {
            let path = unit.repeat(count);
            let expected = match path.len() {
                ..=4096 => path.clone(),
                length => {
                    let end = floor_boundary(&path, length - 2048);
                    format!("{}…{}", &path[..floor_boundary(&path, 2048)], &path[end..])
                }
            };
            for size in [1, 7, 100, count] {
                let pieces: Vec<String> =
                    (0..count).step_by(size).map(|at| unit.repeat(size.min(count - at))).collect();
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                assert!(cut_pieces(&pieces) == expected, "{count} of {unit}, each {size}");
            }
            assert!(cut_path(path) == expected, "{count} of {unit}");
        }
    }
}
