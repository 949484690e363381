//! Collects the statements of one file. In: documents. Out: statements with their places.

use crate::nodes::{at, folder, items, scalar};
use crate::pin::At;
use crate::statement::{Lock, Name, Statement, Statements, What};
use crdc_source::{Lines, Node, Source, Span, parse};
use std::sync::Arc;

/// A file that is being read.
pub(crate) struct Collector<'a> {
    pub(crate) path: Arc<str>,
    pub(crate) source: &'a Source,
    lines: Option<Lines<'a>>,
    /// The place of the text, if it is a value of another one.
    at: Option<At>,
    /// Texts that have objects, and their places.
    inside: Vec<(At, String)>,
    into: &'a mut Statements,
}

impl<'a> Collector<'a> {
    pub(crate) fn of(path: &str, source: &'a Source, into: &'a mut Statements) -> Collector<'a> {
        Collector { path: Arc::from(path), source, lines: None, at: None, inside: Vec::new(), into }
    }

    /// Leaves a text that is a value of this file for later: it has objects. Not for texts in texts.
    pub(crate) fn inside(&mut self, node: &Node) {
        if let Some(text) = node.as_str().filter(|_| self.at.is_none()) {
            let at = self.place(node.span);
            self.inside.push((at, text.to_owned()));
        }
    }

    /// Reads the documents of the texts that were left for later. Their places are those of the texts.
    pub(crate) fn read_inside(&mut self, read: fn(&Node, &mut Collector<'_>)) {
        for (at, text) in std::mem::take(&mut self.inside) {
            let (path, source) = (self.path.clone(), Source::new("", text));
            let into = &mut *self.into;
            let mut inner =
                Collector { path, source: &source, lines: None, at: Some(at), inside: Vec::new(), into };
            parse(&source).0.iter().for_each(|document| read(document, &mut inner));
        }
    }

    /// A place in the file.
    pub(crate) fn place(&mut self, span: Span) -> At {
        if let Some(at) = &self.at {
            return at.clone();
        }
        let lines = self.lines.get_or_insert_with(|| self.source.lines());
        At { path: self.path.clone(), span, line: lines.line_of(span.start as usize) + 1 }
    }

    /// The text of a version.
    pub(crate) fn text(&self, node: &Node) -> Option<String> {
        scalar(node, self.source)
    }

    /// A member as text, empty if there is none.
    pub(crate) fn member(&self, node: &Node, path: &[&str]) -> String {
        at(node, path).and_then(|node| self.text(node)).unwrap_or_default()
    }

    /// Says what has the version at a path. The place is that of the version; without one, of the object.
    pub(crate) fn say(&mut self, object: &Node, path: &[&str], what: What) {
        let version = at(object, path);
        let text = version.and_then(|version| self.text(version)).unwrap_or_default();
        self.say_at(version.map_or(object.span, |version| version.span), what, text);
    }

    /// Says what has a version.
    pub(crate) fn say_at(&mut self, span: Span, what: What, version: String) {
        let at = self.place(span);
        self.into.all.push(Statement { at, what, version });
    }

    /// The key of a lock beside this file.
    pub(crate) fn lock_of(&self, kind: &'static str, names: &[&str]) -> Lock {
        (Arc::from(folder(&self.path)), kind, names.join("\n"))
    }

    /// Says which version a lock has.
    pub(crate) fn lock(&mut self, kind: &'static str, names: &[&str], object: &Node, path: &[&str]) {
        let Some(node) = at(object, path) else { return };
        let Some(version) = self.text(node).filter(|version| !version.is_empty()) else { return };
        let (lock, at) = (self.lock_of(kind, names), self.place(node.span));
        self.into.lock(lock, version, at);
    }

    /// The variables that a Kustomization of Flux gives to the objects of a folder.
    pub(crate) fn variables(&mut self, folder: &str, values: &Node) {
        let crdc_source::Value::Object(members) = &values.value else { return };
        for member in members {
            let value = self.text(&member.value);
            self.into.variable(folder.to_owned(), member.key.clone(), value);
        }
    }

    /// Says which images of other names or tags a kustomization has.
    pub(crate) fn images(&mut self, object: &Node, path: &[&str]) {
        for item in items(object, path) {
            let name = Some(self.member(item, &["newName"])).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| self.member(item, &["name"]));
            if item.get("newTag").is_some() && !name.is_empty() {
                self.say(item, &["newTag"], What::Image { name });
            }
        }
    }

    /// Says the version of a source, or that of another object of its name: a patch.
    pub(crate) fn source(&mut self, object: &Node, path: &[&str], name: Name, url: String) {
        let what = if url.is_empty() { What::Patch { of: name } } else { What::Source { name, url } };
        self.say(object, path, what);
    }
}
