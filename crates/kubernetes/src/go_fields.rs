//! How Go writes the fields of structs, in a table that is generated from Kubernetes' sources.
//!
//! In: the name of a definition. Out: its fields in the order of Go, each with what `encoding/json` leaves
//! out.

use crate::table::line;

/// The table: each line is `DEFINITION FIELD…`; `xtask/kubernetes/go_fields.py` describes the marks after a
/// field.
const TABLE: &str = include_str!("../data/go-fields.txt");

/// When Go does not write a field of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Omission {
    /// The field is always written.
    Never,
    /// `omitempty`: `false`, 0, an empty text, list or map, and `nil`. A struct is never empty.
    Empty,
    /// `omitzero`: also a struct without a value.
    Zero,
}

/// The Go field of a struct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoField {
    /// The position in the struct.
    pub(crate) position: usize,
    /// Whether it is a pointer: then `nil` is not the zero value of its type.
    pub(crate) is_pointer: bool,
    pub(crate) omission: Omission,
}

impl Default for GoField {
    /// A field of a type that is not in the table: a value of it is written as it is.
    fn default() -> GoField {
        GoField { position: usize::MAX, is_pointer: true, omission: Omission::Empty }
    }
}

/// The fields of a definition by name; none for a definition that is not in the table.
pub(crate) fn of(definition: &str) -> impl Iterator<Item = (&'static str, GoField)> {
    let entries = line(TABLE, definition).into_iter().flat_map(|line| line.split(' '));
    entries.enumerate().map(|(position, entry)| {
        let name = entry.trim_end_matches(['*', '?', '0']);
        let marks = entry.get(name.len()..).unwrap_or_default();
        let omission = match marks {
            _ if marks.contains('0') => Omission::Zero,
            _ if marks.contains('?') => Omission::Empty,
            _ => Omission::Never,
        };
        (name, GoField { position, is_pointer: marks.contains('*'), omission })
    })
}
