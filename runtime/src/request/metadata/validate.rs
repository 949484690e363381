//! Validates metadata by the server's rules and with its messages: that of the object on create and update,
//! and that of embedded resources. Only called if `plain.rs` is not certain.
// apimachinery: api/validation/objectmeta.go ValidateObjectMetaAccessor and what it calls;
// apis/meta/v1/validation/validation.go ValidateLabels, ValidateManagedFields

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::fields::{find, string};
use super::sink::{Sink, quoted};
use crate::decode::field_numbers::{field, manager, owner};
use crate::error::{ErrorType, json};
use crate::scope::Scope;
use crdc_object::json::escape;
use crdc_object::json::go::is_print;
use crdc_object::names::{self, ANNOTATIONS_SIZE, Reasons};
use crdc_object::tape::{Kind, Tape};
use crdc_vocabulary::Wording;

/// The owner of the metadata, which decides the rules for names and required fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// An object that is created.
    Created(Scope),
    /// An object of RBAC that is created, whose name may be any path segment.
    // kubernetes: pkg/apis/rbac/validation/validation.go ValidateRBACName
    CreatedOfRbac(Scope),
    /// An object that was stored before.
    Stored(Scope),
    /// An object inside another.
    Embedded,
}

pub(super) const MANAGER_LENGTH: usize = 128;
pub(super) const SUBRESOURCE_LENGTH: usize = 256;
pub(super) const ORPHAN: &[u8] = b"orphan";
pub(super) const FOREGROUND: &[u8] = b"foregroundDeletion";
/// Stands for the random suffix that the server appends to `generateName`: five letters and digits.
const GENERATED: &[u8] = b"00000";
/// The number of bytes of `generateName` that go into a name.
const GENERATED_FROM: usize = 58;
/// The total number of bytes of owner references in errors that each contain the whole list.
const OWNERS_SHOWN: usize = 1 << 16;

/// Adds the errors of the metadata at an entry.
#[cold]
pub(super) fn validate(tape: Tape<'_>, metadata: Option<u32>, whose: Whose, sink: &mut Sink<'_>) {
    validate_but_managers(tape, metadata, whose, sink);
    managers(tape, find(tape, metadata, field::MANAGED_FIELDS), sink);
}

/// Like [`validate`], without `managedFields`.
#[cold]
pub(super) fn validate_but_managers(
    tape: Tape<'_>,
    metadata: Option<u32>,
    whose: Whose,
    sink: &mut Sink<'_>,
) {
    named(tape, metadata, whose, sink);
    placed(string(tape, metadata, field::NAMESPACE), whose, sink);
    let found = |field| find(tape, metadata, field);
    let generation = found(field::GENERATION).map_or(0, |at| tape.int(&tape.entry(at)));
    if generation < 0 {
        let detail = "must be greater than or equal to 0";
        sink.add(".generation", ErrorType::Invalid, format!("{generation}"), detail);
    }
    found(field::LABELS).into_iter().for_each(|at| labels(tape, at, sink));
    found(field::ANNOTATIONS).into_iter().for_each(|at| annotations(tape, at, sink));
    found(field::OWNER_REFERENCES).into_iter().for_each(|at| owners(tape, at, sink));
    found(field::FINALIZERS).into_iter().for_each(|at| finalizers(tape, at, sink));
}

/// The name that a create generates, with [`GENERATED`] as its random suffix.
// apiserver: storage/names/generate.go
pub(super) fn generated_name(generate: &[u8]) -> Vec<u8> {
    let start = generate.get(..GENERATED_FROM).unwrap_or(generate);
    [start, GENERATED].concat()
}

/// Returns the reasons why a text is invalid.
type Validator = fn(&[u8]) -> Reasons;

fn named(tape: Tape<'_>, metadata: Option<u32>, whose: Whose, sink: &mut Sink<'_>) {
    let created = matches!(whose, Whose::Created(_) | Whose::CreatedOfRbac(_));
    let (name, beginning): (Validator, Validator) = match whose {
        Whose::Created(_) => (names::against_name, names::against_name_prefix),
        _ => (names::against_segment, names::against_segment_prefix),
    };
    let generate = string(tape, metadata, field::GENERATE_NAME);
    if !generate.is_empty() {
        sink.against(".generateName", generate, beginning(generate));
    }
    match string(tape, metadata, field::NAME) {
        b"" if created && !generate.is_empty() => {
            let generated = generated_name(generate);
            sink.against(".name", &generated, name(&generated));
        }
        b"" if whose == Whose::Embedded => {}
        b"" => {
            let detail = "name or generateName is required";
            sink.add(".name", ErrorType::Required, quoted(b""), detail);
        }
        given => sink.against(".name", given, name(given)),
    }
}

fn placed(namespace: &[u8], whose: Whose, sink: &mut Sink<'_>) {
    let scope = match whose {
        Whose::Created(scope) | Whose::CreatedOfRbac(scope) | Whose::Stored(scope) => Some(scope),
        Whose::Embedded => None,
    };
    match (scope, namespace) {
        (Some(Scope::Namespaced), b"") => {
            sink.add(".namespace", ErrorType::Required, quoted(b""), "");
        }
        (_, b"") => {}
        (Some(Scope::Cluster), _) => {
            let detail = "not allowed on this type";
            sink.add(".namespace", ErrorType::Forbidden, quoted(b""), detail);
        }
        _ => sink.against(".namespace", namespace, names::against_namespace(namespace)),
    }
}

fn key(tape: Tape<'_>, at: u32) -> String {
    let mut key = String::new();
    escape::append_key(&mut key, tape.raw_key(&tape.entry(at)));
    key
}

fn labels(tape: Tape<'_>, at: u32, sink: &mut Sink<'_>) {
    for child in tape.children(at) {
        let (key, value) = (key(tape, child), tape.string(&tape.entry(child)));
        sink.against(".labels", key.as_bytes(), names::against_qualified(key.as_bytes()));
        sink.against(".labels", value, names::against_label_value(value));
    }
}

fn annotations(tape: Tape<'_>, at: u32, sink: &mut Sink<'_>) {
    let mut size = 0usize;
    for child in tape.children(at) {
        let key = key(tape, child);
        size += key.len() + tape.string(&tape.entry(child)).len();
        let reasons = names::against_qualified(names::lower(&key).as_bytes());
        sink.against(".annotations", key.as_bytes(), reasons);
    }
    if size > ANNOTATIONS_SIZE {
        too_long(".annotations", ANNOTATIONS_SIZE, sink);
    }
}

fn too_long(child: &str, most: usize, sink: &mut Sink<'_>) {
    let detail = Wording::MaxMetadataBytes(most);
    sink.add(child, ErrorType::TooLong, quoted(b"<value omitted>"), detail);
}

/// An owner reference as JSON. Its fields are in the order of the server's type, whatever the object has.
// apimachinery: pkg/apis/meta/v1/types.go OwnerReference
fn owner_json(tape: Tape<'_>, item: u32) -> String {
    /// Each field with its name, and the value that the server writes if the field is absent.
    const ORDER: [(u16, &str, Option<&str>); 6] = [
        (owner::API_VERSION, "apiVersion", Some("\"\"")),
        (owner::KIND, "kind", Some("\"\"")),
        (owner::NAME, "name", Some("\"\"")),
        (owner::UID, "uid", Some("\"\"")),
        (owner::CONTROLLER, "controller", None),
        (owner::BLOCK_OWNER_DELETION, "blockOwnerDeletion", None),
    ];
    let members = ORDER.iter().filter_map(|(field, name, absent)| {
        let found = tape.children(item).find(|&child| tape.entry(child).field == *field);
        let value = found.map(|found| json(tape, found)).or_else(|| absent.map(String::from))?;
        Some(format!("\"{name}\":{value}"))
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn owners(tape: Tape<'_>, list: u32, sink: &mut Sink<'_>) {
    let mut first: Option<String> = None;
    let mut whole: Option<String> = None;
    let mut shown = 0;
    for item in tape.children(list) {
        let text = |field| {
            let found = tape.children(item).find(|&child| tape.entry(child).field == field);
            found.map_or(b"".as_slice(), |child| tape.string(&tape.entry(child)))
        };
        let (version, kind, name) = (text(owner::API_VERSION), text(owner::KIND), text(owner::NAME));
        if names::group_version(version).1.is_empty() {
            let child = ".ownerReferences.apiVersion";
            sink.add(child, ErrorType::Invalid, quoted(version), "version must not be empty");
        }
        let mut empty = |child, field| {
            sink.add(child, ErrorType::Invalid, quoted(b""), Wording::OwnerField { field });
        };
        if kind.is_empty() {
            empty(".ownerReferences.kind", "kind");
        }
        if name.is_empty() {
            empty(".ownerReferences.name", "name");
        }
        if text(owner::UID).is_empty() {
            empty(".ownerReferences.uid", "uid");
        }
        if names::group_version(version) == (b"", b"v1") && kind == b"Event" {
            let json = owner_json(tape, item);
            sink.add(".ownerReferences", ErrorType::Invalid, json, Wording::EventOwner);
        }
        let controls = tape.children(item).any(|child| {
            let entry = tape.entry(child);
            entry.field == owner::CONTROLLER && entry.kind == Kind::True
        });
        if !controls {
            continue;
        }
        let current = format!("{}/{}", String::from_utf8_lossy(kind), String::from_utf8_lossy(name));
        let Some(first) = &first else {
            first = Some(current);
            continue;
        };
        // Each of these errors shows the whole list, which would take quadratic space.
        let whole = whole.get_or_insert_with(|| {
            let items: Vec<String> = tape.children(list).map(|item| owner_json(tape, item)).collect();
            format!("[{}]", items.join(","))
        });
        let bad_value = if shown <= OWNERS_SHOWN { whole.clone() } else { quoted(b"<value omitted>") };
        shown += whole.len();
        let detail = format!(
            "Only one reference can have Controller set to true. Found \"true\" in references for {first} \
             and {current}"
        );
        sink.add(".ownerReferences", ErrorType::Invalid, bad_value, detail);
    }
}

fn finalizers(tape: Tape<'_>, list: u32, sink: &mut Sink<'_>) {
    let (mut orphan, mut foreground) = (false, false);
    for item in tape.children(list) {
        let text = tape.string(&tape.entry(item));
        orphan |= text == ORPHAN;
        foreground |= text == FOREGROUND;
        sink.against(".finalizers", text, names::against_qualified(text));
    }
    if orphan && foreground {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        sink.add(".finalizers", ErrorType::Invalid, json(tape, list), detail);
    }
}

/// Adds the errors of `managedFields`.
#[cold]
pub(super) fn managers(tape: Tape<'_>, list: Option<u32>, sink: &mut Sink<'_>) {
    let items = list.into_iter().flat_map(|list| tape.children(list));
    for (index, item) in items.enumerate() {
        let mut texts: [&[u8]; 4] = [b""; 4];
        for child in tape.children(item) {
            let entry = tape.entry(child);
            let slot = match entry.field {
                manager::OPERATION => 0,
                manager::FIELDS_TYPE => 1,
                manager::MANAGER => 2,
                manager::SUBRESOURCE => 3,
                _ => continue,
            };
            texts[slot] = tape.string(&entry);
        }
        let [operation, fields_type, name, subresource] = texts;
        let child = |field: &str| format!(".managedFields[{index}].{field}");
        if !matches!(operation, b"Apply" | b"Update") {
            let detail = Wording::Operation { is_empty: operation.is_empty() };
            sink.add(&child("operation"), ErrorType::Invalid, quoted(operation), detail);
        }
        if !fields_type.is_empty() && fields_type != b"FieldsV1" {
            let detail = "must be `FieldsV1`";
            sink.add(&child("fieldsType"), ErrorType::Invalid, quoted(fields_type), detail);
        }
        if name.len() > MANAGER_LENGTH {
            too_long(&child("manager"), MANAGER_LENGTH, sink);
        }
        for detail in unprintable(name) {
            sink.add(&child("manager"), ErrorType::Invalid, quoted(name), detail);
        }
        if subresource.len() > SUBRESOURCE_LENGTH {
            too_long(&child("subresource"), SUBRESOURCE_LENGTH, sink);
        }
    }
}

/// A sentence for each unprintable character.
fn unprintable(name: &[u8]) -> Vec<String> {
    let name = String::from_utf8_lossy(name);
    let units = name.char_indices().filter(|(_, unit)| !is_print(*unit));
    units
        .map(|(at, unit)| format!("invalid character U+{:04X} (at position {at})", u32::from(unit)))
        .collect()
}
