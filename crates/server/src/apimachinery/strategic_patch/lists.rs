//! Merges the list of a patch into the list of an object, and sorts the result. In: a field, both lists, and
//! an order. Out: the list.
//!
//! Items of the patch are in its order, the others in theirs. An item of the object stands before the next
//! item of the patch only if it stood before it: a new item of the patch comes first.
//!
//! Easy to break: time is linear. Items are found by their key, and the first of equal items counts.
// apimachinery: pkg/util/strategicpatch/patch.go

use std::collections::{HashMap, HashSet};

use crdc_admission::Refusal;
use crdc_kubernetes::{Field, Kinds, Shape, Strategy, Type};
use serde_json::{Map, Value};

use super::directives::{DIRECTIVE, without_directives};
use super::refused;

type Members = Map<String, Value>;

/// Merges a patch of a struct with these fields into the struct. Lists and structs contain each other, so
/// lists are told how.
type MergeStruct = fn(&Kinds, Option<&Shape>, Members, &Members) -> Result<Members, Refusal>;

/// The lists of a field.
#[derive(Clone, Copy)]
pub(super) struct Lists<'k> {
    kinds: &'k Kinds,
    merge: MergeStruct,
    /// The fields of the items.
    items: Option<&'k Shape>,
    /// `None` for a list that patches replace.
    strategy: Option<&'k Strategy>,
}

impl<'k> Lists<'k> {
    pub(super) fn of(kinds: &'k Kinds, merge: MergeStruct, field: Option<&'k Field>) -> Lists<'k> {
        let items = match field.map(|field| &field.value) {
            Some(Type::List(items, _)) => shape_of(kinds, items),
            _ => None,
        };
        Lists { kinds, merge, items, strategy: field.map(|field| &field.patch).filter(|patch| patch.merges) }
    }

    fn key(&self) -> Option<&'k str> {
        self.strategy?.key.as_deref()
    }

    /// The list after a patch of it.
    // mergeSliceHandler, mergeSlice
    pub(super) fn merged(&self, before: Vec<Value>, patch: &[Value]) -> Result<Vec<Value>, Refusal> {
        if self.strategy.is_none() {
            return Ok(patch.to_vec());
        }
        if before.is_empty() && patch.is_empty() {
            return Ok(before);
        }
        let Some(key) = self.key() else {
            let was = places(&before, None)?;
            let all: Vec<Value> = before.iter().chain(patch).cloned().collect();
            return sorted(unique(all), patch, &was, None);
        };
        let (before, patch) = directed(before, patch, key)?;
        let was = places(&before, Some(key))?;
        let all = self.by_key(before, &patch, key)?;
        sorted(all, &patch, &was, Some(key))
    }

    /// The list after a patch with an order; `None` if there is no list.
    // mergePatchIntoOriginal
    pub(super) fn ordered(
        &self,
        before: Option<&Value>,
        patch: Option<&Value>,
        order: &Value,
    ) -> Result<Option<Value>, Refusal> {
        let order = as_list(order)?;
        let before = before.map(as_list).transpose()?;
        let patch = patch.map(as_list).transpose()?;
        if let Some(patch) = patch {
            self.check_order(patch, order)?;
        }
        let all = match (before, patch) {
            (None, None) => return Ok(None),
            (Some(before), None) => before.clone(),
            (None, Some(patch)) => patch.iter().filter_map(without_directives).collect(),
            (Some(before), Some(patch)) => self.merged(before.clone(), patch)?,
        };
        let was = places(before.map(Vec::as_slice).unwrap_or_default(), self.key())?;
        Ok(Some(Value::Array(sorted(all, order, &was, self.key())?)))
    }

    /// Checks that the items of a patch are in the order, one after the other.
    // validatePatchWithSetOrderList
    fn check_order(&self, patch: &[Value], order: &[Value]) -> Result<(), Refusal> {
        if order.is_empty() || patch.is_empty() {
            return Ok(());
        }
        let key = self.key();
        let mut names = order.iter();
        for item in patch.iter().filter(|item| key.is_none() || item.get(DIRECTIVE).is_none()) {
            let wanted = name(item, key)?;
            loop {
                match names.next() {
                    Some(next) if name(next, key)? == wanted => break,
                    Some(_) => {}
                    None => return Err(refused::order(patch, order)),
                }
            }
        }
        Ok(())
    }

    /// Merges items with equal keys; the others of the patch follow.
    // mergeSliceWithoutSpecialElements
    fn by_key(&self, mut all: Vec<Value>, patch: &[Value], key: &str) -> Result<Vec<Value>, Refusal> {
        let mut known = places(&all, Some(key))?;
        for item in patch {
            let members = as_struct(item)?;
            let name = name(item, Some(key))?;
            match known.get(&name).copied().and_then(|at| all.get_mut(at)) {
                Some(found) => {
                    let before = found.as_object_mut().map(std::mem::take).unwrap_or_default();
                    *found = Value::Object((self.merge)(self.kinds, self.items, before, members)?);
                }
                None => {
                    known.insert(name, all.len());
                    all.extend(without_directives(item));
                }
            }
        }
        Ok(all)
    }
}

/// Obeys the directives of the items of a patch. Returns what is left of the object's list and of the patch.
// mergeSliceWithSpecialElements
fn directed(before: Vec<Value>, patch: &[Value], key: &str) -> Result<(Vec<Value>, Vec<Value>), Refusal> {
    let (mut deleted, mut replaces, mut rest) = (HashSet::new(), false, Vec::new());
    for item in patch {
        let members = as_struct(item)?;
        match members.get(DIRECTIVE) {
            None => rest.push(item.clone()),
            Some(Value::String(directive)) if directive == "delete" => {
                deleted.insert(name(item, Some(key))?);
            }
            Some(Value::String(directive)) if directive == "replace" => replaces = true,
            Some(Value::String(directive)) if directive == "merge" => return Err(refused::merge()),
            Some(other) => return Err(refused::directive(other, members)),
        }
    }
    if replaces {
        return Ok((rest, Vec::new()));
    }
    let is_kept = |item: &Value| !name(item, Some(key)).is_ok_and(|name| deleted.contains(&name));
    Ok((before.into_iter().filter(is_kept).collect(), rest))
}

/// Sorts a list: items of `order` as there, the others by their old places, which decide where the two meet,
/// too.
// normalizeElementOrder, mergeSortedSlice
fn sorted(
    all: Vec<Value>,
    order: &[Value],
    was: &HashMap<String, usize>,
    key: Option<&str>,
) -> Result<Vec<Value>, Refusal> {
    let wanted = places(order, key)?;
    let (mut first, mut others) = (Vec::new(), Vec::new());
    for item in all {
        let name = name(&item, key)?;
        let old = was.get(&name).copied();
        match wanted.get(&name) {
            Some(at) => first.push((*at, old, item)),
            None => others.push((old.unwrap_or(usize::MAX), item)),
        }
    }
    first.sort_by_key(|(at, ..)| *at);
    others.sort_by_key(|(old, _)| *old);
    let mut list = Vec::with_capacity(first.len() + others.len());
    let mut others = others.into_iter().peekable();
    for (_, old, item) in first {
        while let Some((_, other)) = others.next_if(|(other, _)| old.is_some_and(|old| *other < old)) {
            list.push(other);
        }
        list.push(item);
    }
    list.extend(others.map(|(_, other)| other));
    Ok(list)
}

/// The place of each item, the first of equal ones.
fn places(list: &[Value], key: Option<&str>) -> Result<HashMap<String, usize>, Refusal> {
    let mut places = HashMap::with_capacity(list.len());
    for (at, item) in list.iter().enumerate() {
        places.entry(name(item, key)?).or_insert(at);
    }
    Ok(places)
}

/// Removes items that are equal to one before.
fn unique(list: Vec<Value>) -> Vec<Value> {
    let mut seen = HashSet::with_capacity(list.len());
    list.into_iter().filter(|item| seen.insert(item.to_string())).collect()
}

/// What identifies an item: its key, or all of it.
fn name(item: &Value, key: Option<&str>) -> Result<String, Refusal> {
    let Some(key) = key else { return Ok(item.to_string()) };
    let members = as_struct(item)?;
    members.get(key).map(Value::to_string).ok_or_else(|| refused::no_key(members, key))
}

fn as_struct(item: &Value) -> Result<&Members, Refusal> {
    item.as_object().ok_or_else(|| refused::type_of("map[string]interface {}", item))
}

fn as_list(value: &Value) -> Result<&Vec<Value>, Refusal> {
    value.as_array().ok_or_else(|| refused::type_of("[]interface {}", value))
}

/// The fields of a type, if it has some.
pub(super) fn shape_of<'k>(kinds: &'k Kinds, of: &Type) -> Option<&'k Shape> {
    let Type::Named(id) = of else { return None };
    kinds.get(*id).map(|definition| &definition.shape)
}
