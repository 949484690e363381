//! Converts Rust names to JSON names, by the exact case rules of serde. In: Rust names. Out: JSON names, by
//! the exact case rules of serde.
//!
//! Easy to break: serde changes only ASCII letters and assumes that fields are in snake case. In a variant,
//! every uppercase letter of any script begins a word.
//
// serde_derive: internals/case.rs

/// A rule of `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    /// Every rule with its name.
    pub(crate) const ALL: [(&'static str, Case); 8] = [
        ("lowercase", Case::Lower),
        ("UPPERCASE", Case::Upper),
        ("PascalCase", Case::Pascal),
        ("camelCase", Case::Camel),
        ("snake_case", Case::Snake),
        ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
        ("kebab-case", Case::Kebab),
        ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
    ];

    pub(crate) fn from_name(name: &str) -> Option<Case> {
        Case::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, case)| case)
    }

    /// A field's name.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Case::Lower | Case::Snake => name.to_owned(),
            Case::Upper | Case::ScreamingSnake => name.to_ascii_uppercase(),
            Case::Pascal => pascal(name),
            Case::Camel => uncapitalised(&pascal(name)),
            Case::Kebab => name.replace('_', "-"),
            Case::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// A variant's name.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Case::Pascal => name.to_owned(),
            Case::Lower => name.to_ascii_lowercase(),
            Case::Upper => name.to_ascii_uppercase(),
            Case::Camel => uncapitalised(name),
            Case::Snake => snake(name),
            Case::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Case::Kebab => snake(name).replace('_', "-"),
            Case::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// The Go name of a field: `rolling_update` becomes `RollingUpdate`.
pub(crate) fn pascal(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut capitalise = true;
    for letter in field.chars() {
        if letter == '_' {
            capitalise = true;
        } else if capitalise {
            out.push(letter.to_ascii_uppercase());
            capitalise = false;
        } else {
            out.push(letter);
        }
    }
    out
}

/// Capitalizes the first letter: `rollingUpdate` becomes `RollingUpdate`.
pub(crate) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn uncapitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// The field that a discriminator value selects by convention: `rollingUpdate` for `RollingUpdate`, `nfs` for
/// `NFS`, `awsDisk` for `AWSDisk`.
pub(crate) fn member(value: &str) -> String {
    let letters: Vec<char> = value.chars().collect();
    let capitals =
        letters.iter().take_while(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit()).count();
    // The last capital of a run begins the next word, if there is one.
    let word_follows = letters.get(capitals).is_some_and(char::is_ascii_lowercase);
    let lower = if word_follows && capitals > 1 { capitals - 1 } else { capitals };
    let lowered = letters.iter().take(lower).map(char::to_ascii_lowercase);
    lowered.chain(letters.iter().skip(lower).copied()).collect()
}

fn snake(variant: &str) -> String {
    let mut out = String::with_capacity(variant.len() + 4);
    for (at, letter) in variant.char_indices() {
        if at > 0 && letter.is_uppercase() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::member;

    #[test]
    fn members_are_named_as_kubernetes_names_them() {
        let named = ["S3", "Local", "RollingUpdate", "NFS", "AWSElasticBlockStore", "a", ""].map(member);
        assert_eq!(named, ["s3", "local", "rollingUpdate", "nfs", "awsElasticBlockStore", "a", ""]);
    }
}
