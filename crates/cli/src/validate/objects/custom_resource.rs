//! Validates a custom resource. In: the object and its validator. Out: the response of a server, as findings.

use crate::edit::{metadata, set, take, text};
use crate::field_validation::FieldValidation;
use crate::identity::Identity;
use crate::validate::context::{Context, Settings};
use crate::validate::findings::answer::{Answered, Buffers};
use crate::validate::findings::field_spans::Places;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::manifests::manifest::Manifest;
use crate::validate::schemas::field_names::Fields;
use crate::validate::storage::{resource_version, versions};
use crdc::{ErrorSource, FieldError, Outcome, Request, Scope};
use crdc_dynamic::{Validator, servers};
use crdc_source::diag::ErrorType;
use crdc_source::{Node, Span, Value};
use crdc_vocabulary::Minor;

/// Validates the current form of an object, as an update if there is a stored object.
pub(crate) fn answer(
    node: &Node,
    before: Option<&Node>,
    manifest: &Manifest,
    identity: &Identity,
    (validator, fields): (Validator<'_>, &Fields),
    Context { schemas, settings, .. }: Context<'_>,
    buffers: &mut Buffers,
) -> Answered {
    let Buffers { scratch, new, old } = buffers;
    new.clear();
    old.clear();
    let compiled = validator.compiled();
    let mut notes = Vec::new();
    let request = match before {
        Some(before) => {
            let (after, before, note) = update_of(node, before, validator, manifest.span());
            notes.extend(note);
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
    let named = Named { fields, identity };
    let mut findings = findings(&outcome, schemas.server, node, manifest, settings, named);
    let resource = || match compiled.group {
        "" => compiled.plural.to_owned(),
        group => format!("{}.{group}", compiled.plural),
    };
    let is_ended = outcome.message().is_some() && outcome.errors().next().is_none();
    findings.extend(resource_version::refused(node, before, resource, &identity.name, settings.server_side));
    let stored = settings.stores.then(|| match outcome.accepted_object() {
        Some(object) => {
            let (stored, note) = versions::stored(validator, object.to_vec(), manifest.span());
            notes.extend(note);
            Some(stored)
        }
        None => outcome.rejected_object().map(<[u8]>::to_vec),
    });
    let stored = stored.flatten();
    findings.extend(notes);
    Answered { findings, stored, is_ended }
}

/// The request with the options of the command line. Unknown fields are reported as findings of their own.
pub(crate) fn request_of<'r>(
    request: Request<'r>,
    identity: &Identity,
    settings: &'r Settings,
) -> Request<'r> {
    let request = request.field_validation(crdc::FieldValidation::Ignore);
    match settings.namespace.as_deref().filter(|_| identity.namespace.is_empty()) {
        Some(namespace) => request.namespace(namespace),
        None => request,
    }
}

/// The object and the stored object as kubectl would send them: both in the version of the request, and the
/// object with the resource version that kubectl read. `resource_version` checks a resource version in the
/// manifest.
fn update_of(new: &Node, old: &Node, validator: Validator<'_>, span: Span) -> (Node, Node, Option<Finding>) {
    const VERSION: &str = "1";
    let mut new = new.clone();
    let (mut old, note) = versions::old(validator, old, span);
    let read = metadata(&old, resource_version::FIELD).filter(|version| !version.is_empty());
    let version = read.unwrap_or(VERSION).to_owned();
    for object in [&mut new, &mut old] {
        in_metadata(object, |metadata| set(metadata, resource_version::FIELD, text(&version)));
    }
    // A server does not store a namespace here.
    if validator.compiled().scope == Scope::Cluster {
        in_metadata(&mut old, |metadata| drop(take(metadata, "namespace")));
    }
    (new, old, note)
}

/// Changes the metadata of an object, if it has metadata.
fn in_metadata(object: &mut Node, edit: impl FnOnce(&mut Node)) {
    if let Value::Object(members) = &mut object.value
        && let Some(metadata) = members.iter_mut().find(|member| member.key == "metadata")
    {
        edit(&mut metadata.value);
    }
}

/// The number of unknown fields of an object for which a similar name is searched, which takes time.
const MOST_MEANT: usize = 100;

/// The lookups that make help texts.
#[derive(Clone, Copy)]
struct Named<'f> {
    fields: &'f Fields,
    identity: &'f Identity,
}

/// All findings of an outcome, in the words of another server version if one was chosen. `named` finds names
/// of fields.
fn findings(
    outcome: &Outcome<'_>,
    server: Option<Minor>,
    node: &Node,
    manifest: &Manifest,
    settings: &Settings,
    named: Named<'_>,
) -> Vec<Finding> {
    let mut places = Places::new(node);
    let mut found = Vec::new();
    // The failed rules are in the order of the errors.
    let mut rules = outcome.failed_rules().filter(|failed| !failed.ignored).peekable();
    let mut reworded = server.map(|server| servers::errors(server, outcome)).unwrap_or_default().into_iter();
    for error in outcome.errors() {
        // The error that rules were not checked is beside the errors that are its cause.
        let level = if error.source == ErrorSource::Blocked { Level::Note } else { Level::Error };
        let words =
            reworded.next().map_or_else(|| Words::newest(&error), |worded| Words::other(&error, &worded));
        let mut finding = of_error(&mut places, &error, words, level);
        // Errors of `oneOf` and `anyOf` name no field.
        if let Some(path) = finding.value_path.as_deref().filter(|_| found.len() < MOST_MEANT) {
            finding.help = named.fields.one_of(named.identity, path, places.find(path).node);
        }
        if error.source == ErrorSource::Cel
            && let Some(failed) = rules.next_if(|failed| *failed.error == error)
        {
            finding.rule = Some(failed.rule.to_owned());
            finding.rule_at = Some(failed.path.to_string());
        }
        found.push(finding);
    }
    if let (Some(message), true) = (outcome.message(), found.is_empty()) {
        let path = outcome.undecodable().and_then(|why| why.path.as_deref());
        let span = path.map_or_else(|| manifest.span(), |path| places.of(path));
        found.push(Finding::new("refused", Level::Error, span, message));
    }
    let pruned = outcome.pruned().filter(|_| settings.field_validation != FieldValidation::Ignore);
    for (index, path) in pruned.enumerate() {
        let path = path.to_string();
        let message = format!("unknown field \"{path}\"");
        let level = settings.field_validation.level();
        let finding = Finding::new("unknown-field", level, places.key_of(&path), message);
        let help = match (index < MOST_MEANT).then(|| named.fields.meant(named.identity, &path)).flatten() {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if level == Level::Error => {
                "correct the name, or remove it: the schema has no such field".to_owned()
            }
            None => "the server drops it: correct the name, or remove it".to_owned(),
        };
        found.push(finding.field(path).help(help));
    }
    let warnings = match server {
        Some(server) => servers::warnings(server, outcome),
        None => outcome.warnings().map(String::from).collect(),
    };
    for warning in warnings {
        found.push(Finding::new("server-warning", Level::Warning, manifest.span(), warning));
    }
    for error in outcome.ratcheted() {
        let words = match server {
            Some(server) => Words::other(&error, &servers::error_as_of(server, outcome, &error)),
            None => Words::newest(&error),
        };
        let mut finding = of_error(&mut places, &error, words, Level::Note);
        finding.id = "old-error";
        let why = match error.source {
            // A server ignores all existing errors of lists together, whichever list they are about.
            ErrorSource::ListType => "the old object has an error in a list",
            _ => "the old object has it too",
        };
        found.push(finding.help(format!("the server accepts it, because {why}")));
    }
    found
}

/// The words of a server for an error.
struct Words {
    path: String,
    message: String,
    kind: ErrorType,
    /// The path in the object, if the server may insert other text into the path of the error.
    own: Option<String>,
}

impl Words {
    fn newest(error: &FieldError) -> Words {
        let (path, message) = (error.field.to_string(), error.to_string());
        Words { path, message, kind: error.error_type, own: None }
    }

    /// The words of another server version for an error.
    fn other(error: &FieldError, worded: &crdc_source::diag::FieldError) -> Words {
        // Before 1.30, the path of a rule contains the fields of rules that failed before it.
        let own = (error.source == ErrorSource::Cel).then(|| error.field.to_string());
        Words { path: worded.field.clone(), message: worded.to_string(), kind: worded.kind, own }
    }
}

fn of_error(places: &mut Places<'_>, error: &FieldError, words: Words, level: Level) -> Finding {
    let Words { path, message, kind, own } = words;
    // Errors of metadata have the path of the containing map or list.
    let is_metadata = matches!(error.source, ErrorSource::Metadata | ErrorSource::ObjectMeta);
    let bad = error.bad_value.as_ref().filter(|_| is_metadata);
    let value_path = error.value_path.as_ref().map(ToString::to_string);
    let span = match bad.and_then(|json| serde_json::from_str::<String>(json).ok()) {
        Some(bad) => places.of_one(&path, &bad),
        None => places.of(value_path.as_deref().or(own.as_deref()).unwrap_or(&path)),
    };
    let mut finding = Finding::new(id(error.source, kind), level, span, message).field(path);
    finding.value_path = value_path;
    finding.kind = Some(kind.as_str());
    finding.expected = error.expected.clone();
    finding
}

/// The name of an error: the server's type of error, or the validation step if that is more precise.
fn id(source: ErrorSource, kind: ErrorType) -> &'static str {
    match (source, kind) {
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
