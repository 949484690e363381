//! `fieldSelector` of a list or a watch.
// apimachinery: pkg/fields/selector.go

use crate::response::refusal::Refusal;

/// A term of a selector: a field is or is not equal to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    field: String,
    is: bool,
    value: String,
}

/// A field selector: all terms must hold. A missing field counts as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldSelector(Vec<Term>);

impl FieldSelector {
    /// Parses a selector of a URL after percent-decoding: `metadata.name=a,spec.size!=b`. A backslash escapes
    /// `,`, `=` and itself.
    ///
    /// # Errors
    ///
    /// The text is no selector. The refusal has code 400.
    pub fn parse(text: &str) -> Result<FieldSelector, Refusal> {
        let terms = split(text).into_iter().filter(|term| !term.is_empty());
        terms.map(term).collect::<Result<_, _>>().map(FieldSelector)
    }

    /// Whether the selector selects everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields that the selector names.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|term| term.field.as_str())
    }

    /// Whether the selector selects an object. `value` returns the text of a field, or an empty text if the
    /// field is missing.
    pub fn selects(&self, value: impl Fn(&str) -> String) -> bool {
        self.0.iter().all(|term| (value(&term.field) == term.value) == term.is)
    }
}

/// Splits a text into terms, at commas that are not escaped.
fn split(text: &str) -> Vec<&str> {
    let (mut terms, mut start, mut is_escaped) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '\\' if !is_escaped => is_escaped = true,
            ',' if !is_escaped => {
                terms.push(&text[start..at]);
                start = at + 1;
            }
            _ => is_escaped = false,
        }
    }
    terms.push(&text[start..]);
    terms
}

fn term(text: &str) -> Result<Term, Refusal> {
    let invalid = || Refusal::bad_request(format!("invalid selector: '{text}'; can't understand '{text}'"));
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        is_escaped = c == '\\';
        let (is, sign) = match &text[at..] {
            rest if rest.starts_with("!=") => (false, "!="),
            rest if rest.starts_with("==") => (true, "=="),
            rest if rest.starts_with('=') => (true, "="),
            _ => continue,
        };
        let value = unescaped(&text[at + sign.len()..]).ok_or_else(invalid)?;
        return Ok(Term { field: text[..at].to_owned(), is, value });
    }
    Err(invalid())
}

/// A value without its escapes; `None` for an invalid escape, or a character that has to be escaped.
fn unescaped(text: &str) -> Option<String> {
    let (mut out, mut chars) = (String::new(), text.chars());
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => chars.next().filter(|c| matches!(c, '\\' | ',' | '='))?,
            '=' | ',' => return None,
            c => c,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::FieldSelector;

    #[test]
    fn fields_select() {
        let value = |field: &str| if field == "metadata.name" { "a,b".to_owned() } else { String::new() };
        for (selector, selects) in [
            ("", true),
            (r"metadata.name=a\,b", true),
            (r"metadata.name==a\,b,spec.x=", true),
            ("metadata.name!=a", true),
            ("metadata.name=a", false),
            ("spec.x!=", false),
        ] {
            assert_eq!(FieldSelector::parse(selector).unwrap().selects(value), selects, "{selector}");
        }
        for selector in ["metadata.name", "a=b=c", r"a=b\c", r"a=\"] {
            assert_eq!(FieldSelector::parse(selector).unwrap_err().code, 400, "{selector}");
        }
    }
}
