//! The format of recorded cases.

mod compare;
pub mod expressions;
mod reasons;
mod write;

pub use compare::{Given, GivenError, Mismatch, compare};
pub use reasons::Subject;
pub use write::{answer, with_answer};

use crate::json::{Json, members, read};

/// The operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// A create.
    Create,
    /// An update of the object. It keeps a status that is a subresource.
    Update,
    /// An update of status.
    UpdateStatus,
}

/// One line of a record.
#[derive(Clone, Debug)]
pub struct Case {
    /// `id`, or `name` in the folders of keywords.
    pub id: String,
    /// The file of the CRD; empty in the folders of keywords.
    pub crd: String,
    /// The version; empty in the folders of keywords.
    pub version: String,
    /// The operation.
    pub op: Op,
    /// The request body, unmodified.
    pub new: Vec<u8>,
    /// The old object, unmodified.
    pub old: Vec<u8>,
    /// The answer; `None` in a case that was never blessed, whose answer is not recorded yet.
    pub answer: Option<Expected>,
}

/// `answer`.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Whether the object was stored.
    pub accepted: bool,
    /// The status code: 200, 201, 400 or 422.
    pub code: i64,
    /// The message of a 400.
    pub message: Option<String>,
    /// The object, with `"same"` replaced by the object of the request.
    pub object: Option<Json>,
    /// Errors.
    pub errors: Vec<ExpectedError>,
    /// Unknown and duplicate fields.
    pub strict: Vec<String>,
    /// Other warnings.
    pub warnings: Vec<String>,
    /// Ratcheted errors.
    pub ratcheted: Vec<ExpectedError>,
}

/// One entry of `errors`.
#[derive(Clone, Debug)]
pub struct ExpectedError {
    /// `type`.
    pub error_type: String,
    /// `field`.
    pub field: String,
    /// `detail`.
    pub detail: String,
    /// `bad_value`, where recorded.
    pub bad_value: Option<Json>,
    /// `source`.
    pub source: String,
}

/// Reads the lines of a record. Panics if they are invalid, since tests provide them.
pub fn cases(text: &str) -> Vec<Case> {
    text.lines().filter(|line| !line.trim().is_empty()).map(case).collect()
}

/// Reads a line. Panics if it is invalid.
fn case(line: &str) -> Case {
    let mut case = Case {
        id: String::new(),
        crd: String::new(),
        version: String::new(),
        op: Op::Create,
        new: vec![],
        old: vec![],
        answer: None,
    };
    let mut answer = None;
    for (key, value) in members(line) {
        let text = || match tree(value) {
            Json::String(text) => text,
            other => panic!("{key}: {other} is no string"),
        };
        match key {
            "id" | "name" => case.id = text(),
            "crd" => case.crd = text(),
            "version" => case.version = text(),
            "op" => {
                case.op = match text().as_str() {
                    "create" => Op::Create,
                    "update" => Op::Update,
                    "update-status" => Op::UpdateStatus,
                    other => panic!("{other} is no op"),
                };
            }
            "object" => case.new = value.as_bytes().to_vec(),
            "raw" => case.new = text().into_bytes(),
            "old" => case.old = value.as_bytes().to_vec(),
            "answer" => answer = Some(tree(value)),
            _ => {}
        }
    }
    case.answer = answer.map(|answer| expected(&answer, &case.new));
    case
}

/// Parses JSON. Panics if it is invalid.
fn tree(text: &str) -> Json {
    match read(text.as_bytes()) {
        Ok(read) => read.value,
        Err(why) => panic!("{why} in {text}"),
    }
}

/// Reads the answer of a case. `new` is the body of the request.
fn expected(answer: &Json, new: &[u8]) -> Expected {
    let text = |value: &Json, key: &str| value.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let list = |key: &str| answer.get(key).and_then(Json::as_array).cloned().unwrap_or_default();
    let errors = |key: &str| {
        list(key)
            .iter()
            .map(|error| ExpectedError {
                error_type: text(error, "type"),
                field: text(error, "field"),
                detail: text(error, "detail"),
                bad_value: error.get("bad_value").cloned(),
                source: text(error, "source"),
            })
            .collect()
    };
    let object = match answer.get("object") {
        Some(Json::String(same)) if same == "same" => read(new).ok().map(|read| read.value),
        object => object.cloned(),
    };
    Expected {
        accepted: answer.get("accepted").and_then(Json::as_bool).unwrap_or(false),
        code: answer.get("code").and_then(Json::as_int).unwrap_or(0),
        message: answer.get("message").and_then(Json::as_str).map(str::to_owned),
        object,
        errors: errors("errors"),
        strict: list("strict").iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        warnings: list("warnings").iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        ratcheted: errors("ratcheted"),
    }
}
