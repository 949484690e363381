//! `mac`: a hardware address of 6, 8 or 20 bytes.
// Go: net/mac.go ParseMAC

/// Pairs of hexadecimal digits separated by colons or dashes, groups of four separated by dots, or no
/// separators. Separators cannot be mixed.
pub fn mac(content: &[u8]) -> bool {
    let separator = match content {
        [_, _, b @ (b':' | b'-'), ..] => Some((2, *b)),
        [_, _, _, _, b'.', ..] => Some((4, b'.')),
        _ => None,
    };
    let Some((width, separator)) = separator else {
        return matches!(content.len(), 12 | 16 | 40) && content.iter().all(u8::is_ascii_hexdigit);
    };
    let length = content.len() + 1;
    let digits = length / (width + 1) * width;
    length.is_multiple_of(width + 1)
        && matches!(digits, 12 | 16 | 40)
        && content.chunks(width + 1).all(|chunk| {
            let (group, end) = chunk.split_at(width.min(chunk.len()));
            group.iter().all(u8::is_ascii_hexdigit)
                && matches!(end, [] | [_])
                && end.iter().all(|b| *b == separator)
        })
}
