//! The object that all objects of a suite or of a group start from. In: objects and merge patches. Out: whole
//! objects.

use super::reader::{Reader, members};
use crate::edit::set;
use crdc_admission::Patch;
use crdc_source::{Member, Node, Source, Span, parse_json};

/// The base object, if there is one.
#[derive(Clone, Default)]
pub(super) struct Base(Option<Node>);

impl Base {
    /// A base that has the members of this object too.
    pub(super) fn with_object(self, object: Option<Node>) -> Base {
        match object {
            Some(object) => Base(Some(self.complete(object))),
            None => self,
        }
    }

    /// An object with what all objects have. Members are not merged.
    pub(super) fn complete(&self, object: Node) -> Node {
        let Some(base) = &self.0 else { return object };
        let mut complete = base.clone();
        for Member { key, value, .. } in members(&object) {
            set(&mut complete, key, value.clone());
        }
        complete
    }

    /// The base with a merge patch.
    pub(super) fn patched(&self, reader: &mut Reader, patch: Option<&Node>, span: Span) -> Base {
        Base(patch.and_then(|patch| self.patch(reader, patch, span)))
    }

    /// The base object with a merge patch.
    // https://www.rfc-editor.org/rfc/rfc7386
    pub(super) fn patch(&self, reader: &mut Reader, patch: &Node, span: Span) -> Option<Node> {
        let Some(base) = &self.0 else {
            reader.problem(span, "a patch changes the `object` of the suite, which has none");
            return None;
        };
        let patched = Patch::Merge(patch.to_json().as_bytes()).applied(base.to_json().as_bytes());
        match patched {
            Ok(text) => parse_json(&Source::new("", String::from_utf8_lossy(&text))).0.pop(),
            Err(refusal) => {
                reader.problem(span, &refusal.to_string());
                None
            }
        }
    }
}
