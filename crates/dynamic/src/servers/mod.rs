//! Converts answers to those of other minor versions of servers. In: an answer with the messages of 1.36.
//! Out: the messages of the version.
//!
//! [`Loader::server`](crate::Loader::server) decides before which objects a version accepts.
//!
//! Easy to break: errors are converted in their order, because in some versions the path of an error depends
//! on the errors before it (`paths`), and because equal errors may be about different owners (`owners`).
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (validateExpressions), at v0.34 and v0.35

mod owners;
mod paths;

use std::collections::HashMap;

use crdc::{ErrorSource, ErrorType, Outcome};
use crdc_schema::server::messages::{self, About};
use crdc_source::diag::{BadValue, FieldError};
use crdc_source::{Source, Value, parse_json};
use crdc_vocabulary::Minor;
use owners::Owners;
use paths::RulePaths;

/// The errors of an answer in the words of another server version, in the order of [`Outcome::errors`].
///
/// ```
/// use crdc::Scratch;
/// use crdc_vocabulary::Minor;
/// use crdc_source::Source;
/// use crdc_dynamic::{Validators, servers};
/// # let crd = Source::new("crd.yaml", "
/// # apiVersion: apiextensions.k8s.io/v1
/// # kind: CustomResourceDefinition
/// # metadata: {name: notes.example.com}
/// # spec:
/// #   group: example.com
/// #   scope: Cluster
/// #   names: {plural: notes, singular: note, kind: Note, listKind: NoteList}
/// #   versions:
/// #   - name: v1
/// #     served: true
/// #     storage: true
/// #     schema:
/// #       openAPIV3Schema:
/// #         type: object
/// #         properties:
/// #           text: {type: string, maxLength: 2}
/// # ");
/// let (validators, _) = Validators::loader().crds(&[crd]).server(Minor(31)).load_valid();
/// let note = validators.find("example.com/v1", "Note").unwrap();
/// let mut scratch = Scratch::new();
/// let object = br#"{"apiVersion": "example.com/v1", "kind": "Note", "metadata": {"name": "a"}, "text": "abc"}"#;
/// let outcome = note.create(object, &mut scratch);
/// let errors = servers::errors(Minor(31), &outcome);
/// assert_eq!(errors[0].to_string(), "text: Too long: may not be longer than 2");
/// ```
#[must_use]
pub fn errors(server: Minor, outcome: &Outcome<'_>) -> Vec<FieldError> {
    // Rules are in the order of the errors.
    let mut rules = outcome.failed_rules().filter(|failed| !failed.ignored).peekable();
    let (mut paths, mut owners) = (RulePaths::default(), None);
    let field_errors = outcome.errors().map(|error| {
        let is_rule = error.source == ErrorSource::Cel;
        let failed = is_rule.then(|| rules.next_if(|failed| *failed.error == error)).flatten();
        let mut field_error = in_words_of(server, outcome, &error, failed.as_ref().map(|failed| failed.kind));
        if server < Minor::RULE_PATHS
            && let Some(failed) = &failed
        {
            field_error.field = paths.next(failed);
        }
        if server >= Minor::OWNER_INDEXES && error.source == ErrorSource::Metadata {
            let object = || outcome.accepted_object().or(outcome.rejected_object()).unwrap_or_default();
            owners.get_or_insert_with(|| Owners::of(object())).name(&mut field_error);
        }
        field_error
    });
    field_errors.collect()
}

/// The warnings of an answer as a server of another version words them.
#[must_use]
pub fn warnings(server: Minor, outcome: &Outcome<'_>) -> Vec<String> {
    // A rule that an update need not keep is a warning with the text of its error.
    let ignored = outcome.failed_rules().filter(|failed| failed.ignored);
    let ignored: HashMap<String, String> = ignored
        .map(|failed| {
            let older = in_words_of(server, outcome, failed.error, Some(failed.kind));
            (failed.error.to_string(), older.to_string())
        })
        .collect();
    let reworded = |warning: crdc::Message| match warning.wording() {
        Some(wording) => wording.of(server),
        None => {
            let text = String::from(warning);
            ignored.get(&text).cloned().unwrap_or(text)
        }
    };
    outcome.warnings().map(reworded).collect()
}

/// An error of an answer in the words of another server version. Parts that depend on neighbouring errors are
/// those of the newest version: use [`errors`] if there may be several errors.
#[must_use]
pub fn error_as_of(server: Minor, outcome: &Outcome<'_>, error: &crdc::FieldError) -> FieldError {
    let is_rule = server < Minor::RULE_VALUES && error.source == ErrorSource::Cel;
    let failed = is_rule.then(|| outcome.failed_rules().find(|failed| failed.error == error)).flatten();
    in_words_of(server, outcome, error, failed.map(|failed| failed.kind))
}

/// The error in the words of the server; `kind_of_value` is the type of the value of the rule that failed.
fn in_words_of(
    server: Minor,
    outcome: &Outcome<'_>,
    error: &crdc::FieldError,
    kind_of_value: Option<&str>,
) -> FieldError {
    let mut field_error = FieldError {
        kind: error.error_type,
        field: error.field.to_string(),
        bad: error.bad_value.as_deref().map_or(BadValue::Omitted, bad_value),
        detail: error.detail.to_string(),
        wording: error.detail.wording().cloned(),
    };
    if server < Minor::RULE_VALUES
        && error.source == ErrorSource::Cel
        && let Some(kind) = kind_of_value
    {
        field_error.bad = BadValue::Text(kind.to_owned());
    }
    if server < Minor::STATUS_PATHS
        && error.source == ErrorSource::Schema
        && outcome.is_status_update()
        && let Some(field) = paths::in_status(&field_error.field)
    {
        field_error.field = field;
    }
    if server < Minor::JSON_VALUES && error.source == ErrorSource::ObjectMeta && is_type_meta(&field_error) {
        "must not be empty".clone_into(&mut field_error.detail);
    }
    messages::error_as_of(server, About::Resource, &mut field_error);
    field_error
}

/// Whether the error is that an embedded resource has no type.
fn is_type_meta(error: &FieldError) -> bool {
    let is = |name: &str| error.field == name || error.field.ends_with(&format!(".{name}"));
    error.kind == ErrorType::Required && error.detail.is_empty() && (is("apiVersion") || is("kind"))
}

/// A value that is JSON text.
fn bad_value(text: &str) -> BadValue {
    match parse_json(&Source::new("value", text)).0.pop().map(|node| node.value) {
        Some(Value::String(text)) => BadValue::Text(text),
        Some(Value::Float(value)) => BadValue::Float(value),
        _ => BadValue::Json(text.to_owned()),
    }
}
