//! Finds the errors of wrong types that the server reports. The server decodes before it validates, and
//! reports a single error. Easy to break: that error is not always the first. An error in a type that decodes
//! itself stops decoding immediately; any other error is kept until the end.
//
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go (saveError, unmarshal)

use std::cmp::Ordering;

/// The values of a document that have the wrong type. Rules skip errors that would only follow from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Misread {
    /// The number of such values, including those in schemas.
    count: usize,
    /// The fields outside schemas, such as `spec.versions.name`, without map keys and indices.
    fields: Vec<String>,
}

impl Misread {
    /// Whether the server decodes the document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of values with the wrong type.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Records one more value; `field` if it is outside schemas.
    pub(super) fn add(&mut self, field: Option<String>) {
        self.count += 1;
        self.fields.extend(field.filter(|field| !self.fields.contains(field)));
    }

    /// Whether this field, or a field inside or around it, has the wrong type.
    #[must_use]
    pub fn reaches(&self, field: &str) -> bool {
        let below = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        // The path of the document itself is empty.
        self.fields.iter().any(|found| found.is_empty() || below(found, field) || below(field, found))
    }
}

/// One step of the path to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<'n> {
    /// A field of a Go struct: the struct's name and the field's JSON name.
    Field(&'static str, &'static str),
    /// A key of a map.
    Key(&'n str),
    /// An index of a list.
    Index(usize),
}

/// A decoding error.
pub(super) struct DecodeError<'n> {
    /// The path to the value.
    pub(super) steps: Vec<Step<'n>>,
    /// The lengths of the path prefixes that end at a type that decodes itself, outermost first.
    pub(super) opaque: Vec<usize>,
    /// The index of its diagnostic.
    pub(super) diagnostic: usize,
}

impl DecodeError<'_> {
    /// Whether the server reports this error rather than the other.
    pub(super) fn precedes(&self, other: &DecodeError<'_>) -> bool {
        for level in 0.. {
            match (self.opaque.get(level), other.opaque.get(level)) {
                (Some(own), Some(others)) if self.steps.get(..*own) == other.steps.get(..*others) => {}
                (Some(_), None) => return true,
                (None, Some(_)) => return false,
                _ => break,
            }
        }
        in_order(&self.steps, &other.steps).is_lt()
    }
}

/// Clients send JSON with sorted keys, whatever format the document is written in.
fn in_order(a: &[Step<'_>], b: &[Step<'_>]) -> Ordering {
    fn name<'s>(step: &Step<'s>) -> Option<&'s str> {
        match step {
            Step::Field(_, name) | Step::Key(name) => Some(name),
            Step::Index(_) => None,
        }
    }
    let order = |(a, b): (&Step<'_>, &Step<'_>)| match (a, b) {
        (Step::Index(a), Step::Index(b)) => a.cmp(b),
        (a, b) => name(a).cmp(&name(b)),
    };
    let first = a.iter().zip(b).map(order).find(|order| order.is_ne());
    first.unwrap_or(a.len().cmp(&b.len()))
}

#[cfg(test)]
mod tests {
    use super::{DecodeError, Misread, Step};

    #[test]
    fn a_field_is_reached_from_around_and_from_within() {
        let mut misread = Misread::default();
        assert!(misread.is_empty() && !misread.reaches("spec.names"));
        misread.add(Some("spec.names.plural".to_owned()));
        misread.add(None);
        assert_eq!(misread.count(), 2);
        assert!(misread.reaches("spec.names") && misread.reaches("spec.names.plural"));
        assert!(!misread.reaches("spec.name") && !misread.reaches("spec.names.kind"));
        misread.add(Some("metadata".to_owned()));
        assert!(misread.reaches("metadata.name"));
    }

    #[test]
    fn what_decodes_itself_comes_first_then_keys_in_order() {
        let error = |steps: &[Step<'static>], opaque: &[usize]| DecodeError {
            steps: steps.to_vec(),
            opaque: opaque.to_vec(),
            diagnostic: 0,
        };
        let key = Step::Key;
        let saved = error(&[key("a"), key("b")], &[]);
        let later = error(&[key("b")], &[]);
        let ends = error(&[key("c"), key("d")], &[1]);
        let inner = error(&[key("c"), key("e")], &[1, 2]);
        assert!(saved.precedes(&later) && !later.precedes(&saved));
        assert!(ends.precedes(&saved) && !saved.precedes(&ends));
        assert!(inner.precedes(&ends) && !ends.precedes(&inner));
        let (second, tenth) = (error(&[Step::Index(2)], &[]), error(&[Step::Index(10)], &[]));
        assert!(second.precedes(&tenth));
    }
}
