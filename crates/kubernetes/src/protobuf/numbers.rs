//! The numbers of fields, in a table that is generated from Kubernetes' sources. In: the name of a
//! definition. Out: its fields by number.
//!
//! Easy to break: the fields of a message may belong to the object around it in JSON, as for
//! `Volume.hostPath`; here they are below the message.

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
    pub(super) zero: Zero,
    /// The fields of the message without a name in JSON.
    pub(super) inline: Vec<Numbered>,
}

/// The zero value of a field: `false`, 0, or an empty string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zero {
    /// A zero counts as absent: Go writes it to protobuf, but not to JSON.
    Omitted,
    /// The zero is no value, but Go writes it to JSON as well.
    Written,
    /// A value, as the field is a pointer.
    Value,
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
    let line = TABLE.lines().find_map(|line| line.strip_prefix(definition)?.strip_prefix(' '));
    let mut fields = Vec::new();
    for entry in line.into_iter().flat_map(|line| line.split(' ')) {
        add(&mut fields, entry);
    }
    fields
}

/// The field with a number.
pub(super) fn find(fields: &[Numbered], number: u32) -> Option<&Numbered> {
    fields.get(fields.binary_search_by_key(&number, |field| field.number).ok()?)
}

/// Parses `name=2.1*:GoName` and adds the field. Entries are sorted, so the message around a field is the
/// last one that was added.
fn add(fields: &mut Vec<Numbered>, entry: &'static str) {
    let Some((name, rest)) = entry.split_once('=') else { return };
    let (numbers, go) = rest.split_once(':').map_or((rest, None), |(numbers, go)| (numbers, Some(go)));
    let zero = match numbers.as_bytes().last() {
        Some(b'*') => Zero::Value,
        Some(b'!') => Zero::Written,
        _ => Zero::Omitted,
    };
    let mut place = fields;
    let mut numbers = numbers.trim_end_matches(['*', '!']).split('.').peekable();
    while let Some(number) = numbers.next() {
        if numbers.peek().is_some() {
            let Some(around) = place.last_mut() else { return };
            place = &mut around.inline;
        } else if let Ok(number) = number.parse() {
            place.push(Numbered { number, name, go, zero, inline: Vec::new() });
            return;
        }
    }
}
