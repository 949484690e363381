//! Finds the changes of a schema whose fields an object has. In: the paths of changes, and an object. Out:
//! the changes, each with the places of its field.
//!
//! The paths are one tree, and an object is walked once, whatever the number of changes. Names of fields that
//! are no identifiers are quoted in paths: `spec["a.b"].c[].d`, `spec.labels{}`.

use std::collections::{HashMap, HashSet};

use crate::validate::findings::field_spans::At;
use crdc_source::{Node, Span, Value};

/// Changes by the path of their field.
#[derive(Default)]
pub(super) struct Fields {
    /// The changes of this field.
    here: Vec<usize>,
    members: HashMap<String, Fields>,
    /// The items of a list, and the entries of a map.
    items: Option<Box<Fields>>,
    entries: Option<Box<Fields>>,
    /// The changes that concern objects without the field, by its name.
    absent: Vec<(String, usize)>,
}

/// A place where an object has the field of changes, or where the field would be.
pub(super) struct Met<'f> {
    pub(super) changes: &'f [usize],
    /// The path in the object.
    pub(super) path: &'f str,
    pub(super) span: Span,
    /// The value; `None` if the object leaves the field out.
    pub(super) value: Option<&'f Node>,
}

impl Fields {
    /// Adds a change. `is_default`: the change concerns objects that leave the field out.
    pub(super) fn add(&mut self, path: &str, change: usize, is_default: bool) {
        let Some(mut steps) = steps(path) else { return };
        let last = if is_default { steps.pop() } else { None };
        let mut at = self;
        for step in steps {
            at = match step {
                Step::Member(name) => at.members.entry(name).or_default(),
                Step::Items => at.items.get_or_insert_default(),
                Step::Entries => at.entries.get_or_insert_default(),
            };
        }
        match last {
            Some(Step::Member(name)) => at.absent.push((name, change)),
            // Items and entries that are not there have no default.
            Some(Step::Items | Step::Entries) => {}
            None => at.here.push(change),
        }
    }

    /// Finds the changes of an object's fields.
    pub(super) fn met(&self, object: &Node, found: &mut dyn FnMut(Met<'_>)) {
        let key = object.get("kind").map_or(object.span, |kind| kind.span);
        self.walk(object, key, &mut String::new(), found);
    }

    fn walk(&self, node: &Node, span: Span, path: &mut String, found: &mut dyn FnMut(Met<'_>)) {
        if !self.here.is_empty() {
            found(Met { changes: &self.here, path, span, value: Some(node) });
        }
        let length = path.len();
        match &node.value {
            Value::Object(members) => {
                for member in members {
                    let fields = self.members.get(&member.key).or(self.entries.as_deref());
                    let Some(fields) = fields else { continue };
                    push(path, &member.key);
                    fields.walk(&member.value, At::of_member(member).span(), path, found);
                    path.truncate(length);
                }
                if self.absent.is_empty() {
                    return;
                }
                let keys: HashSet<&str> = members.iter().map(|member| member.key.as_str()).collect();
                for (name, change) in self.absent.iter().filter(|(name, _)| !keys.contains(name.as_str())) {
                    push(path, name);
                    found(Met { changes: std::slice::from_ref(change), path, span, value: None });
                    path.truncate(length);
                }
            }
            Value::Array(items) => {
                let Some(fields) = &self.items else { return };
                for (index, item) in items.iter().enumerate() {
                    path.push_str(&format!("[{index}]"));
                    fields.walk(item, At::of_item(item).span(), path, found);
                    path.truncate(length);
                }
            }
            _ => {}
        }
    }
}

fn push(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// A step of a path.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Member(String),
    Items,
    Entries,
}

/// The steps of a path; `None` if it was cut because it is very long.
fn steps(path: &str) -> Option<Vec<Step>> {
    let (mut steps, mut rest) = (Vec::new(), path);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("[]") {
            steps.push(Step::Items);
            rest = after;
        } else if let Some(after) = rest.strip_prefix("{}") {
            steps.push(Step::Entries);
            rest = after;
        } else if let Some(quoted) = rest.strip_prefix('[') {
            let mut names = serde_json::Deserializer::from_str(quoted).into_iter::<String>();
            let name = names.next()?.ok()?;
            rest = quoted.get(names.byte_offset()..)?.strip_prefix(']')?;
            steps.push(Step::Member(name));
        } else {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            let end = name.find(['.', '[', '{']).unwrap_or(name.len());
            let (name, after) = name.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
            steps.push(Step::Member(name.to_owned()));
            rest = after;
        }
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::Fields;
    use crdc_source::{Source, parse};

    #[test]
    fn fields_are_found_where_the_object_has_them() {
        let paths = [
            ("spec.size", false),
            ("spec.ports[].name", false),
            ("spec.labels{}", false),
            ("spec[\"a.b\"].c", false),
            ("", false),
            ("spec.gone", false),
            ("spec.ports[].size", true),
            ("spec.size", true),
            ("spec.none.size", true),
        ];
        let mut fields = Fields::default();
        for (index, (path, is_default)) in paths.into_iter().enumerate() {
            fields.add(path, index, is_default);
        }
        let text = "kind: A\nspec:\n  size: 3\n  ports: [{name: x}, {name: y, size: 2}]\n  labels: {k: v}\n  a.b: {c: 1}\n";
        let (documents, _) = parse(&Source::new("a.yaml", text));
        let mut found = Vec::new();
        fields.met(&documents[0], &mut |met| {
            let at = &text[met.span.start as usize..met.span.end as usize];
            let is_there = if met.value.is_some() { "" } else { " is not there" };
            found.push(format!("{:?} {}{is_there}: {at}", met.changes, met.path));
        });
        let expected = [
            "[4] : A",
            "[0] spec.size: 3",
            "[1] spec.ports[0].name: x",
            "[6] spec.ports[0].size is not there: name",
            "[1] spec.ports[1].name: y",
            "[2] spec.labels.k: v",
            "[3] spec.a.b.c: 1",
        ];
        assert_eq!(found, expected);
    }
}
