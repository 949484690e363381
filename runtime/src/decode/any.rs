//! Decodes values without a schema, of any depth: preserved fields, and values that will be pruned.
//!
//! Iterative, since such values may nest up to the depth limit. While a container is open, its entry's `next`
//! holds the enclosing container, and its `end` the last member before it.

use super::{DecodeResult, Decoder, Member};
use crdc_object::json::scan;
use crdc_object::tape::{CHANGED, DEAD, Kind, NO_FIELD, PRUNED, UNSORTED, dedup};

/// No container is open.
const NONE: u32 = u32::MAX;

impl<'p> Decoder<'_, 'p> {
    /// Decodes a value and keeps all of it.
    pub fn any(&mut self, member: Member) -> DecodeResult {
        self.values(member, false)
    }

    /// Decodes a value and prunes the members of the objects in it.
    pub(crate) fn any_emptied(&mut self, member: Member) -> DecodeResult {
        self.values(member, !self.options.verbatim)
    }

    fn values(&mut self, member: Member, empty: bool) -> DecodeResult {
        let mut open = NONE;
        let mut member = member;
        // The pruned member that the walk is inside of: entries below it are not flagged again.
        let mut pruned = NONE;
        let levels = self.levels;
        loop {
            let at = self.mark();
            let byte = self.peek();
            match byte {
                b'{' | b'[' => {
                    self.descend()?;
                    // `first_key` skips the brace.
                    let (kind, ahead) = if byte == b'{' { (Kind::Object, 0) } else { (Kind::Array, 1) };
                    self.push(member, kind, self.at, NONE as usize);
                    self.at += ahead;
                }
                b'"' => {
                    self.open_string(member)?;
                }
                b't' | b'f' => {
                    self.open_boolean(member)?;
                }
                b'n' => self.open_null(member)?,
                b'-' | b'0'..=b'9' => {
                    self.open_number(member)?;
                }
                _ => return self.refuse(),
            }
            if empty && pruned == NONE && open != NONE && self.kind(open) == Kind::Object {
                self.mark_pruned(at, open);
                pruned = at;
            }
            if let b'{' | b'[' = byte {
                self.set_next(at, open);
                open = at;
            }
            // After a value: close the containers that end, then read the next key or item.
            loop {
                if open == NONE {
                    self.levels = levels;
                    return Ok(());
                }
                let object = self.kind(open) == Kind::Object;
                let first = self.mark() == open + 1;
                if object {
                    // Reset before the next sibling is read, so that it is not treated as a child.
                    if pruned != NONE && pruned > open {
                        pruned = NONE;
                    }
                    match self.map_key(first)? {
                        Some(key) => {
                            self.pass_key(key);
                            member = Member { key: key.at, field: NO_FIELD };
                            self.order(open, key.at, key.bytes);
                            break;
                        }
                        None => {
                            pruned = if pruned >= open { NONE } else { pruned };
                            open = self.close_any(open);
                        }
                    }
                } else {
                    let byte = self.peek();
                    if byte == b']' {
                        self.at += 1;
                        self.levels += 1;
                        open = self.close_any(open);
                    } else if first || byte == b',' {
                        if !first {
                            self.at += 1;
                        }
                        member = Member::ITEM;
                        break;
                    } else {
                        return self.refuse();
                    }
                }
            }
        }
    }

    fn kind(&self, at: u32) -> Kind {
        self.tape.get(at as usize).map_or(Kind::Null, |entry| entry.kind)
    }

    fn set_next(&mut self, at: u32, next: u32) {
        if let Some(entry) = self.tape.get_mut(at as usize) {
            entry.next = next;
        }
    }

    #[cold]
    fn mark_pruned(&mut self, at: u32, open: u32) {
        if let Some(entry) = self.tape.get_mut(at as usize) {
            entry.flags |= DEAD | PRUNED;
        }
        self.side.pruned += 1;
        self.changed(open);
    }

    /// Flags an open container and its ancestors as changed. Stops at the first that is flagged already, so
    /// that many changes in a deep value cost no more than its depth.
    #[cold]
    fn changed(&mut self, mut open: u32) {
        self.note_change();
        while open != NONE {
            match self.tape.get_mut(open as usize) {
                Some(entry) if !entry.has(CHANGED) => {
                    entry.flags |= CHANGED;
                    open = entry.next;
                }
                _ => return,
            }
        }
    }

    /// Records the key, and flags its object if keys are not in ascending order: only then can there be
    /// duplicates.
    fn order(&mut self, open: u32, key: u32, bytes: &[u8]) {
        let Some(entry) = self.tape.get_mut(open as usize) else {
            return;
        };
        let last = entry.end;
        entry.end = key;
        if last != NONE {
            let start = last as usize + 1;
            let previous = self.text.get(start..scan::string_end(self.text, start)).unwrap_or(b"");
            if previous >= bytes {
                entry.flags |= UNSORTED;
            }
        }
    }

    /// Closes a container; returns the enclosing one.
    fn close_any(&mut self, at: u32) -> u32 {
        let (end, next) = (self.at as u32, self.mark());
        let Some(entry) = self.tape.get_mut(at as usize) else {
            return NONE;
        };
        entry.end = end;
        let around = entry.next;
        if entry.has(UNSORTED) {
            self.settle_any(at);
        }
        self.set_next(at, next);
        around
    }

    #[cold]
    fn settle_any(&mut self, at: u32) {
        let texts = super::texts(self.text, self.defaults, &self.side.fragments);
        let died = dedup(&mut self.tape, texts, at, &mut self.side.order);
        if died > 0 {
            self.side.repeated += died;
            self.changed(at);
        }
    }
}
