//! Paths of entries, built by one walk over the tape for all that is asked, so that a
//! hundred thousand errors cost one pass and not one search each.
//!
//! Easy to break: no path may be copied for each entry below it. They share their beginnings, but for short ones.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Kind, NO_KEY, Tape};
use crate::error::{FieldPath, Prefix};
use crate::json::escape;

/// How long a part is that paths share; shorter ones are copied sooner.
const SHARED: usize = 48;

/// How keys of maps are joined to a path. Names of properties follow a dot either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// `spec.map.key`: the value validations. Keys of the root have a dot before them.
    Dotted,
    /// The same without that dot: reports of unknown fields.
    Joined,
    /// `spec.map[key]`: every step that walks the structural schema.
    Bracketed,
}

/// How far a walk has come: the containers that enclose the current entry, and the path
/// up to it in the server's spelling (`spec.list[0].key`).
#[derive(Debug)]
pub(crate) struct Path<'t> {
    tape: Tape<'t>,
    keys: Keys,
    /// Open containers, each with the length of its own path and the next item's index.
    open: Vec<Open>,
    text: String,
    /// The entry that `text` names.
    at: u32,
    root: u32,
    /// End of the dead subtree that was come upon last.
    dead: u32,
}

#[derive(Debug)]
struct Open {
    end: u32,
    length: usize,
    array: bool,
    items: usize,
    next: u32,
    /// Its path as what others share, where something below it asked for that.
    shared: Option<Arc<Prefix>>,
}

impl<'t> Path<'t> {
    /// Starts at the entry `root`, whose path is empty.
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

    /// Goes forward to `at`, an index at or after the last one asked for, and gives its
    /// path relative to the root. `false` if it or anything above it is dead.
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
            // Only live items count towards an index, since only they are stored.
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

    /// Like [`Self::seek`], as a path to keep.
    pub(crate) fn path(&mut self, at: u32, dead_too: bool) -> Option<FieldPath> {
        self.seek(at, dead_too)?;
        if at == self.root {
            return Some(FieldPath::default());
        }
        // What is not shared yet is either short or was not asked for before.
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
