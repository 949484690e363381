//! Builds paths of entries by one forward walk over the tape, so that a hundred thousand errors cost one pass
//! instead of a search each.
//!
//! Easy to break: no path may be copied for each entry below it. Long prefixes are shared, short ones are
//! copied.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::field_path::{FieldPath, Prefix};
use crdc_object::json::escape;
use crdc_object::tape::{Kind, NO_KEY, Tape};

/// The minimum length of a shared part; shorter ones are copied.
const SHARED: usize = 48;

/// The spelling of map keys in a path. Names of properties always follow a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// `spec.map.key`: value validations. Keys of the root have a leading dot.
    Dotted,
    /// A path without the leading dot: for reports of unknown fields.
    Joined,
    /// `spec.map[key]`: all steps that walk the structural schema.
    Bracketed,
}

/// The state of a walk: the containers that enclose the current entry, and its path in the server's notation
/// (`spec.list[0].key`).
#[derive(Debug)]
pub(crate) struct Path<'t> {
    tape: Tape<'t>,
    keys: Keys,
    /// Open containers, each with the length of its path and the index of the next item.
    open: Vec<Open>,
    text: String,
    /// The entry whose path is `text`.
    at: u32,
    root: u32,
    /// End of the last dead subtree that was found.
    dead: u32,
}

#[derive(Debug)]
struct Open {
    end: u32,
    length: usize,
    array: bool,
    items: usize,
    next: u32,
    /// The path as a shared prefix, if an entry below it needed one.
    shared: Option<Arc<Prefix>>,
}

impl<'t> Path<'t> {
    /// Creates a walk that starts at the entry `root`, whose path is empty.
    pub(crate) fn new(tape: Tape<'t>, root: u32, keys: Keys) -> Self {
        let mut path = Path { tape, keys, open: Vec::new(), text: String::new(), at: root, root, dead: 0 };
        path.enter(root, 0);
        path
    }

    fn enter(&mut self, at: u32, length: usize) {
        let entry = self.tape.entry(at);
        if entry.is_container() {
            self.open.push(Open {
                end: entry.next,
                length,
                array: entry.kind == Kind::Array,
                items: 0,
                next: at + 1,
                shared: None,
            });
        }
    }

    /// Moves forward to `at`, which must not precede the last requested index, and returns its path relative
    /// to the root. `None` if it or an ancestor is dead.
    pub(crate) fn seek(&mut self, at: u32, dead_too: bool) -> Option<&str> {
        if at == self.root {
            return Some("");
        }
        if at == self.at {
            return Some(&self.text);
        }
        if at < self.dead {
            return None;
        }
        loop {
            let open = self.open.last_mut()?;
            if at >= open.end {
                self.open.pop();
                continue;
            }
            // Only live items count towards the index, since only they are stored.
            let (child, length) = (open.next, open.length);
            if child >= open.end {
                self.open.pop();
                continue;
            }
            let entry = self.tape.entry(child);
            let after = self.tape.after(child);
            open.next = after;
            let index = open.items;
            if !entry.is_dead() {
                open.items += 1;
            }
            if at >= after {
                continue;
            }
            let array = open.array;
            let is_below = self.open.len() > 1;
            if entry.is_dead() && !dead_too {
                self.dead = after;
                return None;
            }
            self.text.truncate(length);
            if array {
                let _ = write!(self.text, "[{index}]");
            } else if entry.is_map_value() && self.keys == Keys::Bracketed {
                self.text.push('[');
                escape::append_key(&mut self.text, self.tape.raw_key(&entry));
                self.text.push(']');
            } else if entry.key != NO_KEY {
                // kube-openapi: object_validator.go joins map keys with a dot even at the
                // root, properties only below it. structuralschema: options.go joins all below it.
                let joined = match self.keys {
                    Keys::Joined => is_below,
                    Keys::Dotted | Keys::Bracketed => length > 0 || entry.is_map_value(),
                };
                if joined {
                    self.text.push('.');
                }
                escape::append_key(&mut self.text, self.tape.raw_key(&entry));
            }
            self.at = child;
            let length = self.text.len();
            self.enter(child, length);
            if child == at {
                return Some(&self.text);
            }
        }
    }

    /// Like [`Self::seek`], but returns an owned path.
    pub(crate) fn path(&mut self, at: u32, dead_too: bool) -> Option<FieldPath> {
        self.seek(at, dead_too)?;
        if at == self.root {
            return Some(FieldPath::default());
        }
        // A prefix that is not shared yet is short, or was not needed before.
        let known = self.open.iter().rposition(|open| open.shared.is_some());
        let (mut prefix, mut length) = known
            .and_then(|index| self.open.get(index))
            .map_or((None, 0), |open| (open.shared.clone(), open.length));
        for open in self.open.iter_mut().skip(known.map_or(0, |index| index + 1)) {
            if open.length >= length + SHARED {
                prefix =
                    Some(Prefix::below(prefix.as_ref(), self.text.get(length..open.length).unwrap_or("")));
                (open.shared, length) = (prefix.clone(), open.length);
            }
        }
        Some(FieldPath::new(prefix.as_ref(), self.text.get(length..).unwrap_or("")))
    }
}
