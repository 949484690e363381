//! Finds the owner reference of an error: 1.37 reports its index, and older servers do not. In: the object of
//! an answer, and its errors in their order. Out: the error of 1.37.
//
// apimachinery: pkg/api/validation/objectmeta.go (validateOwnerReference), v0.36 and v0.37

use crdc_source::diag::{BadValue, ErrorType, FieldError};
use crdc_source::{Node, Source, Value, parse_json};
use crdc_vocabulary::Wording;
use crdc_vocabulary::names::group_version;

const LIST: &str = "metadata.ownerReferences";

/// The references of an object that have errors, in their order, separately for each kind of error.
pub(super) struct Owners {
    references: Vec<Node>,
    /// The next reference that is looked at for each of the names and the reference itself.
    next: [usize; 5],
}

/// The members of owner references that errors are about.
const NAMES: [&str; 4] = ["apiVersion", "kind", "name", "uid"];

impl Owners {
    /// The owners of an object, which is JSON.
    pub(super) fn of(object: &[u8]) -> Owners {
        let text = String::from_utf8_lossy(object).into_owned();
        let object = parse_json(&Source::new("object", text)).0.pop();
        let list = object.as_ref().and_then(|object| object.get("metadata")?.get("ownerReferences"));
        let references = match list.map(|list| &list.value) {
            Some(Value::Array(items)) => items.clone(),
            _ => Vec::new(),
        };
        Owners { references, next: [0; 5] }
    }

    /// Adds the index to the next error, if it is about a reference.
    pub(super) fn name(&mut self, error: &mut FieldError) {
        let Some(below) = error.field.strip_prefix(LIST) else { return };
        let name = below.strip_prefix('.').unwrap_or_default().to_owned();
        let about = NAMES.iter().position(|known| *known == name);
        if about.is_none() && error.wording != Some(Wording::EventOwner) {
            return;
        }
        let place = about.unwrap_or(NAMES.len());
        let from = self.next[place];
        let is_wrong = |reference: &&Node| match about {
            Some(0) => group_version(text(reference, "apiVersion").as_bytes()).1.is_empty(),
            Some(about) => text(reference, NAMES[about]).is_empty(),
            None => (text(reference, "apiVersion"), text(reference, "kind")) == ("v1", "Event"),
        };
        let found = self.references.iter().skip(from).position(|reference| is_wrong(&reference));
        let Some(index) = found.map(|index| from + index) else { return };
        self.next[place] = index + 1;
        error.field = format!("{LIST}[{index}]{below}");
        if about.is_none() {
            return;
        }
        let is_empty = text(&self.references[index], &name).is_empty();
        let (kind, detail) = match is_empty {
            true => (ErrorType::Required, "must not be empty"),
            false => (ErrorType::Invalid, "must be <group>/<version> or <version>"),
        };
        error.kind = kind;
        detail.clone_into(&mut error.detail);
        if is_empty {
            error.bad = BadValue::Omitted;
        }
    }
}

fn text<'n>(reference: &'n Node, name: &str) -> &'n str {
    reference.get(name).and_then(Node::as_str).unwrap_or_default()
}
