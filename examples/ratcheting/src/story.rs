//! One story: an object that was valid when it was stored, and later requests for it.

use crdc::{Compiled, Outcome, Request, Scratch};

/// A field whose rule has tightened.
pub(crate) struct Story {
    pub(crate) title: &'static str,
    /// The resource when the object was stored.
    pub(crate) before: &'static Compiled,
    /// The resource now.
    pub(crate) after: &'static Compiled,
    /// The field of `spec`.
    pub(crate) field: &'static str,
    /// Its stored value, which is no longer valid.
    pub(crate) stored: &'static str,
    /// Another invalid value.
    pub(crate) wrong: &'static str,
    /// A valid value.
    pub(crate) right: &'static str,
}

/// The result of one request.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) title: &'static str,
    pub(crate) verdict: &'static str,
    pub(crate) errors: Vec<String>,
    /// Errors that were set aside.
    pub(crate) ratcheted: Vec<String>,
}

impl Step {
    fn new(title: &'static str, outcome: &Outcome<'_>) -> Step {
        Step {
            title,
            verdict: if outcome.accepted() { "accepted" } else { "refused" },
            errors: outcome.errors().map(|error| error.to_string()).collect(),
            ratcheted: outcome.ratcheted().map(|error| error.to_string()).collect(),
        }
    }
}

impl Story {
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut scratch = Scratch::new();
        let mut ask =
            |title, compiled, request| Step::new(title, &crdc::answer(compiled, request, &mut scratch));
        let old = self.object(self.stored, false, "Pending");
        let elsewhere = self.object(self.stored, true, "Pending");
        let ready = self.object(self.stored, false, "Ready");
        let wrong = self.object(self.wrong, false, "Pending");
        let right = self.object(self.right, false, "Pending");
        vec![
            ask("before: create", self.before, Request::create(&old)),
            ask("now: create the same object", self.after, Request::create(&old)),
            ask("now: update its status", self.after, Request::update_status(&ready, &old)),
            ask("now: update another field", self.after, Request::update(&elsewhere, &old)),
            ask("now: set another invalid value", self.after, Request::update(&wrong, &old)),
            ask("now: set a valid value", self.after, Request::update(&right, &old)),
            ask("now: set the old value again", self.after, Request::update(&old, &right)),
        ]
    }

    fn object(&self, value: &str, paused: bool, phase: &str) -> Vec<u8> {
        let Story { after, field, .. } = self;
        let (api_version, kind) = (after.api_version, after.kind);
        format!(
            r#"{{
                "apiVersion": "{api_version}", "kind": "{kind}",
                "metadata": {{"name": "sample", "namespace": "default", "resourceVersion": "1"}},
                "spec": {{"{field}": "{value}", "paused": {paused}}},
                "status": {{"phase": "{phase}"}}
            }}"#
        )
        .into_bytes()
    }
}
