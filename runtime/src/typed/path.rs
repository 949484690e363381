//! The path to the current value: a list of steps on the stack, each with a pointer to its parent. It becomes
//! text only for errors.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::scalar::Writes;
use crate::path::Keys;

/// The path to a value, with its last step first.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    above: Option<&'p Path<'p>>,
    step: Step<'p>,
}

/// A step of a path.
#[derive(Clone, Copy)]
pub(super) enum Step<'p> {
    /// The root.
    Root(&'static str),
    /// A field.
    Field(&'static str),
    /// A member of decoded JSON: its position and its name.
    Name(u32, &'p str),
    /// An entry of a map: its position and its key.
    Key(u32, &'p dyn Writes),
    /// An item: its index.
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

    /// The name of the root.
    pub(super) fn begins(&self) -> &'static str {
        let mut path = self;
        while let Some(above) = path.above {
            path = above;
        }
        if let Step::Root(name) = path.step { name } else { "" }
    }

    /// The path as the server formats it. The format of keys depends on the step that reports.
    pub(super) fn text(&self, keys: Keys) -> String {
        self.spelled(String::from(self.begins()), keys)
    }

    /// The path without the root.
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

    /// The position of each step among its siblings. Fields are visited in order and need no number.
    pub(super) fn chain(&self) -> Vec<u32> {
        let steps = self.steps().into_iter().filter_map(|step| match step {
            Step::Root(_) => None,
            Step::Field(_) => Some(0),
            Step::Name(at, _) | Step::Key(at, _) | Step::Item(at) => Some(at),
        });
        steps.collect()
    }

    /// Whether the value is in a field of the status that is named like those of a resource: a status is validated by itself,
    /// and the server takes it for a resource then. Such fields have no counterparts.
    // apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go isTypeMetaField
    pub(super) fn is_in_type_meta(&self) -> bool {
        let steps = self.steps();
        matches!(steps.as_slice(), [Step::Root("status"), Step::Field("kind" | "apiVersion"), ..])
    }

    /// The number of steps below the root.
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
