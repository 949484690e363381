//! Every field of every view is what `serde_json` finds in the stored object, and so is the value at every path.

use crdc::Value;
use crdc_reading_tests::check::Mode;
use crdc_reading_tests::{Seen, differs_on_purpose, random, recorded, views};
use serde_json::value::Value as Json;

/// What was compared.
#[derive(Default)]
struct Compared {
    fields: usize,
    paths: usize,
    failed: Vec<String>,
}

impl Compared {
    fn report(&self, least: usize) {
        println!("{} fields and {} paths", self.fields, self.paths);
        let shown = self.failed.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.failed.is_empty(), "{}\n{shown}", self.failed.len());
        assert!(
            self.fields > least && self.paths > least,
            "only {} fields and {} paths",
            self.fields,
            self.paths
        );
    }

    fn see(&mut self, seen: Seen<'_>) {
        let (name, kind) = (seen.name, seen.kind);
        let has_views = views::VIEWS.iter().any(|(known, _)| *known == kind);
        let is_update = seen.outcome.old_value().is_some() || seen.outcome.is_status_update();
        let (rejected, old) = (seen.outcome.rejected_value(), seen.outcome.old_value());
        // An update may keep errors of the old object.
        let promised = if is_update { Mode::Lenient } else { Mode::Promised };
        let accepted = seen.outcome.into_result().ok().map(|accepted| (accepted.value(), promised));
        let others = [rejected, old].map(|value| value.map(|value| (value, Mode::Lenient)));
        for (value, mode) in others.into_iter().chain([accepted]).flatten() {
            if differs_on_purpose(value) {
                continue;
            }
            let text = value.json();
            let found: Json = serde_json::from_str(&text).unwrap();
            if has_views {
                match views::of(&kind)(value, &found, mode) {
                    Ok(count) => self.fields += count,
                    Err(why) => self.failed.push(format!("{name}: {why}\n  {text}")),
                }
            }
            if let Err(why) = self.paths(value, "", &found) {
                self.failed.push(format!("{name}: {why}\n  {text}"));
            }
        }
    }

    /// Compares the value at the path that a value says it is at.
    fn said_by(&self, root: Value<'_>, value: Value<'_>, path: &str) -> Result<(), String> {
        let said = value.path().to_string();
        // A field whose name has a dot is not told from two fields there, as in the paths of servers.
        let keys = path.split('[').skip(1).filter_map(|rest| rest.split(']').next());
        let is_told =
            keys.filter(|key| key.contains(['.', '['])).all(|key| said.contains(&format!("[{key}]")));
        if is_told && root.at(&said) != Some(value) {
            return Err(format!("{path} is at {said}, which leads elsewhere"));
        }
        Ok(())
    }

    /// Compares the values at the paths of all values.
    fn paths(&mut self, root: Value<'_>, path: &str, found: &Json) -> Result<(), String> {
        self.paths += 1;
        let value = root.at(path).ok_or_else(|| format!("nothing at {path}"))?;
        let known = match found {
            Json::Null => value.is_null(),
            Json::Bool(truth) => value.as_bool() == Some(*truth),
            Json::Number(number) => {
                value.as_f64() == number.as_f64()
                    && (value.as_i64() == number.as_i64() || number.as_i64().is_none())
            }
            Json::String(text) => value.as_str() == Some(text),
            Json::Array(items) => value.len() == items.len() && value.items().count() == items.len(),
            Json::Object(members) => {
                value.len() == members.len() && value.members().all(|(key, _)| members.contains_key(&*key))
            }
        };
        if !known {
            return Err(format!("{value} at {path}, not {found}"));
        }
        if self.paths.is_multiple_of(16) {
            self.said_by(root, value, path)?;
        }
        match found {
            Json::Array(items) => items
                .iter()
                .enumerate()
                .try_for_each(|(index, item)| self.paths(root, &format!("{path}[{index}]"), item)),
            Json::Object(members) => members.iter().try_for_each(|(key, member)| {
                if key.contains(']') || key.is_empty() {
                    return Ok(());
                }
                let is_plain = !key.contains(['.', '[']);
                let dot = if path.is_empty() { "" } else { "." };
                let below = if is_plain { format!("{path}{dot}{key}") } else { format!("{path}[{key}]") };
                self.paths(root, &below, member)
            }),
            _ => Ok(()),
        }
    }
}

#[test]
fn fields_of_recorded_objects_are_those_of_serde_json() {
    let mut compared = Compared::default();
    recorded(|seen| compared.see(seen));
    compared.report(10_000);
}

#[test]
fn fields_of_random_objects_are_those_of_serde_json() {
    let mut compared = Compared::default();
    random(80, |seen| compared.see(seen));
    compared.report(50_000);
}
