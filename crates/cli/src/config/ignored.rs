//! The list `ignore` of `.crdc.yaml`. Each entry needs a reason. It covers the findings of `crdc validate`,
//! and the warnings of `crdc check`, that match all of its other members.
//!
//! Easy to break: an entry without other members would match every finding, and every text begins with an
//! empty text.

use super::error::{ConfigError, error, members};
use crate::finding_names;
use crate::identity::Identity;
use crdc_source::{Node, Value};

const MEMBERS: &str = "an entry has a reason, and at least one of id, kind, namespace, name, field, file";

/// The findings that are ignored.
#[derive(Debug, Default)]
pub(super) struct Ignored(Vec<Entry>);

/// An entry of the list, with the findings that it covers.
#[derive(Debug, Default)]
struct Entry {
    id: Option<String>,
    kind: Option<String>,
    namespace: Option<String>,
    name: Option<String>,
    field: Option<String>,
    file: Option<String>,
    reason: String,
}

impl Ignored {
    pub(super) fn read(node: &Node, errors: &mut Vec<ConfigError>) -> Ignored {
        let Value::Array(entries) = &node.value else {
            errors.push(error(node.span, "`ignore` is not a list", MEMBERS));
            return Ignored::default();
        };
        Ignored(entries.iter().filter_map(|entry| Entry::read(entry, errors)).collect())
    }

    /// Whether the list is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The reason of the entry that ignores a finding, if there is one.
    pub(super) fn reason(
        &self,
        id: &str,
        field: Option<&str>,
        identity: &Identity,
        file: &str,
    ) -> Option<String> {
        let fits = |entry: &&Entry| entry.fits(id, field, identity, file);
        self.0.iter().find(fits).map(|entry| entry.reason.clone())
    }
}

impl Entry {
    fn read(node: &Node, errors: &mut Vec<ConfigError>) -> Option<Entry> {
        let mut entry = Entry::default();
        let before = errors.len();
        for member in members(node, MEMBERS, errors) {
            let Some(text) = member.value.as_str() else {
                errors.push(error(member.value.span, format!("`{}` is not a string", member.key), MEMBERS));
                continue;
            };
            if member.key != "reason" && names_nothing(&member.key, text) {
                errors.push(error(
                    member.value.span,
                    format!("`{}` names nothing, so it would fit all findings", member.key),
                    "write what to ignore, or remove the member",
                ));
                continue;
            }
            if member.key == "id"
                && let Some((message, help)) =
                    finding_names::unknown(text, errors.len() < finding_names::MOST_MEANT)
            {
                errors.push(error(member.value.span, message, help));
                continue;
            }
            let text = text.to_owned();
            match member.key.as_str() {
                "id" => entry.id = Some(text),
                "kind" => entry.kind = Some(text),
                "namespace" => entry.namespace = Some(text),
                "name" => entry.name = Some(text),
                "field" => entry.field = Some(text),
                "file" => entry.file = Some(text),
                "reason" => entry.reason = text,
                key => errors.push(error(
                    member.key_span,
                    format!("`{key}` is not a member of an entry"),
                    MEMBERS,
                )),
            }
        }
        if errors.len() == before && entry.reason.trim().is_empty() {
            errors.push(error(
                node.span,
                "the entry has no reason",
                "add `reason:` and write why, in a few words",
            ));
        }
        if errors.len() == before && entry.is_about_everything() {
            errors.push(error(
                node.span,
                "the entry names nothing, so it would ignore all findings",
                "say what it ignores: add id, kind, namespace, name, field or file",
            ));
        }
        (errors.len() == before).then_some(entry)
    }

    /// Whether the entry matches all findings.
    fn is_about_everything(&self) -> bool {
        let Entry { id, kind, namespace, name, field, file, reason: _ } = self;
        [id, kind, namespace, name, field, file].into_iter().all(Option::is_none)
    }

    fn fits(&self, id: &str, field: Option<&str>, identity: &Identity, file: &str) -> bool {
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| found == Some(wanted))
        };
        let below = |field: &str| {
            let at_or_below = |wanted: &str| {
                let rest = field.strip_prefix(wanted);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            self.field.as_deref().is_none_or(at_or_below)
        };
        let in_file = |wanted: &str| {
            let file = file.strip_prefix("./").unwrap_or(file);
            let rest = file.strip_prefix(below_here(wanted));
            rest.is_some_and(|rest| rest.is_empty() || wanted.ends_with('/') || rest.starts_with('/'))
        };
        is(&self.id, Some(id))
            && is(&self.kind, Some(&identity.kind))
            && is(&self.namespace, Some(&identity.namespace))
            && is(&self.name, Some(&identity.name))
            && below(field.unwrap_or_default())
            && self.file.as_deref().is_none_or(in_file)
    }
}

/// Whether a text matches everything: it is empty, or a folder that contains all files.
fn names_nothing(key: &str, text: &str) -> bool {
    let text = text.trim();
    let is_every_file = || below_here(text).trim_matches(['/', '.']).is_empty();
    text.is_empty() || (key == "file" && is_every_file())
}

/// A path without the name of the working folder.
fn below_here(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}
