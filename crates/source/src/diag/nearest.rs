//! Suggests a known name for an unknown one. In: an unknown name, and the known names. Out: the known name
//! that was probably meant. No suggestion is better than a bad suggestion, so the edit distance must be below
//! a third of the length.

/// The known name nearest to `word`, if one is close enough. Differences in case do not count.
///
/// ```
/// use crdc_source::diag::nearest;
/// assert_eq!(nearest("replica", ["paused", "replicas"].into_iter()), Some("replicas"));
/// assert_eq!(nearest("containers", ["paused", "replicas"].into_iter()), None);
/// ```
#[must_use]
pub fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    // A hostile key of a megabyte is not a typing mistake.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let limit = (word.len() / 3).max(1);
    known
        // The distance is at least the difference of the lengths.
        .filter(|name| name.len().abs_diff(word.len()) <= limit)
        .map(|name| (distance(&word, &name.to_ascii_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The help text that suggests the meant name; `otherwise` if there is none.
#[must_use]
pub fn meant_or(meant: Option<&str>, otherwise: impl FnOnce() -> String) -> String {
    meant.map_or_else(otherwise, |meant| format!("did you mean `{meant}`?"))
}

/// The edit distance: insertions, deletions, substitutions and swaps of adjacent characters.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut row = above.clone();
    for (i, &x) in a.iter().enumerate() {
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let substituted = above[j] + usize::from(x != y);
            let mut best = substituted.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                best = best.min(before[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_the_word_that_was_meant() {
        let known = ["maxLength", "minLength", "maxItems", "pattern", "properties", "x-kubernetes-list-type"];
        let nearest = |word| nearest(word, known.into_iter());
        assert_eq!(nearest("maxlength"), Some("maxLength"));
        assert_eq!(nearest("maxLenght"), Some("maxLength"));
        assert_eq!(nearest("patern"), Some("pattern"));
        assert_eq!(nearest("propertys"), Some("properties"));
        assert_eq!(nearest("x-kubernetes-listType"), Some("x-kubernetes-list-type"));
        assert_eq!(nearest("examples"), None);
        assert_eq!(nearest(&"x".repeat(1 << 20)), None);
        let long = "maxLengt".repeat(1 << 20);
        assert_eq!(super::nearest("maxLength", [long.as_str(), "maxlength"].into_iter()), Some("maxlength"));
    }
}
