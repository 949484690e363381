//! Validates the values at the paths of the scale subresource: replicas from 0 to 2147483647, and a selector
//! that is a string. Absent values are valid; a value of the wrong type on the path is not. Errors here are
//! never ratcheted.
// apiextensions-apiserver: registry/customresource/validator.go ValidateScaleSpec,
// ValidateScaleStatus; apimachinery: apis/meta/v1/unstructured/helpers.go NestedInt64

use alloc::format;
use alloc::string::{String, ToString};

use super::{Validation, status_field};
use crate::definition::ScalePath;
use crate::error::{ErrorSource, ErrorType, FieldError, json};
use crate::side::Side;
use crdc_object::json::go::tree::Tree;
use crdc_object::tape::{Kind, Tape};

impl<'p> Validation<'_, 'p> {
    /// Validates the paths on a create or an update.
    pub(super) fn scale(&mut self) {
        if let Some(scale) = &self.definition.scale {
            let known = self.decoded.and_then(Side::only_replicas);
            if !known.is_some_and(|at| are_valid_replicas(&self.tape, at)) {
                self.replicas(&scale.spec_replicas);
            }
            self.status_scale();
        }
    }

    /// Validates the paths that lead into a Rust value, which is a field of the object.
    #[cfg(feature = "derive")]
    pub(super) fn scale_of_value(&mut self) {
        if let Some(scale) = &self.definition.scale {
            self.replicas(&scale.spec_replicas);
            self.replicas(&scale.status_replicas);
            if let Some(path) = &scale.label_selector {
                self.selector(path);
            }
        }
    }

    /// Validates the paths into the status.
    pub(super) fn status_scale(&mut self) {
        if let Some(scale) = &self.definition.scale {
            // The status is usually dropped by now.
            let gone = self.decoded.is_some_and(|side| side.has_no_status)
                || status_field::find(self.tape.entries).is_none();
            let leads_nowhere = |path: &ScalePath<'_>| gone && path.keys.first() == Some(&"status");
            if !leads_nowhere(&scale.status_replicas) {
                self.replicas(&scale.status_replicas);
            }
            if let Some(path) = &scale.label_selector
                && !leads_nowhere(path)
            {
                self.selector(path);
            }
        }
    }

    fn replicas(&mut self, path: &ScalePath<'_>) {
        let tape = self.tape;
        let error = match find(&tape, path) {
            PathResult::Nothing => return,
            PathResult::Value(at) if are_valid_replicas(&tape, at) => return,
            PathResult::Value(at) if tape.entry(at).kind == Kind::Int => {
                let value = tape.int(&tape.entry(at));
                let detail = if value < 0 {
                    String::from("should be a non-negative integer")
                } else {
                    format!("should be less than or equal to {}", i32::MAX)
                };
                error(path, value.to_string(), detail)
            }
            PathResult::Value(at) => error(path, "0".into(), wrong(tape, at, path.keys, "int64")),
            PathResult::Obstacle(at, keys) => {
                error(path, "0".into(), wrong(tape, at, keys, "map[string]interface{}"))
            }
        };
        self.findings.after.push(error);
    }

    fn selector(&mut self, path: &ScalePath<'_>) {
        let tape = self.tape;
        let detail = match find(&tape, path) {
            PathResult::Nothing => return,
            PathResult::Value(at) if tape.entry(at).kind == Kind::String => return,
            PathResult::Value(at) => wrong(tape, at, path.keys, "string"),
            PathResult::Obstacle(at, keys) => wrong(tape, at, keys, "map[string]interface{}"),
        };
        self.findings.after.push(error(path, "\"\"".into(), detail));
    }
}

/// The result of following a path.
enum PathResult<'p> {
    /// No value, or a null on the path.
    Nothing,
    Value(u32),
    /// A value on the path that is not an object, with the keys up to the member that was looked for in it.
    Obstacle(u32, &'p [&'p str]),
}

/// Whether the value at an entry is an integer that the server accepts.
fn are_valid_replicas(tape: &Tape<'_>, at: u32) -> bool {
    let entry = tape.entries.get(at as usize).filter(|entry| entry.kind == Kind::Int);
    entry.is_some_and(|entry| (0..=i64::from(i32::MAX)).contains(&tape.int(entry)))
}

fn find<'p>(tape: &Tape<'_>, path: &ScalePath<'p>) -> PathResult<'p> {
    let keys = path.keys;
    let mut at = 0;
    for (index, key) in keys.iter().enumerate() {
        match tape.entry(at).kind {
            Kind::Null => return PathResult::Nothing,
            Kind::Object => {}
            _ => return PathResult::Obstacle(at, keys.get(..=index).unwrap_or(keys)),
        }
        let member = match path.fields.get(index) {
            Some(&field) => tape.field(at, field),
            None => tape.member(at, key.as_bytes()),
        };
        match member {
            Some(member) => at = member,
            None => return PathResult::Nothing,
        }
    }
    PathResult::Value(at)
}

/// The server's message for a value of the wrong type.
#[cold]
fn wrong(tape: Tape<'_>, at: u32, keys: &[&str], expected: &str) -> String {
    let entry = tape.entry(at);
    let tree = match entry.kind {
        Kind::Int => Tree::Int(tape.int(&entry)),
        Kind::Float => Tree::Float(tape.float(&entry)),
        _ => Tree::parse(json(tape, at).as_bytes()).unwrap_or_default(),
    };
    let mut path = String::new();
    for key in keys {
        path.push('.');
        crdc_object::json::escape::append_key(&mut path, key.as_bytes());
    }
    format!(
        "{path} accessor error: {} is of the type {}, expected {expected}",
        tree.go_value(),
        tree.go_type()
    )
}

#[cold]
fn error(path: &ScalePath<'_>, bad_value: String, detail: String) -> FieldError {
    FieldError::new(ErrorType::Invalid, path.path, Some(bad_value), detail, ErrorSource::Scale)
}
