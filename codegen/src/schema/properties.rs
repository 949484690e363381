//! Schemas by name, in document order. **Lookup by name takes constant time**, whatever their number.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};

use super::model::Property;

/// Below this number of names, a linear search is faster than a table.
const TABLE_FROM: usize = 16;

/// The value of `properties` and of keywords like it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties {
    list: Vec<Property>,
    /// The index of each name, if there are many. For duplicate names, the first.
    places: HashMap<String, usize>,
}

impl Properties {
    /// The property with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Property> {
        if self.list.len() < TABLE_FROM {
            return self.list.iter().find(|property| property.name == name);
        }
        self.list.get(*self.places.get(name)?)
    }

    /// As a list.
    #[must_use]
    pub fn into_list(self) -> Vec<Property> {
        self.list
    }
}

impl From<Vec<Property>> for Properties {
    fn from(list: Vec<Property>) -> Properties {
        let mut places = HashMap::new();
        if list.len() >= TABLE_FROM {
            for (place, property) in list.iter().enumerate() {
                places.entry(property.name.clone()).or_insert(place);
            }
        }
        Properties { list, places }
    }
}

impl Deref for Properties {
    type Target = [Property];

    fn deref(&self) -> &[Property] {
        &self.list
    }
}

/// For changing the schemas. Lookup does not find a name that was changed.
impl DerefMut for Properties {
    fn deref_mut(&mut self) -> &mut [Property] {
        &mut self.list
    }
}

impl<'p> IntoIterator for &'p Properties {
    type Item = &'p Property;
    type IntoIter = std::slice::Iter<'p, Property>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'p> IntoIterator for &'p mut Properties {
    type Item = &'p mut Property;
    type IntoIter = std::slice::IterMut<'p, Property>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_are_found_by_name() {
        for count in [3, 40] {
            let property = |index: usize| Property {
                name: format!("p{}", index / 2),
                key: crate::source::Span { start: index as u32, end: index as u32 },
                schema: Default::default(),
            };
            let all = Properties::from((0..count).map(property).collect::<Vec<_>>());
            assert_eq!(all.named("p1").map(|property| property.key.start), Some(2));
            assert!(all.named("p100").is_none());
            assert_eq!(all.len(), count);
        }
    }
}
