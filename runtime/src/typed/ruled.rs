//! Finds the values of a type that have rules, as the nodes of types say.
//!
//! Easy to break: the rules of a type come before those of the field that has it, as kube writes them into
//! one schema: first those of the type, then those of the field.
// kube-core: cel/mod.rs validate, validate_property

use alloc::vec::Vec;

use crdc_cel::{Form as SeenForm, RuleType, RunPrecheck, ValueType};
use crdc_object::tape::{Entry, Kind};
use crdc_vocabulary::below;

use super::node::{Form, Members, Part};
use crate::rules::rule::Rule;
use crate::rules::tree::RuleTree;

/// A value with rules at or below it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ruled {
    /// An object with one field, whose values are at this place.
    Around(&'static Part),
    /// A value at a place.
    At(&'static Part),
}

impl Ruled {
    fn form(self) -> Option<Form> {
        match self {
            Ruled::Around(_) => None,
            Ruled::At(part) => Some(part.node().resolved().form),
        }
    }
}

/// A place with rules at or below it.
fn ruled(part: &'static Part) -> Option<Ruled> {
    (part.edge.below & below::RULES != 0).then_some(Ruled::At(part))
}

impl RuleTree<'static> for Ruled {
    fn of(self) -> &'static ValueType<'static> {
        match self {
            Ruled::Around(_) => RuleType::RAW,
            Ruled::At(part) => part.seen(),
        }
    }

    fn kind(self, entry: &Entry) -> &'static str {
        let seen = match self {
            Ruled::Around(_) => SeenForm::Object,
            // An integer or a string has no type in schemas.
            Ruled::At(part) if part.seen().form == SeenForm::IntOrString => return "",
            Ruled::At(part) => part.node().resolved().seen.form,
        };
        match (seen, entry.kind) {
            (SeenForm::Object | SeenForm::Map, _) => "object",
            (SeenForm::List | SeenForm::Set | SeenForm::ListMap, _) => "array",
            (SeenForm::Int, _) => "integer",
            (SeenForm::Double, _) => "number",
            (SeenForm::Bool, _) => "boolean",
            (SeenForm::Raw, Kind::Object) => "object",
            (SeenForm::Raw, Kind::Array) => "array",
            (SeenForm::Raw, Kind::Int) => "integer",
            (SeenForm::Raw, Kind::Float) => "number",
            (SeenForm::Raw, Kind::True | Kind::False) => "boolean",
            _ => "string",
        }
    }

    fn group(self, index: usize) -> Option<&'static [Rule<'static>]> {
        let Ruled::At(part) = self else { return None };
        let count = part.node().alike().count();
        match count.checked_sub(index + 1) {
            // The rules of the innermost type are first.
            Some(before) => part.node().alike().nth(before).map(|node| node.rules),
            None => (index == count).then_some(part.rules),
        }
    }

    fn has_none(self) -> bool {
        !matches!(self, Ruled::At(part) if part.has_rules())
    }

    fn has_transitions(self) -> bool {
        let Ruled::At(part) = self else { return false };
        let of_types = part.node().alike().flat_map(|node| node.rules);
        part.rules.iter().chain(of_types).any(|rule| rule.transition)
    }

    fn precheck(self) -> Option<RunPrecheck<'static>> {
        None
    }

    fn leads_below(self, kind: Kind) -> bool {
        match self {
            Ruled::Around(part) => kind == Kind::Object && ruled(part).is_some(),
            Ruled::At(part) => {
                matches!(kind, Kind::Array | Kind::Object) && part.node().resolved().below & below::RULES != 0
            }
        }
    }

    fn field(self, number: u16) -> Option<Self> {
        match (self, self.form()) {
            (Ruled::Around(part), _) => ruled(part),
            (_, Some(Form::Object(Members { fields, .. }))) => {
                fields.get(usize::from(number)).and_then(|field| ruled(&field.part))
            }
            _ => None,
        }
    }

    fn each(self) -> Option<Self> {
        match self.form()? {
            Form::Object(Members { others, .. }) => others.and_then(ruled),
            Form::Map(values) => ruled(values),
            _ => None,
        }
    }

    fn items(self) -> Option<Self> {
        match self.form()? {
            Form::List(items, _) => ruled(items),
            _ => None,
        }
    }

    fn keys(self) -> impl ExactSizeIterator<Item = &'static str> {
        self.form().map_or(&[][..], Form::list_keys).iter().map(|key| key.name)
    }
}

/// Whether a type has rules anywhere, also where a value has none. Only errors ask, so this may be slow.
#[cold]
pub(super) fn has_rules(root: &'static Part) -> bool {
    let (mut open, mut seen) = (Vec::from([root]), Vec::new());
    while let Some(part) = open.pop() {
        if part.has_rules() {
            return true;
        }
        let node = part.node().resolved();
        // Types may lead back to themselves.
        if node.below & below::RULES == 0 || seen.iter().any(|known| core::ptr::eq(*known, node)) {
            continue;
        }
        seen.push(node);
        match node.form {
            Form::Object(Members { fields, others, .. }) => {
                open.extend(fields.iter().map(|field| &field.part).chain(others));
            }
            Form::Map(part) | Form::List(part, _) => open.push(part),
            Form::Any | Form::Free | Form::Like(_) => {}
        }
    }
    false
}
