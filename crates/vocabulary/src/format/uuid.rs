//! `uuid` and its versions 3, 4 and 5, in upper, lower or mixed case.
// kube-openapi: strfmt/default.go UUIDPattern and those below it

/// Thirty-two hexadecimal digits; each of the four dashes may be left out.
pub fn uuid(content: &[u8]) -> bool {
    marks(content).is_some()
}

/// Version 3, of any variant.
pub fn uuid3(content: &[u8]) -> bool {
    matches!(marks(content), Some((b'3', _)))
}

/// Version 4, of the RFC 4122 variant.
pub fn uuid4(content: &[u8]) -> bool {
    matches!(marks(content), Some((b'4', b'8' | b'9' | b'a' | b'b' | b'A' | b'B')))
}

/// Version 5, of the RFC 4122 variant.
pub fn uuid5(content: &[u8]) -> bool {
    matches!(marks(content), Some((b'5', b'8' | b'9' | b'a' | b'b' | b'A' | b'B')))
}

/// The digits of version and variant; `None` if it is not a UUID.
fn marks(content: &[u8]) -> Option<(u8, u8)> {
    let mut firsts = [0; 5];
    let mut rest = content;
    for (first, width) in firsts.iter_mut().zip([8, 4, 4, 4, 12]) {
        if width != 8 {
            rest = rest.strip_prefix(b"-").unwrap_or(rest);
        }
        let (group, tail) = rest.split_at_checked(width)?;
        if !group.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        *first = *group.first()?;
        rest = tail;
    }
    let [_, _, version, variant, _] = firsts;
    rest.is_empty().then_some((version, variant))
}
