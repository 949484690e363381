//! Where a mark can be got around: a field is compared only while its parent is there on both sides, so
//! what is immutable in a parent that one update removes and the next sets again is not. One warning for
//! the outermost such parent, or list, or map.
//!
//! **Marks of entries and items themselves are meant so**: with them, keys may come and go, and only what is
//! there on both sides stays as it was. Keys of a list that are immutable are harmless.

use crate::check::report::Report;
use crate::diag::Code;
use crate::schema::{At, Property, Schema, Topology, Unions, member};
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// What may be removed and set again.
struct Removable<'a> {
    /// Where it stands.
    key: Span,
    how: How<'a>,
    /// How many steps its path has.
    depth: usize,
    /// Its path, once there is a mark in it.
    path: String,
    /// Marks in it: the way there from here, for the first of them, and their places.
    marks: Vec<(String, Span)>,
}

enum How<'a> {
    /// The field of this name is not required.
    Optional(&'a str),
    /// The field is a member of a union.
    Member(Member<'a>),
    /// It is required, and may be null.
    Nullable(Span),
    /// What the field holds may come and go.
    Inside(Topology),
}

/// A member of a union, as far as it matters whether it stays.
#[derive(Clone, Copy)]
struct Member<'a> {
    discriminator: &'a str,
    /// The discriminator is immutable.
    fixed: bool,
    /// It may be left out while it is selected.
    optional: bool,
}

pub(in crate::check) fn removable(schema: &Schema, report: &mut Report) {
    let mut walk = Walk { found: Vec::new(), steps: Vec::new() };
    walk.properties(schema, None, &HashSet::from(["apiVersion", "kind", "metadata"]));
    for found in walk.found.iter().filter(|found| !found.marks.is_empty()) {
        warn(found, report);
    }
}

struct Walk<'a> {
    found: Vec<Removable<'a>>,
    /// The way here.
    steps: Vec<Step<'a>>,
}

/// A step on the way to a value.
#[derive(Clone, Copy)]
enum Step<'a> {
    Name(&'a str),
    Entries,
    Items,
}

/// `a.b[].c{}`.
fn path(steps: &[Step<'_>]) -> String {
    steps.iter().fold(String::new(), |path, step| match step {
        Step::Name(name) => member(&path, name),
        Step::Entries => path + "{}",
        Step::Items => path + "[]",
    })
}

impl<'a> Walk<'a> {
    /// The properties of an object but those that are left out.
    fn properties(&mut self, schema: &'a Schema, outer: Option<usize>, without: &HashSet<&str>) {
        let required = names(schema.required.as_ref());
        let members = members(schema);
        for property in schema.property_list() {
            if without.contains(property.name.as_str()) {
                continue;
            }
            self.steps.push(Step::Name(&property.name));
            self.marked(&property.schema, outer);
            let outer =
                outer.or_else(|| Some(self.add(property.key, removed(property, &required, &members)?)));
            self.below(&property.schema, property.key, outer);
            self.steps.pop();
        }
    }

    /// What is in a value; the value itself has been looked at.
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
            Topology::Map => (schema.additional_schema(), Step::Entries),
            Topology::ListMap | Topology::List => (schema.one_item(), Step::Items),
            Topology::Set | Topology::Scalar | Topology::Any => return,
        };
        let Some((found, _)) = found else { return };
        let stay = schema.marks.set().next().is_some();
        let outer = outer.or_else(|| (!stay).then(|| self.add(key, How::Inside(topology))));
        self.steps.push(step);
        // An entry that may go anyway is not held to be what it was.
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

    /// Notes the marks of a value that is held in something removable.
    fn marked(&mut self, schema: &Schema, outer: Option<usize>) {
        let Some(outer) = outer.and_then(|outer| self.found.get_mut(outer)) else { return };
        let Some((_, at)) = schema.marks.set().next() else { return };
        let (above, below) = self.steps.split_at(outer.depth.min(self.steps.len()));
        if outer.marks.is_empty() {
            outer.path = path(above);
        }
        // What is inside of a list is told of its items.
        let items = matches!(outer.how, How::Inside(_));
        let named = outer.marks.len() < NAMED;
        let below = below.get(usize::from(items)..).unwrap_or(below);
        outer.marks.push((if named { path(below) } else { String::new() }, at.key));
    }

    fn add(&mut self, key: Span, how: How<'a>) -> usize {
        let depth = self.steps.len();
        self.found.push(Removable { key, how, depth, path: String::new(), marks: Vec::new() });
        self.found.len() - 1
    }
}

/// How an object can be removed: what has a default comes back at once, and maps and lists that are gone have
/// no entries, which is looked at where those are.
fn removed<'a>(
    property: &'a Property,
    required: &HashSet<&str>,
    members: &HashMap<&str, Member<'a>>,
) -> Option<How<'a>> {
    let schema = &property.schema;
    if schema.topology() != Topology::Object {
        return None;
    }
    if let Some(member) = members.get(property.name.as_str()) {
        // What is selected for good must be there.
        return (!member.fixed || member.optional).then_some(How::Member(*member));
    }
    match &schema.nullable {
        Some(at) if at.value => Some(How::Nullable(at.key)),
        _ if required.contains(property.name.as_str()) || schema.default.is_some() => None,
        _ => Some(How::Optional(&property.name)),
    }
}

/// The members of unions among the properties of an object, by name.
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

/// So many marks are named.
const NAMED: usize = 3;

fn warn(found: &Removable<'_>, report: &mut Report) {
    let path = &found.path;
    let mut named: Vec<String> =
        found.marks.iter().take(NAMED).map(|(mark, _)| format!("`{mark}`")).collect();
    match found.marks.len().saturating_sub(NAMED) {
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
            "optional, and not immutable itself",
            format!(
                "list `{}` under `required`, give it a default, or mark it `x-kubernetes-immutable: true` as a \
                 whole",
                name
            ),
        ),
        How::Member(Member { discriminator, fixed, .. }) => (
            format!("`{path}` can be cleared by one update and set again by the next, with another {others}"),
            "a member of a union, not there for good",
            if fixed {
                "remove `optional: true` of the member, so that it stays while it is selected".to_owned()
            } else {
                format!("mark `{discriminator}` `x-kubernetes-immutable: true`, so that what it selects stays")
            },
        ),
        How::Nullable(_) => (
            format!("`{path}` can be set to null by one update and back by the next, with another {others}"),
            "may be null",
            "remove `nullable: true`, or mark it `x-kubernetes-immutable: true` as a whole".to_owned(),
        ),
        How::Inside(Topology::Map) => (
            format!(
                "entries of `{path}` can be removed by one update and added again by the next, with another \
                 {others}"
            ),
            "its keys come and go",
            KEYS.to_owned(),
        ),
        How::Inside(Topology::ListMap) => (
            format!(
                "items of `{path}` can be removed by one update and added again by the next, with another \
                 {others}"
            ),
            "its items come and go",
            KEYS.to_owned(),
        ),
        How::Inside(_) => (
            format!(
                "items of `{path}` can be removed by one update and added again by the next, with another \
                 {others}"
            ),
            "its items are told apart by their index alone",
            "mark the list `x-kubernetes-immutable: true` as a whole, or make it a list of type map whose keys \
             are marked"
                .to_owned(),
        ),
    };
    let mut finding = report.add(Code::ImmutableRemovable, found.key, message).label(label).help(help);
    if let How::Nullable(key) = found.how {
        finding = finding.note(key, "here");
    }
    if let Some((_, span)) = found.marks.first() {
        finding.note(*span, "compared only while its parent is there on both sides").done();
    }
}

const KEYS: &str = "mark it `x-kubernetes-addition-only: true`, `x-kubernetes-deletion-only: true` or \
                    `x-kubernetes-immutable-keys: true`, if that is not what is meant";
