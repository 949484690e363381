//! Suggestions for names that a rule cannot use: a field of the schema, a function, a variable.

use crdc_cel::compile::macros::MACROS;
use crdc_cel::compile::{IssueKind, MacroError, RESERVED, escape};
use crdc_cel::functions::functions;
use crdc_cel::program::Search;
use crdc_schema::Schema;
use crdc_source::diag::nearest;

/// Names in other languages and in admission policies, each with the name in rules.
const FOREIGN: &[(&str, &str)] = &[
    ("object", "self"),
    ("this", "self"),
    ("value", "self"),
    ("oldObject", "oldSelf"),
    ("old", "oldSelf"),
    ("len", "size"),
    ("length", "size"),
    ("count", "size"),
    ("any", "exists"),
    ("some", "exists"),
    ("every", "all"),
    ("includes", "contains"),
    ("match", Search::Matches.name()),
    ("regex", Search::Matches.name()),
    ("toLower", "lowerAscii"),
    ("toLowerCase", "lowerAscii"),
    ("lower", "lowerAscii"),
    ("toUpper", "upperAscii"),
    ("toUpperCase", "upperAscii"),
    ("upper", "upperAscii"),
    ("nil", "null"),
    ("None", "null"),
];

/// The most fields that are compared with an unknown name.
const MOST_FIELDS: usize = 4096;

/// Help for a name that an error is about; none if there is nothing to say about it. `place` is the name of
/// the property that has the rule, `rule` the text of the rule.
pub(super) fn help(kind: &IssueKind, rule: &str, schema: &Schema, place: Option<&str>) -> Option<String> {
    match kind {
        IssueKind::UndefinedField { name } => field(name, rule, schema, place),
        IssueKind::Macro(MacroError::NotField) if reads_metadata(rule, schema) => Some(METADATA.to_owned()),
        IssueKind::Undeclared { name } => reference(name, rule, schema),
        _ => None,
    }
}

/// The help for fields of the metadata that rules cannot read.
const METADATA: &str = "of the metadata, rules can read only `name` and `generateName`; a ValidatingAdmissionPolicy can read the rest";

/// Whether a rule reads a field of a resource's metadata that rules cannot read.
fn reads_metadata(rule: &str, schema: &Schema) -> bool {
    let of_schema = schema.property("metadata").map(|metadata| &metadata.schema);
    rule.split("self.metadata.").skip(1).any(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..end];
        !["name", "generateName"].contains(&name)
            && of_schema.is_none_or(|metadata| metadata.property(name).is_none())
    })
}

fn field(name: &str, rule: &str, schema: &Schema, place: Option<&str>) -> Option<String> {
    if rule.contains(&format!("metadata.{name}")) || rule.contains(&format!("metadata.?{name}")) {
        return Some(METADATA.to_owned());
    }
    if name == "metadata" {
        return Some(
            "only rules at the root of the schema can read the metadata, and of it `name` and `generateName`"
                .to_owned(),
        );
    }
    let fields = fields(schema);
    // A name such as `max-surge` is read as a difference.
    let joined = |field: &&&str| {
        let rest = field.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['-', '.', '/'])) && rule.contains(**field)
    };
    if let Some(field) = fields.iter().find(joined) {
        return Some(format!("write `{}` for `{field}`", escape(field)?));
    }
    if fields.contains(&name) {
        return Some(match escape(name) {
            Some(escaped) if escaped != name => format!("write `{escaped}` for `{name}`"),
            _ => format!("rules see only typed values: check where `{name}` is, and declare its type"),
        });
    }
    if place == Some(name) {
        return Some(format!("the rule is on `{name}`, so `self` is its value: leave out `.{name}`"));
    }
    let escaped: Vec<String> = fields.iter().filter_map(|field| escape(field)).collect();
    let meant = nearest(name, escaped.iter().map(String::as_str))?;
    Some(format!("did you mean `{meant}`?"))
}

fn reference(name: &str, rule: &str, schema: &Schema) -> Option<String> {
    if let Some((_, here)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
        return Some(format!("write `{here}`"));
    }
    if RESERVED.contains(&name) {
        return None;
    }
    if schema.property(name).is_some() {
        return Some(format!("write `self.{}`", escape(name)?));
    }
    let functions = functions().map(|function| function.name);
    let words = functions.chain(MACROS.iter().map(|found| found.name)).chain(["self", "oldSelf"]);
    let called = rule.contains(&format!("{name}("));
    let folded = name.to_ascii_lowercase();
    let same = |known: &&str| known.to_ascii_lowercase() == folded;
    let mut words = words.filter(|known| known.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let meant = words.clone().find(same).or_else(|| nearest(name, &mut words))?;
    let is_variable = ["self", "oldSelf"].contains(&meant);
    (called != is_variable).then(|| format!("did you mean `{meant}`?"))
}

/// The names of the properties at and below a schema, the nearest first.
fn fields(schema: &Schema) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = std::collections::VecDeque::from([schema]);
    while let Some(schema) = open.pop_front() {
        for property in schema.property_list() {
            if found.len() >= MOST_FIELDS {
                return found;
            }
            found.push(property.name.as_str());
            open.push_back(&property.schema);
        }
        let inner = schema.one_item().into_iter().chain(schema.additional_schema());
        open.extend(inner.map(|(schema, _)| schema));
    }
    found
}
