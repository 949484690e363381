//! Correlates the values inside of an old and a new Rust value, by the nodes of their types.

use super::node::{Form, Members, Node, Part};
use crate::correlate::Correlated;
use crate::error::Rule;

/// The way in which the contents of an old and a new value are correlated.
#[derive(Clone, Copy)]
pub(crate) enum Counterparts {
    /// For an object with one field, which has the values of this part.
    Around(&'static Part),
    /// For the values of a node.
    Of(&'static Node),
    /// For a status, which the server validates on its own.
    Status(&'static Node),
}

impl Counterparts {
    /// The correlation for the values of a part.
    pub(super) fn at(part: &'static Part) -> Counterparts {
        Counterparts::Of(part.node().resolved())
    }

    /// The correlation for a status.
    pub(super) fn status(part: &'static Part) -> Counterparts {
        Counterparts::Status(part.node().resolved())
    }

    fn form(self) -> Option<Form> {
        match self {
            Counterparts::Around(_) => None,
            Counterparts::Of(node) | Counterparts::Status(node) => Some(node.form),
        }
    }
}

impl<'p> Correlated<'p> for Counterparts {
    fn is_validated_from(self) -> bool {
        !matches!(self, Counterparts::Of(_))
    }

    fn member(self, field: u16) -> Option<Self> {
        // The schema of a map of any JSON has `additionalProperties: true`, or no `additionalProperties`. So
        // no schema specifies the values.
        let specified = |part: &'static Part| !matches!(part.node().resolved().form, Form::Free);
        let part = match self {
            Counterparts::Around(part) => Some(part),
            Counterparts::Of(node) | Counterparts::Status(node) => match node.form {
                Form::Object(Members { fields, others, .. }) => match fields.get(usize::from(field)) {
                    Some(field) => Some(&field.part),
                    None => Some(others.unwrap_or(Part::LEAF)).filter(|part| specified(part)),
                },
                Form::Map(values) => Some(values).filter(|part| specified(part)),
                _ => None,
            },
        };
        part.map(Counterparts::at)
    }

    fn items(self) -> Option<Self> {
        match self.form() {
            Some(Form::List(items, Some(Rule::ListMap(_)))) => Some(Counterparts::at(items)),
            _ => None,
        }
    }

    fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.form().map_or(&[][..], Form::list_keys).iter().map(|key| key.name)
    }

    fn is_whole(self) -> bool {
        matches!(self.form(), Some(Form::Any))
    }
}
