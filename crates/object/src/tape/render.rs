//! Writes the stored object as text. Unchanged parts are copied in runs: a run continues from member to
//! member, and into and out of changed containers, until something was dropped or added.

use alloc::vec::Vec;

use super::{CHANGED, DEFAULTS, ESCAPED, Entry, INPUT, Kind, NO_KEY, ORIGIN, Tape, UNSORTED};

/// A changed container that is being written.
#[derive(Debug)]
pub struct Open {
    next: u32,
    end: u32,
    /// End of its text, including the closing bracket.
    text_end: u32,
    origin: u8,
    close: u8,
    empty: bool,
}

/// A range of one text to copy.
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

/// Appends the value at `at` to `out`. Iterative, with a stack that the caller can reuse: changed containers
/// may nest ten thousand deep.
pub fn render(tape: Tape<'_>, at: u32, out: &mut Vec<u8>, open: &mut Vec<Open>) {
    if let Some(run) = render_changes(tape, at, out, open) {
        let text = tape.texts[usize::from(run.origin)];
        out.extend_from_slice(text.get(run.start as usize..run.end as usize).unwrap_or(b""));
    }
}

/// Like [`render`], unless the value still equals its text (for example because additions were dropped
/// again): then nothing is written and `false` is returned.
pub fn render_if_changed(tape: Tape<'_>, out: &mut Vec<u8>, open: &mut Vec<Open>) -> bool {
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

/// Writes everything but the last run.
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
            // Defaults and absent fields that the server may set have no text here.
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

/// Index of the entry after the subtree at `at`.
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

    /// Starts a run.
    fn extend(&mut self, origin: u8, start: u32, end: u32) {
        self.flush();
        self.run = Some(Run { origin, start, end });
    }

    /// Extends the pending run to `end` if the container and the value are both in the request's text: only
    /// there is the order of the text that of the tape.
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

    /// Extends the pending run over values that are unchanged text of the request, as most are.
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

    /// Writes a value; the pending run extends to its start.
    #[inline(always)]
    fn value(&mut self, at: u32, entry: &Entry, open: &mut Vec<Open>) {
        let changed = entry.has(CHANGED);
        if let Some(run) = &mut self.run {
            // The key, and only the opening bracket of a changed container.
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
            // Text of another origin ends here, since other text follows it.
            self.flush();
        }
    }

    fn close(&mut self, container: &Open) {
        if !self.extend_to(container.origin, container.origin, container.text_end) {
            self.out.push(container.close);
        }
    }
}
