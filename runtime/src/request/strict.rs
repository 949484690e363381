//! Reports unknown and duplicate fields. One walk over the tape finds them, only if the decoder counted any.
// apiextensions-apiserver: customresource_handler.go unstructuredSchemaCoercer.apply;
// sigs.k8s.io/json: kubernetes_patch.go

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::object::DecodedObject;
use super::{Refused, RequestState};
use crate::error::{Lines, Message};
use crate::field_path::FieldPath;
use crate::operation::FieldValidation;
use crate::path::{Keys, Path};
use crate::refusal::{BadRequest, DecodeStage, Undecodable};
use crate::side::Side;
use crdc_object::tape::{PRUNED, REPEATED, Tape};
use crdc_vocabulary::messages::{STRICT_DECODING, cannot_be_handled};

/// The number of duplicates that the server records.
const MOST_DUPLICATES: usize = 100;

/// Whether there is anything to report.
#[inline]
pub(crate) fn any(side: &Side) -> bool {
    side.pruned != 0 || side.repeated != 0 || !side.meta_unknown.is_empty()
}

impl<'p> RequestState<'_, 'p> {
    /// Refuses the new object for unknown and duplicate fields if field validation is strict.
    pub(super) fn enforce_field_validation(&mut self) -> Result<(), Refused> {
        if self.request.field_validation != FieldValidation::Strict || !any(self.new.side) {
            return Ok(());
        }
        let mut shown = Lines::default();
        for line in report(self.new.side, self.new.tape()) {
            shown.push(line);
        }
        let errors = shown.joined();
        let said = [STRICT_DECODING, &errors].concat();
        let kind = self.definition.kind;
        *self.refused = BadRequest {
            message: cannot_be_handled(kind, self.definition.version, kind, &said),
            undecodable: Some(Undecodable::new(DecodeStage::Fields, errors)),
        };
        Err(Refused { decoded: true })
    }
}

/// Paths of unknown fields: those of the root's metadata, of the schema, of embedded metadata, in the
/// server's order. The last two are sorted.
pub(crate) fn unknown(side: &Side, tape: Tape<'_>) -> Vec<FieldPath> {
    unknown_where(side, tape, |_| true)
}

/// Like [`unknown`], without fields inside values that normalization cleared.
pub(crate) fn pruned(side: &Side, tape: Tape<'_>) -> Vec<FieldPath> {
    unknown_where(side, tape, |at| {
        let next = side.cleared.partition_point(|range| range.start <= at);
        !side.cleared.get(..next).and_then(<[_]>::last).is_some_and(|range| range.contains(&at))
    })
}

fn unknown_where(side: &Side, tape: Tape<'_>, counts: impl Fn(u32) -> bool) -> Vec<FieldPath> {
    let (mut paths, mut embedded) = (Vec::new(), Vec::new());
    if !side.meta_unknown.is_empty() {
        // apiextensions-apiserver: schema/objectmeta/algorithm.go puts keys of maps into brackets
        let mut path = Path::new(tape, 0, Keys::Bracketed);
        let (mut seen, mut replaced) = (0, 0);
        for (at, below) in &side.meta_unknown {
            // Values that a later duplicate replaced, or whose ancestor was replaced, were never read.
            while seen <= *at {
                if tape.entry(seen).has(REPEATED) {
                    replaced = tape.after(seen).max(replaced);
                }
                seen += 1;
            }
            if *at < replaced || !counts(*at) {
                continue;
            }
            if let Some(path) = path.path(*at, true) {
                let paths = if path == "metadata" { &mut paths } else { &mut embedded };
                paths.push(path.member(below));
            }
        }
    }
    if side.pruned != 0 {
        let mut pruned = Vec::new();
        let mut add = |at: u32, path: FieldPath| {
            if counts(at) {
                pruned.push(path);
            }
        };
        walk(tape, PRUNED, &mut add);
        replaced(side, PRUNED).for_each(|(at, path)| add(at, path.clone()));
        pruned.sort_unstable();
        pruned.dedup();
        paths.append(&mut pruned);
    }
    embedded.sort_unstable();
    paths.append(&mut embedded);
    paths
}

/// Paths of duplicate fields, as many as the server records.
pub(crate) fn repeated(side: &Side, tape: Tape<'_>) -> Vec<FieldPath> {
    let mut seen = Vec::new();
    if side.repeated == 0 {
        return seen;
    }
    let mut kept = replaced(side, REPEATED).peekable();
    let mut add = |path: &FieldPath| {
        if seen.len() < MOST_DUPLICATES && !seen.contains(path) {
            seen.push(path.clone());
        }
    };
    walk(tape, REPEATED, |at, path| {
        while let Some((_, earlier)) = kept.next_if(|(other, _)| *other < at) {
            add(earlier);
        }
        add(&path);
    });
    kept.for_each(|(_, path)| add(path));
    seen
}

/// The server's messages for duplicate and unknown fields.
pub(crate) fn report(side: &Side, tape: Tape<'_>) -> Vec<Message> {
    let repeated = repeated(side, tape);
    let lines = repeated.iter().map(|path| Message::quoting("duplicate field ", path, String::new()));
    let mut lines: Vec<Message> = lines.collect();
    let unknown = unknown(side, tape);
    lines.extend(unknown.iter().map(|path| Message::around("unknown field \"", path, "\"".into())));
    lines
}

/// Saves the reports inside of `ranges`, which are ascending: values that are about to be replaced, whose
/// paths cannot be computed later.
pub(super) fn keep(object: &mut DecodedObject<'_, '_>, ranges: &[Range<u32>]) {
    let mut kept = core::mem::take(&mut object.side.replaced);
    for flag in [PRUNED, REPEATED] {
        walk(object.tape(), flag, |at, path| {
            let next = ranges.partition_point(|range| range.start < at);
            if ranges.get(..next).and_then(<[_]>::last).is_some_and(|range| at < range.end) {
                kept.push((at, flag, path));
            }
        });
    }
    object.side.replaced = kept;
}

/// The reports with the flag inside of replaced values, in the order of their entries.
fn replaced(side: &Side, flag: u8) -> impl Iterator<Item = (u32, &FieldPath)> {
    side.replaced.iter().filter(move |(_, of, _)| *of == flag).map(|(at, _, path)| (*at, path))
}

/// Calls `found` with every entry that has the flag, and its path. Pruned fields inside replaced duplicates
/// are skipped, as on the server.
fn walk(tape: Tape<'_>, flag: u8, mut found: impl FnMut(u32, FieldPath)) {
    let mut path = Path::new(tape, 0, Keys::Joined);
    let mut replaced = 0;
    for (at, entry) in tape.entries.iter().enumerate() {
        let at = at as u32;
        if entry.has(REPEATED) {
            replaced = tape.after(at).max(replaced);
        }
        if entry.has(flag)
            && (flag == REPEATED || at >= replaced)
            && let Some(path) = path.path(at, true)
        {
            found(at, path);
        }
    }
}
