//! The list `ignore`: an entry needs a reason, and covers the findings of `crdc validate`, and the warnings of `crdc check`, that
//! fit all of its other members.

use super::{ConfigError, error, members};
use crate::validate::manifest::Identity;
use crdc_codegen::source::{Node, Value};

const MEMBERS: &str = "an entry has a reason, and any of id, kind, namespace, name, field, file";

/// The findings that are ignored.
#[derive(Debug, Default)]
pub(super) struct Ignored(Vec<Entry>);

/// Which findings an entry covers.
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

    /// Why a finding is ignored, if it is.
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
        (errors.len() == before).then_some(entry)
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
            let rest = file.strip_prefix(wanted.strip_prefix("./").unwrap_or(wanted));
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
