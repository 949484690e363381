//! Answers to requests in the form that tests compare. In: what the server sends, and what crdc says of the
//! object as data. Out: the errors, the message and the warnings, in the words of a version of servers.

use crdc::{ErrorSource, FieldError, Outcome};
use crdc_dynamic::servers;
use crdc_server::Answered;
use crdc_source::Node;
use crdc_vocabulary::Minor;
use serde_json::Value;

/// What crdc says of an object within a request.
pub(super) struct Seen {
    /// Whether the object is accepted.
    pub(super) accepted: bool,
    /// The errors, as data.
    pub(super) errors: Vec<FieldError>,
    /// The paths and indexes of the rules that failed.
    pub(super) rules: Vec<(String, u32)>,
    /// The object after defaulting, as JSON.
    pub(super) object: Option<String>,
    /// The errors in the words of the version, or the message of a refusal that has none.
    texts: Vec<String>,
    blocked: Vec<String>,
    message: String,
    without_values: Option<String>,
    /// Warnings in the words of the newest version and of the wanted one.
    reworded: Vec<(String, String)>,
}

/// In which words answers are compared.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// The server that answers; the newest if none is named.
    pub(super) server: Option<Minor>,
    /// Whether messages must show values as the server does.
    pub(super) exact: bool,
}

impl Seen {
    pub(super) fn of(outcome: &Outcome<'_>, Words { server, exact }: Words) -> Seen {
        let errors: Vec<FieldError> = outcome.errors().collect();
        let texts: Vec<String> = match server {
            Some(server) => servers::errors(server, outcome).iter().map(ToString::to_string).collect(),
            None => errors.iter().map(ToString::to_string).collect(),
        };
        let blocked = errors.iter().zip(&texts).filter(|(error, _)| error.source == ErrorSource::Blocked);
        let blocked = blocked.map(|(_, text)| text.clone()).collect();
        let message_of = |texts: &[String]| {
            outcome.status_in_words(texts).map(|status| status.message).unwrap_or_default()
        };
        let without_value = |error: &FieldError| {
            let mut error = error.clone();
            error.bad_value = None;
            error.to_string()
        };
        let message = message_of(&texts);
        let without_values =
            (!exact).then(|| message_of(&errors.iter().map(without_value).collect::<Vec<_>>()));
        let refusal = outcome.message().filter(|_| texts.is_empty()).map(str::to_owned);
        let reworded = server.map_or_else(Vec::new, |server| {
            outcome.warnings().map(String::from).zip(servers::warnings(server, outcome)).collect()
        });
        let rules = outcome.failed_rules().filter(|rule| !rule.ignored);
        let object = outcome.accepted_object().or(outcome.rejected_object());
        Seen {
            accepted: outcome.accepted(),
            rules: rules.map(|rule| (rule.path.to_string(), rule.index)).collect(),
            object: object.map(|object| String::from_utf8_lossy(object).into_owned()),
            texts: texts.into_iter().chain(refusal).collect(),
            errors,
            blocked,
            message,
            without_values,
            reworded,
        }
    }
}

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
    /// The message without the values of its errors, if a test may show these values as another server does.
    pub(super) without_values: Option<String>,
}

impl Answer {
    /// The answer of a server that asked crdc about these objects.
    pub(super) fn of(answered: &Answered, seen: &[Seen]) -> Answer {
        let reworded = |warning: &String| {
            let mut all = seen.iter().flat_map(|seen| &seen.reworded);
            all.find(|(newest, _)| newest == warning).map_or(warning, |(_, wanted)| wanted).clone()
        };
        let warnings = answered.warnings.iter().map(reworded).collect();
        if answered.code < 400 {
            return Answer { accepted: true, warnings, ..Answer::default() };
        }
        match seen.iter().rev().find(|seen| !seen.accepted) {
            Some(seen) => Answer {
                accepted: false,
                message: seen.message.clone(),
                errors: seen.texts.clone(),
                blocked: seen.blocked.clone(),
                warnings,
                without_values: seen.without_values.clone(),
            },
            None => Answer { warnings, ..Answer::refused(message(answered)) },
        }
    }

    /// A refusal that is not about values of the object.
    pub(super) fn refused(message: String) -> Answer {
        Answer { errors: vec![message.clone()], message, ..Answer::default() }
    }
}

/// The message of a refusal.
pub(super) fn message(answered: &Answered) -> String {
    let status: Value = serde_json::from_slice(&answered.body).unwrap_or_default();
    let text = || String::from_utf8_lossy(&answered.body).trim_end().to_owned();
    status["message"].as_str().map_or_else(text, str::to_owned)
}

/// An object of an answer.
pub(super) fn object(body: &[u8]) -> Option<Node> {
    let text = String::from_utf8_lossy(body).into_owned();
    crdc_source::parse_json(&crdc_source::Source::new("stored", text)).0.pop()
}
