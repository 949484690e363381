//! An accepted object that is read as its generated type and written again is the same, but for what `docs/reading.md` lists.

use crdc_reading_tests::views::TYPES;
use crdc_reading_tests::{Seen, differs_on_purpose, random, recorded};
use serde_json::value::Value as Json;

/// What a type cannot keep: a null where the field may be absent, and whether a whole number was written with a fraction.
fn kept(value: Json) -> Json {
    match value {
        Json::Object(members) => Json::Object(
            members
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key, kept(value)))
                .collect(),
        ),
        Json::Array(items) => Json::Array(items.into_iter().map(kept).collect()),
        Json::Number(number) => Json::from(number.as_f64()),
        other => other,
    }
}

#[derive(Default)]
struct Read {
    kept: usize,
    /// Updates that keep an error of the old object, which its type need not read.
    kept_errors: usize,
    refused: Vec<String>,
    failed: Vec<String>,
}

impl Read {
    fn see(&mut self, seen: Seen<'_>) {
        let Some((_, again)) = TYPES.iter().find(|(known, _)| *known == seen.kind) else { return };
        let is_update = seen.outcome.old_value().is_some() || seen.outcome.is_status_update();
        let Ok(accepted) = seen.outcome.into_result() else { return };
        if differs_on_purpose(accepted.value()) {
            return;
        }
        let text = accepted.value().json();
        let stored: Json = serde_json::from_str(&text).unwrap();
        // A status update takes an object of any kind.
        if stored["kind"] == "Other" {
            return;
        }
        match again(accepted.value()) {
            Ok(written) if kept(written.clone()) == kept(stored) => self.kept += 1,
            // Servers take an empty list for a value with some formats, and serde for a struct.
            Ok(_) if text.contains("[]") => self.refused.push(seen.name),
            Ok(written) => self.failed.push(format!("{}: {written}\n  {text}", seen.name)),
            Err(error) => {
                let said = error.to_string();
                // Integers that are written with a fraction, also where a string may be, and empty lists.
                let is_known = said.contains("floating point") && said.contains("expected i64")
                    || said.contains("untagged enum IntOrString") && text.contains(".0")
                    || said.contains("invalid type: sequence, expected a string");
                if is_update && !is_known {
                    self.kept_errors += 1;
                    return;
                }
                let list = if is_known { &mut self.refused } else { &mut self.failed };
                list.push(format!("{}: {said}\n  {text}", seen.name));
            }
        }
    }

    /// At least so many are the same, and at most one of so many is not read.
    fn report(&self, least: usize, of: usize) {
        let (refused, kept_errors) = (self.refused.len(), self.kept_errors);
        println!("{} objects are the same, {refused} are not read, {kept_errors} keep errors", self.kept);
        let shown = self.failed.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.failed.is_empty(), "{}\n{shown}", self.failed.len());
        assert!(self.kept > least && self.refused.len() * of < self.kept, "{:#?}", self.refused);
    }
}

#[test]
fn recorded_objects_are_the_same_again() {
    let mut read = Read::default();
    recorded(|seen| read.see(seen));
    // One in fifty of the record has a fraction or an empty list on purpose.
    read.report(600, 40);
}

#[test]
fn random_objects_are_the_same_again() {
    let mut read = Read::default();
    random(80, |seen| read.see(seen));
    // Random numbers are often written with a fraction.
    read.report(1_000, 8);
}
