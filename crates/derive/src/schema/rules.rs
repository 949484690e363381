//! Writes CEL rules as `x-kubernetes-validations`.

use super::writer::{Members, key, text};
use crate::model::{CelRule, RuleWords};
use crdc_source::json::Json;

const KEY: &str = "x-kubernetes-validations";

/// The keyword, if there are rules.
pub(super) fn validations<'r>(rules: impl Iterator<Item = &'r CelRule>) -> Option<(String, Json)> {
    let rules: Vec<Json> = rules.map(|rule| Json::Object(words(&rule.words))).collect();
    (!rules.is_empty()).then(|| key(KEY, Json::Array(rules)))
}

/// Adds the rules of items or values to the schema of a list or map.
pub(super) fn each(members: &mut Members, rules: &[CelRule]) {
    for (name, inner) in members {
        if let ("items" | "additionalProperties", Json::Object(inner)) = (name.as_str(), inner) {
            inner.extend(validations(rules.iter()));
        }
    }
}

fn words(of: &RuleWords) -> Members {
    let RuleWords { rule, message, expression, reason, field_path, optional_old_self } = of;
    let mut members = vec![key("rule", text(rule))];
    let more = [
        ("message", message),
        ("messageExpression", expression),
        ("reason", reason),
        ("fieldPath", field_path),
    ];
    members.extend(more.into_iter().filter_map(|(name, value)| Some(key(name, text(value.as_deref()?)))));
    if *optional_old_self {
        members.push(key("optionalOldSelf", Json::Bool(true)));
    }
    members
}
