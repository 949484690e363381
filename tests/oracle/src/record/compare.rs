//! Compares an answer with a case, level by level: verdict (whether the request fails), message of a 400,
//! object, errors, messages of errors, ratcheted errors, strict errors, warnings. Numbers in objects are
//! compared by value, and everything else as sets. Parts that `reasons` ignores are removed from both sides
//! first.

use super::reasons::Subject;
use super::{Case, Expected, ExpectedError, Op};
use crate::interpreter::{Answer, FieldError, Server};
use crate::json::Json;

/// An answer in the format of the record.
#[derive(Clone, Debug)]
pub struct Given {
    /// The status code: 200, 201, 400 or 422.
    pub code: i64,
    /// The message of a 400.
    pub message: String,
    /// The object; `None` for code 400.
    pub object: Option<Json>,
    /// Errors.
    pub errors: Vec<GivenError>,
    /// Ratcheted errors.
    pub ratcheted: Vec<GivenError>,
    /// Unknown and duplicate fields.
    pub strict: Vec<String>,
    /// Other warnings.
    pub warnings: Vec<String>,
}

/// An error in the format of the record.
#[derive(Clone, Debug)]
pub struct GivenError {
    /// `type`.
    pub error_type: String,
    /// `field`.
    pub field: String,
    /// `detail`.
    pub detail: String,
    /// `bad_value`.
    pub bad_value: Option<Json>,
    /// `source`.
    pub source: String,
}

/// A level with a difference.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The level.
    pub level: &'static str,
    /// Both sides, as text.
    pub text: String,
}

impl Given {
    /// The answer of the interpreter to a case.
    pub fn interpreted(server: &Server, case: &Case) -> Given {
        Given::from(match case.op {
            Op::Create => server.create(&case.new),
            Op::Update => server.update(&case.new, &case.old),
            Op::UpdateStatus => server.update_status(&case.new, &case.old),
        })
    }
}

impl From<Answer> for Given {
    fn from(answer: Answer) -> Given {
        let given = |errors: Vec<FieldError>| {
            let given = errors.into_iter().map(|error| GivenError {
                error_type: error.error_type.to_owned(),
                field: error.field,
                detail: error.detail,
                bad_value: error.bad_value,
                source: error.source.to_owned(),
            });
            given.collect()
        };
        Given {
            code: i64::from(answer.code),
            message: answer.message.unwrap_or_default(),
            object: answer.object,
            errors: given(answer.errors),
            ratcheted: given(answer.ratcheted),
            strict: answer.strict,
            warnings: answer.warnings,
        }
    }
}

/// The levels at which an answer differs from that of the case.
pub fn compare(subject: Subject, case: &Case, given: &Given) -> Vec<Mismatch> {
    let Some(expected) = &case.answer else {
        return vec![Mismatch { level: "verdict", text: "never blessed".to_owned() }];
    };
    if subject.lets_pass(expected) {
        return vec![];
    }
    let mut out = Vec::new();
    let mut differ = |level, text: String| out.push(Mismatch { level, text });
    let errors = Sides::new(subject, &expected.errors, &given.errors);
    let refused = expected.code == 400;
    let must_fail = refused || !errors.wanted.is_empty();
    let fails = given.code == 400 || !errors.found.is_empty();
    if (must_fail && !fails) || (fails && !must_fail) || refused != (given.code == 400) {
        let text = format!("expected {}, given {} {}", brief(expected), given.code, given.message);
        differ("verdict", text);
    }
    // The bodies of the record were reformatted when it was made, and one message quotes them.
    let quotes = |text: &str| text.contains("Object 'Kind' is missing in");
    let message = expected.message.as_deref().unwrap_or_default();
    if refused && message != given.message && !(quotes(message) && quotes(&given.message)) {
        differ("message", format!("expected {message}\n      given    {}", given.message));
    }
    if !refused && given.code != 400 {
        let without = |object: &Option<Json>| object.clone().map(|object| subject.visible(object));
        let (wanted, found) = (without(&expected.object), without(&given.object));
        let same = match (&wanted, &found) {
            (Some(wanted), Some(found)) => wanted.same_stored(found),
            (None, None) => true,
            _ => false,
        };
        if !same {
            let show = |object: Option<Json>| object.map(|o| o.to_string()).unwrap_or_default();
            differ("object", format!("expected {}\n      given    {}", show(wanted), show(found)));
        }
    }
    let ratcheted = Sides::new(subject, &expected.ratcheted, &given.ratcheted);
    for (name, sides, level) in [
        ("errors", &errors, Level::Errors),
        ("messages", &errors, Level::Messages),
        ("ratcheted", &ratcheted, Level::Messages),
    ] {
        let (missing, extra) = sides.differences(level);
        if !missing.is_empty() || !extra.is_empty() {
            differ(name, format!("missing {missing:?}\n      extra {extra:?}"));
        }
    }
    let strict = |all: &[String]| -> Vec<String> {
        let mut all: Vec<_> = all.iter().filter(|text| subject.shows(text)).cloned().collect();
        all.sort();
        all.dedup();
        all
    };
    let (wanted, found) = (strict(&expected.strict), strict(&given.strict));
    if !refused && given.code != 400 && wanted != found {
        differ("strict", format!("expected {wanted:?}\n      given    {found:?}"));
    }
    let warnings = |all: &[String]| -> Vec<String> {
        let mut all: Vec<_> = all.iter().filter(|text| subject.warns(text)).cloned().collect();
        all.sort();
        all
    };
    let (wanted, found) = (warnings(&expected.warnings), warnings(&given.warnings));
    if fails == must_fail && wanted != found {
        differ("warnings", format!("expected {wanted:?}\n      given    {found:?}"));
    }
    out
}

/// Errors on both sides.
struct Sides<'a> {
    wanted: Vec<&'a ExpectedError>,
    found: Vec<&'a GivenError>,
}

impl<'a> Sides<'a> {
    fn new(subject: Subject, wanted: &'a [ExpectedError], found: &'a [GivenError]) -> Self {
        Sides {
            wanted: wanted.iter().filter(|error| subject.knows(&error.source)).collect(),
            found: found.iter().filter(|error| subject.knows(&error.source)).collect(),
        }
    }

    /// Missing and extra entries.
    fn differences(&self, level: Level) -> (Vec<&'a ExpectedError>, Vec<&'a GivenError>) {
        let missing = |wanted: &&ExpectedError| !self.found.iter().any(|found| level.same(wanted, found));
        let extra = |found: &&GivenError| !self.wanted.iter().any(|wanted| level.same(wanted, found));
        (
            self.wanted.iter().copied().filter(missing).collect(),
            self.found.iter().copied().filter(extra).collect(),
        )
    }
}

/// The code, the message and the errors of an answer, for a report.
fn brief(expected: &Expected) -> String {
    let errors = expected.errors.iter().map(|e| format!("{} {}", e.field, e.detail));
    format!(
        "{} {} {:?}",
        expected.code,
        expected.message.clone().unwrap_or_default(),
        errors.collect::<Vec<_>>()
    )
}

/// How exactly errors are compared.
#[derive(Clone, Copy)]
enum Level {
    /// By type and field.
    Errors,
    /// By type, field, detail and bad value, where recorded.
    Messages,
}

impl Level {
    /// Whether two errors are equal at this level.
    fn same(self, wanted: &ExpectedError, found: &GivenError) -> bool {
        let place = wanted.error_type == found.error_type && wanted.field == found.field;
        let value = || match (&wanted.bad_value, &found.bad_value) {
            (Some(wanted), Some(found)) => wanted.same_stored(found),
            (Some(_), None) => false,
            (None, _) => true,
        };
        match self {
            Level::Errors => place,
            Level::Messages => place && wanted.detail == found.detail && value(),
        }
    }
}
