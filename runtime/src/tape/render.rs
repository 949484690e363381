//! The stored object as text. What did not change is copied in runs as long as they come:
//! a run goes on from member to member, and into and out of changed containers, for as
//! long as nothing was dropped or added in between.

use alloc::vec::Vec;

use super::{CHANGED, DEFAULTS, ESCAPED, Entry, INPUT, Kind, NO_KEY, ORIGIN, Tape, UNSORTED};

/// A changed container that is being written.
#[derive(Debug)]
pub(crate) struct Open {
    next: u32,
    end: u32,
    /// Where its text ends, closing bracket included.
    text_end: u32,
    origin: u8,
    close: u8,
    empty: bool,
}

/// A stretch of one text that is to be copied.
#[derive(Clone, Copy)]
struct Run {
    origin: u8,
    start: u32,
    end: u32,
}

struct Writer<'t, 'o> {
    tape: Tape<'t>,
    out: &'o mut Vec<u8>,
    run: Option<Run>,
}

/// Appends the value at `at` to `out`. Iterative, on a stack that the caller may keep: a
/// changed container may be ten thousand deep.
pub(crate) fn render(tape: Tape<'_>, at: u32, out: &mut Vec<u8>, open: &mut Vec<Open>) {
    if let Some(run) = render_changes(tape, at, out, open) {
        let text = tape.texts[usize::from(run.origin)];
        out.extend_from_slice(text.get(run.start as usize..run.end as usize).unwrap_or(b""));
    }
}

/// The same, unless the value is still its own text after all (what was added was dropped
/// again): then nothing is written and `false` comes back.
pub(crate) fn render_if_changed(tape: Tape<'_>, out: &mut Vec<u8>, open: &mut Vec<Open>) -> bool {
    let root = tape.entry(0);
    match render_changes(tape, 0, out, open) {
        Some(run) if out.is_empty() && run.start == root.start && run.end == root.end => false,
        Some(run) => {
            let text = tape.texts[usize::from(run.origin)];
            out.extend_from_slice(text.get(run.start as usize..run.end as usize).unwrap_or(b""));
            true
        }
        None => true,
    }
}

/// Writes all but the last run.
fn render_changes(tape: Tape<'_>, at: u32, out: &mut Vec<u8>, open: &mut Vec<Open>) -> Option<Run> {
    let root = tape.entry(at);
    let mut writer = Writer { tape, out, run: None };
    open.clear();
    writer.extend(root.flags & ORIGIN, root.start, root.start);
    writer.value(at, &root, open);
    while let Some(container) = open.last_mut() {
        writer.pass(container);
        if container.next >= container.end {
            writer.close(container);
            open.pop();
            continue;
        }
        let at = container.next;
        let entry = tape.entry(at);
        container.next = after(at, &entry);
        if entry.is_dead() {
            // A default has no text here, nor has what the server may set and is absent.
            if entry.flags & ORIGIN != DEFAULTS && entry.start != entry.end {
                writer.flush();
            }
            continue;
        }
        let origin = entry.flags & ORIGIN;
        let start = if entry.key == NO_KEY { entry.start } else { entry.key };
        if !writer.extend_to(origin, container.origin, start) {
            if !container.empty {
                writer.out.push(b',');
            }
            writer.extend(origin, start, start);
        }
        container.empty = false;
        writer.value(at, &entry, open);
    }
    writer.run
}

/// Index of the entry behind the subtree of the one at `at`.
#[inline(always)]
fn after(at: u32, entry: &Entry) -> u32 {
    if entry.is_container() { entry.next.max(at + 1) } else { at + 1 }
}

impl Writer<'_, '_> {
    /// Writes the pending run.
    fn flush(&mut self) {
        if let Some(run) = self.run.take() {
            let text = self.tape.texts[usize::from(run.origin)];
            self.out.extend_from_slice(text.get(run.start as usize..run.end as usize).unwrap_or(b""));
        }
    }

    /// Begins a run.
    fn extend(&mut self, origin: u8, start: u32, end: u32) {
        self.flush();
        self.run = Some(Run { origin, start, end });
    }

    /// Lets the pending run reach to `end`, where both the container and the value stand in the
    /// request's text: only there does one follow the other as they do on the tape.
    fn extend_to(&mut self, origin: u8, container: u8, end: u32) -> bool {
        match &mut self.run {
            Some(run) if run.origin == INPUT && origin == INPUT && container == INPUT => {
                run.end = end;
                true
            }
            _ => {
                self.flush();
                false
            }
        }
    }

    /// Lets the pending run go on over values that are the request's own text, as most are.
    fn pass(&mut self, container: &mut Open) {
        let Some(run) = &mut self.run else { return };
        if run.origin != INPUT || container.origin != INPUT {
            return;
        }
        let entries = self.tape.entries.get(..container.end as usize).unwrap_or_default();
        while let Some(entry) = entries.get(container.next as usize)
            && entry.flags & !(ESCAPED | UNSORTED) == INPUT
        {
            run.end = entry.end;
            container.next = after(container.next, entry);
            container.empty = false;
        }
    }

    /// A value whose beginning the pending run reaches.
    #[inline(always)]
    fn value(&mut self, at: u32, entry: &Entry, open: &mut Vec<Open>) {
        let changed = entry.has(CHANGED);
        if let Some(run) = &mut self.run {
            // The key, and of a changed container only its opening bracket.
            run.end = if changed { entry.start + 1 } else { entry.end };
        }
        if changed {
            let close = if entry.kind == Kind::Array { b']' } else { b'}' };
            let origin = entry.flags & ORIGIN;
            open.push(Open {
                next: at + 1,
                end: entry.next,
                text_end: entry.end,
                origin,
                close,
                empty: true,
            });
        } else if self.run.is_some_and(|run| run.origin != INPUT) {
            // Text of another origin ends here, whatever stands behind it.
            self.flush();
        }
    }

    fn close(&mut self, container: &Open) {
        if !self.extend_to(container.origin, container.origin, container.text_end) {
            self.out.push(container.close);
        }
    }
}
