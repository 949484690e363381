//! Compares messages of different server versions. In: the part of a message that a test expects, and the
//! message of an answer. Out: whether they are equal but for values.
//!
//! Older servers, such as 1.32, show the type of a value (`Invalid value: "string": …`) or Go's form of it
//! where newer ones show the value or nothing. So values are left out of both, and the rest must be equal.

/// Whether a message without values contains the text, after the values in the text are removed.
pub(super) fn same_but_values(wanted: &str, message: &str) -> bool {
    let wanted = without_values(wanted);
    // The rest must not be empty.
    wanted.chars().filter(|c| c.is_alphanumeric()).count() >= 4 && message.contains(&wanted)
}

const BEFORE_VALUES: [&str; 3] = ["Invalid value", "Unsupported value", "Duplicate value"];

/// The text without the values of its errors.
fn without_values(text: &str) -> String {
    let mut out = String::new();
    // A test may begin in the middle of an error.
    let mut rest = match text.starts_with('"').then(|| value_end(text)) {
        Some(end) => text.get(end..).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(text),
        None => text,
    };
    while let Some(end) = value_words(rest) {
        let (before, after) = rest.split_at(end);
        out.push_str(before);
        rest = after;
        if let Some(value) = after.strip_prefix(": ") {
            let after_value = &value[value_end(value)..];
            let is_value =
                value.starts_with(['"', '{', '[', '-']) || value.starts_with(|c: char| c.is_ascii_digit());
            let is_end = after_value.is_empty() || after_value.starts_with([',', ']']);
            // Without a value, the detail is there.
            if after_value.starts_with(": ") || (is_end && (is_value || value.starts_with("map["))) {
                rest = after_value;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The end of the first words before a value.
fn value_words(text: &str) -> Option<usize> {
    let ends = text.match_indices(" value").map(|(at, word)| at + word.len());
    let mut words = ends.filter(|end| BEFORE_VALUES.iter().any(|words| text[..*end].ends_with(words)));
    words.next()
}

/// The end of a value at the start of the text: a string, a list, an object or Go's form of one, or a word.
fn value_end(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => {
                quoted = !quoted;
                if !quoted && depth == 0 {
                    return next;
                }
            }
            _ if quoted => {}
            '{' | '[' => depth += 1,
            '}' | ']' if depth > 0 => {
                depth -= 1;
                // `map[string]interface {}{"a":1}`
                let more = text[next..].starts_with([' ', 'i', '{']);
                if depth == 0 && !more {
                    return next;
                }
            }
            ':' | ',' | ']' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{same_but_values, without_values};

    #[test]
    fn values_are_left_out() {
        for (text, expected) in [
            (r#"a: Invalid value: "string": no"#, "a: Invalid value: no"),
            ("a: Invalid value: no", "a: Invalid value: no"),
            (
                r#"a: Invalid value: "x\": y": no, b: Duplicate value: {"a":[1]}"#,
                "a: Invalid value: no, b: Duplicate value",
            ),
            (r#"Duplicate value: map[string]interface {}{"key":"a/b"}"#, "Duplicate value"),
            (r#"Duplicate value: map[string]interface {}{"key":"a"#, "Duplicate value"),
            ("Invalid value: -1.5: too small", "Invalid value: too small"),
            (r#""string": the rule"#, "the rule"),
            ("\"", "\""),
            ("", ""),
        ] {
            assert_eq!(without_values(text), expected, "{text}");
        }
    }

    #[test]
    fn only_the_value_may_differ() {
        let message = "Thing.example.com \"a\" is invalid: [spec.a: Invalid value: must be y, spec.b[1]: Duplicate value]";
        let same = |wanted: &str| same_but_values(wanted, message);
        assert!(same("spec.a: Invalid value: \"string\": must be y"));
        assert!(same("must be y, spec.b[1]: Duplicate value: map[string]interface {}{\"k\":1}"));
        for wanted in
            ["spec.a: Invalid value: \"string\": must be z", "spec.c: Invalid value", "", "\"string\": ", "a"]
        {
            assert!(!same(wanted), "{wanted}");
        }
    }
}
