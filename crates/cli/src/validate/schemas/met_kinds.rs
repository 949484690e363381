//! The kinds that texts name, found without parsing them. In: texts. Out: whether an object of a text may
//! have a kind that a CRD defines.
//!
//! Most repositories have objects of a few kinds, and `--crd` may name hundreds of CRDs: a CRD is parsed only
//! if its kind is met. A text may name more kinds than its objects have.
//!
//! Easy to break: a kind that is missed is reported as a kind without a schema. A value that is known only
//! after parsing (an alias, a variable, an escape) counts as any kind.

use std::collections::BTreeSet;

use memchr::{memchr_iter, memmem};

/// The kind of CRDs. A text without this word contains no CRD, and is not parsed.
pub(super) const CRD: &str = "CustomResourceDefinition";

/// The part that `kind`, `Kind` and `listKind` share.
const KEY: &str = "ind";

/// Escapes of the letters of `kind`.
const ESCAPES: [&str; 3] = ["u006", "x6", "U0000006"];

/// The kinds that texts name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MetKinds {
    kinds: BTreeSet<String>,
    /// Whether a text may name any kind.
    any: bool,
}

impl MetKinds {
    /// The kinds of a text.
    pub(crate) fn of(text: &str) -> MetKinds {
        let mut met = MetKinds::default();
        met.add(text);
        met
    }

    /// Adds the kinds of a text.
    pub(crate) fn add(&mut self, text: &str) {
        if self.any {
            return;
        }
        if hides_a_key(text) {
            self.any = true;
            return;
        }
        for start in memmem::find_iter(text.as_bytes(), KEY) {
            let Some((before, rest)) = text.split_at_checked(start) else { continue };
            if !before.ends_with(['k', 'K']) {
                continue;
            }
            match value_after(rest.get(KEY.len()..).unwrap_or_default()) {
                Some(value) if value.starts_with(['$', '*', '&', '!', '|', '>']) || value.contains('\\') => {
                    self.any = true;
                    return;
                }
                // An object of a list may have no kind: its kind is that of the list.
                Some(kind) => {
                    for kind in [Some(kind), kind.strip_suffix("List")].into_iter().flatten() {
                        if !kind.is_empty() && !self.kinds.contains(kind) {
                            self.kinds.insert(kind.to_owned());
                        }
                    }
                }
                None => {}
            }
        }
    }

    /// Adds the kinds of other texts.
    pub(crate) fn extend(&mut self, other: MetKinds) {
        self.any |= other.any;
        self.kinds.extend(other.kinds);
    }

    /// Whether a text may name this kind.
    pub(super) fn names(&self, kind: &str) -> bool {
        self.any || self.kinds.contains(kind)
    }

    /// Whether a text names no kind but that of CRDs: a CRD that has no kind has an error.
    pub(crate) fn is_nothing(&self) -> bool {
        !self.any && self.kinds.iter().all(|kind| kind == CRD)
    }

    /// Whether both name a kind, besides the kind of CRDs themselves.
    pub(crate) fn meets(&self, other: &MetKinds) -> bool {
        let is_shared = |kind: &String| kind != CRD && other.kinds.contains(kind);
        self.any || other.any || self.kinds.iter().any(is_shared)
    }
}

/// Whether a quoted key may be `kind` in another form: with escapes, or broken into two lines.
fn hides_a_key(text: &str) -> bool {
    memchr_iter(b'\\', text.as_bytes()).any(|at| {
        let (before, rest) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
        let is_broken =
            rest.starts_with(['\n', '\r']) && ["k", "ki", "kin"].iter().any(|part| before.ends_with(part));
        is_broken || ESCAPES.iter().any(|escape| rest.starts_with(escape))
    })
}

/// The value after a key, if the value is a scalar: `Note` after `kind` of `kind: Note`.
fn value_after(rest: &str) -> Option<&str> {
    let rest = skipped(rest.strip_prefix(['"', '\'']).unwrap_or(rest));
    let rest = skipped(rest.strip_prefix(':')?);
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    let is_end = |character: char| character.is_whitespace() || "\"',{}[]:#".contains(character);
    let (value, rest) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
    // A key, not a value: `kind: {type: string}` of a schema.
    let is_key = skipped(rest).starts_with(':');
    (!is_key && !value.is_empty()).then_some(value)
}

/// A text without the white space and the comments at its start.
fn skipped(mut rest: &str) -> &str {
    loop {
        rest = rest.trim_start();
        match rest.strip_prefix('#') {
            Some(comment) => rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_found_in_every_form_of_an_object() {
        for text in [
            "kind: Note\n",
            "kind:   \"Note\" # a note\n",
            "{'kind':'Note'}",
            "{\"kind\" :\n \"Note\", \"a\": 1}",
            "kind:\n  Note\n",
            "kind: # of what\n  Note\n",
            "? kind\n: Note\n",
            "names: {listKind: NoteList}\n",
            "kind: NoteList\nitems: [{metadata: {name: a}}]\n",
            "kind: Note",
        ] {
            let met = MetKinds::of(text);
            assert!(met.kinds.contains("Note") && !met.any, "{text}: {met:?}");
        }
    }

    #[test]
    fn values_that_are_known_only_after_parsing_may_be_any_kind() {
        for text in [
            "kind: ${KIND}\n",
            "kind: *note\n",
            "kind: &note Note\n",
            "kind: !!str Note\n",
            "kind: >-\n  Note\n",
            "kind: \"N\\u006fte\"\n",
            "\"k\\x69nd\": Note\n",
            "{\"k\\u0069nd\": \"Note\"}",
            "\"k\\\n  ind\": Note\n",
        ] {
            assert!(MetKinds::of(text).any, "{text}");
            assert!(MetKinds::of(text).meets(&MetKinds::default()));
        }
    }

    #[test]
    fn keys_maps_and_prose_are_no_kinds() {
        for text in
            ["kind:\n  description: a\n", "kind: {type: string}\n", "of any kind\nname: a\n", "kind", "kind:"]
        {
            assert_eq!(MetKinds::of(text), MetKinds::default(), "{text}");
        }
    }

    #[test]
    fn the_kind_of_definitions_alone_is_no_meeting() {
        let crd = MetKinds::of("kind: CustomResourceDefinition\nspec:\n  names: {kind: Note}\n");
        let other = MetKinds::of("kind: CustomResourceDefinition\nspec:\n  names: {kind: Book}\n");
        assert!(!crd.meets(&other));
        assert!(crd.meets(&MetKinds::of("kind: Note\n")));
        assert!(MetKinds::of("kind: CustomResourceDefinition\n").is_nothing() && !crd.is_nothing());
    }
}
