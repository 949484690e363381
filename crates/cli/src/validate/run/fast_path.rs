//! Validates a file whose objects are all valid, without syntax trees. In: a text. Out: its report, or `None`
//! if there may be a finding.
//!
//! Texts that tools write are converted to JSON directly, and an object without findings needs no places.
//! `file.rs` validates all other texts. It tries this first and starts again: **the report of this module
//! must be the same as that of `file.rs`.**

use std::ops::Range;

use crate::identity::Identity;
use crate::validate::context::{Context, Settings};
use crate::validate::manifests::manifest;
use crate::validate::objects::custom_resource::request_of;
use crate::validate::report::file_report::{FileReport, ObjectReport, Place, Verdict};
use crate::validate::schemas::catalogue::Variant;
use crate::validate::storage::client_side_apply;
use crate::validate::{ignore, variables};
use crdc::{Request, Scratch};
use crdc_dynamic::Validator;
use crdc_source::{PlainDocument, PlainText, Source};

/// Buffers of a thread, which it reuses for all of its files.
#[derive(Default)]
pub(crate) struct Buffers {
    scratch: Scratch,
    plain: PlainText,
}

/// Buffers of larger texts are freed before `file.rs` reads the text, since it needs the memory.
const LARGE_TEXT: usize = 1 << 20;

/// The report of a text, if it has a simple form and all of its objects are valid or left out.
pub(crate) fn file(source: &Source, context: Context<'_>, buffers: &mut Buffers) -> Option<FileReport> {
    let report = report(source, context, buffers);
    if report.is_none() && source.text.len() > LARGE_TEXT {
        buffers.plain = PlainText::default();
    }
    report
}

fn report(source: &Source, context: Context<'_>, buffers: &mut Buffers) -> Option<FileReport> {
    let Buffers { scratch, plain } = buffers;
    let Settings { server_side, values, .. } = context.settings;
    // Only custom resources are validated here.
    let schemas = context.schemas;
    let has_kinds = schemas.validators.all().next().is_some() || schemas.catalogued.is_used();
    if !has_kinds || context.settings.stores || *server_side || source.has_fault() {
        return None;
    }
    // The whole text is searched for comments and variables.
    if ignore::may_be_in(&source.text) || (values.are_given() && variables::may_be_in(&source.text)) {
        return None;
    }
    if !plain.read(&source.text) {
        return None;
    }
    let mut report = FileReport { name: source.name.clone(), ..FileReport::default() };
    let mut lines = LineCount { text: &source.text, line: 1, start: 0 };
    for document in plain.documents() {
        // Storage may refuse a resource version.
        if document.resource_version.is_some() {
            return None;
        }
        let identity = identity(&source.text, document)?;
        // `kubectl apply` may write an annotation that is too long for a server.
        if client_side_apply::may_be_too_long(plain.json(document)) {
            return None;
        }
        let verdict = verdict(&identity, plain.json(document), context, scratch)?;
        report.objects.push(ObjectReport {
            origin: manifest::origin(source.text.get(..document.start)?),
            place: lines.place(document.kind.clone()?),
            identity,
            verdict,
            schema: None,
            findings: Vec::new(),
            shown: None,
        });
    }
    Some(report)
}

/// The verdict on an object without findings.
fn verdict(
    identity: &Identity,
    json: &str,
    Context { schemas, stored, settings, .. }: Context<'_>,
    scratch: &mut Scratch,
) -> Option<Verdict> {
    let is_list = identity.kind.ends_with("List");
    if is_list || identity.is_crd() {
        return None;
    }
    if settings.skip.iter().any(|kind| kind.fits(identity)) {
        return Some(Verdict::Skipped);
    }
    if settings.reject.iter().any(|kind| kind.fits(identity)) {
        return None;
    }
    if schemas.natives.find(&identity.api_version, &identity.kind).is_some() {
        return None;
    }
    let mut is_silent = |validator: Validator<'_>| {
        if stored.get(identity, validator.compiled().scope).is_some() {
            return false;
        }
        let request = request_of(Request::create(json.as_bytes()), identity, settings);
        let outcome = validator.answer(request, scratch);
        outcome.accepted()
            && validator.is_served()
            && outcome.ratcheted().next().is_none()
            && outcome.pruned().next().is_none()
            && outcome.warnings().next().is_none()
    };
    if let Some(validator) = schemas.validators.find(&identity.api_version, &identity.kind) {
        return is_silent(validator).then_some(Verdict::Valid);
    }
    // Every release that may be in use must be silent; of many, `file.rs` asks the oldest and the newest
    // first.
    let kind = schemas.catalogued(identity)?;
    let mut is_valid =
        |variant: &Variant| variant.validator(identity).is_some_and(|(validator, _)| is_silent(validator));
    let newest = kind.variants.first()?;
    let oldest = kind.variants.iter().rfind(|one| one.serves(identity))?;
    let is_known = std::ptr::eq(newest, oldest);
    (is_valid(newest) && (is_known || is_valid(oldest))).then_some(Verdict::Valid)
}

fn identity(text: &str, document: &PlainDocument) -> Option<Identity> {
    let of =
        |range: &Option<Range<usize>>| range.clone().and_then(|range| text.get(range)).map(str::to_owned);
    let filled = |text: &String| !text.is_empty();
    let identity = Identity {
        api_version: of(&document.api_version).filter(filled)?,
        kind: of(&document.kind).filter(filled)?,
        namespace: of(&document.namespace).unwrap_or_default(),
        ..Identity::default()
    };
    Some(
        identity.named(of(&document.name).unwrap_or_default(), || {
            of(&document.generate_name).unwrap_or_default()
        }),
    )
}

/// Counts lines from one place to the next. Columns are counted in characters.
struct LineCount<'t> {
    text: &'t str,
    line: usize,
    start: usize,
}

impl LineCount<'_> {
    fn place(&mut self, range: Range<usize>) -> Place {
        let from = self.start;
        for (at, byte) in self.text.as_bytes()[from..range.start].iter().enumerate() {
            if *byte == b'\n' {
                self.line += 1;
                self.start = from + at + 1;
            }
        }
        let characters = |range: Range<usize>| self.text.get(range).map_or(0, |text| text.chars().count());
        let column = characters(self.start..range.start) + 1;
        Place { line: self.line, column, end_line: self.line, end_column: column + characters(range) }
    }
}
