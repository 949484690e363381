//! The members of an object as slices of its text, because `object` of a recorded case must keep its original
//! bytes. The text must be valid.

/// The members of an object: keys (as written, without quotes) and the text of their values.
pub fn members(text: &str) -> Vec<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = skip_space(bytes, 0) + 1;
    loop {
        at = skip_space(bytes, at);
        if bytes.get(at) != Some(&b'"') {
            return out;
        }
        let end = skip_string(bytes, at);
        let key = &text[at + 1..end - 1];
        at = skip_space(bytes, end) + 1;
        at = skip_space(bytes, at);
        let end = skip_value(bytes, at);
        out.push((key, text[at..end].trim_end()));
        at = skip_space(bytes, end);
        if bytes.get(at) != Some(&b',') {
            return out;
        }
        at += 1;
    }
}

/// The position after white space.
fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// The position after a string, whose opening quote is at `at`.
fn skip_string(bytes: &[u8], mut at: usize) -> usize {
    at += 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// The position after a value.
fn skip_value(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = skip_string(bytes, at);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    at
}
