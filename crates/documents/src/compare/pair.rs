//! A pair of schemas for the same values, one from each document, with their context. Topics take a pair
//! and return changes. This module also determines how errors are ratcheted on updates.

use super::change::{Change, Effect, Impact, Kind, Ratcheted};
use super::patterns::Patterns;
use super::type_set;
use crdc_schema::{At, Schema, SchemaOrBool, member};
use crdc_source::Span;
use std::cell::OnceCell;
use std::rc::Rc;

/// The container of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// The value is the root object.
    Root,
    /// An object or a map.
    Member,
    /// A list.
    Item,
}

/// Whether the server can correlate the value with its old value.
// apiserver: pkg/cel/common/equality.go
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Matched {
    /// The errors of the value are ignored while the value is unchanged.
    Own,
    /// The errors of the list at this path are ignored while the list is unchanged, but not the errors of
    /// values in it.
    List(String),
    /// The errors are never ignored. This applies to the root, which every update changes.
    Never,
}

/// Collects all changes of a pair and below.
type Walk = fn(&Pair<'_>, &mut Vec<Change>);

/// State shared by all pairs of a comparison.
pub(super) struct Shared {
    /// An empty schema, for a side that does not define a value.
    pub(super) nothing: Schema,
    object: Schema,
    string: Schema,
    pub(super) patterns: Patterns,
    walk: Walk,
}

impl Shared {
    pub(super) fn new(walk: Walk) -> Shared {
        let of = |name: &str| {
            let at = At { value: name.to_owned(), span: Span::default(), key: Span::default() };
            Schema { r#type: Some(at), ..Schema::default() }
        };
        let patterns = Patterns::default();
        Shared { nothing: Schema::default(), object: of("object"), string: of("string"), patterns, walk }
    }

    /// A schema with only a type, for fields that the server itself defines.
    pub(super) fn of_type(&self, name: &str) -> &Schema {
        match name {
            "object" => &self.object,
            "string" => &self.string,
            _ => &self.nothing,
        }
    }
}

/// An enclosing object whose constraints in the new document may see that a value is defaulted or pruned: the
/// outermost one with junctors or CEL rules, or the parent if it limits its number of properties.
#[derive(Clone)]
pub(super) struct Container<'a> {
    new: Side<'a>,
    path: String,
    matched: Matched,
    undescribed: Rc<OnceCell<bool>>,
    /// Whether the constraints also see values below the direct members.
    deep: bool,
}

/// A side of a pair.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) schema: &'a Schema,
    /// The key of the schema: the location to report if there is no more specific location.
    pub(super) key: Span,
    /// Whether unknown fields are preserved because an enclosing list preserves them.
    pub(super) keeps: bool,
    /// Whether unknown fields are preserved in the whole document.
    pub(super) keeps_all: bool,
}

impl Side<'_> {
    /// Returns this side at another schema. Its unknown fields are no longer preserved because of an
    /// enclosing list.
    pub(super) fn at<'b>(&self, schema: &'b Schema, key: Span) -> Side<'b> {
        Side { schema, key, keeps: false, keeps_all: self.keeps_all }
    }

    /// Returns this side at the items of this list.
    // apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go (skipPrune)
    pub(super) fn items<'b>(&self, schema: &'b Schema, key: Span) -> Side<'b> {
        Side { schema, key, keeps: self.preserves(), keeps_all: self.keeps_all }
    }

    /// Whether unknown fields are preserved.
    pub(super) fn preserves(&self) -> bool {
        self.keeps_all || self.keeps || self.schema.preserves_unknown_fields()
    }
}

#[derive(Clone)]
pub(super) struct Pair<'a> {
    pub(super) old: Side<'a>,
    pub(super) new: Side<'a>,
    pub(super) path: String,
    pub(super) held: Child,
    pub(super) matched: Matched,
    /// Whether this is the object or an embedded resource, for which the server itself defines some fields.
    pub(super) resource: bool,
    /// Whether the schemas only restrict values: branches of junctors, and metadata that the server itself
    /// defines. Such schemas do not prune or default.
    pub(super) branch: bool,
    /// The enclosing object whose constraints see that a value is defaulted or pruned here.
    pub(super) container: Option<Container<'a>>,
    /// Whether this is inside of a field that the server itself defines, including the types.
    pub(super) servers_own: bool,
    pub(super) shared: &'a Shared,
    /// Whether values of the new side may contain a part that its schema does not describe; computed once.
    pub(super) undescribed: Rc<OnceCell<bool>>,
}

impl<'a> Pair<'a> {
    /// Collects all changes of this pair and below.
    pub(super) fn walk(&self, found: &mut Vec<Change>) {
        (self.shared.walk)(self, found);
    }

    /// The pair for a property with this name.
    pub(super) fn member(&self, name: &str, old: Side<'a>, new: Side<'a>) -> Pair<'a> {
        let type_meta = self.held == Child::Root && matches!(name, "apiVersion" | "kind");
        let mut pair = self.below(member(&self.path, name), Child::Member, type_meta, old, new);
        if self.resource && matches!(name, "apiVersion" | "kind" | "metadata") {
            (pair.branch, pair.servers_own) = (true, true);
        }
        pair
    }

    /// The pair for entries of a map.
    pub(super) fn entry(&self, old: Side<'a>, new: Side<'a>) -> Pair<'a> {
        self.below(format!("{}{{}}", self.path), Child::Member, false, old, new)
    }

    /// The pair for items of a list.
    pub(super) fn item(&self, old: Side<'a>, new: Side<'a>) -> Pair<'a> {
        let mut item = self.below(format!("{}[]", self.path), Child::Item, false, old, new);
        let is_map = self.new.schema.x_list_type.as_ref().is_some_and(|at| at.value == "map");
        if !is_map && item.matched == Matched::Own {
            item.matched = Matched::List(self.path.clone());
        }
        item
    }

    fn below(&self, path: String, held: Child, never: bool, old: Side<'a>, new: Side<'a>) -> Pair<'a> {
        let matched = match &self.matched {
            Matched::List(list) => Matched::List(list.clone()),
            // Values below the root can be correlated again.
            Matched::Never if self.held != Child::Root || never => Matched::Never,
            Matched::Never | Matched::Own => Matched::Own,
        };
        let resource = new.schema.is_embedded_resource();
        let (branch, servers_own) = (self.branch, self.servers_own);
        let container =
            self.container.clone().filter(|container| container.deep).or_else(|| self.container());
        let (shared, undescribed) = (self.shared, Rc::default());
        Pair { old, new, path, held, matched, resource, branch, container, servers_own, shared, undescribed }
    }

    /// A change that makes some stored objects invalid.
    pub(super) fn tightened(&self, kind: Kind, said: impl Into<String>) -> Change {
        self.fails(Change::new(kind, Effect::Tightened, Impact::Breaks, said))
    }

    /// A change that may make stored objects invalid.
    pub(super) fn changed(&self, kind: Kind, said: impl Into<String>) -> Change {
        self.fails(Change::new(kind, Effect::Changed, Impact::MayBreak, said))
    }

    /// A change that keeps all stored objects valid.
    pub(super) fn loosened(&self, kind: Kind, said: impl Into<String>) -> Change {
        self.placed(Change::new(kind, Effect::Loosened, Impact::Harmless, said))
    }

    /// A change with the given effect.
    pub(super) fn turned(&self, effect: Effect, kind: Kind, said: impl Into<String>) -> Change {
        match effect {
            Effect::Tightened | Effect::Added => self.tightened(kind, said),
            Effect::Loosened | Effect::Removed => self.loosened(kind, said),
            Effect::Changed => self.changed(kind, said),
        }
    }

    /// Sets the path and locations of a change that causes no errors.
    pub(super) fn placed(&self, mut change: Change) -> Change {
        change.path.clone_from(&self.path);
        (change.old, change.new) = (Some(self.old.key), Some(self.new.key));
        change
    }

    /// Returns this object if it has constraints that see the values of its fields.
    fn container(&self) -> Option<Container<'a>> {
        let schema = self.new.schema;
        let junctors = [&schema.all_of, &schema.any_of, &schema.one_of];
        let deep = junctors.iter().any(|list| list.is_some())
            || schema.not.is_some()
            || schema.x_validations.as_ref().is_some_and(|rules| !rules.value.is_empty());
        let counted = schema.max_properties.is_some() || schema.min_properties.is_some();
        let (new, path, matched) = (self.new, self.path.clone(), self.matched.clone());
        let undescribed = self.undescribed.clone();
        (deep || counted).then_some(Container { new, path, matched, undescribed, deep })
    }

    /// Updates a change of a value that constraints of an enclosing object may see.
    pub(super) fn seen_around(&self, mut change: Change) -> Change {
        let Some(container) = &self.container else {
            return change;
        };
        let words = match container.path.as_str() {
            "" => "constraints of the root object apply to it".to_owned(),
            path => format!("constraints of `{path}` apply to it"),
        };
        change.help = Some(match change.help {
            Some(help) => format!("{help}; {words}"),
            None => words,
        });
        if change.impact == Impact::Harmless {
            change.impact = Impact::MayBreak;
            (change.ratcheted, change.unchanged) = set_aside(&container.matched, &container.path, &|| {
                *container.undescribed.get_or_init(|| has_undescribed(&container.new))
            });
        }
        change
    }

    /// Sets the path, locations and ratcheting of a change that causes errors.
    pub(super) fn fails(&self, change: Change) -> Change {
        let mut change = self.placed(change);
        (change.ratcheted, change.unchanged) = set_aside(&self.matched, &self.path, &|| {
            *self.undescribed.get_or_init(|| has_undescribed(&self.new))
        });
        change
    }
}

/// Returns when errors of a value are ratcheted, and the path that must be unchanged for that.
fn set_aside(
    matched: &Matched,
    path: &str,
    undescribed: &dyn Fn() -> bool,
) -> (Option<Ratcheted>, Option<String>) {
    let (ratcheted, unchanged) = match matched {
        Matched::Never => (Ratcheted::No, None),
        Matched::List(list) => (Ratcheted::WithTheList, Some(list.clone())),
        Matched::Own if undescribed() => (Ratcheted::IfDescribed, Some(path.to_owned())),
        Matched::Own => (Ratcheted::Yes, Some(path.to_owned())),
    };
    (Some(ratcheted), unchanged)
}

/// Whether values may have fields that the schema does not describe. Ignores lists whose items are not
/// correlated: those are compared as a whole.
fn has_undescribed(side: &Side<'_>) -> bool {
    let all = side.keeps_all;
    let mut waiting = vec![(side.schema, side.keeps)];
    while let Some((schema, keeps)) = waiting.pop() {
        let preserves = all || keeps || schema.preserves_unknown_fields();
        let additional = schema.additional_properties.as_ref().map(|at| &*at.value);
        if type_set::of(schema) & type_set::OBJECT != 0 {
            let open = match additional {
                Some(SchemaOrBool::Schema(_)) => false,
                Some(SchemaOrBool::Bool(allowed)) => *allowed,
                None => preserves || schema.is_embedded_resource(),
            };
            if open {
                return true;
            }
        }
        waiting.extend(schema.property_list().iter().map(|property| (&property.schema, false)));
        waiting.extend(schema.additional_schema().map(|(schema, _)| (schema, false)));
        if schema.x_list_type.as_ref().is_some_and(|at| at.value == "map") {
            waiting.extend(schema.one_item().map(|(schema, _)| (schema, preserves)));
        }
    }
    false
}
