//! Hashes of large values of objects that a rule compares with many others, such as the items of a list in `x
//! in self.lists`.
//!
//! CEL charges for the items of the outer list, not for their contents. So a value that is compared a second
//! time gets a hash: values whose hashes differ are not equal, and values that were found equal are in one
//! class, whose members are not compared with each other. All comparisons of an evaluation then take a few
//! times as long as reading the values does.
//!
//! Easy to break: a value is hashed only if equality is an equivalence for it and cannot fail. Sets and list
//! maps with duplicates, and values with unknown fields, with nulls or that do not fit their schema, are
//! compared in pairs.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use crate::arena::Arena;
use crate::arena::classes::Class;
use crate::document::schema::{Form, ValueField, ValueType};
use crate::error::Evaluated;
use crate::values::Nodes;
use crate::values::{Node, Value};
use crdc_object::hash::{mix, of_bytes};
use crdc_object::tape::Kind;

/// Whether two values of one type are equal, if this was found before, or one of them was compared before and
/// both can be hashed. Otherwise `None`.
///
/// # Errors
/// The evaluation takes more work than its limit.
pub(super) fn equality<'a>(arena: &'a Arena, a: Node<'a>, b: Node<'a>) -> Evaluated<Option<bool>> {
    let nodes = [a, b];
    let known = |node: Node<'a>| arena.classes().of(node.addresses());
    if nodes.iter().all(|node| known(*node).is_none()) || !is_same(a.of, b.of) {
        return Ok(None);
    }
    for node in nodes {
        match known(node) {
            Some(Class::None) => return Ok(None),
            Some(Class::Hashed(..)) => {}
            Some(Class::Seen) | None => {
                let hash = hash(arena, node)?;
                arena.classes().insert(node.addresses(), hash);
            }
        }
    }
    Ok(arena.classes().equality(a.addresses(), b.addresses()))
}

/// Whether values of two types are certainly read in the same way. Links are not followed, since types may
/// lead back to themselves.
fn is_same(a: &ValueType<'_>, b: &ValueType<'_>) -> bool {
    let both = |a: Option<&ValueType<'_>>, b: Option<&ValueType<'_>>| match (a, b) {
        (Some(a), Some(b)) => is_same(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    let field = |(a, b): (&ValueField<'_>, &ValueField<'_>)| {
        (a.name, a.escaped) == (b.name, b.escaped) && both(a.of, b.of)
    };
    core::ptr::eq(a, b)
        || (a.form, a.nullable, a.keys) == (b.form, b.nullable, b.keys)
            && a.fields.len() == b.fields.len()
            && both(a.each, b.each)
            && a.fields.iter().zip(b.fields).all(field)
}

/// A list, map or object whose children are being hashed.
struct Open<'a> {
    node: Node<'a>,
    children: Nodes<'a>,
    /// The hash of the key of the child.
    key: u64,
    hash: u64,
    /// The hashes that must be unique: of the items of a set, or of the keys of a list map.
    unique: Vec<u64>,
}

impl<'a> Open<'a> {
    /// Starts hashing a node. `None` if comparing the node is not an equivalence or can fail.
    fn new(node: Node<'a>) -> Option<Self> {
        let node = if node.of.form == Form::Preserved { node.raw() } else { node };
        let hash = match (node.of.form, node.kind()) {
            (Form::Raw | Form::List | Form::Set | Form::ListMap, Kind::Array) => 1,
            (Form::Raw | Form::Map | Form::Object, Kind::Object) => 2,
            _ => return None,
        };
        Some(Open { node, children: node.children(), key: 0, hash, unique: Vec::new() })
    }

    /// Reads the key of a child. `None` if comparing the child is not an equivalence.
    fn enter(&mut self, arena: &'a Arena, child: Node<'a>) -> Evaluated<Option<()>> {
        let form = self.node.of.form;
        if form == Form::ListMap {
            let mut row = 0;
            for key in self.node.of.keys {
                arena.work(1)?;
                let Some(hash) = child.named(key).map(|found| identity(arena, found)).transpose()?.flatten()
                else {
                    return Ok(None);
                };
                row = mix(row, hash);
            }
            self.unique.push(row);
        }
        if form == Form::Set {
            let Some(hash) = identity(arena, child)? else { return Ok(None) };
            self.unique.push(hash);
        }
        if self.node.kind() == Kind::Array {
            return Ok(Some(()));
        }
        let name = child.key(arena);
        let number = child.tape.entry(child.at).field;
        if form == Form::Object {
            let known = self.node.of.field(number).is_some();
            // Names that rules unescape to others are compared as if they were absent.
            if !known || self.node.of.named(name).is_none_or(|(found, _)| found != number) {
                return Ok(None);
            }
        }
        arena.read(name.len())?;
        self.key = of_bytes(name.as_bytes());
        Ok(Some(()))
    }

    fn add(&mut self, hash: u64) {
        if matches!(self.node.of.form, Form::Raw | Form::List) && self.node.kind() == Kind::Array {
            self.hash = mix(self.hash, hash);
        } else {
            // The order of children does not matter.
            self.hash = self.hash.wrapping_add(mix(self.key, hash));
        }
    }

    /// The hash of the value. `None` if hashes that must be unique are repeated.
    fn close(&mut self, arena: &Arena) -> Evaluated<Option<u64>> {
        // Sorting takes as long as this number of steps for each hash.
        arena.work(self.unique.len().saturating_mul(4))?;
        self.unique.sort_unstable();
        let is_unique = self.unique.windows(2).all(|two| two.first() != two.last());
        Ok(is_unique.then_some(self.hash))
    }
}

/// The hash of a value, which is the same for equal values. `None` if comparing the value is not an
/// equivalence or can fail. Not recursive, because values nest as deep as JSON does.
fn hash<'a>(arena: &'a Arena, node: Node<'a>) -> Evaluated<Option<u64>> {
    let Some(first) = Open::new(node) else { return Ok(None) };
    let mut open = alloc::vec![first];
    let mut closed = None;
    while let Some(top) = open.last_mut() {
        if let Some(hash) = closed.take() {
            top.add(hash);
        }
        let Some(child) = top.children.next() else {
            closed = top.close(arena)?;
            if closed.is_none() {
                return Ok(None);
            }
            open.pop();
            continue;
        };
        arena.work(1)?;
        if top.enter(arena, child)?.is_none() {
            return Ok(None);
        }
        match child.kind() {
            Kind::Array | Kind::Object => match Open::new(child) {
                Some(child) => open.push(child),
                None => return Ok(None),
            },
            _ => match scalar(arena, child)? {
                Some(hash) => top.add(hash),
                None => return Ok(None),
            },
        }
    }
    Ok(closed)
}

/// The hash of an item of a set or a key of an item of a list map, by its type and value as Go compares them.
/// `None` if rules read the value as a different one.
pub(super) fn identity<'a>(arena: &'a Arena, node: Node<'a>) -> Evaluated<Option<u64>> {
    match (node.of.form, node.kind()) {
        (Form::String | Form::IntOrString, Kind::String)
        | (Form::Int | Form::IntOrString, Kind::Int)
        | (Form::Bool, Kind::False | Kind::True) => scalar(arena, node),
        _ => Ok(None),
    }
}

/// The hash of a scalar. Numbers that are equal have the same one, whatever their types.
fn scalar<'a>(arena: &'a Arena, node: Node<'a>) -> Evaluated<Option<u64>> {
    /// Doubles distinguish the integers up to this one.
    const EXACT: u64 = 1 << 53;
    let entry = node.tape.entry(node.at);
    let (form, open) = (node.of.form, matches!(node.of.form, Form::Raw | Form::Preserved));
    let fits = |forms: &[Form]| open || forms.contains(&form);
    Ok(match entry.kind {
        // Elsewhere null counts as absent, or reading it fails.
        Kind::Null if form == Form::Raw => Some(3),
        Kind::False | Kind::True if fits(&[Form::Bool]) => Some(4 + u64::from(entry.kind == Kind::True)),
        Kind::Int if fits(&[Form::Int, Form::Double, Form::IntOrString]) => {
            let value = node.tape.int(&entry);
            #[expect(clippy::cast_precision_loss, reason = "equal numbers have equal hashes nevertheless")]
            let number = value as f64;
            (!open || value.unsigned_abs() <= EXACT).then(|| of_number(number))
        }
        Kind::Float if fits(&[Form::Double]) => Some(of_number(node.tape.float(&entry))),
        Kind::String if fits(&[Form::String, Form::IntOrString]) => {
            let text = node.tape.string(&entry);
            arena.read(text.len())?;
            Some(mix(6, of_bytes(text)))
        }
        // Each text is parsed once, not for each comparison.
        Kind::String if fits(&[Form::Date, Form::DateTime, Form::Duration, Form::Bytes]) => {
            match node.value(arena) {
                Ok(Value::Timestamp(time)) => Some(of_value(8, time)),
                Ok(Value::Duration(duration)) => Some(of_value(9, duration)),
                Ok(Value::Bytes(bytes)) => Some(mix(10, of_bytes(bytes))),
                Err(error) if !error.can_be_dropped() => return Err(error),
                _ => None,
            }
        }
        _ => None,
    })
}

fn of_number(number: f64) -> u64 {
    // Adding 0.0 makes both zeros equal.
    mix(7, (number + 0.0).to_bits())
}

fn of_value(kind: u64, value: impl Hash) -> u64 {
    let mut folded = Folded(kind);
    value.hash(&mut folded);
    folded.finish()
}

/// The hash of the parts of a value.
struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = mix(self.0, of_bytes(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::schema::TEXT;
    use crate::equality::equal;
    use crate::values::built::{Built, Slot};

    const ITEMS: usize = 70;
    static INT: ValueType<'static> = ValueType::of(Form::Int);
    static ITEM: ValueType<'static> = ValueType {
        fields: &[
            ValueField { name: "k", escaped: "k", of: Some(&TEXT) },
            ValueField { name: "v", escaped: "v", of: Some(&INT) },
        ],
        ..ValueType::of(Form::Object)
    };

    /// Values of a few sorts, of which many are equal and some have no hash: duplicates, nulls, unknown
    /// fields, wrong types.
    fn document(variant: usize) -> Built {
        let (sort, turned, last) = (variant % 9, variant / 9 % 3, variant / 27 % 3);
        let object = matches!(sort, 3..=5);
        let mut document = Built::default();
        let order: Vec<usize> = match turned {
            0 => (0..ITEMS).collect(),
            1 => (0..ITEMS).rev().collect(),
            _ if object => (1..ITEMS).chain([0]).collect(),
            // One item twice.
            _ => (0..ITEMS).map(|at| at.saturating_sub(1)).collect(),
        };
        let names: Vec<_> = (0..ITEMS).map(|at| alloc::format!("k{at}")).collect();
        if object {
            document.begin_object(Slot::Item);
        } else {
            document.begin_list(Slot::Item);
        }
        for at in order {
            let name = &names[at];
            let slot = if object { Slot::Member(name) } else { Slot::Item };
            match sort {
                0 | 3 => document.int(slot, at as i64),
                1 => document.string(slot, name),
                2 => document.float(slot, at as f64 / 2.0),
                4 => document.float(slot, at as f64),
                5 => document.null(slot),
                6 => {
                    document.begin_object(slot);
                    document.string(Slot::Member("k"), name);
                    document.int(Slot::Member("v"), at as i64 % 3);
                    document.end();
                }
                7 => document.int(slot, i64::MAX - at as i64),
                _ => {
                    document.begin_list(slot);
                    document.string(Slot::Item, name);
                    document.end();
                }
            }
        }
        let slot = if object { Slot::Member("last") } else { Slot::Item };
        match last {
            0 => document.int(slot, 7),
            1 => document.string(slot, "last"),
            _ => document.float(slot, 7.0),
        }
        document.end();
        document
    }

    /// Values give what they do if no others were compared.
    #[test]
    fn classes_change_no_answer() {
        let scalars =
            [Form::Int, Form::String, Form::Double, Form::IntOrString, Form::Raw].map(ValueType::of);
        let forms = [Form::List, Form::Set, Form::Map, Form::Raw, Form::Preserved, Form::Object];
        let of_scalars = scalars.iter().flat_map(|each| {
            forms.map(|form| match form {
                Form::List | Form::Set | Form::Map => ValueType { each: Some(each), ..ValueType::of(form) },
                _ => ValueType::of(form),
            })
        });
        let keyed = ValueType { each: Some(&ITEM), keys: &["k"], ..ValueType::of(Form::ListMap) };
        let types: Vec<_> = of_scalars.chain([keyed]).collect();
        let documents: Vec<_> = (0..81).map(document).collect();
        let views: Vec<_> = documents.iter().map(Built::view).collect();
        let (mut known, mut same) = (0, 0);
        for of in &types {
            let arena = Arena::new();
            for round in 0..2 {
                for (one, a) in views.iter().enumerate() {
                    for (two, b) in views.iter().enumerate().skip(round) {
                        let single = Arena::new();
                        let values = |arena| (a.node(0, of).value(arena), b.node(0, of).value(arena));
                        let ((Ok(a), Ok(b)), (Ok(x), Ok(y))) = (values(&arena), values(&single)) else {
                            continue;
                        };
                        let expected = equal(&single, x, y);
                        assert_eq!(equal(&arena, a, b), expected, "{:?} {one} {two}", of.form);
                        same += usize::from(expected == Ok(true));
                    }
                }
            }
            known += arena.classes().hashed_values();
        }
        assert!(known > 200 && same > 2_000, "{known} {same}");
    }
}
