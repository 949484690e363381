//! How Go writes the fields of structs, in a table that is generated from Kubernetes' sources.
//!
//! In: the name of a definition. Out: its fields in the order of Go, each with what `encoding/json` leaves
//! out.

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
    let entries = line(definition).into_iter().flat_map(|line| line.split(' '));
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

/// The fields of a definition in the table, whose lines are sorted.
fn line(definition: &str) -> Option<&'static str> {
    let (mut from, mut to) = (0, TABLE.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let start = TABLE.get(..middle)?.rfind('\n').map_or(0, |end| end + 1);
        let end = TABLE.get(start..)?.find('\n').map_or(TABLE.len(), |length| start + length);
        let (name, fields) = TABLE.get(start..end)?.split_once(' ')?;
        match name.cmp(definition) {
            std::cmp::Ordering::Equal => return Some(fields),
            std::cmp::Ordering::Less => from = end + 1,
            std::cmp::Ordering::Greater => to = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{TABLE, line};

    #[test]
    fn every_line_of_the_table_is_found() {
        let mut before = "";
        for entry in TABLE.lines() {
            let (name, fields) = entry.split_once(' ').unwrap_or((entry, ""));
            assert!(before < name, "{name} is out of order");
            assert_eq!(line(name), Some(fields), "{name}");
            before = name;
        }
        for missing in ["", "a", "io.k8s.api.core.v1.Po", "io.k8s.api.core.v1.Podd", "z"] {
            assert_eq!(line(missing), None, "{missing}");
        }
    }
}
