//! Unknown and duplicate fields: found by one walk over the tape, only when the decoder
//! counted any.
// apiextensions-apiserver: customresource_handler.go unstructuredSchemaCoercer.apply;
// sigs.k8s.io/json: kubernetes_patch.go

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{FieldValidation, Request};
use crate::compiled::Compiled;
use crate::json::go;
use crate::refusal;
use crate::scratch::Side;
use crate::tape::{Keys, PRUNED, Path, REPEATED, Tape};

/// How many duplicates the server takes down.
const MOST_DUPLICATES: usize = 100;

/// Whether there is anything to report.
pub(crate) fn any(side: &Side) -> bool {
    side.pruned != 0 || side.repeated != 0 || !side.meta_unknown.is_empty()
}

/// Under strict field validation, unknown and duplicate fields refuse the object: whether
/// they do, with the message.
pub(super) fn refuses(compiled: &Compiled, request: Request<'_>, side: &Side, message: &mut String) -> bool {
    if request.field_validation != FieldValidation::Strict || !any(side) {
        return false;
    }
    let lines = report(side, super::tape(compiled, side, request.new, b""));
    let error = format!("strict decoding error: {}", lines.join(", "));
    *message = refusal::cannot_be_handled(compiled.kind, compiled.version, compiled.kind, &error);
    true
}

/// Paths of fields that the schema does not know, those of metadata first, each group sorted.
pub(crate) fn unknown(side: &Side, tape: Tape<'_>) -> Vec<String> {
    let mut paths = Vec::new();
    if !side.meta_unknown.is_empty() {
        // apiextensions-apiserver: schema/objectmeta/algorithm.go spells these by the structural schema
        let mut path = Path::new(tape, 0, Keys::Bracketed);
        for (at, below) in &side.meta_unknown {
            if tape.entry(*at).has(REPEATED) {
                continue;
            }
            if let Some(path) = path.seek(*at, true) {
                paths.push(format!("{path}.{below}"));
            }
        }
    }
    if side.pruned != 0 {
        let mut pruned = Vec::new();
        walk(tape, PRUNED, |path| pruned.push(relative(path).into()));
        pruned.sort_unstable();
        pruned.dedup();
        paths.append(&mut pruned);
    }
    paths
}

/// The server's words for duplicate and unknown fields.
pub(crate) fn report(side: &Side, tape: Tape<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if side.repeated != 0 {
        let mut seen = Vec::new();
        walk(tape, REPEATED, |path| {
            if seen.len() < MOST_DUPLICATES {
                let path: String = relative(path).into();
                if !seen.contains(&path) {
                    seen.push(path);
                }
            }
        });
        lines.extend(seen.iter().map(|path| format!("duplicate field {}", go::quote(path))));
    }
    lines.extend(unknown(side, tape).iter().map(|path| format!("unknown field \"{path}\"")));
    lines
}

/// Paths here begin with a key, not with the dot that map keys at the root have.
fn relative(path: &str) -> &str {
    path.strip_prefix('.').unwrap_or(path)
}

/// Calls `found` with the path of every entry that has the flag. Fields that are pruned
/// inside a value that a later one replaced are not the server's business.
fn walk(tape: Tape<'_>, flag: u8, mut found: impl FnMut(&str)) {
    let mut path = Path::new(tape, 0, Keys::Dotted);
    let mut replaced = 0;
    for (at, entry) in tape.entries.iter().enumerate() {
        let at = at as u32;
        if entry.has(REPEATED) {
            replaced = tape.after(at).max(replaced);
        }
        if entry.has(flag)
            && (flag == REPEATED || at >= replaced)
            && let Some(path) = path.seek(at, true)
        {
            found(path);
        }
    }
}
