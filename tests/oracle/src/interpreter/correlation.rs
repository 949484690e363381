//! Correlates a value of the new object with its counterpart in the old object: by key, and in list maps by
//! the values of the keys. If several items have the same keys, the first counts.
//
// apiserver: pkg/cel/common/{equality,maplist}.go

use crdc_vocabulary::Ratcheting;

use super::structural::Structural;
use crate::json::Json;

/// A value of the new object, its counterpart in the old one, and their schema.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) new: &'a Json,
    pub(super) old: &'a Json,
    pub(super) schema: &'a Structural,
    pub(super) policy: Ratcheting,
}

impl<'a> Pair<'a> {
    /// The pair of the members with this key, if both objects have it and the schema defines it. `None` for
    /// maps that change as a whole.
    pub(super) fn key(self, key: &str) -> Option<Pair<'a>> {
        if self.is_whole() {
            return None;
        }
        let schema = self.schema.property(key).or(self.schema.additional_schema())?;
        Some(Pair { new: self.new.get(key)?, old: self.old.get(key)?, schema, ..self })
    }

    /// The pair of the item at an index and the first old item with the same keys; `None` in lists that are
    /// not list maps.
    pub(super) fn index(self, index: usize) -> Option<Pair<'a>> {
        if self.schema.list_type != "map" {
            return None;
        }
        let (new, old) = (self.new.as_array()?.get(index)?, self.old.as_array()?);
        let keys = self.schema.list_keys.as_slice();
        let tuple = tuple(new, keys)?;
        let found = old.iter().find(|old| self::tuple(old, keys).as_ref() == Some(&tuple))?;
        Some(Pair { new, old: found, schema: self.schema.items.as_deref()?, ..self })
    }

    /// Whether the value changes as a whole: an atomic map, under KEP-4008. Servers do not treat it so.
    fn is_whole(self) -> bool {
        self.policy == Ratcheting::Kep4008 && self.schema.map_type == "atomic"
    }

    /// Whether nothing changed. A value without counterpart counts as changed.
    pub(super) fn same(self) -> bool {
        match (self.new, self.old) {
            (Json::Object(new), Json::Object(old)) if !self.is_whole() => {
                new.len() == old.len() && new.iter().all(|(key, _)| self.key(key).is_some_and(Pair::same))
            }
            (Json::Array(new), Json::Array(old)) if self.schema.list_type == "map" => {
                new.len() == old.len()
                    && (0..new.len()).all(|index| self.index(index).is_some_and(Pair::same))
            }
            (new, old) => new.same(old),
        }
    }
}

/// The first old item with the keys of a new one; `None` in lists that are not list maps.
pub(super) fn counterpart<'a>(list: &Structural, item: &Json, old: &'a Json) -> Option<&'a Json> {
    if list.list_type != "map" {
        return None;
    }
    let keys = list.list_keys.as_slice();
    let wanted = tuple(item, keys)?;
    old.as_array()?.iter().find(|old| tuple(old, keys).as_ref() == Some(&wanted))
}

/// The values of an item's keys; `None` if a key is missing or null, or is a list or object. With several
/// keys, floats are rounded to six decimals.
fn tuple(item: &Json, keys: &[String]) -> Option<Vec<String>> {
    let text = |key: &String| match item.get(key)? {
        Json::Float(float) if keys.len() > 1 => Some(format!("float64 {float:.6}")),
        Json::Float(float) => Some(format!("float64 {:?}", float + 0.0)),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
        Json::Int(int) => Some(format!("int64 {int}")),
        scalar => Some(format!("scalar {scalar}")),
    };
    keys.iter().map(text).collect()
}
