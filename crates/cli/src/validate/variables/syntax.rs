//! Parses the variables of a text: `${NAME}`, `${NAME:=default}`, `${NAME:-default}`, `${ NAME }`. In: a
//! text. Out: its parts. A text that is `$NAME` as a whole is a variable of envsubst, if its letters are
//! capital: elsewhere a dollar may be a part of a value.
//!
//! `$${NAME}` is an escaped `${NAME}`. A variable with another operation after its name, such as
//! `${NAME:0:3}`, has a value that is not computed here.
//
// https://github.com/fluxcd/pkg/tree/main/envsubst; https://github.com/kubernetes-sigs/cluster-api:
// yamlprocessor

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// Plain text.
    Text(&'t str),
    /// A variable with its default, if it has one.
    Variable(&'t str, Option<&'t str>),
    /// A variable with another operation.
    Operation,
}

/// The largest length of a variable. A longer one is text, so that the search takes a bounded time.
const LONGEST_VARIABLE: usize = 512;

/// The number of spaces at the start of a text.
fn blanks(text: &str) -> usize {
    text.bytes().take(LONGEST_VARIABLE).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The name of a variable without braces, which a text is as a whole: `$NAME`.
pub(super) fn bare(text: &str) -> Option<&str> {
    let is_inner = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let name = text.strip_prefix('$').filter(|name| name.len() < LONGEST_VARIABLE)?;
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase()) && name.bytes().all(is_inner);
    is_name.then_some(name)
}

/// The parts of a text; `None` if it contains no variable.
pub(super) fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    if let Some(name) = bare(text) {
        return Some(vec![Part::Variable(name, None)]);
    }
    let (mut parts, mut rest, mut found) = (Vec::new(), text, false);
    while let Some(at) = rest.find("${") {
        let (before, variable) = (&rest[..at], &rest[at + 2..]);
        if before.ends_with('$') {
            parts.push(Part::Text(&rest[..at - 1]));
            parts.push(Part::Text("${"));
            rest = variable;
            continue;
        }
        // clusterctl accepts spaces around a name.
        let spaces = blanks(variable);
        let word = &variable[spaces..];
        let name = word.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let starts_well = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if starts_well && (spaces > 0 || blanks(&word[name..]) > 0) {
            let rest_of_it = &word[name + blanks(&word[name..])..];
            if let Some(after) = rest_of_it.strip_prefix('}') {
                parts.extend([Part::Text(before), Part::Variable(&word[..name], None)]);
                found = true;
                rest = after;
                continue;
            }
        }
        let is_one = starts_well && spaces == 0;
        let after = variable.as_bytes().get(name..).filter(|_| is_one).unwrap_or_default();
        // An operation is a sign and its operand.
        let is_well = after.first().is_some_and(|byte| byte.is_ascii_punctuation() && !b"${(".contains(byte));
        let operation =
            if is_well { after.iter().take(LONGEST_VARIABLE).position(|byte| *byte == b'}') } else { None };
        let Some(end) = operation.map(|length| name + length) else {
            parts.push(Part::Text(&rest[..at + 2]));
            rest = variable;
            continue;
        };
        // The end of a variable that contains another variable is not searched.
        if variable[name..end].contains("${") {
            return Some(vec![Part::Operation]);
        }
        parts.push(Part::Text(before));
        let (name, operation) = (&variable[..name], &variable[name..end]);
        let default = [":=", ":-", "=", "-"].iter().find_map(|sign| operation.strip_prefix(sign));
        parts.push(match (operation.is_empty(), default) {
            (true, _) => Part::Variable(name, None),
            (false, Some(default)) => Part::Variable(name, Some(default)),
            (false, None) => Part::Operation,
        });
        found = true;
        rest = &variable[end + 1..];
    }
    parts.push(Part::Text(rest));
    found.then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::{Part, bare, parts};

    #[test]
    fn variables_without_braces_are_the_whole_text() {
        for (text, expected) in [
            ("$NAME", Some("NAME")),
            ("$A_1", Some("A_1")),
            ("$name", None),
            ("$Name", None),
            ("$_", None),
            ("$1", None),
            ("$", None),
            ("$$NAME", None),
            ("a$NAME", None),
            ("$NAME/a", None),
            ("$NAME ", None),
            ("$(NAME)", None),
        ] {
            assert_eq!(bare(text), expected, "{text}");
        }
    }

    #[test]
    fn names_may_have_spaces_around_them() {
        let of = |name| Some(vec![Part::Text("a-"), Part::Variable(name, None), Part::Text("")]);
        assert_eq!(parts("a-${ A_1 }"), of("A_1"));
        assert_eq!(parts("a-${A\t}"), of("A"));
        assert_eq!(parts("a-${  A}"), of("A"));
        for text in ["${ 1 }", "${ }", "${ A:=b }", "${ A B }", "${ A", "$${ A }"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
