//! Warns about immutable fields that two updates can change: a field is compared only if its parent exists in
//! both the old and the new object, so one update can remove the parent and the next can set it again with
//! another value. One warning for the outermost such parent, list or map.
//!
//! **Extensions on entries and items are not reported**: they allow keys to be added and removed, and only
//! protect entries that exist in both objects. Immutable keys of a list are not reported either.

use crate::report::Report;
use crdc_schema::{At, Property, RequiredNames, Schema, Topology, Unions, member};
use crdc_source::Span;
use crdc_source::diag::Code;
use std::collections::{HashMap, HashSet};

/// A value that can be removed and set again.
struct Removable<'a> {
    /// The key to report.
    key: Span,
    how: How<'a>,
    /// The number of steps of its path.
    depth: usize,
    /// The path, set once an immutability extension is found in it.
    path: String,
    /// The immutability extensions in the value: the relative path (only for the first few) and the location
    /// of each.
    marks: Vec<(String, Span)>,
}

enum How<'a> {
    /// The field of this name is not required.
    Optional(&'a str),
    /// The field is a member of a union.
    Member(Member<'a>),
    /// The field is nullable.
    Nullable(Span),
    /// Entries or items of the field can be added and removed.
    Inside(Topology),
}

/// A member of a union: what determines whether it can be cleared.
#[derive(Clone, Copy)]
struct Member<'a> {
    discriminator: &'a str,
    /// Whether the discriminator is immutable.
    fixed: bool,
    /// Whether the member may be absent while it is selected.
    optional: bool,
}

pub(crate) fn removable(schema: &Schema, report: &mut Report) {
    let mut walk = Walk { found: Vec::new(), steps: Vec::new() };
    walk.properties(schema, None, &HashSet::from(["apiVersion", "kind", "metadata"]));
    for found in walk.found.iter().filter(|found| !found.marks.is_empty()) {
        warn(found, report);
    }
}

struct Walk<'a> {
    found: Vec<Removable<'a>>,
    /// The current path.
    steps: Vec<PathStep<'a>>,
}

/// A step of a path.
#[derive(Clone, Copy)]
enum PathStep<'a> {
    Name(&'a str),
    Entries,
    Items,
}

/// Formats a path, such as `a.b[].c{}`.
fn path(steps: &[PathStep<'_>]) -> String {
    steps.iter().fold(String::new(), |path, step| match step {
        PathStep::Name(name) => member(&path, name),
        PathStep::Entries => path + "{}",
        PathStep::Items => path + "[]",
    })
}

impl<'a> Walk<'a> {
    /// Visits the properties of an object except those in `without`.
    fn properties(&mut self, schema: &'a Schema, outer: Option<usize>, without: &HashSet<&str>) {
        let required = schema.required.as_ref().map(|at| &at.value);
        let members = members(schema);
        for property in schema.property_list() {
            if without.contains(property.name.as_str()) {
                continue;
            }
            self.steps.push(PathStep::Name(&property.name));
            self.marked(&property.schema, outer);
            let outer =
                outer.or_else(|| Some(self.add(property.key, removed(property, required, &members)?)));
            self.below(&property.schema, property.key, outer);
            self.steps.pop();
        }
    }

    /// Visits what is below a value; the value itself has been visited.
    fn below(&mut self, schema: &'a Schema, key: Span, outer: Option<usize>) {
        if is_immutable(schema) {
            return;
        }
        let topology = schema.topology();
        let (found, step) = match topology {
            Topology::Object => {
                let without = if schema.is_embedded_resource() { Some("metadata") } else { None };
                return self.properties(schema, outer, &without.into_iter().collect());
            }
            Topology::Map => (schema.additional_schema(), PathStep::Entries),
            Topology::ListMap | Topology::List => (schema.one_item(), PathStep::Items),
            Topology::Set | Topology::Scalar | Topology::Any => return,
        };
        let Some((found, _)) = found else { return };
        let stay = schema.marks.set().next().is_some();
        let outer = outer.or_else(|| (!stay).then(|| self.add(key, How::Inside(topology))));
        self.steps.push(step);
        // If entries may be removed anyway, extensions on them are intended and not reported.
        if stay {
            self.marked(found, outer);
        }
        if found.topology() == Topology::Object && !is_immutable(found) {
            let keys = schema.x_list_map_keys.as_ref().filter(|_| topology == Topology::ListMap);
            self.properties(found, outer, &names(keys));
        } else {
            self.below(found, key, outer);
        }
        self.steps.pop();
    }

    /// Records the immutability extension of a value that is inside of a removable value.
    fn marked(&mut self, schema: &Schema, outer: Option<usize>) {
        let Some(outer) = outer.and_then(|outer| self.found.get_mut(outer)) else { return };
        let Some((_, at)) = schema.marks.set().next() else { return };
        let (above, below) = self.steps.split_at(outer.depth.min(self.steps.len()));
        if outer.marks.is_empty() {
            outer.path = path(above);
        }
        // Paths below a list or map start at its items or entries.
        let items = matches!(outer.how, How::Inside(_));
        let named = outer.marks.len() < FIELDS_NAMED;
        let below = below.get(usize::from(items)..).unwrap_or(below);
        outer.marks.push((if named { path(below) } else { String::new() }, at.key));
    }

    fn add(&mut self, key: Span, how: How<'a>) -> usize {
        let depth = self.steps.len();
        self.found.push(Removable { key, how, depth, path: String::new(), marks: Vec::new() });
        self.found.len() - 1
    }
}

/// Returns how an object can be removed. An object with a default is set again at once. Removed maps and
/// lists have no entries; those are checked separately.
fn removed<'a>(
    property: &'a Property,
    required: Option<&RequiredNames>,
    members: &HashMap<&str, Member<'a>>,
) -> Option<How<'a>> {
    let schema = &property.schema;
    if schema.topology() != Topology::Object {
        return None;
    }
    if let Some(member) = members.get(property.name.as_str()) {
        // If the discriminator is immutable, a selected member must remain.
        return (!member.fixed || member.optional).then_some(How::Member(*member));
    }
    match &schema.nullable {
        Some(at) if at.value => Some(How::Nullable(at.key)),
        _ if required.is_some_and(|names| names.has(&property.name)) || schema.default.is_some() => None,
        _ => Some(How::Optional(&property.name)),
    }
}

/// Returns the properties of an object that are members of unions, by name.
fn members(schema: &Schema) -> HashMap<&str, Member<'_>> {
    let mut members = HashMap::new();
    for property in schema.property_list() {
        let Some(At { value: Unions::Members(values), .. }) = &property.schema.unions else { continue };
        for member in values.iter().filter_map(|value| value.member.as_ref()) {
            let Some(name) = &member.name else { continue };
            let optional = member.optional.as_ref().is_some_and(|at| at.value);
            let fixed = is_immutable(&property.schema);
            members.insert(name.value.as_str(), Member { discriminator: &property.name, fixed, optional });
        }
    }
    members
}

fn is_immutable(schema: &Schema) -> bool {
    schema.marks.immutable.as_ref().is_some_and(|at| at.value)
}

fn names(list: Option<&At<Vec<At<String>>>>) -> HashSet<&str> {
    list.iter().flat_map(|at| &at.value).map(|name| name.value.as_str()).collect()
}

/// The maximum number of immutable fields that a warning names.
const FIELDS_NAMED: usize = 3;

fn warn(found: &Removable<'_>, report: &mut Report) {
    let path = &found.path;
    let mut named: Vec<String> =
        found.marks.iter().take(FIELDS_NAMED).map(|(mark, _)| format!("`{mark}`")).collect();
    match found.marks.len().saturating_sub(FIELDS_NAMED) {
        0 => {}
        1 => named.push("another field".to_owned()),
        more => named.push(format!("{more} other fields")),
    }
    let others = match named.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    let (message, label, help) = match found.how {
        How::Optional(name) => (
            format!("`{path}` can be removed by one update and set again by the next, with another {others}"),
            "optional and not immutable",
            format!(
                "list `{}` under `required`, give it a default, or write `x-kubernetes-immutable: true` on the \
                 whole object",
                name
            ),
        ),
        How::Member(Member { discriminator, fixed, .. }) => (
            format!("`{path}` can be cleared by one update and set again by the next, with another {others}"),
            "a member of a union, which can be cleared",
            if fixed {
                "remove `optional: true` from the member, so that it remains while it is selected".to_owned()
            } else {
                format!(
                    "write `x-kubernetes-immutable: true` on `{discriminator}`, so that the member remains"
                )
            },
        ),
        How::Nullable(_) => (
            format!("`{path}` can be set to null by one update and back by the next, with another {others}"),
            "may be null",
            "remove `nullable: true`, or write `x-kubernetes-immutable: true` on the whole object".to_owned(),
        ),
        How::Inside(Topology::Map) => (
            format!(
                "entries of `{path}` can be removed by one update and added again by the next, with another \
                 {others}"
            ),
            "its keys can be added and removed",
            KEYS.to_owned(),
        ),
        How::Inside(Topology::ListMap) => (
            format!(
                "items of `{path}` can be removed by one update and added again by the next, with another \
                 {others}"
            ),
            "its items can be added and removed",
            KEYS.to_owned(),
        ),
        How::Inside(_) => (
            format!(
                "items of `{path}` can be removed by one update and added again by the next, with another \
                 {others}"
            ),
            "its items are identified only by their index",
            "write `x-kubernetes-immutable: true` on the whole list, or make it a list of type `map` with \
             immutable keys"
                .to_owned(),
        ),
    };
    let mut finding = report.add(Code::ImmutableRemovable, found.key, message).label(label).help(help);
    if let How::Nullable(key) = found.how {
        finding = finding.note(key, "nullable here");
    }
    if let Some((_, span)) = found.marks.first() {
        finding.note(*span, "compared only if its parent exists in both the old and the new object").done();
    }
}

const KEYS: &str = "if this is not intended, write `x-kubernetes-addition-only: true`, \
                    `x-kubernetes-deletion-only: true` or `x-kubernetes-immutable-keys: true` on it";
