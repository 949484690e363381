//! The path from an object to one of its values, on the stack of the walk: memory is allocated only for
//! problems. Out: the three notations of a path.

use std::fmt::Write as _;

use crdc_vocabulary::Minor;

use super::embedded;
use crate::definition::{Definition, Field};

/// A value's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'p> {
    pub(super) above: Option<&'p Place<'p>>,
    pub(super) step: Step<'p>,
}

/// The last step to a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'p> {
    /// The object itself.
    Root,
    /// A field of a struct.
    Field(&'p Definition, &'p Field),
    /// An item of a list.
    Index(usize),
    /// A value of a map.
    Key(&'p str),
    /// Into a value that Go code of its own reads with another decoder, which is not strict.
    Own,
}

impl<'p> Place<'p> {
    pub(super) const ROOT: Place<'static> = Place { above: None, step: Step::Root };

    pub(super) fn below<'q>(&'q self, step: Step<'q>) -> Place<'q> {
        Place { above: Some(self), step }
    }

    /// This place, the one above it, and so on.
    pub(super) fn upwards<'q>(&'q self) -> impl Iterator<Item = &'q Place<'p>> {
        std::iter::successors(Some(self), |place| place.above)
    }

    /// The steps from the object.
    fn steps(&self) -> Vec<Step<'_>> {
        let mut steps: Vec<Step<'_>> = self.upwards().map(|place| place.step).collect();
        steps.reverse();
        steps
    }

    /// The innermost field on the way, with its struct.
    pub(super) fn field(&self) -> Option<(&'p Definition, &'p Field)> {
        self.upwards().find_map(|place| match place.step {
            Step::Field(of, field) => Some((of, field)),
            _ => None,
        })
    }

    /// Whether the strict decoder of the object reads the value.
    pub(super) fn is_strict(&self) -> bool {
        self.upwards().all(|place| !matches!(place.step, Step::Own))
    }

    /// `spec.containers[0].resources.limits[cpu]`, as servers write fields in errors of validation.
    pub(super) fn path(&self) -> String {
        // Writing to a `String` does not fail.
        self.written(|path, key| {
            let _ = write!(path, "[{key}]");
        })
    }

    /// `spec.containers[0].resources.limits.cpu`, as the strict decoder writes fields.
    // sigs.k8s.io/json: kubernetes_patch.go appendStrictFieldStackKey
    pub(super) fn strict_path(&self) -> String {
        self.written(append_name)
    }

    /// The steps one after the other; `append_key` adds a key of a map.
    fn written(&self, append_key: impl Fn(&mut String, &str)) -> String {
        let mut path = String::new();
        for step in self.steps() {
            match step {
                Step::Root | Step::Own => {}
                Step::Field(_, field) => append_name(&mut path, &field.name),
                Step::Index(index) => drop(write!(path, "[{index}]")),
                Step::Key(key) => append_key(&mut path, key),
            }
        }
        path
    }

    /// The path as the decoder of a version writes it in type errors, without indices and keys:
    /// `ResourceRequirements.spec.containers.resources.limits`. In a value with a decoder of its own, it is
    /// the path where that decoder began.
    // sigs.k8s.io/json: decode.go addErrorContext
    pub(super) fn go_field(&self, version: Minor) -> Option<String> {
        let (mut innermost, mut path) = (None, String::new());
        for step in self.steps() {
            match step {
                Step::Own => break,
                Step::Field(of, field) => {
                    innermost = Some(of);
                    if let Some(names) = embedded::around(version, of, field) {
                        append_name(&mut path, names);
                    }
                    append_name(&mut path, &field.name);
                }
                Step::Root | Step::Index(_) | Step::Key(_) => {}
            }
        }
        innermost.map(|of| format!("{}.{path}", of.go_name()))
    }
}

fn append_name(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}
