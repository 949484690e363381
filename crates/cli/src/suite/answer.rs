//! A server's answer in the form that tests compare. In: the outcome of a request, and the version of the
//! server. Out: the errors, the message and the warnings, in the words of that version.

use crdc::{ErrorSource, FieldError, Outcome};
use crdc_dynamic::servers;
use crdc_source::Node;
use crdc_vocabulary::Minor;

/// A server's answer.
#[derive(Default)]
pub(super) struct Answer {
    pub(super) accepted: bool,
    /// The message of the refusal, as clients print it.
    pub(super) message: String,
    /// The errors, or the message of a refusal that has no errors.
    pub(super) errors: Vec<String>,
    /// Those of the errors which only say that rules did not run.
    pub(super) blocked: Vec<String>,
    pub(super) warnings: Vec<String>,
    /// The stored object, if the request is accepted.
    pub(super) object: Option<Node>,
    /// The message without the values of its errors, if a test may show these values as another server does.
    pub(super) without_values: Option<String>,
}

impl Answer {
    /// The answer of a server, or of the newest one if `server` is none. `object` is the object after
    /// admission.
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
        let message_of = |errors: &[String]| {
            outcome.status_in_words(errors).map(|status| status.message).unwrap_or_default()
        };
        let without_value = |error: &FieldError| {
            let mut error = error.clone();
            error.bad_value = None;
            error.to_string()
        };
        let message = message_of(&errors);
        let without_values =
            (!exact).then(|| message_of(&parts.iter().map(without_value).collect::<Vec<_>>()));
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
            without_values,
        }
    }
}
