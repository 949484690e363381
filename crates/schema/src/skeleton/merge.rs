//! Merges skeletons that apply to the same value. Associative, and commutative except for the order of
//! fields. Nothing is lost except types that differ.

use std::collections::HashMap;

use super::model::{Field, Skeleton};
use crate::At;

/// `merge(x_1, …, x_n)` of the design document; without arguments, the empty skeleton.
///
/// The type is kept if all agree on it: one without a type accepts what the others do not. Item positions are
/// merged one by one, and `additionalItems` with one another; skeletons for items at all positions are kept
/// separately.
#[must_use]
pub fn merge(mut parts: Vec<Skeleton>) -> Skeleton {
    if parts.len() < 2 {
        return parts.pop().unwrap_or_default();
    }
    let mut names = parts.iter().map(|part| part.r#type.as_ref());
    let first = names.next().flatten();
    let agreed = names.all(|name| name == first);
    let mut merged = Skeleton { r#type: first.filter(|_| agreed).cloned(), ..Skeleton::default() };
    let (mut items, mut additional_items, mut additional) = (Vec::new(), Vec::new(), Vec::new());
    let mut positions: Vec<Vec<Skeleton>> = Vec::new();
    let (mut properties, mut patterns) = (Fields::default(), Fields::default());
    for part in parts {
        items.extend(part.items.map(|items| *items));
        additional_items.extend(part.additional_items.map(|items| *items));
        positions.resize_with(positions.len().max(part.positions.len()), Vec::new);
        for (into, position) in positions.iter_mut().zip(part.positions) {
            into.push(position);
        }
        if let Some(at) = part.additional {
            merged.additional.get_or_insert(At { value: Box::default(), span: at.span, key: at.key });
            additional.push(*at.value);
        }
        properties.add(part.properties);
        patterns.add(part.patterns);
        merged.kept = if part.keep > merged.keep { part.kept } else { merged.kept };
        merged.keep = merged.keep.max(part.keep);
        merged.embedded |= part.embedded;
    }
    merged.items = some(items);
    merged.additional_items = some(additional_items);
    merged.positions = positions.into_iter().map(merge).collect();
    if let Some(at) = &mut merged.additional {
        *at.value = merge(additional);
    }
    merged.properties = properties.merged();
    merged.patterns = patterns.merged();
    merged
}

fn some(parts: Vec<Skeleton>) -> Option<Box<Skeleton>> {
    (!parts.is_empty()).then(|| Box::new(merge(parts)))
}

/// Fields by name, in order of appearance.
#[derive(Default)]
struct Fields {
    first: Option<At<()>>,
    fields: Vec<(Field, Vec<Skeleton>)>,
    places: HashMap<String, usize>,
}

impl Fields {
    fn add(&mut self, found: Option<At<Vec<Field>>>) {
        let Some(found) = found else { return };
        self.first.get_or_insert(At { value: (), span: found.span, key: found.key });
        for mut field in found.value {
            let skeleton = std::mem::take(&mut field.skeleton);
            let at = *self.places.entry(field.name.clone()).or_insert(self.fields.len());
            match self.fields.get_mut(at) {
                Some((_, parts)) => parts.push(skeleton),
                None => self.fields.push((field, vec![skeleton])),
            }
        }
    }

    fn merged(self) -> Option<At<Vec<Field>>> {
        let fields = self.fields.into_iter().map(|(field, parts)| Field { skeleton: merge(parts), ..field });
        self.first.map(|at| At { value: fields.collect(), span: at.span, key: at.key })
    }
}

impl Skeleton {
    /// The skeletons that apply to the item at a position, merged.
    #[must_use]
    pub fn item(&self, index: usize) -> Option<Skeleton> {
        let positional = match self.positions.get(index) {
            Some(own) => Some(own),
            None if self.positions.is_empty() => None,
            None => self.additional_items.as_deref(),
        };
        let parts: Vec<Skeleton> = self.items.as_deref().into_iter().chain(positional).cloned().collect();
        (!parts.is_empty()).then(|| merge(parts))
    }
}
