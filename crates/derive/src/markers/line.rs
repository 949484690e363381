//! Splits a marker line. In: a line that begins with `+`. Out: the name of the marker, and the rest of the
//! line.

/// The parts of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    /// `kubebuilder:validation:Enum`
    pub(super) name: &'a str,
    /// The rest: nothing, `=…`, `(…)=…`, `,…`, or a space and words. controller-gen's `:=` becomes `=`.
    pub(super) rest: &'a str,
}

use super::{REGISTRY, Takes};

pub(super) fn parts(line: &str) -> Parts<'_> {
    let line = line.strip_prefix('+').unwrap_or(line);
    let belongs =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ':' | '-' | '_' | '.' | '/');
    let end = line.find(|letter| !belongs(letter)).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let mut spellings = REGISTRY.iter().flat_map(|marker| marker.spellings);
    // The arguments of a rule follow a colon, which names have too.
    let with_words = spellings.find(|spelling| {
        let after_name = name.strip_prefix(spelling.name).unwrap_or_default();
        spelling.takes == Takes::RuleWords && after_name.starts_with(':')
    });
    match with_words {
        Some(spelling) => Parts { name: spelling.name, rest: &line[spelling.name.len()..] },
        None => Parts { name: name.trim_end_matches([':', '.']), rest },
    }
}

/// Whether words follow, so the line may be a sentence.
pub(super) fn is_prose(parts: Parts<'_>) -> bool {
    let rest = parts.rest;
    rest.starts_with(char::is_whitespace) && !rest.trim_start().starts_with(['=', '/'])
}

#[cfg(test)]
mod tests {
    use super::{Parts, is_prose, parts};

    #[test]
    fn names_end_where_arguments_begin() {
        let of = |line| {
            let Parts { name, rest } = parts(line);
            (name, rest)
        };
        assert_eq!(of("+immutable"), ("immutable", ""));
        assert_eq!(of("+immutable=keys"), ("immutable", "=keys"));
        assert_eq!(of("+unionMember,optional"), ("unionMember", ",optional"));
        assert_eq!(of("+kubebuilder:default:=5"), ("kubebuilder:default", "=5"));
        assert_eq!(
            of("+kubebuilder:validation:XValidation:rule=`a`"),
            ("kubebuilder:validation:XValidation", ":rule=`a`")
        );
        assert_eq!(
            of("+kubebuilder:validation:XValidationX:rule=`a`").0,
            "kubebuilder:validation:XValidationX:rule"
        );
        assert_eq!(of("+k8s:unionMember(memberName: \"X\")"), ("k8s:unionMember", "(memberName: \"X\")"));
        assert!(is_prose(parts("+optional fields are kept")) && !is_prose(parts("+optional // so")));
    }
}
