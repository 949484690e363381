//! The state of writing a schema: the position, and the constraints that were not expressed.
//!
//! Easy to break: every step that is entered is left again.

use super::document::Options;
use super::unexpressed::{Topic, Unexpressed};
use crdc_schema::Crd;

/// Writes one schema.
pub(super) struct Writer {
    pub(super) options: Options,
    /// Whether servers prune objects at all.
    pub(super) prunes: bool,
    pub(super) has_integers: bool,
    pub(super) path: Vec<String>,
    /// The number of keywords that were written that accept more than they do on servers.
    pub(super) widened: usize,
    pub(super) unexpressed: Vec<Unexpressed>,
}

impl Writer {
    pub(super) fn new(crd: &Crd, options: Options) -> Writer {
        let prunes = !crd.preserves_unknown_fields();
        Writer { options, prunes, has_integers: false, path: Vec::new(), widened: 0, unexpressed: Vec::new() }
    }

    /// A keyword accepts more than it does on servers.
    pub(super) fn widened(&mut self, topic: Topic, detail: String) {
        self.widened += 1;
        self.unexpressed(topic, detail);
    }

    pub(super) fn unexpressed(&mut self, topic: Topic, detail: String) {
        let mut path = String::new();
        for step in &self.path {
            if !path.is_empty() && step != "[]" {
                path.push('.');
            }
            path.push_str(step);
        }
        self.unexpressed.push(Unexpressed { path, topic, detail });
    }

    pub(super) fn enter(&mut self, name: &str) {
        self.path.push(name.to_owned());
    }

    pub(super) fn enter_items(&mut self) {
        self.path.push("[]".to_owned());
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
    }
}
