//! Validates one object. In: the object, the schemas, the stored objects. Out: a verdict.
//!
//! Values that nobody knows yet are asked about in rounds: an error about one of them ends most requests
//! early, so it is left out, and the rest is asked for again. Errors that may be due to them are kept if they
//! are there whatever the values are.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use crate::identity::Identity;
use crate::validate::context::Context;
use crate::validate::findings::answer::{Answered, Buffers};
use crate::validate::findings::field_spans::Places;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::findings::untrusted;
use crate::validate::manifests::manifest::{Manifest, without_kind};
use crate::validate::objects::{crd, custom_resource, native_object};
use crate::validate::report::file_report::Verdict;
use crate::validate::schemas::loader::MISSING;
use crate::validate::schemas::native_kinds::Native;
use crate::validate::schemas::{crd_values, native_kinds};
use crate::validate::storage::client_side_apply;
use crate::validate::variables::{Fate, Filled, STAYS, Told, fates};
use crdc::Scope;
use crdc_dynamic::Validator;
use crdc_schema::is_patch;
use crdc_source::{Node, Span, Value};

/// How often an object with unknown values is asked for, at most.
const MOST_ROUNDS: usize = 16;

/// The result of validating an object.
pub(crate) struct Validated {
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Finding>,
    /// The object as it would be stored, if it was asked for.
    pub(crate) stored: Option<Vec<u8>>,
    /// How many of its values cannot be checked, because nobody knows them.
    pub(crate) unknown: usize,
}

impl Validated {
    fn of(verdict: Verdict, findings: Vec<Finding>) -> Validated {
        Validated { verdict, findings, stored: None, unknown: 0 }
    }

    fn failed(finding: Finding) -> Validated {
        Validated::of(Verdict::Invalid, vec![finding])
    }
}

/// The validator of an object, by its kind.
enum Kind<'s> {
    Custom(Validator<'s>),
    Native(Native<'s>),
}

/// Validates an object as a create, or as an update if there is a stored one.
pub(crate) fn validate(
    manifest: &Manifest,
    identity: &Identity,
    context: Context<'_>,
    buffers: &mut Buffers,
) -> Validated {
    let (node, span) = (&manifest.node, manifest.span());
    let Context { schemas, settings, .. } = context;
    if let Some(problem) = without_kind(node) {
        let finding = Finding::new("no-kind", Level::Error, span, problem);
        return Validated::failed(
            finding.help(
                "write what is missing; of folders, files without objects are left out, and those that fit --ignore-filename-pattern REGEX",
            ),
        );
    }
    if ["apiVersion", "kind"].iter().any(|key| node.get(key).is_some_and(|at| manifest.unknown.is(at.span))) {
        let message = "nobody knows the kind of this object yet: nothing in it was validated";
        let finding = Finding::new("unknown-value", Level::Note, span, message);
        let help = "give the value of its variable with --substitute NAME=value, or decrypt it";
        return Validated::of(Verdict::Skipped, vec![finding.help(help)]);
    }
    if settings.skip.iter().any(|kind| kind.fits(identity)) {
        return Validated::of(Verdict::Skipped, Vec::new());
    }
    if settings.reject.iter().any(|kind| kind.fits(identity)) {
        let message = format!("objects of the kind {} are rejected by --reject", identity.kind);
        return Validated::failed(Finding::new("rejected-kind", Level::Error, span, message));
    }
    if identity.is_crd() {
        // A patch is applied to another document.
        if is_patch(node) {
            return match settings.untrusted {
                true => Validated::failed(untrusted::patch(span)),
                false => Validated::of(Verdict::Skipped, Vec::new()),
            };
        }
        // The loader reads versions that servers have no more.
        let is_gone = identity.api_version != "apiextensions.k8s.io/v1";
        let near = is_gone.then(|| schemas.natives.near(&identity.api_version)).flatten();
        return match near.and_then(|kinds| native_object::unknown_kind(kinds, identity, span)) {
            Some(finding) => Validated::failed(finding),
            None => {
                let mut findings = crd::answer(node, identity, context);
                findings.extend(managed_fields(node, context));
                findings.extend(annotation(manifest, Scope::Cluster, context));
                let unknown = crd_values::unknown_values(manifest);
                Validated { unknown, ..Validated::of(Verdict::Valid, findings) }
            }
        };
    }
    let (api_version, kind) = (identity.api_version.as_str(), identity.kind.as_str());
    // A server has its own kinds first, whatever CRD there is.
    let own = schemas.natives.find(api_version, kind).map(Kind::Native);
    let custom = || schemas.validators.find(api_version, kind);
    let kind = match own.is_none().then(custom).flatten() {
        Some(validator) if !validator.is_served() => {
            let message = format!("{api_version} {kind} is not served");
            let finding = Finding::new("version-not-served", Level::Error, span, message);
            return Validated::failed(finding.help("write the object in a version that its CRD serves"));
        }
        Some(validator) => Kind::Custom(validator),
        None => match own {
            Some(own) => own,
            None => return without_schema(identity, span, context),
        },
    };
    let scope = match &kind {
        Kind::Custom(validator) => validator.compiled().scope,
        Kind::Native(_) => native_kinds::scope(identity.group(), &identity.kind),
    };
    let mut validated = in_rounds(manifest, identity, &kind, scope, context, buffers);
    validated.findings.extend(annotation(manifest, scope, context));
    validated
}

/// The annotation that client-side apply writes into the object.
fn annotation(manifest: &Manifest, scope: Scope, Context { settings, .. }: Context<'_>) -> Option<Finding> {
    let told =
        || client_side_apply::too_long(&manifest.node, scope, settings.namespace.as_deref(), manifest.span());
    (!settings.server_side).then(told).flatten()
}

/// The object as client-side apply changes the stored one, if that keeps anything of it.
fn kept(
    manifest: &Manifest,
    stored: Option<&Node>,
    Context { settings, .. }: Context<'_>,
) -> Option<Manifest> {
    let stored = stored.filter(|_| !settings.server_side)?;
    let node = client_side_apply::kept(&manifest.node, stored, manifest.span())?;
    let (origin, unknown) = (manifest.origin.clone(), manifest.unknown.clone());
    Some(Manifest { node, origin, is_item: manifest.is_item, unknown })
}

/// Asks about an object until no error about an unknown value is in the way.
fn in_rounds(
    manifest: &Manifest,
    identity: &Identity,
    kind: &Kind<'_>,
    scope: Scope,
    context: Context<'_>,
    buffers: &mut Buffers,
) -> Validated {
    let stored_one = context.stored.get(identity, scope);
    let kept = kept(manifest, stored_one.map(|old| &old.node), context);
    let manifest = kept.as_ref().unwrap_or(manifest);
    let mut ask = |node: &Node, old: Option<&Node>| match kind {
        Kind::Custom(validator) => {
            custom_resource::answer(node, old, manifest, identity, *validator, context, buffers)
        }
        Kind::Native(native) => native_object::answer(node, old, identity, *native, context),
    };
    let old = stored_one.map(|old| &old.node);
    let is_old_known = stored_one.is_none_or(|old| old.unknown.is_empty());
    let mut object = Cow::Borrowed(&manifest.node);
    let (mut unknown_values, mut tried) = (BTreeSet::new(), BTreeSet::new());
    let mut round = 1;
    let mut places = Places::new(&manifest.node);
    let mut dropped: Vec<Finding> = Vec::new();
    let (mut findings, stored) = loop {
        let Answered { mut findings, stored, .. } = ask(&object, old);
        if manifest.unknown.is_empty() {
            if is_old_known {
                findings.extend(managed_fields(&manifest.node, context));
                return Validated { verdict: Verdict::Valid, findings, stored, unknown: 0 };
            }
            break (findings, stored);
        }
        let explained =
            |finding: &mut Finding| manifest.unknown.explains(finding, &manifest.node, &mut places);
        let about: Vec<Finding> = findings.extract_if(.., explained).collect();
        let spans = about.iter().map(|finding| finding.span).filter(|span| manifest.unknown.is(*span));
        unknown_values.extend(spans.map(|span| (span.start, span.end)));
        let is_native = matches!(kind, Kind::Native(_));
        let next = manifest.unknown.without(&object, &about, is_native, &mut tried);
        dropped.extend(about);
        let next = next.filter(|_| round < MOST_ROUNDS);
        if let Some(next) = next {
            object = Cow::Owned(next);
            round += 1;
            continue;
        }
        break (findings, stored);
    };
    findings.extend(not_compared(manifest, context).filter(|_| stored_one.is_none()));
    // Errors that some value removes are not reported, the others are.
    let is_open = |finding: &Finding, places: &mut Places<'_>| {
        finding.level != Level::Error || manifest.unknown.is_open(finding, places)
    };
    let open: Vec<Finding> = dropped.extract_if(.., |finding| is_open(finding, &mut places)).collect();
    let is_asked = |finding: &&Finding| finding.level == Level::Error && !STAYS.contains(&finding.id);
    let mut errors: Vec<Finding> = findings.iter().filter(is_asked).cloned().collect();
    let kept = errors.len();
    errors.extend(dropped);
    let new = Filled { node: &manifest.node, unknown: &manifest.unknown };
    let old = stored_one.map(|old| Filled { node: &old.node, unknown: &old.unknown });
    let Told { fates, mut more } = fates((&errors, kept), new, old, ask);
    more.retain_mut(|error| {
        !(manifest.unknown.explains(error, &manifest.node, &mut places) && is_open(error, &mut places))
    });
    let is_any_removed =
        !open.is_empty() || fates.iter().enumerate().any(|(index, fate)| is_gone(*fate, index < kept));
    let mut of_kept = fates.iter();
    findings
        .retain(|finding| !is_asked(&finding) || !of_kept.next().is_some_and(|fate| is_gone(*fate, true)));
    let reported = errors.into_iter().zip(&fates).skip(kept).filter(|(_, fate)| !is_gone(**fate, false));
    let mut known: HashSet<ErrorKey> = findings.iter().map(key).collect();
    let reported: Vec<Finding> =
        reported.map(|(error, _)| error).chain(more).filter(|error| known.insert(key(error))).collect();
    let is_last = |found: &Finding| found.level != Level::Error || found.id == "unknown-field";
    let at = findings.iter().position(is_last).unwrap_or(findings.len());
    findings.splice(at..at, reported);
    findings.extend(managed_fields(&manifest.node, context));
    // The errors that it speaks of are not there for the user.
    if is_any_removed && findings.iter().all(|finding| finding.level != Level::Error) {
        findings.retain(|finding| finding.id != "rules-not-checked");
    }
    // A rule may be about one of them that it does not name.
    let unknown = unknown_values.len().max(usize::from(is_any_removed));
    Validated { verdict: Verdict::Valid, findings, stored, unknown }
}

/// The note on an object whose name is unknown: nobody can tell which stored object it updates.
fn not_compared(manifest: &Manifest, context: Context<'_>) -> Option<Finding> {
    let metadata = manifest.node.get("metadata")?;
    let mut named = ["name", "namespace"].into_iter().filter_map(|key| Some((key, metadata.get(key)?)));
    let (key, at) = named.find(|(_, at)| manifest.unknown.is(at.span))?;
    let finding = || {
        let message =
            format!("nobody knows the {key} of this object yet: it was not compared with an old one");
        Finding::new("unknown-value", Level::Note, at.span, message)
    };
    context
        .stored
        .has_objects
        .then(finding)
        .map(|finding| finding.help("give the value of its variable with --substitute NAME=value"))
}

/// Whether an error is not reported. If no answer says, it is as it would be without its value.
fn is_gone(fate: Fate, was_kept: bool) -> bool {
    match fate {
        Fate::Removed => true,
        Fate::Stays => false,
        Fate::Undecided => !was_kept,
    }
}

/// The identity of an error in several rounds.
type ErrorKey = (&'static str, (u32, u32), Option<String>, Option<String>);

fn key(finding: &Finding) -> ErrorKey {
    let span = (finding.span.start, finding.span.end);
    (finding.id, span, finding.field.clone(), finding.rule.as_deref().map(str::to_owned))
}

/// An object of a kind that is not known.
fn without_schema(
    identity: &Identity,
    span: Span,
    Context { schemas, settings, .. }: Context<'_>,
) -> Validated {
    // Advice about the group comes first, whatever else was asked for.
    let near = schemas.natives.near(&identity.api_version);
    if let Some(finding) = near.and_then(|kinds| native_object::unknown_kind(kinds, identity, span)) {
        return Validated::failed(finding);
    }
    let is_own = || schemas.natives.missing(&identity.api_version).is_some();
    if settings.ignore_missing_schemas && !schemas.knows_group(identity.group()) && !is_own() {
        return Validated::of(Verdict::Skipped, Vec::new());
    }
    // An answer of the server, and no gap in what is known.
    if schemas.has_other_versions(identity) {
        let message =
            format!("{} {} is not served: its CRD has no such version", identity.api_version, identity.kind);
        let mut finding = Finding::new("version-not-served", Level::Error, span, message);
        let Identity { api_version, kind, .. } = identity;
        finding.server.push(format!("no matches for kind \"{kind}\" in version \"{api_version}\""));
        return Validated::failed(finding.help(schemas.advice(identity)));
    }
    let message = format!("no schema for {} {}", identity.api_version, identity.kind);
    let finding = Finding::new(MISSING, Level::Error, span, message);
    Validated::failed(finding.help(schemas.advice(identity)))
}

/// The error of server-side apply about managed fields.
// apimachinery: pkg/util/managedfields/internal/structuredmerge.go Apply
fn managed_fields(node: &Node, context: Context<'_>) -> Option<Finding> {
    let managed = node.get("metadata")?.member("managedFields")?;
    let is_set = context.settings.server_side && matches!(managed.value.value, Value::Array(_));
    let finding =
        || Finding::new("refused", Level::Error, managed.key_span, "metadata.managedFields must be nil");
    is_set.then(finding).map(|finding| {
        finding.field("metadata.managedFields".to_owned()).help("remove it: the server keeps it itself")
    })
}
