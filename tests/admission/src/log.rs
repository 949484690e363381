//! A record of steps and calls.

use std::sync::{Arc, Mutex, PoisonError};

use crdc_admission::order::Step;

/// One entry: a step that began, or a call of a plugin or storage.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Step(Step),
    Call(String),
}

/// A record of steps and calls, shared by a chain, its plugins and a storage.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<Entry>>>);

impl Log {
    /// Records that a step began.
    pub fn step(&self, step: Step) {
        self.push(Entry::Step(step));
    }

    /// Records a call.
    pub fn call(&self, name: &str) {
        self.push(Entry::Call(name.to_owned()));
    }

    /// Each step with the calls during it; the record is empty afterwards.
    #[must_use]
    pub fn take(&self) -> Vec<(Step, Vec<String>)> {
        let mut steps: Vec<(Step, Vec<String>)> = Vec::new();
        for entry in std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            match entry {
                Entry::Step(step) => steps.push((step, Vec::new())),
                Entry::Call(name) => match steps.last_mut() {
                    Some((_, calls)) => calls.push(name),
                    None => panic!("{name} before the first step"),
                },
            }
        }
        steps
    }

    fn push(&self, entry: Entry) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
    }
}
