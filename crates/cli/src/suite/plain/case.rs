//! A test and its requests. In: a member of `tests`. Out: a case, or problems.

use super::base::Base;
use super::expected::{self, Expected};
use super::reader::{Reader, members};
use crate::suite::model::{Before, Case, Request, Step};
use crdc_source::{Member, Node, Span, Value};

/// The members that send a request.
const REQUESTS: &str = "create, update, updateStatus, patch, statusPatch, apply";

/// The manager of an apply that names none, as kubectl names itself.
const MANAGER: &str = "kubectl";

/// What a step sends, while it is read.
#[derive(Default)]
struct Sending {
    request: Option<Request>,
    manager: Option<(String, Span)>,
    force: Option<(bool, Span)>,
}

/// Reads a test.
pub(super) fn read(reader: &mut Reader, test: &Node, base: &Base) -> Option<Case> {
    let (mut name, mut before, mut steps, mut converted) = (None, None, None, Vec::new());
    let (mut sending, mut expected) = (Sending::default(), Expected::new());
    // Whether a patch changes a stored object or the base depends on a key that may come later.
    let has_old = ["old", "oldPatch"].iter().any(|key| test.get(key).is_some());
    for member in members(test) {
        let Member { key, key_span, value } = member;
        match key.as_str() {
            "name" => name = Some((reader.text(value), value.span)),
            "old" => before = reader.object(value).map(|object| base.complete(object)),
            "oldPatch" => {
                before = reader.object(value).and_then(|patch| base.patch(reader, &patch, value.span));
            }
            "steps" => steps = Some(value),
            "converted" => converted = objects(reader, value),
            _ if expected.read(reader, member, base) || sending.read(reader, member, base, has_old) => {}
            _ => {
                let keys =
                    format!("a test: name, old, oldPatch, {REQUESTS}, steps, {}, converted", expected::KEYS);
                reader.unknown(key, *key_span, &keys);
            }
        }
    }
    let Some((name, span)) = name else {
        reader.problem(test.span, "the test has no name");
        return None;
    };
    let wanted = expected.finish(reader);
    let steps = match (steps, sending.finish(reader)) {
        (None, Some(request)) => vec![Step { name: String::new(), span: None, request, wanted }],
        (Some(steps), None) => read_steps(reader, steps, base, has_old),
        (Some(_), Some(_)) => {
            reader.problem(span, "a test sends one request, or has `steps`: write the request as a step");
            return None;
        }
        (None, None) => {
            reader.problem(span, &format!("the test sends nothing: it needs one of {REQUESTS}, or steps"));
            return None;
        }
    };
    match steps.first().map(|step| &step.request) {
        Some(Request::Create(_)) if before.is_some() => {
            reader.problem(span, "a create has no old object: use update, or remove `old`");
            return None;
        }
        Some(Request::Create(_) | Request::Apply { .. }) => {}
        Some(_) if before.is_none() => {
            reader.problem(span, "an update needs the object that is stored, `old`");
            return None;
        }
        Some(_) => {}
        None => {
            reader.problem(span, "the test has no steps");
            return None;
        }
    }
    Some(Case { name, span, before: before.map(Before::Stored), steps, converted })
}

/// One object, or a list of them.
fn objects(reader: &mut Reader, value: &Node) -> Vec<Node> {
    match &value.value {
        Value::Array(items) => items.iter().filter_map(|item| reader.object(item)).collect(),
        _ => reader.object(value).into_iter().collect(),
    }
}

fn read_steps(reader: &mut Reader, steps: &Node, base: &Base, has_old: bool) -> Vec<Step> {
    let mut all = Vec::new();
    for (number, step) in (1..).zip(reader.list(steps)) {
        let (mut name, mut verb) = (None, "");
        let (mut sending, mut expected) = (Sending::default(), Expected::new());
        for member in members(step) {
            let Member { key, key_span, value } = member;
            // After the first step, something is stored.
            let is_stored = has_old || number > 1;
            match key.as_str() {
                "name" => name = Some(reader.text(value)),
                _ if expected.read(reader, member, base) => {}
                _ if sending.read_of_step(reader, member, base, is_stored) => {
                    if !["manager", "force"].contains(&key.as_str()) {
                        verb = key;
                    }
                }
                _ => {
                    let keys = format!(
                        "a step: name, {REQUESTS}, manager, force, scale, delete, {}",
                        expected::KEYS
                    );
                    reader.unknown(key, *key_span, &keys);
                }
            }
        }
        let wanted = expected.finish(reader);
        match sending.finish(reader) {
            Some(request) => {
                let name = name.unwrap_or_else(|| verb.to_owned());
                all.push(Step {
                    name: format!("step {number} ({name})"),
                    span: Some(step.span),
                    request,
                    wanted,
                });
            }
            None => reader.problem(
                step.span,
                &format!("the step sends nothing: it needs one of {REQUESTS}, scale, delete"),
            ),
        }
    }
    all
}

impl Sending {
    /// Reads a member; `false` if it is none of a request.
    fn read(&mut self, reader: &mut Reader, member: &Member, base: &Base, is_stored: bool) -> bool {
        let Member { key, key_span, value } = member;
        let request: fn(Node) -> Request = match key.as_str() {
            "create" => Request::Create,
            "update" => Request::Update,
            "updateStatus" => Request::UpdateStatus,
            "apply" => |object| Request::Apply { object, manager: String::new(), force: false },
            "patch" | "statusPatch" => {
                let patch = reader.object(value);
                let request = match (key.as_str(), is_stored) {
                    ("patch", false) => {
                        patch.and_then(|patch| base.patch(reader, &patch, value.span)).map(Request::Create)
                    }
                    ("patch", true) => patch.map(Request::Patch),
                    _ => patch.map(Request::PatchStatus),
                };
                self.set(reader, request, *key_span);
                return true;
            }
            "manager" => {
                self.manager = Some((reader.text(value), *key_span));
                return true;
            }
            "force" => {
                self.force = Some((reader.flag(value), *key_span));
                return true;
            }
            _ => return false,
        };
        let object = reader.object(value).map(|object| request(base.complete(object)));
        self.set(reader, object, *key_span);
        true
    }

    /// The same, for a step: it may also scale or delete what is stored.
    fn read_of_step(&mut self, reader: &mut Reader, member: &Member, base: &Base, is_stored: bool) -> bool {
        let Member { key, key_span, value } = member;
        let request = match key.as_str() {
            "scale" => reader.number(value).map(Request::Scale),
            "delete" => reader.flag(value).then_some(Request::Delete),
            _ => return self.read(reader, member, base, is_stored),
        };
        self.set(reader, request, *key_span);
        true
    }

    fn set(&mut self, reader: &mut Reader, request: Option<Request>, span: Span) {
        if self.request.is_some() {
            reader.problem(span, "a test sends one object: write another test, or `steps`");
        }
        self.request = request;
    }

    /// The request; `None` if there is none.
    fn finish(self, reader: &mut Reader) -> Option<Request> {
        let Sending { request, manager, force } = self;
        match request {
            Some(Request::Apply { object, .. }) => Some(Request::Apply {
                object,
                manager: manager.map_or_else(|| MANAGER.to_owned(), |(manager, _)| manager),
                force: force.is_some_and(|(force, _)| force),
            }),
            request => {
                let spans = manager.map(|(_, span)| span).into_iter().chain(force.map(|(_, span)| span));
                for span in spans {
                    reader.problem(span, "only `apply` has a manager, and may be forced");
                }
                request
            }
        }
    }
}
