//! Decodes a tree into the Go types of `fields.rs` and back: which fields are kept, which are dropped, and
//! the error. Easy to break: Go first writes the decoded map out again, so members are visited by name, not
//! in the order of the document, and `1.0` becomes the integer 1. Decoding continues after a wrong type, but
//! stops at an invalid timestamp, whose error replaces the former.
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go; apimachinery: pkg/runtime/converter.go

use alloc::{format, string::String, vec::Vec};

use super::{
    fields::{Field, Shape, Struct},
    time,
};
use crdc_object::json::go::tree::Tree;

/// The most unknown fields that Go records.
const MAX_UNKNOWN: usize = 100;

/// The state of one decoding.
#[derive(Default)]
pub(super) struct Decoder {
    /// The error of the first value of a wrong type.
    pub(super) error: Option<Malformed>,
    /// Paths of unknown fields.
    pub(super) unknown: Vec<String>,
    /// The current path, in the notation of unknown fields.
    path: String,
    /// The struct whose field is being decoded, and the fields from the root down to it.
    place: Option<(&'static Struct, Vec<&'static str>)>,
}

/// A value that its Go type does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    /// Go's message.
    pub(crate) error: String,
    /// The path of the value in the metadata: `labels[a]`. Empty for the metadata itself.
    pub(crate) path: String,
}

/// Stops decoding.
pub(super) struct Abort(Malformed);

impl Decoder {
    /// The decoded `tree`, or the error of the whole decoding.
    pub(super) fn run(&mut self, tree: &mut Tree, of: &'static Struct) -> Result<Tree, Malformed> {
        match self.object(tree, of) {
            Err(Abort(malformed)) => Err(malformed),
            Ok(fields) => match self.error.take() {
                Some(malformed) => Err(malformed),
                None => Ok(fields),
            },
        }
    }

    /// Decodes a struct; null leaves it empty.
    fn object(&mut self, tree: &mut Tree, of: &'static Struct) -> Result<Tree, Abort> {
        let mut members = Vec::new();
        match tree {
            Tree::Object(found) => core::mem::swap(&mut members, found),
            other => self.mismatch(other, of.go_type),
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by(|&left, &right| members[left].0.cmp(&members[right].0));
        for index in order {
            let (name, value) = &mut members[index];
            let length = self.path.len();
            if length > 0 {
                self.path.push('.');
            }
            self.path.push_str(name);
            let kept = match of.fields.iter().find(|field| field.name == name) {
                Some(field) => {
                    let outer = self.enter(of, field);
                    let kept = self.field(value, field)?;
                    self.place = outer;
                    kept
                }
                None => {
                    self.report_unknown();
                    None
                }
            };
            self.path.truncate(length);
            // An empty name means that the member is dropped: no field has one.
            match kept {
                Some(kept) => *value = kept,
                None => name.clear(),
            }
        }
        members.retain(|(name, _)| !name.is_empty());
        for field in of.fields.iter().filter(|field| field.always) {
            if members.iter().all(|(name, _)| name != field.name) {
                members.push((field.name.into(), Tree::String(String::new())));
            }
        }
        Ok(Tree::Object(members))
    }

    /// Enters `field`; returns the position to restore.
    fn enter(&mut self, of: &'static Struct, field: &Field) -> Option<(&'static Struct, Vec<&'static str>)> {
        let outer = self.place.take();
        let mut names = outer.as_ref().map(|(_, names)| names.clone()).unwrap_or_default();
        names.push(field.name);
        self.place = Some((of, names));
        outer
    }

    /// The stored form of a field's value; `None` if it is dropped.
    fn field(&mut self, value: &mut Tree, field: &Field) -> Result<Option<Tree>, Abort> {
        if matches!(value, Tree::Null) {
            return Ok(None);
        }
        Ok(match &field.shape {
            Shape::Text(go_type) => {
                let text = self.text(value, go_type);
                (field.always || !text.is_empty()).then_some(Tree::String(text))
            }
            Shape::Int { pointer } => {
                let int = self.int(value);
                (*pointer || int != 0).then_some(Tree::Int(int))
            }
            Shape::Bool => match value {
                Tree::Bool(value) => Some(Tree::Bool(*value)),
                other => {
                    self.mismatch(other, "bool");
                    None
                }
            },
            Shape::Time { pointer } => match self.time(value)? {
                Some(text) => Some(Tree::String(text)),
                None => pointer.then_some(Tree::Null),
            },
            Shape::TextMap => {
                let mut members = Vec::new();
                match value {
                    Tree::Object(found) => core::mem::swap(&mut members, found),
                    other => self.mismatch(other, "map[string]string"),
                }
                // The reported error is the first by name.
                let mut wrong: Vec<_> = members
                    .iter()
                    .filter(|(_, value)| !matches!(value, Tree::String(_) | Tree::Null))
                    .collect();
                wrong.sort_by(|(left, _), (right, _)| left.cmp(right));
                if let Some((key, value)) = wrong.first() {
                    self.at(&format!("[{key}]"), |decoder| decoder.mismatch(value, "string"));
                }
                for (_, value) in &mut members {
                    *value = Tree::String(value.as_str().unwrap_or_default().into());
                }
                (!members.is_empty()).then_some(Tree::Object(members))
            }
            Shape::TextList => {
                let items = self.items(value, "[]string");
                let mut text = |(index, item): (usize, &Tree)| {
                    self.at(&format!("[{index}]"), |decoder| Tree::String(decoder.text(item, "string")))
                };
                let items: Vec<Tree> = items.iter().enumerate().map(&mut text).collect();
                (!items.is_empty()).then_some(Tree::Array(items))
            }
            Shape::Structs(of, go_type) => {
                let mut items = self.items(value, go_type);
                for (index, item) in items.iter_mut().enumerate() {
                    *item = self.at(&format!("[{index}]"), |decoder| decoder.object(item, of))?;
                }
                (!items.is_empty()).then_some(Tree::Array(items))
            }
            Shape::Raw => Some(core::mem::take(value)),
        })
    }

    /// Decodes a part of the value at the path.
    fn at<T>(&mut self, part: &str, decode: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        self.path.push_str(part);
        let decoded = decode(self);
        self.path.truncate(length);
        decoded
    }

    fn text(&mut self, value: &Tree, go_type: &str) -> String {
        match value {
            Tree::String(text) => text.clone(),
            other => {
                self.mismatch(other, go_type);
                String::new()
            }
        }
    }

    fn int(&mut self, value: &Tree) -> i64 {
        match value {
            Tree::Int(int) => *int,
            Tree::Float(_) => {
                let written = value.to_json();
                written.parse().unwrap_or_else(|_| {
                    self.remember(&format!("number {written}"), "int64");
                    0
                })
            }
            other => {
                self.mismatch(other, "int64");
                0
            }
        }
    }

    fn time(&self, value: &Tree) -> Result<Option<String>, Abort> {
        match value {
            Tree::String(text) => time::normalize(text).map_err(|error| Abort(self.malformed(error))),
            // Time decodes its string itself, and its error stops decoding.
            other => {
                let error = self.word(other.json_kind().unwrap_or_default(), "string");
                Err(Abort(self.malformed(error)))
            }
        }
    }

    fn items(&mut self, value: &mut Tree, go_type: &str) -> Vec<Tree> {
        match value {
            Tree::Array(items) => core::mem::take(items),
            other => {
                self.mismatch(other, go_type);
                Vec::new()
            }
        }
    }

    /// Records that `go_type` does not accept `value`. Null is always accepted.
    fn mismatch(&mut self, value: &Tree, go_type: &str) {
        if let Some(kind) = value.json_kind() {
            self.remember(kind, go_type);
        }
    }

    fn remember(&mut self, what: &str, go_type: &str) {
        if self.error.is_none() {
            self.error = Some(self.malformed(self.word(what, go_type)));
        }
    }

    fn word(&self, what: &str, go_type: &str) -> String {
        match &self.place {
            None => format!("json: cannot unmarshal {what} into Go value of type {go_type}"),
            Some((of, names)) => format!(
                "json: cannot unmarshal {what} into Go struct field {}.{} of type {go_type}",
                of.name,
                names.join("."),
            ),
        }
    }

    fn malformed(&self, error: String) -> Malformed {
        Malformed { error, path: self.path.clone() }
    }

    fn report_unknown(&mut self) {
        if self.unknown.len() < MAX_UNKNOWN && !self.unknown.contains(&self.path) {
            self.unknown.push(self.path.clone());
        }
    }
}
