//! One object: what the server would answer, as findings.

use super::finding::{Finding, Level, Verdict};
use super::manifest::{Identity, Manifest};
use super::place::{self, Places};
use super::refused;
use super::run::{Context, Settings};
use super::version;
use crate::edit::{metadata, set, take, text};
use crdc::{ErrorSource, ErrorType, FieldError, FieldValidation, Outcome, Request, Scope, Scratch};
use crdc_codegen::schema::is_patch;
use crdc_codegen::source::{Node, Value};

/// What is used for all objects of a thread.
#[derive(Default)]
pub(crate) struct Buffers {
    scratch: Scratch,
    new: String,
    old: String,
}

/// What became of an object.
pub(crate) struct Validated {
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Finding>,
    /// The object as it would be stored, if it was asked for.
    pub(crate) stored: Option<Vec<u8>>,
}

impl Validated {
    fn skipped() -> Validated {
        Validated { verdict: Verdict::Skipped, findings: Vec::new(), stored: None }
    }

    fn failed(finding: Finding) -> Validated {
        Validated { verdict: Verdict::Invalid, findings: vec![finding], stored: None }
    }
}

/// Validates an object as a create, or as an update if there is a stored one.
pub(crate) fn validate(
    manifest: &Manifest,
    identity: &Identity,
    Context { schemas, stored, settings }: Context<'_>,
    buffers: &mut Buffers,
) -> Validated {
    let (node, span) = (&manifest.node, manifest.span());
    if let Some(problem) = without_kind(node) {
        let finding = Finding::new("no-kind", Level::Error, span, problem);
        return Validated::failed(
            finding.help("leave out files without objects with --ignore-filename-pattern REGEX"),
        );
    }
    if settings.skip.iter().any(|kind| kind.fits(identity)) {
        return Validated::skipped();
    }
    if settings.reject.iter().any(|kind| kind.fits(identity)) {
        let message = format!("objects of the kind {} are rejected by --reject", identity.kind);
        return Validated::failed(Finding::new("rejected-kind", Level::Error, span, message));
    }
    // The loader has checked it.
    if is_crd(identity) {
        // What a patch is applied to is another document.
        if is_patch(node) {
            return Validated::skipped();
        }
        return Validated { verdict: Verdict::Valid, findings: Vec::new(), stored: None };
    }
    let Some(validator) = schemas.validators.find(&identity.api_version, &identity.kind) else {
        if settings.ignore_missing_schemas {
            return Validated::skipped();
        }
        let message = format!("no schema for {} {}", identity.api_version, identity.kind);
        let finding = Finding::new("missing-schema", Level::Error, span, message);
        return Validated::failed(finding.help(schemas.advice(identity)));
    };
    if !validator.is_served() {
        let message = format!("{} {} is not served", identity.api_version, identity.kind);
        let finding = Finding::new("version-not-served", Level::Error, span, message);
        return Validated::failed(finding.help("write the object in a version that its CRD serves"));
    }
    let Buffers { scratch, new, old } = buffers;
    new.clear();
    old.clear();
    let scope = validator.compiled().scope;
    let before = stored.get(identity, scope);
    let request = match before {
        Some(before) => {
            let (after, before) = update_of(node, before, scope);
            after.append_json(new);
            before.append_json(old);
            Request::update(new.as_bytes(), old.as_bytes())
        }
        None => {
            node.append_json(new);
            Request::create(new.as_bytes())
        }
    };
    let outcome = validator.answer(request_of(request, identity, settings), scratch);
    let mut findings = findings(&outcome, manifest, settings);
    findings.extend(version::refused(node, before, validator, &identity.name));
    let stored = settings
        .show
        .and_then(|_| outcome.accepted_object().or(outcome.rejected_object()))
        .map(<[u8]>::to_vec);
    Validated { verdict: Verdict::Valid, findings, stored }
}

/// A request with the options of the command line. Unknown fields are findings of their own.
pub(super) fn request_of<'r>(
    request: Request<'r>,
    identity: &Identity,
    settings: &'r Settings,
) -> Request<'r> {
    let request = request.field_validation(FieldValidation::Ignore);
    match settings.namespace.as_deref().filter(|_| identity.namespace.is_empty()) {
        Some(namespace) => request.namespace(namespace),
        None => request,
    }
}

/// Whether an object is a schema, not an object of one.
pub(super) fn is_crd(identity: &Identity) -> bool {
    identity.kind == "CustomResourceDefinition" && identity.group() == "apiextensions.k8s.io"
}

/// Why a document is no object of Kubernetes.
pub(super) fn without_kind(node: &Node) -> Option<&'static str> {
    if !matches!(node.value, Value::Object(_)) {
        return Some("the document is not an object: it needs apiVersion, kind and metadata");
    }
    let is_set = |key: &str| node.get(key).and_then(Node::as_str).is_some_and(|text| !text.is_empty());
    match (is_set("apiVersion"), is_set("kind")) {
        (true, true) => None,
        (true, false) => Some("the object has no kind"),
        (false, true) => Some("the object has no apiVersion"),
        (false, false) => Some("the object has neither apiVersion nor kind"),
    }
}

/// The object and the stored one as kubectl would send them: the version of the request, and the resource version that it read.
/// Whether that is the stored one, `version` says.
fn update_of(new: &Node, old: &Node, scope: Scope) -> (Node, Node) {
    const VERSION: &str = "1";
    let (mut new, mut old) = (new.clone(), old.clone());
    if let Some(api_version) = new.get("apiVersion").cloned() {
        set(&mut old, "apiVersion", api_version);
    }
    let read = metadata(&old, version::FIELD).filter(|version| !version.is_empty());
    let version = read.unwrap_or(VERSION).to_owned();
    for object in [&mut new, &mut old] {
        in_metadata(object, |metadata| set(metadata, version::FIELD, text(&version)));
    }
    // No server stores it.
    if scope == Scope::Cluster {
        in_metadata(&mut old, |metadata| drop(take(metadata, "namespace")));
    }
    (new, old)
}

/// Changes the metadata of an object that has some.
fn in_metadata(object: &mut Node, edit: impl FnOnce(&mut Node)) {
    if let Value::Object(members) = &mut object.value
        && let Some(metadata) = members.iter_mut().find(|member| member.key == "metadata")
    {
        edit(&mut metadata.value);
    }
}

/// All that the answer says.
fn findings(outcome: &Outcome<'_>, manifest: &Manifest, settings: &Settings) -> Vec<Finding> {
    let mut places = Places::new(&manifest.node);
    let mut found = Vec::new();
    let rules: Vec<_> = outcome.failed_rules().collect();
    for error in outcome.errors() {
        // Other errors stand beside the one that says that rules were not checked because of them.
        let level = if error.source == ErrorSource::Blocked { Level::Note } else { Level::Error };
        let mut finding = of_error(&mut places, &error, level);
        let rule = rules.iter().find(|failed| error.source == ErrorSource::Cel && *failed.error == error);
        finding.rule = rule.map(|failed| failed.rule.to_owned());
        found.push(finding);
    }
    if let (Some(message), true) = (outcome.message(), found.is_empty()) {
        let span = refused::place(message, &manifest.node).unwrap_or_else(|| manifest.span());
        found.push(Finding::new("refused", Level::Error, span, message));
    }
    let unknown = if settings.strict { Level::Error } else { Level::Warning };
    for path in outcome.pruned() {
        let path = path.to_string();
        let message = format!("unknown field \"{path}\"");
        let finding = Finding::new("unknown-field", unknown, places.key_of(&path), message);
        found.push(finding.field(path).help("the server drops it: correct the name, or remove it"));
    }
    for warning in outcome.warnings() {
        found.push(Finding::new("server-warning", Level::Warning, manifest.span(), warning.to_string()));
    }
    for error in outcome.ratcheted() {
        let mut finding = of_error(&mut places, &error, Level::Note);
        finding.id = "old-error";
        let why = match error.source {
            // All errors of lists are set aside together, whichever list they are of.
            ErrorSource::ListType => "the old object has an error in a list",
            _ => "the old object has it too",
        };
        found.push(finding.help(format!("the server accepts it, because {why}")));
    }
    found
}

fn of_error(places: &mut Places<'_>, error: &FieldError, level: Level) -> Finding {
    let (path, message) = (error.field.to_string(), error.to_string());
    // Errors of metadata have the path of a map or a list.
    let is_metadata = matches!(error.source, ErrorSource::Metadata | ErrorSource::ObjectMeta);
    let bad = error.bad_value.as_ref().filter(|_| is_metadata);
    let span = match bad.and_then(|json| serde_json::from_str::<String>(json).ok()) {
        Some(bad) => places.of_one(&path, &bad),
        None => places.of(place::in_message(&message).unwrap_or(&path)),
    };
    let mut finding = Finding::new(id(error), level, span, message).field(path);
    finding.kind = Some(error.error_type.as_str());
    finding
}

/// The name of an error: what the server calls it, or the step if that says more.
fn id(error: &FieldError) -> &'static str {
    match (error.source, error.error_type) {
        (ErrorSource::Blocked, _) => "rules-not-checked",
        (ErrorSource::Immutable, _) => "immutable-field",
        (ErrorSource::Cel, _) => "rule",
        (ErrorSource::Union, _) => "union",
        (_, ErrorType::Required) => "required-value",
        (_, ErrorType::Duplicate) => "duplicate-value",
        (_, ErrorType::NotSupported) => "unsupported-value",
        (_, ErrorType::Forbidden) => "forbidden-value",
        (_, ErrorType::TooLong) => "too-long",
        (_, ErrorType::TooMany) => "too-many",
        (_, ErrorType::TypeInvalid) => "wrong-type",
        _ => "invalid-value",
    }
}
