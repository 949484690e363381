//! `crdc/ignore-invalid-value: "the operator repairs it"`, `crdc/ignore-all: …` on an object.

use std::collections::HashMap;

use super::problem::{unknown, without_reason};
use crate::validate::findings::finding::Finding;
use crdc_source::{Member, Node, Value};

const PREFIX: &str = "crdc/ignore-";

/// The annotations of an object that ignore findings, by the names of the findings. Usually there are none.
/// They are searched once for all findings.
#[derive(Default)]
pub(super) struct Annotations<'n>(HashMap<&'n str, &'n Member>);

impl<'n> Annotations<'n> {
    pub(super) fn of(object: &'n Node) -> Annotations<'n> {
        let annotations = object.get("metadata").and_then(|metadata| metadata.get("annotations"));
        let members = match annotations.map(|annotations| &annotations.value) {
            Some(Value::Object(members)) => members.as_slice(),
            _ => &[],
        };
        Annotations(members.iter().filter_map(|one| Some((one.key.strip_prefix(PREFIX)?, one))).collect())
    }

    /// The annotations that ignore nothing, because there is no finding of their name, in the order of the
    /// text.
    pub(super) fn unknown(&self) -> Vec<Finding> {
        let mut all: Vec<_> = self.0.iter().map(|(name, member)| (*name, member.key_span)).collect();
        all.sort_by_key(|(_, span)| span.start);
        let mut found = Vec::new();
        for (name, span) in all {
            found.extend(unknown(name, span, found.len()));
        }
        found
    }

    /// The reason why findings with this name are ignored; `None` if they are not.
    pub(super) fn reason(&self, id: &str) -> Option<Result<String, Finding>> {
        if self.0.is_empty() {
            return None;
        }
        let found = [id, "all"].into_iter().find_map(|id| self.0.get(id))?;
        let reason = found.value.as_str().unwrap_or_default().trim();
        Some(if reason.is_empty() { Err(without_reason(found.key_span)) } else { Ok(reason.to_owned()) })
    }
}
