//! A server's answer in the form that tests compare. In: what came of a request, and the server that answers.
//! Out: its errors, message and warnings, in the words of that server.

use crdc::{ErrorSource, FieldError, Outcome};
use crdc_codegen::server::Minor;
use crdc_dynamic::servers;
use crdc_source::Node;

/// A server's answer.
#[derive(Default)]
pub(super) struct Answer {
    pub(super) accepted: bool,
    /// The message of the refusal, as clients print it.
    pub(super) message: String,
    /// Each error.
    pub(super) errors: Vec<String>,
    /// The messages that say that rules did not run.
    pub(super) blocked: Vec<String>,
    /// The errors in parts.
    pub(super) parts: Vec<FieldError>,
    pub(super) warnings: Vec<String>,
    /// The stored object, if it is accepted.
    pub(super) object: Option<Node>,
    /// Whether messages must have the values that this server shows.
    pub(super) exact: bool,
}

impl Answer {
    /// The answer of a server, or of the newest one. `object` is what came of that of the request.
    pub(super) fn of(
        outcome: &Outcome<'_>,
        object: Option<Node>,
        server: Option<Minor>,
        exact: bool,
    ) -> Answer {
        let parts: Vec<FieldError> = outcome.errors().collect();
        let errors: Vec<String> = match server {
            Some(server) => servers::errors(server, outcome).iter().map(ToString::to_string).collect(),
            None => parts.iter().map(ToString::to_string).collect(),
        };
        let blocked = parts.iter().zip(&errors).filter(|(error, _)| error.source == ErrorSource::Blocked);
        let blocked = blocked.map(|(_, text)| text.clone()).collect();
        let mut message = outcome.status().map(|status| status.message).unwrap_or_default();
        if server.is_some() {
            let newest = parts.iter().map(ToString::to_string);
            message = reworded(&message, newest.zip(errors.iter().map(String::as_str)));
        }
        let refusal = outcome.message().filter(|_| errors.is_empty());
        Answer {
            accepted: outcome.accepted(),
            message,
            warnings: match server {
                Some(server) => servers::warnings(server, outcome),
                None => outcome.warnings().map(String::from).collect(),
            },
            errors: errors.into_iter().chain(refusal.map(str::to_owned)).collect(),
            object: object.filter(|_| outcome.accepted()),
            blocked,
            parts,
            exact,
        }
    }
}

/// A message with other texts of its errors, which are in its order, each once.
fn reworded<'t>(message: &str, mut errors: impl Iterator<Item = (String, &'t str)>) -> String {
    let Some((newest, other)) = errors.next() else { return message.to_owned() };
    let Some((before, mut rest)) = message.split_once(newest.as_str()) else { return message.to_owned() };
    let mut text = format!("{before}{other}");
    for (newest, other) in errors {
        let after = rest.strip_prefix(SEPARATOR).and_then(|rest| rest.strip_prefix(newest.as_str()));
        if let Some(after) = after {
            text.push_str(SEPARATOR);
            text.push_str(other);
            rest = after;
        }
    }
    text + rest
}

/// What is between two errors of a message.
// apimachinery: pkg/util/errors/errors.go Error
const SEPARATOR: &str = ", ";
