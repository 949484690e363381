//! Compares the metadata of an updated object with the old one: fields that must not change.
// apimachinery: api/validation/objectmeta.go ValidateObjectMetaAccessorUpdate

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::fields::{finalizers, string};
use super::sink::{Sink, quoted};
use crate::decode::field_numbers::field;
use crate::error::ErrorType;
use crdc_object::json::go;
use crdc_object::tape::{ChildEntries, Entry, Tape};

/// Fields that must not change. All are strings except the last.
const FIXED: [(u16, &str); 6] = [
    (field::NAME, ".name"),
    (field::NAMESPACE, ".namespace"),
    (field::UID, ".uid"),
    (field::CREATION_TIMESTAMP, ".creationTimestamp"),
    (field::DELETION_TIMESTAMP, ".deletionTimestamp"),
    (field::DELETION_GRACE_PERIOD_SECONDS, ".deletionGracePeriodSeconds"),
];

/// Whether no fixed field changed, as in nearly all updates.
pub(super) fn is_plain(new: Tape<'_>, at_new: Option<u32>, old: Tape<'_>, at_old: Option<u32>) -> bool {
    let (now, before) = (Fields::of(&new, at_new), Fields::of(&old, at_old));
    let same = |(field, _): (u16, &str)| {
        let before = before.text(field);
        now.text(field) == before || (field == field::NAMESPACE && before.is_none())
    };
    now.text(field::RESOURCE_VERSION).is_some_and(|version| !version.is_empty())
        && now.generation() >= before.generation()
        && before.get(field::DELETION_TIMESTAMP).is_none()
        && FIXED.into_iter().all(same)
}

/// The live fields of metadata, which one walk finds.
struct Fields<'t> {
    tape: &'t Tape<'t>,
    /// The entries by the number of the field.
    found: [Option<&'t Entry>; field::COUNT],
}

impl<'t> Fields<'t> {
    fn of(tape: &'t Tape<'t>, metadata: Option<u32>) -> Self {
        let mut found = [None; field::COUNT];
        for (_, entry) in
            metadata.and_then(|at| ChildEntries::of_object(tape.entries, at)).into_iter().flatten()
        {
            if let Some(slot) = found.get_mut(usize::from(entry.field))
                && !entry.is_dead()
            {
                *slot = slot.or(Some(entry));
            }
        }
        Fields { tape, found }
    }

    fn get(&self, field: u16) -> Option<&'t Entry> {
        self.found.get(usize::from(field)).copied().flatten()
    }

    /// The value of a field: the content of a string, the text of a number; `None` if absent.
    fn text(&self, field: u16) -> Option<&'t [u8]> {
        let is_number = field == field::DELETION_GRACE_PERIOD_SECONDS;
        let read = |entry| if is_number { self.tape.text(entry) } else { self.tape.string(entry) };
        self.get(field).map(read)
    }

    fn generation(&self) -> i64 {
        self.get(field::GENERATION).map_or(0, |entry| self.tape.int(entry))
    }
}

/// The errors of changed fields.
#[cold]
pub(super) fn validate(
    new: Tape<'_>,
    at_new: Option<u32>,
    old: Tape<'_>,
    at_old: Option<u32>,
    sink: &mut Sink<'_>,
) {
    let (now, before) = (Fields::of(&new, at_new), Fields::of(&old, at_old));
    if before.text(field::DELETION_TIMESTAMP).is_some_and(is_instant) {
        no_new_finalizers(&finalizers(new), &finalizers(old), sink);
    }
    version(new, at_new, sink);
    if now.generation() < before.generation() {
        let detail = "must not be decremented";
        sink.add(".generation", ErrorType::Invalid, format!("{}", now.generation()), detail);
    }
    for (field, child) in FIXED {
        let [now, before] = [&now, &before].map(|of| of.text(field));
        // An old object without a namespace is in the namespace of the request.
        if field == field::NAMESPACE && before.is_none() {
            continue;
        }
        let bad_value = match field {
            field::DELETION_GRACE_PERIOD_SECONDS => {
                let number =
                    |text: Option<&[u8]>| text.map(|text| String::from_utf8_lossy(text).into_owned());
                if now == before {
                    continue;
                }
                number(now).unwrap_or_else(|| "null".into())
            }
            field::CREATION_TIMESTAMP | field::DELETION_TIMESTAMP => {
                let [now, before] = [now, before].map(|text| text.filter(|text| is_instant(text)));
                if now == before {
                    continue;
                }
                now.map_or_else(|| "null".into(), quoted)
            }
            _ => {
                let [now, before] = [now, before].map(|text| text.unwrap_or(b""));
                if now == before {
                    continue;
                }
                quoted(now)
            }
        };
        sink.add(child, ErrorType::Invalid, bad_value, "field is immutable");
    }
}

/// Updates must specify the resource version that they replace.
pub(super) fn version(tape: Tape<'_>, metadata: Option<u32>, sink: &mut Sink<'_>) {
    if string(tape, metadata, field::RESOURCE_VERSION).is_empty() {
        let detail = "must be specified for an update";
        sink.add(".resourceVersion", ErrorType::Invalid, quoted(b""), detail);
    }
}

/// Whether the server can parse a time that it stored. It cannot parse one outside of the years 0 to 9999,
/// which it treats as absent.
fn is_instant(text: &[u8]) -> bool {
    text.len() == "2006-01-02T15:04:05Z".len()
}

fn no_new_finalizers(now: &[&[u8]], before: &[&[u8]], sink: &mut Sink<'_>) {
    let added = now.iter().filter(|name| before.binary_search(name).is_err());
    let added: Vec<String> = added.map(|name| go::quote(&String::from_utf8_lossy(name))).collect();
    if !added.is_empty() {
        let detail = format!(
            "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
            added.join(", ")
        );
        sink.add(".finalizers", ErrorType::Forbidden, quoted(b""), detail);
    }
}
