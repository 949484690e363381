//! What has no form in the schemas of Kubernetes. In: the place of a schema. Out: the sentence about it.

/// What has no form in the schemas of Kubernetes, and where it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lost {
    what: String,
    /// The steps to it, the last one first.
    steps: Vec<String>,
}

impl Lost {
    pub(super) fn new(what: impl Into<String>) -> Lost {
        Lost { what: what.into(), steps: Vec::new() }
    }

    pub(super) fn below(mut self, step: &str) -> Lost {
        self.steps.push(step.to_owned());
        self
    }

    pub(super) fn words(&self) -> String {
        // A step that begins a path anew is a reference.
        let step = |step: &String| if step.contains('#') { step.clone() } else { format!("/{step}") };
        let at: String = self.steps.iter().rev().map(step).collect();
        match at.as_str() {
            "" => self.what.clone(),
            at => format!("{at}: {}", self.what),
        }
    }
}

/// Where a schema stands: it describes the value, or is one of the alternatives of the schema around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Whole,
    Branch,
}
