//! Limits warnings to what a server can forward. In: any texts. Out: texts of at most 256 characters, 4,096
//! together, without characters that a header cannot contain.
//!
//! Easy to break: the limits are in Unicode characters in some servers and in bytes in others, so texts are
//! cut by bytes, at the end of a character.
// apiserver: pkg/endpoints/filters/warning.go; apimachinery: pkg/util/net/http.go NewWarningHeader

use std::borrow::Cow;

/// The longest warning.
const ONE: usize = 256;
/// The largest sum of the lengths of all warnings.
const ALL: usize = 4096;

/// The warnings within the limits. Warnings beyond the limits, empty warnings and repeated warnings are left
/// out.
pub(super) fn limited(warnings: &[String]) -> Vec<Cow<'_, str>> {
    let mut left = ALL;
    let mut kept: Vec<Cow<'_, str>> = Vec::new();
    for warning in warnings {
        let text = shortened(plain(warning));
        if text.is_empty() || kept.contains(&text) {
            continue;
        }
        let Some(rest) = left.checked_sub(text.len()) else { break };
        left = rest;
        kept.push(text);
    }
    kept
}

/// The text without line breaks and other control characters.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text.trim());
    }
    let spaced: String = text.chars().map(|found| if found.is_control() { ' ' } else { found }).collect();
    Cow::Owned(spaced.trim().to_owned())
}

fn shortened(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.len() <= ONE {
        return text;
    }
    let end = (0..=ONE - 3).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let start = text.get(..end).unwrap_or_default();
    Cow::Owned(format!("{start}..."))
}

#[cfg(test)]
mod tests {
    use super::{ALL, ONE, limited};

    #[test]
    fn warnings_are_cut_to_what_a_header_carries() {
        let long = "ä".repeat(200);
        let given: Vec<String> = ["a\nb\u{0}", "", " ", "a\nb\u{0}", &long].map(str::to_owned).to_vec();
        let kept = limited(&given);
        assert_eq!(kept.len(), 2);
        assert_eq!(kept[0], "a b");
        assert!(kept[1].len() <= ONE && kept[1].ends_with("ä..."), "{}", kept[1]);
        let many: Vec<String> = (0..100).map(|index| format!("{index:0250}")).collect();
        let kept = limited(&many);
        assert_eq!(kept.len(), ALL / 250);
        assert!(kept.iter().map(|text| text.len()).sum::<usize>() <= ALL);
    }
}
