//! Evaluates `a + b` of lists: concatenates lists, unites sets, and merges list maps.
//
// apiserver: pkg/cel/common/valuesunstructured.go (Add); cel-go: common/types/list.go (Add)

use crate::arena::Arena;
use crate::document::schema::Form;
use crate::equality::unordered::union;
use crate::error::Evaluated;
use crate::values::{List, Value};
use crate::values::{added, hashable};

impl<'a> List<'a> {
    /// Concatenates two lists. Sets are united, list maps merged. An item that does not fit its schema is
    /// kept, and differs from every other.
    ///
    /// # Errors
    /// An error that ends the evaluation.
    pub fn concatenate(self, arena: &'a Arena, other: List<'a>) -> Evaluated<List<'a>> {
        let of = self.form();
        if of.is_none() && self.size() == 0 {
            return Ok(other);
        }
        if of.is_none() && other.size() == 0 {
            return Ok(self);
        }
        if let Some(known) = of.filter(|of| matches!(of.form, Form::Set | Form::ListMap)) {
            let (held, own) = self.held(arena, known)?;
            let added = other.added_to(arena, known)?;
            added.iter().try_for_each(|item| hashable(arena, Ok(*item), known))?;
            return Ok(List::Made { items: union(arena, known, (held, own), added)?, of });
        }
        let count = usize::try_from(self.size().saturating_add(other.size())).unwrap_or_default();
        arena.take_values::<Value<'_>>(count)?;
        let mut items = bumpalo::collections::Vec::with_capacity_in(count, arena);
        for item in self.items() {
            items.push(item.kept(arena)?);
        }
        for item in other.items() {
            items.push(match of.and_then(|of| of.each()) {
                Some(each) => added(arena, each, item)?,
                None => item.kept(arena)?,
            });
        }
        let has_object = self.has_part_of_object() || other.has_part_of_object();
        let items = items.into_bump_slice();
        Ok(if of.is_some() { List::Made { items, of } } else { List::joined(items, has_object) })
    }
}
