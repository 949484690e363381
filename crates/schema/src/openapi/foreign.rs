//! Keys of published schemas that a CustomResourceDefinition cannot have and that do not constrain values,
//! each with the reason. **Any key that is neither in this table nor a keyword is reported.**

/// The key, and why it does not constrain values.
const FOREIGN: &[(&str, &str)] = &[
    ("x-kubernetes-group-version-kind", "names the kind; read when kinds are looked up"),
    ("x-kubernetes-action", "says what an operation does"),
    ("x-kubernetes-patch-strategy", "how strategic merge patches are merged: patches are not compiled"),
    ("x-kubernetes-patch-merge-key", "the same"),
    ("x-crdc-scale", "the paths of the scale subresource; read with the paths of the document"),
    ("x-kubernetes-selectable-fields", "fields for field selectors of list requests"),
    ("x-kubernetes-deprecated", "for people"),
    ("deprecated", "for people"),
    ("readOnly", "set by servers, which also accept it from clients"),
    ("writeOnly", "set by clients, which may also receive it from servers"),
    ("xml", "how values are written as XML"),
    ("discriminator", "names the field by which clients choose a branch; `oneOf` does not need it"),
    ("examples", "for people"),
    ("$comment", "for people"),
];

/// Whether a key is known not to constrain values.
pub(super) fn says_nothing(key: &str) -> bool {
    FOREIGN.iter().any(|(known, _)| *known == key)
}

#[cfg(test)]
mod tests {
    use super::FOREIGN;
    use std::collections::HashSet;

    #[test]
    fn every_key_stands_once_and_has_a_reason() {
        let mut seen = HashSet::new();
        assert!(FOREIGN.iter().all(|(key, why)| seen.insert(*key) && !why.is_empty()));
    }
}
