//! Removes rules that stand for extensions. In: a CRD with its extensions in its schemas. Out: the CRD
//! without the rules that `crdc publish --as apply-safe` writes for them.
//!
//! **A rule is removed only if it equals the published one exactly**: for this schema, this extension, at
//! this place, for one of the servers. Servers run every other rule, whatever its comment says, so crdc does
//! too. Easy to
//! break: the comment proves nothing, since anyone can write or edit it.

use std::collections::{HashMap, HashSet};

use super::document::{each_schema, member_mut, schema, versions};
use crate::as_rules::{Lowered, SERVERS, only_rules};
use crate::crd::ApiVersion;
use crate::definition::definition;
use crate::places::{Places, WayTo};
use crate::reader::Reader;
use crate::registry;
use crate::unread::{EXTENSIONS, MARK};
use crdc_source::diag::{Code, Diagnostic, quoted};
use crdc_source::{Node, Value};

const RULES: &str = "x-kubernetes-validations";

/// Whether a schema below a node has a rule that names an extension in its comment.
pub(crate) fn has_marked(node: &Node) -> bool {
    match &node.value {
        Value::Array(items) => items.iter().any(has_marked),
        Value::Object(members) => members.iter().any(|member| match &member.value.value {
            Value::String(text) => member.key == "rule" && extension(text).is_some(),
            _ => has_marked(&member.value),
        }),
        _ => false,
    }
}

/// Removes the published rules, and reports the other ones that name an extension.
pub(super) fn take_away(crd: &mut Node, api_version: ApiVersion, diagnostics: &mut Vec<Diagnostic>) {
    // Its errors are reported when the result is read.
    let read = definition(&mut Reader::new(registry::schema), crd, api_version);
    // By position, because several versions may have the same name.
    for (version, node) in read.versions.iter().zip(versions(crd)) {
        let (Some(read), Some(schema)) = (&version.parts.schema, schema(node)) else { continue };
        let published = SERVERS.map(|server| only_rules(&read.value, server));
        each_schema(schema, &mut published.each_ref().map(Places::way), &mut |schema, ways| {
            of_schema(schema, ways, diagnostics);
        });
    }
}

/// The places of a schema among the rules for each of [`SERVERS`].
type Ways<'p, 's> = [WayTo<'p, 's, Lowered<'s>>; SERVERS.len()];

fn of_schema(schema: &mut Node, ways: &Ways<'_, '_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(Value::Array(rules)) = member_mut(schema, RULES).map(|rules| &mut rules.value) else {
        return;
    };
    let marked = |rule: &Node| text(rule).and_then(extension);
    if !rules.iter().any(|rule| marked(rule).is_some()) {
        return;
    }
    let published = Published::of(ways);
    rules.retain(|rule| {
        let Some(extension) = marked(rule) else { return true };
        if fields(rule).is_some_and(|fields| published.rules.contains(&fields)) {
            return false;
        }
        diagnostics.push(stays(rule, extension, &published));
        true
    });
    if rules.is_empty()
        && let Value::Object(members) = &mut schema.value
    {
        members.retain(|member| member.key != RULES);
    }
}

/// The rules that are published at a place.
struct Published {
    rules: HashSet<Fields>,
    /// The fields of the rule for the newest server, by its text.
    by_text: HashMap<String, Fields>,
}

/// The fields of a rule by name, sorted.
type Fields = Vec<(String, Field)>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Field {
    Text(String),
    Flag(bool),
}

impl Published {
    fn of(ways: &Ways<'_, '_>) -> Published {
        let mut published = Published { rules: HashSet::new(), by_text: HashMap::new() };
        for (way, server) in ways.iter().zip(SERVERS) {
            for rule in way.values() {
                let node = Lowered::to_node(rule, server);
                if let (Some(text), Some(fields)) = (text(&node), fields(&node)) {
                    published.by_text.insert(text.to_owned(), fields.clone());
                    published.rules.insert(fields);
                }
            }
        }
        published
    }
}

/// The fields of a rule. `None` if a field has a value that no published rule has.
fn fields(rule: &Node) -> Option<Fields> {
    let Value::Object(members) = &rule.value else { return None };
    let field = |value: &Node| match &value.value {
        Value::String(text) => Some(Field::Text(text.clone())),
        Value::Bool(flag) => Some(Field::Flag(*flag)),
        _ => None,
    };
    let fields = members.iter().map(|member| Some((member.key.clone(), field(&member.value)?)));
    let mut fields: Fields = fields.collect::<Option<_>>()?;
    fields.sort_unstable();
    Some(fields)
}

fn text(rule: &Node) -> Option<&str> {
    rule.get("rule").and_then(Node::as_str)
}

/// The extension that the comment of a rule names.
fn extension(text: &str) -> Option<&'static str> {
    let (_, named) = text.trim_end().rsplit_once(MARK)?;
    EXTENSIONS.iter().find(|extension| **extension == named).copied()
}

fn stays(rule: &Node, extension: &str, published: &Published) -> Diagnostic {
    let span = rule.get("rule").map_or(rule.span, |text| text.span);
    let same_text = text(rule).and_then(|text| published.by_text.get(text));
    let (message, label) = match same_text {
        Some(expected) => (
            format!("a rule that stands for `{extension}` has other fields than the published one"),
            differences(rule, expected),
        ),
        None => {
            let message = format!("a rule names `{extension}`, but is not what is published for it here");
            (message, "this rule stays, as on servers".to_owned())
        }
    };
    Diagnostic::new(Code::ApplySafeRule, span, message).label(label).help(format!(
        "remove the comment `{}{extension}` if the rule is your own; otherwise remove the rule, and publish the CRD again with \
         `crdc publish --as apply-safe`",
        MARK.trim_start()
    ))
}

/// The fields that are not those of the published rule.
fn differences(rule: &Node, expected: &Fields) -> String {
    let is_other = |(name, field): &&(String, Field)| {
        let written = rule.get(name).map(|node| &node.value);
        !match field {
            Field::Text(text) => matches!(written, Some(Value::String(written)) if written == text),
            Field::Flag(flag) => matches!(written, Some(Value::Bool(written)) if written == flag),
        }
    };
    let shown = |(name, field): &(String, Field)| match field {
        Field::Text(text) => format!("`{name}: {}`", quoted(text)),
        Field::Flag(flag) => format!("`{name}: {flag}`"),
    };
    let missing: Vec<String> = expected.iter().filter(is_other).map(shown).collect();
    let names = |name: &str| expected.iter().any(|(known, _)| known == name);
    let more = match &rule.value {
        Value::Object(members) => members.iter().filter(|member| !names(&member.key)),
        _ => return "this rule stays".to_owned(),
    };
    let more: Vec<String> = more.map(|member| format!("no `{}`", member.key)).collect();
    let fields = [missing, more].concat();
    if fields.is_empty() {
        return "this rule stays".to_owned();
    }
    format!("this rule stays; the published one has {}", fields.join(", "))
}
