//! crdc's own format: docs/testing-crds.md. In: a document. Out: a suite. Every key is read or reported.

use super::model::{Before, Case, Crds, Kind, Problem, Stored, Suite, Wanted};
use crate::edit::set;
use crdc_source::{Member, Node, Source, Span, Value};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Reads a suite, which reads no files outside of a folder.
pub(super) fn read(document: &Node, file: &Path, tree: Option<&Path>, source: &Arc<Source>) -> Suite {
    let mut reader = Reader { problems: Vec::new(), shared: None };
    let mut suite = Suite {
        name: file.display().to_string(),
        source: Arc::clone(source),
        crds: Crds::Found,
        cases: Vec::new(),
        problems: Vec::new(),
    };
    let mut tests = None;
    for Member { key, key_span, value } in members(document) {
        match key.as_str() {
            "name" => suite.name = reader.text(value),
            "crd" => {
                let folder = file.parent().unwrap_or(Path::new(""));
                let paths = reader.texts(value).into_iter().map(|path| plainly(&folder.join(path)));
                let paths: Vec<PathBuf> = paths.collect();
                if paths.is_empty() {
                    reader.problem(value.span, "no test runs without a CRD: name one, or leave `crd` out");
                }
                let (outside, paths): (Vec<_>, _) = paths.into_iter().partition(|path| leads_out(path, tree));
                outside.iter().for_each(|path| reader.outside(value.span, path));
                suite.crds = Crds::Each(paths);
            }
            "object" => reader.shared = reader.object(value),
            "tests" => tests = Some(value),
            _ => reader.unknown(key, *key_span, "a suite: name, crd, object, tests"),
        }
    }
    if let Some(tests) = tests {
        for test in reader.list(tests) {
            let case = reader.case(&test);
            suite.cases.extend(case);
        }
    }
    suite.problems = reader.problems;
    suite
}

struct Reader {
    problems: Vec<Problem>,
    /// The members that all objects have unless they set them.
    shared: Option<Node>,
}

impl Reader {
    fn case(&mut self, test: &Node) -> Option<Case> {
        let (mut name, mut before, mut sent, mut stored) = (None, None, None, None);
        let mut wanted = Wanted::default();
        for Member { key, key_span, value } in members(test) {
            match key.as_str() {
                "name" => name = Some((self.text(value), value.span)),
                "old" => before = self.object(value),
                "create" => self.send(&mut sent, Kind::Create, value, *key_span),
                "update" => self.send(&mut sent, Kind::Update, value, *key_span),
                "updateStatus" => self.send(&mut sent, Kind::UpdateStatus, value, *key_span),
                "errors" => wanted.errors = Some(self.parts(value)),
                "warnings" => wanted.warnings = self.parts(value),
                "stored" => {
                    stored = Some(*key_span);
                    wanted.stored = self.object(value).map(|object| Stored {
                        with_name: value.get("metadata").is_some(),
                        object: self.complete(object),
                    });
                }
                _ => self.unknown(
                    key,
                    *key_span,
                    "a test: name, old, create, update, updateStatus, errors, warnings, stored",
                ),
            }
        }
        let Some((name, span)) = name else {
            self.problem(test.span, "the test has no name");
            return None;
        };
        if let Some(stored) =
            stored.filter(|_| wanted.errors.as_ref().is_some_and(|errors| !errors.is_empty()))
        {
            self.problem(stored, "nothing is stored if there are errors: remove `stored` or `errors`");
        }
        let Some((request, object)) = sent else {
            self.problem(span, "the test sends nothing: it needs create, update or updateStatus");
            return None;
        };
        let before = match (before, request) {
            (None, Kind::Create) => None,
            (Some(_), Kind::Create) => {
                self.problem(span, "a create has no old object: use update, or remove `old`");
                return None;
            }
            (None, _) => {
                self.problem(span, "an update needs the object that is stored, `old`");
                return None;
            }
            (Some(object), _) => Some(Before::Stored(self.complete(object))),
        };
        Some(Case { name, span, before, sent: self.complete(object), request, wanted })
    }

    fn send(&mut self, sent: &mut Option<(Kind, Node)>, kind: Kind, value: &Node, span: Span) {
        if sent.is_some() {
            self.problem(span, "a test sends one object: write another test");
        }
        *sent = self.object(value).map(|object| (kind, object));
    }

    /// An object with what all objects have.
    fn complete(&self, object: Node) -> Node {
        let Some(shared) = &self.shared else { return object };
        let mut complete = shared.clone();
        for Member { key, value, .. } in members(&object) {
            set(&mut complete, key, value.clone());
        }
        complete
    }

    fn object(&mut self, value: &Node) -> Option<Node> {
        if let Value::Object(_) = value.value {
            return Some(value.clone());
        }
        self.problem(value.span, "expected an object");
        None
    }

    fn list(&mut self, value: &Node) -> Vec<Node> {
        match &value.value {
            Value::Array(items) => items.clone(),
            Value::Null => Vec::new(),
            _ => {
                self.problem(value.span, "expected a list");
                Vec::new()
            }
        }
    }

    /// A text, or a list of them.
    fn texts(&mut self, value: &Node) -> Vec<String> {
        match &value.value {
            Value::String(text) => vec![text.clone()],
            _ => self.list(value).iter().map(|item| self.text(item)).collect(),
        }
    }

    /// Parts of messages. An empty one is in all of them.
    fn parts(&mut self, value: &Node) -> Vec<String> {
        let parts = self.texts(value);
        if parts.iter().any(|part| part.trim().is_empty()) {
            self.problem(
                value.span,
                "an empty text fits every message: write a part of the one that is expected",
            );
        }
        parts
    }

    fn text(&mut self, value: &Node) -> String {
        if let Value::String(text) = &value.value {
            return text.clone();
        }
        self.problem(value.span, "expected a text");
        String::new()
    }

    fn unknown(&mut self, key: &str, span: Span, expected: &str) {
        self.problem(span, &format!("unknown key `{key}` in {expected}"));
    }

    fn outside(&mut self, span: Span, path: &Path) {
        let words =
            "leads out of the checked folder, and is not read: name it with --crd, and leave `crd` out";
        self.problem(span, &format!("{} {words}", path.display()));
    }

    fn problem(&mut self, span: Span, words: &str) {
        self.problems.push(Problem { span, words: words.to_owned() });
    }
}

fn members(node: &Node) -> &[Member] {
    match &node.value {
        Value::Object(members) => members,
        _ => &[],
    }
}

/// Whether a file is outside of a folder, by its name or by links. One that is not there is none.
fn leads_out(path: &Path, tree: Option<&Path>) -> bool {
    let real = path.canonicalize().ok();
    real.zip(tree).is_some_and(|(real, tree)| !real.starts_with(tree))
}

/// A path without `..` after names. Links are not looked up: `link/..` is the folder that has the link.
fn plainly(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match (part, plain.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => drop(plain.pop()),
            _ => plain.push(part),
        }
    }
    plain
}
