//! A word that is not known goes in, the known word it was probably meant to be comes out.
//! Silence is better than a bad guess: the distance must stay below a third of the word.

/// The known word nearest to `word`, if one is near enough. Case alone is no distance.
pub(crate) fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    // A hostile key of a megabyte is no typing mistake.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let limit = (word.len() / 3).max(1);
    known
        .map(|name| (distance(&word, &name.to_ascii_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The help that asks for the word that was meant, or what is said where no known word is near.
pub(crate) fn meant_or(meant: Option<&str>, otherwise: impl FnOnce() -> String) -> String {
    meant.map_or_else(otherwise, |meant| format!("did you mean `{meant}`?"))
}

/// Insertions, deletions, substitutions and swaps of neighbours between two words.
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
    }
}
