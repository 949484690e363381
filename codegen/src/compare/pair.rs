//! Two schemas that speak of the same values, one of each side, with what surrounds them. Topics
//! take a pair and hand back changes; how an update treats the errors of the place is said here.

use super::change::{Change, Effect, Impact, Kind, Ratcheted};
use crate::schema::{At, Schema, SchemaOrBool, member};
use crate::source::Span;
use std::cell::OnceCell;
use std::rc::Rc;

/// What holds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// Nothing: it is the object.
    Root,
    /// A property or an entry of a map.
    Member,
    /// A list.
    Item,
}

/// Whether the server finds the old self of the value.
// apiserver: pkg/cel/common/equality.go
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Matched {
    /// It does: errors are set aside while the value is as it was.
    Own,
    /// It does for this list, but not for what is inside.
    List(String),
    /// Errors are never set aside. So it is for the root, which no update leaves as it was.
    Never,
}

/// What all pairs of a comparison have in common.
pub(super) struct Shared {
    /// A schema that says nothing, for the side that does not speak of a place.
    pub(super) nothing: Schema,
    object: Schema,
    string: Schema,
    pub(super) patterns: super::texts::Patterns,
}

impl Shared {
    pub(super) fn new() -> Shared {
        let of = |name: &str| {
            let at = At { value: name.to_owned(), span: Span::default(), key: Span::default() };
            Schema { r#type: Some(at), ..Schema::default() }
        };
        let patterns = super::texts::Patterns::default();
        Shared { nothing: Schema::default(), object: of("object"), string: of("string"), patterns }
    }

    /// A schema that says nothing but the type, which the server knows of its own fields.
    pub(super) fn of_type(&self, name: &str) -> &Schema {
        match name {
            "object" => &self.object,
            "string" => &self.string,
            _ => &self.nothing,
        }
    }
}

/// An object around a value that has rules of its own in the new document, which see what is filled in
/// or pruned: the outermost with alternatives or rules in CEL, or the one that holds the value and has
/// limits of its number of properties.
#[derive(Clone)]
pub(super) struct Container<'a> {
    new: Side<'a>,
    path: String,
    matched: Matched,
    undescribed: Rc<OnceCell<bool>>,
    /// Not only what it holds itself.
    deep: bool,
}

/// One side of a pair.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) schema: &'a Schema,
    /// Where to point when nothing better is there: the key that holds the schema.
    pub(super) key: Span,
    /// Unknown fields are kept because a list around it keeps them.
    pub(super) keeps: bool,
    /// Unknown fields are kept everywhere in the document.
    pub(super) keeps_all: bool,
}

impl Side<'_> {
    /// The same side at another schema, which nothing but the document makes keep unknown fields.
    pub(super) fn at<'b>(&self, schema: &'b Schema, key: Span) -> Side<'b> {
        Side { schema, key, keeps: false, keeps_all: self.keeps_all }
    }

    /// The same side at the items of this list.
    // apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go (skipPrune)
    pub(super) fn items<'b>(&self, schema: &'b Schema, key: Span) -> Side<'b> {
        Side { schema, key, keeps: self.preserves(), keeps_all: self.keeps_all }
    }

    /// Whether unknown fields stay.
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
    /// The object or an embedded one: the server knows some of its fields itself.
    pub(super) resource: bool,
    /// What only restricts: branches of alternatives, and the metadata that the server knows itself.
    /// Nothing is pruned or filled in by them.
    pub(super) branch: bool,
    /// Who sees what is filled in or pruned here.
    pub(super) container: Option<Container<'a>>,
    /// Within what the server knows itself: it knows the types, too.
    pub(super) servers_own: bool,
    pub(super) shared: &'a Shared,
    /// Whether the new side may hold what it does not describe; looked for once.
    pub(super) undescribed: Rc<OnceCell<bool>>,
}

impl<'a> Pair<'a> {
    /// The pair of what a property of this name is.
    pub(super) fn member(&self, name: &str, old: Side<'a>, new: Side<'a>) -> Pair<'a> {
        let type_meta = self.held == Child::Root && matches!(name, "apiVersion" | "kind");
        let mut pair = self.below(member(&self.path, name), Child::Member, type_meta, old, new);
        if self.resource && matches!(name, "apiVersion" | "kind" | "metadata") {
            (pair.branch, pair.servers_own) = (true, true);
        }
        pair
    }

    /// The pair of what any entry is.
    pub(super) fn entry(&self, old: Side<'a>, new: Side<'a>) -> Pair<'a> {
        self.below(format!("{}{{}}", self.path), Child::Member, false, old, new)
    }

    /// The pair of what the items are.
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
            // Whatever is below the root has an old self again.
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

    /// A change of this place that some stored objects do not survive.
    pub(super) fn tightened(&self, kind: Kind, said: impl Into<String>) -> Change {
        self.fails(Change::new(kind, Effect::Tightened, Impact::Breaks, said))
    }

    /// A change of which it cannot be said whether stored objects survive it.
    pub(super) fn changed(&self, kind: Kind, said: impl Into<String>) -> Change {
        self.fails(Change::new(kind, Effect::Changed, Impact::MayBreak, said))
    }

    /// A change that all stored objects survive.
    pub(super) fn loosened(&self, kind: Kind, said: impl Into<String>) -> Change {
        self.placed(Change::new(kind, Effect::Loosened, Impact::Harmless, said))
    }

    /// By the way it went.
    pub(super) fn turned(&self, effect: Effect, kind: Kind, said: impl Into<String>) -> Change {
        match effect {
            Effect::Tightened | Effect::Added => self.tightened(kind, said),
            Effect::Loosened | Effect::Removed => self.loosened(kind, said),
            Effect::Changed => self.changed(kind, said),
        }
    }

    /// A change of this place that makes no errors.
    pub(super) fn placed(&self, mut change: Change) -> Change {
        change.path.clone_from(&self.path);
        (change.old, change.new) = (Some(self.old.key), Some(self.new.key));
        change
    }

    /// This object, if it has rules that see what its fields hold.
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

    /// A change of what is there, which rules around it may see.
    pub(super) fn seen_around(&self, mut change: Change) -> Change {
        let Some(container) = &self.container else {
            return change;
        };
        let words = match container.path.as_str() {
            "" => "rules of the object as a whole see it".to_owned(),
            path => format!("rules of `{path}` see it"),
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

    /// A change of this place that leads to errors.
    pub(super) fn fails(&self, change: Change) -> Change {
        let mut change = self.placed(change);
        (change.ratcheted, change.unchanged) = set_aside(&self.matched, &self.path, &|| {
            *self.undescribed.get_or_init(|| has_undescribed(&self.new))
        });
        change
    }
}

/// When errors of a value are set aside, and what must be as it was for that.
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

/// Whether values may hold fields that the schema does not describe, outside of lists whose items
/// have no old selves: those are compared as they are.
fn has_undescribed(side: &Side<'_>) -> bool {
    let all = side.keeps_all;
    let mut waiting = vec![(side.schema, side.keeps)];
    while let Some((schema, keeps)) = waiting.pop() {
        let preserves = all || keeps || schema.preserves_unknown_fields();
        let additional = schema.additional_properties.as_ref().map(|at| &*at.value);
        if super::types::of(schema) & super::types::OBJECT != 0 {
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
