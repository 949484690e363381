//! The names of `required`, in document order. **Whether a name is among them takes constant time**, whatever
//! their number.

use std::collections::HashSet;
use std::ops::Deref;

use super::at::At;

/// Below this number of names, a linear search is faster than a table.
const TABLE_FROM: usize = 16;

/// The value of `required`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequiredNames {
    list: Vec<At<String>>,
    /// The names, if there are many.
    table: HashSet<String>,
}

impl RequiredNames {
    /// Whether a name is required.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        if self.list.len() < TABLE_FROM {
            return self.list.iter().any(|known| known.value == name);
        }
        self.table.contains(name)
    }
}

impl From<Vec<At<String>>> for RequiredNames {
    fn from(list: Vec<At<String>>) -> RequiredNames {
        let names = list.iter().map(|name| name.value.clone());
        let table = if list.len() < TABLE_FROM { HashSet::new() } else { names.collect() };
        RequiredNames { list, table }
    }
}

impl Deref for RequiredNames {
    type Target = [At<String>];

    fn deref(&self) -> &[At<String>] {
        &self.list
    }
}

impl<'n> IntoIterator for &'n RequiredNames {
    type Item = &'n At<String>;
    type IntoIter = std::slice::Iter<'n, At<String>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
