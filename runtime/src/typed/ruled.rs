//! Finds the values with CEL rules inside of a Rust value, by the nodes of its types.
//!
//! Easy to break: the rules of a type run before the rules of the field that has the type, because kube
//! writes them into one schema in this order.
// kube-core: cel/mod.rs validate, validate_property

use alloc::vec::Vec;

use crdc_cel::{Form as SeenForm, RuleType, RunPrecheck, ValueType};
use crdc_object::tape::{Entry, Kind};
use crdc_vocabulary::below;

use super::node::{Form, Members, Part};
use crate::rules::rule::Rule;
use crate::rules::tree::RuleTree;

/// A value that has CEL rules, or contains a value with rules.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ruled {
    /// An object with one field, which has the values of this part.
    Around(&'static Part),
    /// A value of this part.
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

/// The values of a part, if they have rules or contain values with rules.
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
            // In schemas, `x-kubernetes-int-or-string` has no `type`.
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
            // The rules of the innermost type run first.
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

/// Whether a type, or a type that it contains, has CEL rules. A value need not contain all of these types.
/// Only called if there are errors, so this may be slow.
#[cold]
pub(super) fn has_rules(root: &'static Part) -> bool {
    let (mut open, mut seen) = (Vec::from([root]), Vec::new());
    while let Some(part) = open.pop() {
        if part.has_rules() {
            return true;
        }
        let node = part.node().resolved();
        // Types may be recursive.
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
