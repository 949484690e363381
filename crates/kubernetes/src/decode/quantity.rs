//! Checks quantities, which have a decoder of their own in Go. In: a string, or a number. Easy to break: that
//! decoder reads the bytes of the JSON, so spaces around a quantity are accepted, but line breaks are not,
//! since they are escapes.
//
// apimachinery: pkg/api/resource/quantity.go Quantity.UnmarshalJSON

use crdc_source::{Node, Value};
use crdc_vocabulary::quantity::parse;

use super::number;
use super::place::Place;
use super::report::Decoder;
use crate::quantity::trimmed;

impl Decoder<'_> {
    pub(super) fn quantity(&mut self, node: &Node, at: &Place<'_>) {
        let (error, help) = match &node.value {
            Value::Null | Value::Int(_) => return,
            Value::String(text) => match read(text) {
                Ok(()) => return,
                Err(error) => (error, suggestion(text)),
            },
            Value::Float(_) => match number::text(&node.value).map(|text| read(&text)) {
                Some(Err(error)) => (error, None),
                _ => return,
            },
            // No quantity begins with this byte.
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => match read("{") {
                Ok(()) => return,
                Err(error) => (error, None),
            },
        };
        let help = match help {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "write a quantity, such as `0.5`, `100m` or `1.5Gi`".to_owned(),
        };
        self.refused("invalid-value", error, node.span, at, help);
    }
}

fn read(text: &str) -> Result<(), &'static str> {
    parse(trimmed(text).as_bytes()).map(drop)
}

/// A quantity that the text was meant as: without spaces, with a suffix in another case, or with one letter
/// less.
fn suggestion(text: &str) -> Option<String> {
    if text.len() > 64 {
        return None;
    }
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let suffix = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-'));
    let number = text.strip_suffix(suffix)?;
    if number.is_empty() {
        return None;
    }
    // The number alone would be another quantity.
    let shorter = suffix.char_indices().next_back().map(|(last, letter)| (&suffix[..last], letter));
    let shorter = shorter.filter(|(suffix, _)| !suffix.is_empty());
    // Bytes are counted in `M`, not in `m`.
    let of_bytes =
        shorter.filter(|(_, letter)| matches!(letter, 'b' | 'B')).map(|(suffix, _)| with_case(suffix, true));
    let as_written = [Some(suffix), shorter.map(|(suffix, _)| suffix)].into_iter().flatten();
    let candidates = of_bytes.into_iter().chain(
        as_written.flat_map(|suffix| [suffix.to_owned(), with_case(suffix, true), with_case(suffix, false)]),
    );
    candidates.map(|suffix| format!("{number}{suffix}")).find(|meant| read(meant).is_ok())
}

/// A suffix with this case of the first letter. Others are small.
fn with_case(suffix: &str, is_upper: bool) -> String {
    let lower = suffix.to_ascii_lowercase();
    let mut letters = lower.chars();
    let first = letters.next().map(|letter| if is_upper { letter.to_ascii_uppercase() } else { letter });
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn a_quantity_that_was_meant_is_suggested() {
        for (text, meant) in [
            ("6GiB", Some("6Gi")),
            ("1000ms", Some("1000m")),
            ("100mm", Some("100m")),
            ("10 Gi", Some("10Gi")),
            ("10GB", Some("10G")),
            ("512mb", Some("512M")),
            ("1gi", Some("1Gi")),
            ("64K", Some("64k")),
            ("64KB", Some("64k")),
            ("1.5 GiB", Some("1.5Gi")),
            ("", None),
            ("abc", None),
            ("ten", None),
            ("1,5Gi", None),
            ("5x", None),
        ] {
            assert_eq!(suggestion(text).as_deref(), meant, "{text}");
        }
    }
}
