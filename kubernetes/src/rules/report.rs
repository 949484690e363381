//! Errors in the server's words. In: a place, and what is wrong there. Out: problems.
//
// apimachinery: pkg/util/validation/field/errors.go

use std::borrow::Cow;
use std::fmt::Display;

use crdc_codegen::cel::server::Minor;
use crdc_vocabulary::go::quote;

use super::at::At;
use crate::problem::{Level, Problem};

/// What is wrong with an object.
#[derive(Debug)]
pub(super) struct Report {
    version: Minor,
    level: Level,
    problems: Vec<Problem>,
}

impl Report {
    pub(super) fn new(version: Minor) -> Report {
        Report { version, level: Level::Error, problems: Vec::new() }
    }

    /// The version of the server.
    pub(super) fn version(&self) -> u8 {
        self.version.0
    }

    /// What is found while `check` runs is a warning: the server accepts it, and something fails later.
    pub(super) fn as_warnings(&mut self, help: &str, check: impl FnOnce(&mut Report)) {
        let from = self.problems.len();
        let before = std::mem::replace(&mut self.level, Level::Warning);
        check(self);
        self.level = before;
        for problem in self.problems.iter_mut().skip(from) {
            problem.help.get_or_insert_with(|| help.to_owned());
        }
    }

    /// How many problems there are.
    pub(super) fn count(&self) -> usize {
        self.problems.len()
    }

    /// The problems, each once: a server drops the same sentences.
    pub(super) fn finish(self) -> Vec<Problem> {
        let mut seen = std::collections::HashSet::new();
        self.problems.into_iter().filter(|problem| seen.insert(problem.message.clone())).collect()
    }

    fn add(&mut self, id: &'static str, at: &At<'_, '_>, words: &str, detail: &str) {
        let path = at.path();
        let colon = if path.is_empty() { "<nil>" } else { &path };
        let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
        let message = format!("{colon}: {words}{detail}");
        let problem = Problem::error(id, path, message, at.span());
        self.problems.push(Problem { level: self.level, ..problem });
    }

    /// Adds help to the problem that was added last.
    pub(super) fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.problems.pop() {
            self.problems.push(last.help(help));
        }
    }

    pub(super) fn required(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("required-value", at, "Required value", detail);
    }

    /// `shown` is the value as the server shows it.
    pub(super) fn invalid(&mut self, at: &At<'_, '_>, shown: impl Display, detail: &str) {
        self.add("invalid-value", at, &format!("Invalid value: {shown}"), detail);
    }

    /// An invalid text.
    pub(super) fn bad_text(&mut self, at: &At<'_, '_>, text: &str, detail: &str) {
        self.invalid(at, quote(text), detail);
    }

    /// A text for each reason against it.
    pub(super) fn against(&mut self, at: &At<'_, '_>, text: &str, reasons: Vec<Cow<'static, str>>) {
        for reason in reasons {
            match self.version.0 {
                // Label keys and values had other words.
                ..35 if reason.ends_with(" bytes") || reason.starts_with("a valid label key") => {
                    let reason = reason.replace(" bytes", " characters");
                    self.bad_text(at, text, &reason.replacen("a valid label key", "a qualified name", 1));
                }
                _ => self.bad_text(at, text, &reason),
            }
        }
    }

    /// A value that is shown nowhere, such as one that the server fills in.
    pub(super) fn invalid_unseen(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("invalid-value", at, "Invalid value", detail);
    }

    /// `shown` is the value as the server shows it.
    pub(super) fn unsupported_shown(&mut self, at: &At<'_, '_>, shown: &str, supported: &[&str]) {
        let all: Vec<String> = supported.iter().map(|text| quote(text)).collect();
        let detail = format!("supported values: {}", all.join(", "));
        self.add("unsupported-value", at, &format!("Unsupported value: {shown}"), &detail);
    }

    pub(super) fn unsupported(&mut self, at: &At<'_, '_>, text: &str, supported: &[&str]) {
        self.unsupported_shown(at, &quote(text), supported);
        if let Some(meant) = crdc_codegen::schema::suggest::nearest(text, supported.iter().copied()) {
            self.help(format!("write `{meant}`"));
        }
    }

    /// A strategy of an unknown type. It is shown whole, unless it has more than a type.
    pub(super) fn unsupported_strategy(
        &mut self,
        at: &At<'_, '_>,
        name: &str,
        kind: &str,
        supported: &[&str],
        has_more: bool,
    ) {
        let rolling = match self.version() {
            ..34 => format!(
                "(*{}RollingUpdate{})(nil)",
                "apps.",
                name.trim_start_matches("apps.").trim_end_matches("Strategy").trim_end_matches("Update")
            ),
            _ => "null".to_owned(),
        };
        let shown = match has_more {
            true => quote(kind),
            false => super::shown::structure(
                name,
                &[("Type", &quote(kind)), ("RollingUpdate", &rolling)],
                self.version(),
            ),
        };
        self.unsupported_shown(at, &shown, supported);
        if let Some(meant) = crdc_codegen::schema::suggest::nearest(kind, supported.iter().copied()) {
            self.help(format!("write `type: {meant}`"));
        }
    }

    /// A text that is none of those that are known, if there is one.
    pub(super) fn one_of(&mut self, at: &At<'_, '_>, supported: &[&str]) {
        let text = at.text();
        if !text.is_empty() && !supported.contains(&text) {
            self.unsupported(at, text, supported);
        }
    }

    pub(super) fn duplicate(&mut self, at: &At<'_, '_>, shown: impl Display) {
        self.add("duplicate-value", at, &format!("Duplicate value: {shown}"), "");
    }

    /// A repeated value of several fields.
    pub(super) fn duplicate_unseen(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("duplicate-value", at, "Duplicate value", detail);
    }

    pub(super) fn not_found(&mut self, at: &At<'_, '_>, text: &str) {
        self.add("not-found", at, &format!("Not found: {}", quote(text)), "");
    }

    /// A claim that the pod does not have.
    // pkg/apis/core/validation/validation.go validateResourceClaimNames
    pub(super) fn not_found_among(
        &mut self,
        at: &At<'_, '_>,
        text: &str,
        all: &std::collections::BTreeSet<&str>,
    ) {
        let all: Vec<&str> = all.iter().copied().take(64).collect();
        let rest = match all.is_empty() {
            true => " which is empty".to_owned(),
            false => format!(": {}", all.join(", ")),
        };
        let detail = format!("must be one of the names in pod.spec.resourceClaims{rest}");
        self.add("not-found", at, &format!("Not found: {}", quote(text)), &detail);
    }

    pub(super) fn forbidden(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("forbidden", at, "Forbidden", detail);
    }

    pub(super) fn too_long(&mut self, at: &At<'_, '_>, most: usize) {
        let detail = match self.version.0 {
            ..=31 => format!("must have at most {most} bytes"),
            _ => format!("may not be more than {most} bytes"),
        };
        self.add("too-long", at, "Too long", &detail);
    }

    pub(super) fn not_negative(&mut self, at: &At<'_, '_>) {
        if let Some(value) = at.int().filter(|value| *value < 0) {
            self.invalid(at, value, "must be greater than or equal to 0");
        }
    }

    pub(super) fn required_text(&mut self, at: &At<'_, '_>) {
        if at.text().is_empty() {
            self.required(at, "");
        }
    }

    /// A change of what cannot be changed.
    pub(super) fn immutable(&mut self, at: &At<'_, '_>, shown: impl Display) {
        self.add("immutable", at, &format!("Invalid value: {shown}"), "field is immutable");
    }

    /// A change of what cannot be changed, with a text of its own. Values of many fields are not shown.
    pub(super) fn changed(&mut self, at: &At<'_, '_>, words: &str, detail: &str) {
        self.add("immutable", at, words, detail);
    }

    /// What the server warns of.
    pub(super) fn warning(&mut self, id: &'static str, at: &At<'_, '_>, words: &str) {
        let path = at.path();
        let message = format!("{path}: {words}");
        self.problems.push(Problem::warning(id, path, message, at.span()));
    }
}
