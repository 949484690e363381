//! Validates one object. In: the object, the schemas, the stored objects. Out: a verdict.

use crate::identity::Identity;
use crate::validate::context::Context;
use crate::validate::findings::answer::{Answered, Buffers};
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::findings::untrusted;
use crate::validate::locations::{FAILED, Found, Known};
use crate::validate::manifests::manifest::{Manifest, without_kind};
use crate::validate::objects::rounds::{Object, Rounds};
use crate::validate::objects::validated::Validated;
use crate::validate::objects::{catalogued, crd, custom_resource, native_object};
use crate::validate::report::file_report::Verdict;
use crate::validate::schemas::catalogue::{CataloguedKind, Variant};
use crate::validate::schemas::field_names::Fields;
use crate::validate::schemas::loader::{MISSING, Schemas};
use crate::validate::schemas::native_kinds::Native;
use crate::validate::schemas::{crd_values, native_kinds};
use crate::validate::storage::{client_side_apply, server_side_apply};
use crate::validate::variables::Filled;
use crdc::Scope;
use crdc_dynamic::Validator;
use crdc_schema::is_patch;
use crdc_source::{Node, Span};

/// The validator of an object, by its kind.
enum ObjectValidator<'s> {
    /// With the names of fields, for suggestions.
    Custom(Validator<'s>, &'s Fields),
    /// By a JSON Schema of others.
    Located(Validator<'s>, &'s Known),
    Native(Native<'s>),
}

/// Validates an object as a create, or as an update if there is a stored object.
pub(crate) fn validate(
    manifest: &Manifest,
    identity: &Identity,
    context: Context<'_>,
    buffers: &mut Buffers,
) -> Validated {
    if let Some(validated) = without_asking(manifest, identity, context) {
        return validated;
    }
    let (span, schemas) = (manifest.span(), context.schemas);
    if identity.is_crd() {
        return definition(manifest, identity, context);
    }
    let (api_version, kind) = (identity.api_version.as_str(), identity.kind.as_str());
    // A server prefers its own kinds, whatever CRD there is.
    let own = schemas.natives.find(api_version, kind).map(ObjectValidator::Native);
    let custom = || schemas.validators.find(api_version, kind);
    let kind = match own.is_none().then(custom).flatten() {
        Some(validator) if !validator.is_served() => {
            return not_served(identity, span, "", schemas);
        }
        Some(validator) => ObjectValidator::Custom(validator, &schemas.fields),
        None => match own {
            Some(own) => own,
            None => return otherwise(manifest, identity, context, buffers),
        },
    };
    of_kind(manifest, identity, &kind, context, buffers)
}

/// The result for an object with a validator.
fn of_kind(
    manifest: &Manifest,
    identity: &Identity,
    kind: &ObjectValidator<'_>,
    context: Context<'_>,
    buffers: &mut Buffers,
) -> Validated {
    let scope = match kind {
        ObjectValidator::Custom(validator, _) | ObjectValidator::Located(validator, _) => {
            validator.compiled().scope
        }
        ObjectValidator::Native(_) => native_kinds::scope(identity.group(), &identity.kind),
    };
    let mut validated = answered(manifest, identity, kind, scope, context, buffers);
    if let ObjectValidator::Located(_, known) = kind {
        validated.schema = Some(known.from.clone());
    }
    validated.findings.extend(annotation(manifest, scope, context));
    validated
}

/// The result for an object whose kind is given nowhere: the catalogue may have it, and then a location of
/// JSON Schemas.
fn otherwise(
    manifest: &Manifest,
    identity: &Identity,
    context: Context<'_>,
    buffers: &mut Buffers,
) -> Validated {
    let Context { schemas, locations, settings, .. } = context;
    let span = manifest.span();
    let catalogued = schemas.catalogued(identity).map(|kind| {
        catalogued::decide(kind, identity, span, settings.missing_schema, |variant| {
            by_release(kind, variant, manifest, identity, context, buffers)
        })
    });
    let unknown = match catalogued {
        Some(validated) if validated.verdict != Verdict::WithoutSchema => return validated,
        unknown => unknown,
    };
    if let Some(refused) = refused(identity, span, schemas) {
        return refused;
    }
    match locations.find(identity).get() {
        Some(Found::Failed(why, help)) => return failed_location(span, why, help),
        Some(Found::Schema(known)) => {
            if let Some(validator) = known.validator(identity) {
                let validator = ObjectValidator::Located(validator, known);
                return of_kind(manifest, identity, &validator, context, buffers);
            }
        }
        Some(Found::Nothing) | None => {}
    }
    unknown.unwrap_or_else(|| without_schema(identity, span, context))
}

/// The result for an object with the CRD of some releases of the catalogue; `None` if they do not serve its
/// version.
pub(crate) fn by_release(
    kind: &CataloguedKind,
    variant: &Variant,
    manifest: &Manifest,
    identity: &Identity,
    context: Context<'_>,
    buffers: &mut Buffers,
) -> Option<Validated> {
    let (validator, fields) = variant.validator(identity)?;
    let validator = ObjectValidator::Custom(validator, fields);
    let mut validated = of_kind(manifest, identity, &validator, context, buffers);
    if kind.is_aggregated {
        validated.findings.retain(|finding| finding.field.as_deref() != Some("metadata.name"));
    }
    Some(validated)
}

/// The result for an object that is not validated: it has no kind, or its kind is left out.
pub(crate) fn without_asking(
    manifest: &Manifest,
    identity: &Identity,
    context: Context<'_>,
) -> Option<Validated> {
    let (node, span) = (&manifest.node, manifest.span());
    let settings = context.settings;
    if let Some(problem) = without_kind(node) {
        let finding = Finding::new("no-kind", Level::Error, span, problem);
        return Some(Validated::failed(
            finding.help(
                "write what is missing; of folders, files without objects are left out, and those that fit --ignore-filename-pattern REGEX",
            ),
        ));
    }
    if ["apiVersion", "kind"].iter().any(|key| node.get(key).is_some_and(|at| manifest.unknown.is(at.span))) {
        let message = "nobody knows the kind of this object yet: nothing in it was validated";
        let finding = Finding::new("unknown-value", Level::Note, span, message);
        let help = "give the value of its variable with --substitute NAME=value, or decrypt it";
        return Some(Validated::of(Verdict::Skipped, vec![finding.help(help)]));
    }
    if settings.skip.iter().any(|kind| kind.fits(identity)) {
        return Some(Validated::of(Verdict::Skipped, Vec::new()));
    }
    if settings.reject.iter().any(|kind| kind.fits(identity)) {
        let message = format!("objects of the kind {} are rejected by --reject", identity.kind);
        return Some(Validated::failed(Finding::new("rejected-kind", Level::Error, span, message)));
    }
    None
}

/// Validates a CRD. The loader has read it before.
fn definition(manifest: &Manifest, identity: &Identity, context: Context<'_>) -> Validated {
    let (node, span) = (&manifest.node, manifest.span());
    let Context { schemas, settings, .. } = context;
    // A patch is applied to another document, so it is not validated.
    if is_patch(node) {
        return match settings.untrusted {
            true => Validated::failed(untrusted::patch(span)),
            false => Validated::of(Verdict::Skipped, Vec::new()),
        };
    }
    // The loader reads API versions that servers no longer have.
    let is_gone = identity.api_version != "apiextensions.k8s.io/v1";
    let near = is_gone.then(|| schemas.natives.near(&identity.api_version)).flatten();
    match near.and_then(|kinds| native_object::unknown_kind(kinds, identity, span)) {
        Some(finding) => Validated::failed(finding),
        None => {
            let mut findings = crd::answer(node, identity, context);
            findings.extend(server_side_apply::managed_fields(node, settings.server_side));
            findings.extend(annotation(manifest, Scope::Cluster, context));
            let unknown = crd_values::unknown_values(manifest);
            Validated { unknown, ..Validated::of(Verdict::Valid, findings) }
        }
    }
}

/// The finding about the annotation that client-side apply writes into the object.
fn annotation(manifest: &Manifest, scope: Scope, Context { settings, .. }: Context<'_>) -> Option<Finding> {
    let told =
        || client_side_apply::too_long(&manifest.node, scope, settings.namespace.as_deref(), manifest.span());
    (!settings.server_side).then(told).flatten()
}

/// The object that client-side apply makes of the new and the stored one, if it keeps any member of the
/// stored one.
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

/// Validates an object, in rounds if some of its values are unknown.
fn answered(
    manifest: &Manifest,
    identity: &Identity,
    kind: &ObjectValidator<'_>,
    scope: Scope,
    context: Context<'_>,
    buffers: &mut Buffers,
) -> Validated {
    let stored_one = context.stored.get(identity, scope);
    let kept = kept(manifest, stored_one.map(|old| &old.node), context);
    let manifest = kept.as_ref().unwrap_or(manifest);
    let mut ask = |node: &Node, old: Option<&Node>| match kind {
        ObjectValidator::Custom(validator, fields) => {
            custom_resource::answer(node, old, manifest, identity, (*validator, *fields), context, buffers)
        }
        ObjectValidator::Located(validator, known) => {
            let by = (*validator, &known.fields);
            let mut answered = custom_resource::answer(node, old, manifest, identity, by, context, buffers);
            for finding in &mut answered.findings {
                finding.schema = Some(known.from.place.clone());
            }
            answered
        }
        ObjectValidator::Native(native) => native_object::answer(node, old, identity, *native, context),
    };
    let managed = server_side_apply::managed_fields(&manifest.node, context.settings.server_side);
    let is_old_known = stored_one.is_none_or(|old| old.unknown.is_empty());
    if manifest.unknown.is_empty() && is_old_known {
        let Answered { mut findings, stored, .. } = ask(&manifest.node, stored_one.map(|old| &old.node));
        findings.extend(managed);
        return Validated { stored, ..Validated::of(Verdict::Valid, findings) };
    }
    let object = Object {
        new: Filled { node: &manifest.node, unknown: &manifest.unknown },
        old: stored_one.map(|old| Filled { node: &old.node, unknown: &old.unknown }),
        is_native: matches!(kind, ObjectValidator::Native(_)),
    };
    let mut rounds = object.ask(&mut ask);
    rounds.findings.extend(not_compared(manifest, context).filter(|_| stored_one.is_none()));
    let is_any_removed = object.decide(&mut rounds, ask);
    let Rounds { mut findings, stored, values, .. } = rounds;
    findings.extend(managed);
    // This finding refers to errors that are not reported.
    if is_any_removed && findings.iter().all(|finding| finding.level != Level::Error) {
        findings.retain(|finding| finding.id != "rules-not-checked");
    }
    // A rule may depend on an unknown value that it does not name.
    let unknown = values.len().max(usize::from(is_any_removed));
    Validated { stored, unknown, ..Validated::of(Verdict::Valid, findings) }
}

/// The note for an object whose name is unknown: the stored object that it updates cannot be found.
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

/// The result for an object in a version that its CRD does not serve, or does not have.
fn not_served(identity: &Identity, span: Span, why: &str, schemas: &Schemas) -> Validated {
    let Identity { api_version, kind, .. } = identity;
    let message = format!("{api_version} {kind} is not served{why}");
    let mut finding = Finding::new("version-not-served", Level::Error, span, message);
    // kubectl's message.
    finding.server.push(format!("no matches for kind \"{kind}\" in version \"{api_version}\""));
    Validated::failed(finding.help(schemas.advice(identity)))
}

/// The result for an object whose schema a location may have, which does not answer. It is an error whatever
/// the options are, since it is not known that there is no schema.
fn failed_location(span: Span, why: &str, help: &str) -> Validated {
    let finding = Finding::new(FAILED, Level::Error, span, why).help(help);
    Validated::of(Verdict::WithoutSchema, vec![finding])
}

/// The result for an object of a kind that a server refuses, as what is known of its group says.
fn refused(identity: &Identity, span: Span, schemas: &Schemas) -> Option<Validated> {
    // Advice about the group comes first, whatever else is suggested.
    let near = schemas.natives.near(&identity.api_version);
    if let Some(finding) = near.and_then(|kinds| native_object::unknown_kind(kinds, identity, span)) {
        return Some(Validated::failed(finding));
    }
    // This is a response of the server, and not a missing schema.
    schemas
        .has_other_versions(identity)
        .then(|| not_served(identity, span, ": its CRD has no such version", schemas))
}

/// The result for an object of an unknown kind.
fn without_schema(
    identity: &Identity,
    span: Span,
    Context { schemas, settings, .. }: Context<'_>,
) -> Validated {
    // Where other kinds of the group are known, this one is misspelt, or its CRD is forgotten or broken.
    let is_group_known =
        || schemas.knows_group(identity.group()) || schemas.natives.missing(&identity.api_version).is_some();
    let level = if is_group_known() { Some(Level::Error) } else { settings.missing_schema };
    let finding = |level| {
        let message = format!("no schema for {} {}", identity.api_version, identity.kind);
        Finding::new(MISSING, level, span, message).help(schemas.advice(identity))
    };
    Validated::of(Verdict::WithoutSchema, level.map(finding).into_iter().collect())
}
