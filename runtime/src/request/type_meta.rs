//! `apiVersion` and `kind` against what the resource is.
// apiextensions-apiserver: registry/customresource/validator.go ValidateTypeMeta

use alloc::format;
use alloc::string::String;

use crate::compiled::Compiled;
use crate::decode::meta::root;
use crate::error::{ErrorSource, ErrorType, FieldError};
use crate::json::escape;
use crate::scratch::{Scratch, Side};
use crate::tape::{Kind, NO_FIELD};

/// Whether the decoded object says it is of this resource and version.
pub(super) fn matches(compiled: &Compiled, side: &Side, text: &[u8]) -> bool {
    let tape = super::tape(compiled, side, text, b"");
    let (mut version, mut kind) = (false, false);
    for child in tape.all_children(0) {
        let entry = tape.entry(child);
        // The server's first look at these two fields does not mind case, and refuses what is
        // no string.
        if entry.field == NO_FIELD {
            let key = tape.raw_key(&entry);
            if key.eq_ignore_ascii_case(b"kind") || key.eq_ignore_ascii_case(b"apiVersion") {
                return false;
            }
        }
        // It refuses one that is neither string nor null even if another comes after it.
        let type_meta = matches!(entry.field, root::API_VERSION | root::KIND);
        if type_meta && !matches!(entry.kind, Kind::String | Kind::Null) {
            return false;
        }
        if entry.is_dead() || entry.kind != Kind::String {
            continue;
        }
        match entry.field {
            root::API_VERSION => version = tape.string(&entry) == compiled.api_version.as_bytes(),
            root::KIND => kind = tape.string(&entry) == compiled.kind.as_bytes(),
            _ => {}
        }
    }
    version && kind
}

/// The errors of an object whose kind is another. Its values are not validated then.
#[cold]
pub(super) fn refuse(compiled: &Compiled, scratch: &mut Scratch, text: &[u8]) {
    let tape = super::tape(compiled, &scratch.new, text, b"");
    let found = |field: u16| {
        let child = tape.children(0).find(|&child| tape.entry(child).field == field);
        child
            .map(|child| String::from_utf8_lossy(tape.string(&tape.entry(child))).into_owned())
            .unwrap_or_default()
    };
    let (kind, version) = (found(root::KIND), found(root::API_VERSION));
    let error = |field: &str, value: &str, wanted: &str| {
        let mut bad_value = String::new();
        escape::append_string(&mut bad_value, value);
        FieldError {
            error_type: ErrorType::Invalid,
            field: field.into(),
            bad_value: Some(bad_value),
            detail: format!("must be {wanted}"),
            source: ErrorSource::TypeMeta,
        }
    };
    let mut errors = alloc::vec::Vec::new();
    if kind != compiled.kind {
        errors.push(error("kind", &kind, compiled.kind));
    }
    if version != compiled.api_version {
        errors.push(error("apiVersion", &version, compiled.api_version));
    }
    scratch.before.extend(errors);
}
