//! Keys of published schemas that a CustomResourceDefinition cannot have and that ask nothing of values,
//! each with the reason. **What is not in this table, and no keyword, becomes a diagnostic.**

/// The key, and why it says nothing of values.
const FOREIGN: &[(&str, &str)] = &[
    ("x-kubernetes-group-version-kind", "names the kind; read where kinds are looked for"),
    ("x-kubernetes-action", "says what an operation does"),
    ("x-kubernetes-patch-strategy", "how strategic merge patches are merged: patches are not compiled"),
    ("x-kubernetes-patch-merge-key", "the same"),
    ("x-kubernetes-selectable-fields", "what lists can be selected by"),
    ("x-kubernetes-deprecated", "for people"),
    ("deprecated", "for people"),
    ("readOnly", "servers set such fields and take them from clients all the same"),
    ("writeOnly", "the same the other way round"),
    ("xml", "how values are written as XML"),
    ("discriminator", "names the field by which clients choose a branch; `oneOf` decides without it"),
    ("examples", "for people"),
    ("$comment", "for people"),
];

/// Whether a key is known to say nothing of values.
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
