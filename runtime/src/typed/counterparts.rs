//! How values are correlated, as the nodes of their types say.

use super::node::{Form, Members, Node, Part};
use crate::correlate::Correlated;
use crate::error::{ListKey, Rule};

/// How values are correlated.
#[derive(Clone, Copy)]
pub(crate) enum Counterparts {
    /// Those of an object with one field, whose values are at this place.
    Around(&'static Part),
    /// Those of a node.
    Of(&'static Node),
}

impl Counterparts {
    /// Those of the values at a place.
    pub(super) fn at(part: &'static Part) -> Counterparts {
        Counterparts::Of(part.node().resolved())
    }
}

impl<'p> Correlated<'p> for Counterparts {
    const IS_DOCUMENT: bool = false;

    fn member(self, field: u16) -> Option<Self> {
        let part = match self {
            Counterparts::Around(part) => part,
            Counterparts::Of(node) => match node.form {
                Form::Object(Members { fields, others, .. }) => match fields.get(usize::from(field)) {
                    Some(field) => &field.part,
                    None => others.unwrap_or(Part::LEAF),
                },
                Form::Map(values) => values,
                _ => return None,
            },
        };
        Some(Counterparts::at(part))
    }

    fn items(self) -> Option<Self> {
        match self {
            Counterparts::Of(Node { form: Form::List(items, Some(Rule::ListMap(_))), .. }) => {
                Some(Counterparts::at(items))
            }
            _ => None,
        }
    }

    fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        let keys: &[ListKey<'_>] = match self {
            Counterparts::Of(Node { form: Form::List(_, Some(Rule::ListMap(keys))), .. }) => keys,
            _ => &[],
        };
        keys.iter().map(|key| key.name)
    }

    fn is_whole(self) -> bool {
        matches!(self, Counterparts::Of(Node { form: Form::Any, .. }))
    }
}
