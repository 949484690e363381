//! Where a walk stands: a list of steps on the stack, each pointing to the one above it. It becomes text for errors alone.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Writes;
use crate::tape::Keys;

/// The way to a value, its last step first.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    above: Option<&'p Path<'p>>,
    step: Step<'p>,
}

/// A step down.
#[derive(Clone, Copy)]
pub(super) enum Step<'p> {
    /// Where the walk began.
    Root(&'static str),
    /// A field.
    Field(&'static str),
    /// A member of decoded JSON: how many come before it, and its name.
    Name(u32, &'p str),
    /// An entry of a map: how many come before it, and its key.
    Key(u32, &'p dyn Writes),
    /// An item.
    Item(u32),
}

impl<'p> Path<'p> {
    pub(super) fn root(name: &'static str) -> Self {
        Path { above: None, step: Step::Root(name) }
    }

    #[inline(always)]
    pub(super) fn to<'q>(&'q self, step: Step<'q>) -> Path<'q>
    where
        'p: 'q,
    {
        Path { above: Some(self), step }
    }

    /// What it begins with.
    pub(super) fn begins(&self) -> &'static str {
        let mut path = self;
        while let Some(above) = path.above {
            path = above;
        }
        if let Step::Root(name) = path.step { name } else { "" }
    }

    /// In the server's spelling; keys as the step that reports has them.
    pub(super) fn text(&self, keys: Keys) -> String {
        self.spelled(String::from(self.begins()), keys)
    }

    /// Without what it begins with.
    pub(super) fn below(&self, keys: Keys) -> String {
        self.spelled(String::new(), keys)
    }

    fn spelled(&self, mut out: String, keys: Keys) -> String {
        for step in self.steps() {
            match step {
                Step::Root(_) => {}
                Step::Field(name) | Step::Name(_, name) => {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(name);
                }
                Step::Key(_, key) if keys == Keys::Bracketed => {
                    out.push('[');
                    key.key(&mut |text| out.push_str(text));
                    out.push(']');
                }
                Step::Key(_, key) => {
                    out.push('.');
                    key.key(&mut |text| out.push_str(text));
                }
                Step::Item(index) => out.push_str(&format!("[{index}]")),
            }
        }
        out
    }

    /// Where each step stands among its siblings. Fields are walked in their order and need no number.
    pub(super) fn chain(&self) -> Vec<u32> {
        let steps = self.steps().into_iter().filter_map(|step| match step {
            Step::Root(_) => None,
            Step::Field(_) => Some(0),
            Step::Name(at, _) | Step::Key(at, _) | Step::Item(at) => Some(at),
        });
        steps.collect()
    }

    /// How many steps it is to here.
    pub(super) fn depth(&self) -> usize {
        self.steps().len().saturating_sub(1)
    }

    fn steps(&self) -> Vec<Step<'p>> {
        let mut steps = Vec::new();
        let mut path = Some(self);
        while let Some(Path { above, step }) = path.copied() {
            steps.push(step);
            path = above;
        }
        steps.reverse();
        steps
    }
}
