//! Tables by definition, which are generated from Kubernetes' sources. In: a table, and the name of a
//! definition. Out: the words of its line.
//!
//! Easy to break: the lines are sorted by the names.

use std::cmp::Ordering;

/// The line of a definition in a table without its name; `None` if the table does not have the definition.
pub(crate) fn line(table: &'static str, definition: &str) -> Option<&'static str> {
    let (mut from, mut to) = (0, table.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let start = table.get(..middle)?.rfind('\n').map_or(0, |end| end + 1);
        let end = table.get(start..)?.find('\n').map_or(table.len(), |length| start + length);
        let (name, words) = table.get(start..end)?.split_once(' ')?;
        match name.cmp(definition) {
            Ordering::Equal => return Some(words),
            Ordering::Less => from = end + 1,
            Ordering::Greater => to = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn every_line_of_the_tables_is_found() {
        for table in [
            include_str!("../data/embedded.txt"),
            include_str!("../data/go-fields.txt"),
            include_str!("../data/go-types.txt"),
            include_str!("../data/protobuf.txt"),
        ] {
            let mut before = "";
            for entry in table.lines() {
                let (name, words) = entry.split_once(' ').unwrap_or((entry, ""));
                assert!(before < name, "{name} is out of order");
                assert_eq!(line(table, name), Some(words), "{name}");
                before = name;
            }
            for missing in ["", "a", "io.k8s.api.core.v1.Po", "io.k8s.api.core.v1.Podd", "z"] {
                assert_eq!(line(table, missing), None, "{missing}");
            }
        }
    }
}
