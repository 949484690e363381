//! The numbers of fields, in a table that is generated from Kubernetes' sources. In: the name of a
//! definition. Out: its fields by number.
//!
//! Easy to break: the fields of a message may belong to the object around it in JSON, as for
//! `Volume.hostPath`; here they are below the message.

use crate::table::line;

/// The table: each line is `DEFINITION FIELD=NUMBER…`; `xtask/kubernetes/protobuf.py` describes the suffixes
/// of a number.
const TABLE: &str = include_str!("../../data/protobuf.txt");

/// A field of a message.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) number: u32,
    /// The name in JSON; empty if its fields stand in the object around it.
    pub(super) name: &'static str,
    /// The name in Go, if that is not the name in JSON with a capital.
    go: Option<&'static str>,
    /// The fields of the message without a name in JSON.
    pub(super) inline: Vec<Numbered>,
}

impl Numbered {
    /// Go's name of the field.
    pub(super) fn go_name(&self) -> String {
        if let Some(name) = self.go {
            return name.to_owned();
        }
        let mut letters = self.name.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

/// The fields of a definition by number; none for a definition that is not in the table.
pub(super) fn of(definition: &str) -> Vec<Numbered> {
    let mut fields = Vec::new();
    for entry in line(TABLE, definition).into_iter().flat_map(|line| line.split(' ')) {
        add(&mut fields, entry);
    }
    fields
}

/// The field with a number.
pub(super) fn find(fields: &[Numbered], number: u32) -> Option<&Numbered> {
    fields.get(fields.binary_search_by_key(&number, |field| field.number).ok()?)
}

/// Parses `name=2.1:GoName` and adds the field. Entries are sorted, so the message around a field is the
/// last one that was added.
fn add(fields: &mut Vec<Numbered>, entry: &'static str) {
    let Some((name, rest)) = entry.split_once('=') else { return };
    let (numbers, go) = rest.split_once(':').map_or((rest, None), |(numbers, go)| (numbers, Some(go)));
    let mut place = fields;
    let mut numbers = numbers.split('.').peekable();
    while let Some(number) = numbers.next() {
        if numbers.peek().is_some() {
            let Some(around) = place.last_mut() else { return };
            place = &mut around.inline;
        } else if let Ok(number) = number.parse() {
            place.push(Numbered { number, name, go, inline: Vec::new() });
            return;
        }
    }
}
