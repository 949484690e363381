//! The definition of a table: the columns of a kind and the cells of an object.

use serde_json::Value;

use super::row::Row;
use crate::apimachinery::clock::ServerClock;

/// A column: its name, its type, its priority.
pub(crate) type Heading = (&'static str, &'static str, i64);

/// The table of a kind.
pub(crate) struct Table {
    pub(crate) group: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) columns: &'static [Heading],
    pub(crate) cells: fn(&Row<'_>) -> Vec<Value>,
}

pub(crate) const NAME: Heading = ("Name", "string", 0);
pub(crate) const AGE: Heading = ("Age", "string", 0);

impl Table {
    /// The cells of an object.
    pub(crate) fn cells(&self, object: &Value, clock: &ServerClock) -> Vec<Value> {
        (self.cells)(&Row { object, clock })
    }
}
