//! Compares the messages of a 400. In: the messages of a 400 on both sides. Out: whether they are equal.
//!
//! The record keeps 600 characters of a message. One message quotes the body, which the recorder sent with a
//! space after each comma and colon and in ASCII, but which the record stores in another form. The quotation
//! is converted before it is compared.

/// The number of characters of a message that the record keeps.
const KEPT: usize = 600;

/// Whether `got`, the message for the body `new`, equals the recorded one.
pub(super) fn same(new: &[u8], expected: Option<&str>, got: Option<&str>) -> bool {
    let (Some(expected), Some(got)) = (expected, got) else { return expected == got };
    if kept(got) == expected {
        return true;
    }
    match std::str::from_utf8(new) {
        Ok(body) if !body.is_empty() => kept(&got.replace(body, &as_sent(body))) == expected,
        _ => false,
    }
}

/// The part of a message that the record keeps.
fn kept(message: &str) -> &str {
    message.char_indices().nth(KEPT).map_or(message, |(end, _)| &message[..end])
}

/// The text of JSON in the format in which the recorder sent it.
fn as_sent(body: &str) -> String {
    let mut out = String::with_capacity(body.len() * 2);
    let (mut inside, mut escaped) = (false, false);
    for char in body.chars() {
        match char {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            ' ' | '\t' | '\n' | '\r' if !inside => continue,
            _ => {}
        }
        if char.is_ascii() {
            out.push(char);
        } else {
            let mut units = [0; 2];
            out.extend(char.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
        if !inside && matches!(char, ',' | ':') {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::same;

    const BODY: &str = r#"{"kind":"","a": [1,"x:,\"\u00e9é𝄞"]}"#;

    #[test]
    fn a_quoted_body_is_compared_as_it_was_sent() {
        let ours = format!("no kind in '{BODY}'");
        let theirs = r#"no kind in '{"kind": "", "a": [1, "x:,\"\u00e9\u00e9\ud834\udd1e"]}'"#;
        assert!(same(BODY.as_bytes(), Some(theirs), Some(&ours)));
        assert!(!same(BODY.as_bytes(), Some(&theirs.replace('1', "2")), Some(&ours)));
        assert!(!same(BODY.as_bytes(), Some(&theirs.replace("no kind", "kind")), Some(&ours)));
        assert!(!same(BODY.as_bytes(), None, Some(&ours)));
    }

    #[test]
    fn long_messages_are_compared_as_far_as_they_are_kept() {
        let long = "é".repeat(700);
        assert!(same(b"{}", Some(&"é".repeat(600)), Some(&long)));
        assert!(!same(b"{}", Some(&"é".repeat(599)), Some(&long)));
        assert!(!same(b"{}", Some(&long), Some("é")));
    }
}
