//! The table of situations in which the dialects answer differently. **The answers of every row differ, and
//! the row contains when it applies.**
//
// kep: the immutability design (KEP 1101). declarative: code-generator: cmd/validation-gen/validation.go;
// apimachinery: pkg/api/validate/{immutable,update,each}.go. cel: apiextensions-apiserver:
// pkg/apiserver/schema/cel/validation.go; apiserver: pkg/cel/common/{valuesunstructured,maplist}.go

use super::site::{Child, Site};
use crdc_schema::{Dialect, Immutability, Topology};

/// The answer of a dialect to an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The dialect accepts the update; the text is the reason or the extent.
    Accepts(&'static str),
    /// The dialect refuses the update; the text is the place and the message.
    Refuses(&'static str),
}

/// A situation with the three answers.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name. Public: its meaning never changes.
    pub id: &'static str,
    /// The change that the update makes.
    pub situation: &'static str,
    /// Whether the situation can occur at a site.
    pub applies: fn(&Site<'_>) -> bool,
    /// The answer of the dialect `kep`.
    pub kep: Answer,
    /// The answer of the dialect `declarative`.
    pub declarative: Answer,
    /// The answer of the dialect `cel`.
    pub cel: Answer,
}

impl Row {
    /// The answer of a dialect.
    #[must_use]
    pub fn answer(&self, dialect: Dialect) -> Answer {
        match dialect {
            Dialect::Kep => self.kep,
            Dialect::Declarative => self.declarative,
            Dialect::Cel => self.cel,
        }
    }
}

impl Answer {
    /// The verb for people: `accepts` or `refuses`.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Answer::Accepts(_) => "accepts",
            Answer::Refuses(_) => "refuses",
        }
    }

    /// The text of an answer: place, reason and message.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Answer::Accepts(words) | Answer::Refuses(words) => words,
        }
    }
}

use Answer::{Accepts, Refuses};

/// Rows that hold for every immutability extension.
pub const GENERAL: &[Row] = &[
    Row {
        id: "answer",
        situation: "an immutability rule is violated",
        applies: |_| true,
        kep: Refuses("with code 400, BadRequest, before anything is validated"),
        declarative: Refuses("with code 422, Invalid, among all other errors"),
        cel: Refuses("with code 422, Invalid, among all other errors"),
    },
    Row {
        id: "other-errors",
        situation: "an immutability rule is violated, and a value is missing, has the wrong type, is too long, has too many items or is not in an enum",
        applies: |_| true,
        kep: Refuses("for the immutability rule only: nothing else is validated"),
        declarative: Refuses("for both"),
        cel: Refuses("for the rest only: rules are not evaluated then"),
    },
];

/// Rows that depend on the site, in the order in which they are printed.
pub const ROWS: &[Row] = &[
    Row {
        id: "inside",
        situation: "something inside it changes",
        applies: |site| site.immutable() && !site.is_key && site.topology != Topology::Scalar,
        kep: Refuses("at each innermost path that differs, including set, cleared, added or removed ones"),
        declarative: Refuses("at the value itself, once: `field is immutable`"),
        cel: Refuses("at the value itself, once: `field is immutable`"),
    },
    Row {
        id: "set",
        situation: "it was absent and is set",
        applies: |site| site.field() && site.nameable,
        kep: Refuses("`field cannot be set once created`"),
        declarative: Refuses("`field is immutable`"),
        cel: Refuses("`field is immutable`, by a rule of the object that holds it"),
    },
    Row {
        id: "cleared",
        situation: "it was set and is removed",
        applies: |site| site.field() && site.nameable,
        kep: Refuses("`field cannot be cleared once set`"),
        declarative: Refuses("`field is immutable`"),
        cel: Refuses("`field is immutable`, by a rule of the object that holds it"),
    },
    Row {
        id: "unnameable",
        situation: "it was absent and is set, or was set and is removed",
        applies: |site| site.field() && !site.nameable,
        kep: Refuses("`field cannot be set once created`, `field cannot be cleared once set`"),
        declarative: Refuses("`field is immutable`"),
        cel: Accepts("rules of its parent object cannot refer to its name"),
    },
    Row {
        id: "null",
        situation: "it changes between absent and null",
        applies: |site| site.field() && site.schema.is_nullable() && !site.schema.is_normalized(),
        kep: Refuses("absent and null are two values"),
        declarative: Accepts("both are nil"),
        cel: Accepts("`has` is false for both"),
    },
    Row {
        id: "empty",
        situation: "it changes between absent and empty",
        applies: |site| {
            let list_or_map = site.topology.has_keys() || site.topology == Topology::List;
            site.field() && list_or_map && !site.schema.is_normalized()
        },
        kep: Refuses("absent and empty are two values"),
        declarative: Accepts("a nil list or map equals an empty one"),
        cel: Refuses("`field is immutable`, by a rule of the object that holds it"),
    },
    Row {
        id: "set-order",
        situation: "the items of a set are reordered",
        applies: |site| site.immutable() && site.sets,
        kep: Accepts("the order of sets is free"),
        declarative: Refuses("`field is immutable`: lists are compared in order"),
        cel: Accepts("the order of sets is free"),
    },
    Row {
        id: "list-map-order",
        situation: "the items of a list of type map are reordered",
        applies: |site| site.immutable() && site.list_maps,
        kep: Refuses("`field is immutable`, at the list"),
        declarative: Refuses("`field is immutable`: lists are compared in order"),
        cel: Accepts("the order of such lists does not matter"),
    },
    Row {
        id: "new-parent",
        situation: "its parent is new",
        applies: |site| site.immutable() && site.held == Child::Field && site.new_parent,
        kep: Accepts("there is nothing to compare it with"),
        declarative: Refuses(
            "`field is immutable`, even if it is not set: it cannot be shown to be unchanged",
        ),
        cel: Accepts("transition rules are not evaluated"),
    },
    Row {
        id: "added-entry",
        situation: "an entry or item is added",
        applies: |site| site.immutable() && matches!(site.held, Child::Entry | Child::ListMapItem),
        kep: Accepts("there is nothing to compare it with"),
        declarative: Refuses("`field is immutable` at the new one: it cannot be shown to be unchanged"),
        cel: Accepts("transition rules are not evaluated"),
    },
    Row {
        id: "index-changed",
        situation: "an item of the list around it changes",
        applies: |site| site.mark == Immutability::Immutable && site.by_index && !site.in_set,
        kep: Refuses("where it differs from the item that had its index"),
        declarative: Refuses("`field is immutable` in every item, changed or not: none has an old one"),
        cel: Accepts("no rule sees the old item"),
    },
    Row {
        id: "index-added",
        situation: "an item is appended to the list around it",
        applies: |site| site.mark == Immutability::Immutable && site.by_index && !site.in_set,
        kep: Accepts("no old item had its index"),
        declarative: Refuses("`field is immutable` in every item: none has an old one"),
        cel: Accepts("no rule sees the old item"),
    },
    Row {
        id: "set-item",
        situation: "an item is added to the set around it",
        applies: |site| site.mark == Immutability::Immutable && site.in_set,
        kep: Accepts("a set item is its own key: nothing is checked"),
        declarative: Refuses("`field is immutable` in the new item: it has no old one"),
        cel: Accepts("no rule sees an old item"),
    },
    Row {
        id: "key-added",
        situation: "a key or item is added",
        applies: |site| site.no_add() && !site.by_index,
        kep: Refuses("Invalid, at the new one: `item may not be added`"),
        declarative: Refuses("Forbidden, at the new one: `item may not be added`"),
        cel: Refuses("Invalid, at the map or list: `item may not be added`"),
    },
    Row {
        id: "key-removed",
        situation: "a key or item is removed",
        applies: |site| site.no_remove() && !site.by_index,
        kep: Refuses("Invalid, at the key of a map or at the list: `item may not be removed`"),
        declarative: Refuses("Forbidden, at the key of a map or at the list: `item may not be removed`"),
        cel: Refuses("Invalid, at the map or list: `item may not be removed`"),
    },
    Row {
        id: "keys-new-parent",
        situation: "its parent is new",
        applies: |site| site.no_add() && site.new_parent && !site.by_index,
        kep: Accepts("there is nothing to compare it with"),
        declarative: Refuses("Forbidden, at each key or item: all of them count as added"),
        cel: Accepts("transition rules are not evaluated"),
    },
    Row {
        id: "keys-index-added",
        situation: "keys are added in an item of the list around it",
        applies: |site| site.no_add() && site.by_index,
        kep: Refuses("where the item that had its index had no such key"),
        declarative: Refuses("Forbidden, at each key of every item: all of them count as added"),
        cel: Accepts("no rule sees the old item"),
    },
    Row {
        id: "keys-index-removed",
        situation: "keys are removed in an item of the list around it",
        applies: |site| site.no_remove() && site.by_index,
        kep: Refuses("where the item that had its index had such a key"),
        declarative: Accepts("no item has an old one that could have lost a key"),
        cel: Accepts("no rule sees the old item"),
    },
];

#[cfg(test)]
mod tests {
    use super::{GENERAL, ROWS};
    use std::collections::HashSet;

    #[test]
    fn every_row_has_a_name_of_its_own_and_tells_dialects_apart() {
        let mut seen = HashSet::new();
        for row in GENERAL.iter().chain(ROWS) {
            assert!(seen.insert(row.id), "duplicate {}", row.id);
            assert!(row.kep != row.declarative || row.kep != row.cel, "{}", row.id);
            for answer in [row.kep, row.declarative, row.cel] {
                assert!(!answer.words().is_empty(), "{}", row.id);
            }
        }
    }
}
