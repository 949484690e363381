//! Builds errors with the server's messages. In: a place, and the fault there. Out: problems.
//
// apimachinery: pkg/util/validation/field/errors.go

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;

use crdc_vocabulary::go::{self, quote};
use crdc_vocabulary::{ErrorType, Expected, Minor};

use super::at::At;
use super::shown;
use crate::problem::{Inside, Level, Problem, Said};

/// The id of a repeated value.
pub(super) const DUPLICATE: &str = "duplicate-value";

/// The id of an item of a list with the key of another one.
pub(super) const REPEATED: &str = "duplicate-key";

/// The help for such an item if the request is no server-side apply.
pub(super) const REFUSED_BY_APPLY: &str = "server-side apply refuses it";

/// The largest size of the errors of one object, in bytes. A server reports all errors: for a large object
/// whose errors repeat a large value, these would need too much memory.
const MOST_BYTES: usize = 8 << 20;

/// The problems of an object.
#[derive(Debug)]
pub(super) struct Report {
    version: Minor,
    is_server_side: bool,
    is_update: bool,
    problems: Vec<Problem>,
    /// The bytes of the errors that were added.
    bytes: usize,
}

impl Report {
    pub(super) fn new(version: Minor, is_server_side: bool) -> Report {
        Report { version, is_server_side, is_update: false, problems: Vec::new(), bytes: 0 }
    }

    /// The report of an update. Some rules are newer than stored objects that break them; those rules do not
    /// apply to updates.
    pub(super) fn of_update(self, is_update: bool) -> Report {
        Report { is_update, ..self }
    }

    /// Whether the request is an update.
    pub(super) fn is_update(&self) -> bool {
        self.is_update
    }

    /// Whether the request is a server-side apply.
    pub(super) fn is_server_side(&self) -> bool {
        self.is_server_side
    }

    /// An empty report for the same version.
    pub(super) fn another(&self) -> Report {
        Report::new(self.version, self.is_server_side).of_update(self.is_update)
    }

    /// The version of the server.
    pub(super) fn minor(&self) -> Minor {
        self.version
    }

    /// The number of the server's version.
    pub(super) fn version(&self) -> u8 {
        self.version.0
    }

    /// Makes problems warnings: the server accepts the object, and an error occurs later. They do not hide
    /// errors that are added later.
    pub(super) fn demote(&mut self, problems: Range<usize>, help: &str) {
        for problem in self.problems.get_mut(problems).into_iter().flatten() {
            problem.level = Level::Warning;
            problem.help.get_or_insert_with(|| help.to_owned());
        }
        self.bytes = 0;
    }

    /// Whether no more errors are reported, so that rules can stop.
    pub(super) fn is_full(&self) -> bool {
        self.bytes > MOST_BYTES
    }

    /// The number of problems.
    pub(super) fn count(&self) -> usize {
        self.problems.len()
    }

    /// Whether an error was reported.
    pub(super) fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.level == Level::Error)
    }

    /// The problems, each once: a server drops repeated messages.
    pub(super) fn finish(self) -> Vec<Problem> {
        let mut seen = std::collections::HashSet::new();
        self.problems
            .into_iter()
            .filter(|problem| seen.insert((problem.path.clone(), problem.said.clone())))
            .collect()
    }

    fn add(
        &mut self,
        id: &'static str,
        at: &At<'_, '_>,
        error_type: ErrorType,
        value: Option<String>,
        detail: &str,
    ) {
        if self.is_full() {
            return;
        }
        let path = at.path();
        self.bytes += path.len() + value.as_ref().map_or(0, String::len) + detail.len();
        let said = Said::Invalid { error_type, value, detail: detail.to_owned() };
        self.problems.push(Problem::error(id, path, said, at.span()));
    }

    /// Adds help to the last problem, unless the problem was dropped.
    pub(super) fn help(&mut self, help: impl Into<String>) {
        if self.is_full() {
            return;
        }
        if let Some(last) = self.problems.pop() {
            self.problems.push(last.help(help));
        }
    }

    /// Sets the character in its text of the last problem, unless the problem was dropped.
    pub(super) fn inside(&mut self, text: &str, offset: u32) {
        if self.is_full() {
            return;
        }
        if let Some(last) = self.problems.last_mut() {
            last.inside = Some(Inside { text: text.to_owned(), offset });
        }
    }

    pub(super) fn required(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("required-value", at, ErrorType::Required, None, detail);
    }

    /// Reports an invalid value. `shown` is the value in the server's notation.
    pub(super) fn invalid(&mut self, at: &At<'_, '_>, shown: impl Display, detail: &str) {
        self.add("invalid-value", at, ErrorType::Invalid, Some(shown.to_string()), detail);
    }

    /// An invalid text.
    pub(super) fn bad_text(&mut self, at: &At<'_, '_>, text: &str, detail: &str) {
        // Many errors may repeat one long text. It is not quoted for those that are dropped.
        if self.is_full() {
            return;
        }
        self.invalid(at, quote(text), detail);
    }

    /// A text for each reason against it.
    pub(super) fn against(&mut self, at: &At<'_, '_>, text: &str, reasons: Vec<Cow<'static, str>>) {
        for reason in reasons {
            self.bad_text(at, text, &reason);
        }
    }

    /// One text for all reasons against it, if there are any.
    pub(super) fn against_at_once(
        &mut self,
        at: &At<'_, '_>,
        text: &str,
        reasons: Vec<Cow<'static, str>>,
        separator: &str,
    ) {
        if !reasons.is_empty() {
            self.bad_text(at, text, &reasons.join(separator));
        }
    }

    /// Reports an invalid value that the message does not show, such as a default of the server, or a value
    /// with many fields.
    pub(super) fn invalid_unseen(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("invalid-value", at, ErrorType::Invalid, None, detail);
    }

    /// Reports an invalid value with several fields, which servers show as JSON since 1.34. Older servers
    /// show addresses in their memory, or other unpredictable text.
    pub(super) fn invalid_whole(&mut self, at: &At<'_, '_>, json: &str, detail: &str) {
        match self.version.0 {
            ..34 => self.invalid_unseen(at, detail),
            _ => self.invalid(at, json, detail),
        }
    }

    /// Reports an unsupported value. `shown` is the value in the server's notation.
    pub(super) fn unsupported_shown(&mut self, at: &At<'_, '_>, shown: &str, supported: &[&str]) {
        let all: Vec<String> = supported.iter().map(|text| quote(text)).collect();
        let detail = format!("supported values: {}", all.join(", "));
        let before = self.count();
        self.add("unsupported-value", at, ErrorType::NotSupported, Some(shown.to_owned()), &detail);
        let texts = || supported.iter().map(|text| go::json_string(text, go::Escapes::Standard));
        for problem in self.problems.iter_mut().skip(before) {
            problem.expected = Some(Expected::Values(texts().collect()));
        }
    }

    pub(super) fn unsupported(&mut self, at: &At<'_, '_>, text: &str, supported: &[&str]) {
        self.unsupported_shown(at, &quote(text), supported);
        if let Some(meant) = crdc_source::diag::nearest(text, supported.iter().copied()) {
            self.help(format!("write `{meant}`"));
        }
    }

    /// Reports a strategy of an unknown type. The message shows the whole strategy, unless it has more fields
    /// than its type. `name` is its type in Go, and `nothing` Go's notation for the absent fields.
    pub(super) fn unsupported_strategy(
        &mut self,
        at: &At<'_, '_>,
        (name, nothing): (&str, &str),
        kind: &str,
        supported: &[&str],
        has_more: bool,
    ) {
        let rolling = if self.version() < 34 { nothing } else { "null" };
        let shown = match has_more {
            true => quote(kind),
            false => {
                let kind = shown::text_in(self.version(), kind);
                let fields = [("Type", kind), ("RollingUpdate", rolling.to_owned())];
                shown::structure(name, &fields, self.version())
            }
        };
        self.unsupported_shown(at, &shown, supported);
        if let Some(meant) = crdc_source::diag::nearest(kind, supported.iter().copied()) {
            self.help(format!("write `type: {meant}`"));
        }
    }

    /// Reports a text that is not among the supported ones, unless it is empty.
    pub(super) fn one_of(&mut self, at: &At<'_, '_>, supported: &[&str]) {
        let text = at.text();
        if !text.is_empty() && !supported.contains(&text) {
            self.unsupported(at, text, supported);
        }
    }

    /// Reports an unsupported value of a field that is a pointer in Go: only an absent value gets the
    /// default, so an empty text is not supported.
    pub(super) fn one_of_if_set(&mut self, at: &At<'_, '_>, supported: &[&str]) {
        if at.is_set() && !supported.contains(&at.text()) {
            self.unsupported(at, at.text(), supported);
        }
    }

    pub(super) fn duplicate(&mut self, at: &At<'_, '_>, shown: impl Display) {
        self.add(DUPLICATE, at, ErrorType::Duplicate, Some(shown.to_string()), "");
    }

    /// A repeated value of several fields, shown as JSON since 1.34.
    pub(super) fn duplicate_whole(&mut self, at: &At<'_, '_>, json: &str, detail: &str) {
        let shown = (self.version.0 >= 34).then(|| json.to_owned());
        self.add(DUPLICATE, at, ErrorType::Duplicate, shown, detail);
    }

    pub(super) fn not_found(&mut self, at: &At<'_, '_>, text: &str) {
        if self.is_full() {
            return;
        }
        self.add("not-found", at, ErrorType::NotFound, Some(quote(text)), "");
    }

    /// Reports a claim that the pod does not have. `known` lists the claims of the pod as text.
    // pkg/apis/core/validation/validation.go validateResourceClaimNames
    pub(super) fn not_found_among(&mut self, at: &At<'_, '_>, text: &str, known: &str) {
        if self.is_full() {
            return;
        }
        let detail = format!("must be one of the names in pod.spec.resourceClaims{known}");
        self.add("not-found", at, ErrorType::NotFound, Some(quote(text)), &detail);
    }

    pub(super) fn forbidden(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("forbidden", at, ErrorType::Forbidden, None, detail);
    }

    pub(super) fn too_long(&mut self, at: &At<'_, '_>, most: usize) {
        let detail = match self.version.0 {
            ..=31 => format!("must have at most {most} bytes"),
            _ => format!("may not be more than {most} bytes"),
        };
        self.add("too-long", at, ErrorType::TooLong, None, &detail);
    }

    /// Reports a list with more than `most` items. The sentence says `items`, so `most` must be at least 2.
    pub(super) fn too_many(&mut self, at: &At<'_, '_>, most: usize) {
        self.exceeds(at, most);
    }

    /// Whether a list has more than `most` items, which is reported.
    pub(super) fn exceeds(&mut self, at: &At<'_, '_>, most: usize) -> bool {
        let is_too_long = at.len() > most;
        if is_too_long {
            let (count, detail) = (at.len().to_string(), format!("must have at most {most} items"));
            self.add("too-many", at, ErrorType::TooMany, Some(count), &detail);
        }
        is_too_long
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

    /// Reports a change of an immutable value.
    pub(super) fn immutable(&mut self, at: &At<'_, '_>, shown: impl Display) {
        self.immutable_because(at, Some(shown.to_string()), "field is immutable");
    }

    /// Reports a change of an immutable value, with a detail of its own. Values with many fields are not
    /// shown.
    pub(super) fn immutable_because(&mut self, at: &At<'_, '_>, shown: Option<String>, detail: &str) {
        self.add("immutable", at, ErrorType::Invalid, shown, detail);
    }

    /// A change that is forbidden.
    pub(super) fn forbidden_change(&mut self, at: &At<'_, '_>, detail: &str) {
        self.add("immutable", at, ErrorType::Forbidden, None, detail);
    }

    /// An item of a list with the key of another one, as server-side apply writes it.
    pub(super) fn repeated(&mut self, at: &At<'_, '_>, key: &str) {
        let said = Said::Other(format!("duplicate entries for key {key}"));
        let (level, help) = match self.is_server_side {
            true => (
                Level::Error,
                "remove one of them: server-side apply merges lists by the keys of their items",
            ),
            false => (Level::Warning, REFUSED_BY_APPLY),
        };
        self.problems
            .push(Problem { level, ..Problem::error(REPEATED, at.path(), said, at.span()) }.help(help));
    }

    /// Reports a warning of the server.
    pub(super) fn warning(&mut self, id: &'static str, at: &At<'_, '_>, words: &str) {
        let said = Said::Other(words.to_owned());
        let warning = Problem::error(id, at.path(), said, at.span());
        self.problems.push(Problem { level: Level::Warning, ..warning });
    }
}
