//! Adds random rules to a random CRD. In: the JSON of a CRD, and its seed. Out: the CRD with rules at some of
//! its schemas. `crdc check` accepts all of them; refused rules are dropped. Rules are written by types, so
//! that nearly all compile.
//!
//! `of` contains the type of a schema in rules, `generator` has the variables in scope, and `boolean`,
//! `scalar` and `collection` write expressions of a type. Many rules fail or end in errors: keys are missing,
//! indices are beyond the end, numbers overflow.

mod boolean;
mod collection;
mod generator;
mod of;
mod scalar;

use crdc_check::check_source;
use crdc_source::Source;
use crdc_source::diag::Severity;

use super::rng::Rng;
use crate::json::{Json, object, read};
use generator::{Generator, Old};
use of::Of;

/// A CRD with rules.
#[derive(Clone, Debug)]
pub struct WithRules {
    /// The document.
    pub crd: String,
    /// The number of its rules.
    pub rules: usize,
    /// The number of dropped rules.
    pub dropped: usize,
}

/// Adds random rules to a CRD, one by one; a rule that `crdc check` refuses is dropped.
pub fn add(seed: u64, crd: &str) -> WithRules {
    let mut out = WithRules { crd: crd.to_owned(), rules: 0, dropped: 0 };
    let Ok(parsed) = read(crd.as_bytes()) else { return out };
    let mut whole = parsed.value;
    let mut rng = Rng::new(seed ^ 0x7275_6c65);
    let mut places = Vec::new();
    let Some(root) = schema(&mut whole) else { return out };
    collect(root, Vec::new(), false, true, &mut places);
    for place in &places {
        if !rng.chance(if place.path.is_empty() { 60 } else { 25 }) {
            continue;
        }
        for _ in 0..1 + rng.below(2) {
            let rule = rule(&mut rng, place);
            let mut tried = whole.clone();
            if let Some(schema) = schema(&mut tried).and_then(|root| at(root, &place.path)) {
                let mut rules = schema.get("x-kubernetes-validations").and_then(Json::as_array).cloned();
                rules.get_or_insert_default().push(rule);
                schema.set("x-kubernetes-validations", rules.unwrap_or_default().into());
            }
            if is_accepted(&tried) {
                out.rules += 1;
                whole = tried;
            } else {
                out.dropped += 1;
            }
        }
    }
    out.crd = whole.to_string();
    out
}

/// Whether `crdc check` reports no error.
fn is_accepted(crd: &Json) -> bool {
    let checked = check_source(&Source::new("random.json", crd.to_string()), None);
    checked.diagnostics.iter().all(|diagnostic| diagnostic.severity() != Severity::Error)
}

/// The schema of the only version.
fn schema(crd: &mut Json) -> Option<&mut Json> {
    match crd.get_mut("spec")?.get_mut("versions")? {
        Json::Array(versions) => versions.first_mut()?.get_mut("schema")?.get_mut("openAPIV3Schema"),
        _ => None,
    }
}

/// A schema that can have rules.
struct Place {
    /// The keys that lead to the schema.
    path: Vec<String>,
    /// The type of the schema's values in rules.
    of: Of,
    /// Whether the values have no old values: they are below items of a list that is not a list map.
    uncorrelated: bool,
    /// The fields for `fieldPath`.
    fields: Vec<String>,
}

/// Adds the places of rules in a schema to `out`.
fn collect(schema: &Json, path: Vec<String>, uncorrelated: bool, resource: bool, out: &mut Vec<Place>) {
    let Some(of) = Of::new(schema, resource) else { return };
    let names = schema.get("properties").and_then(Json::as_object);
    let plain = |name: &&String| name.chars().all(|c| c.is_ascii_alphanumeric());
    let fields = names.iter().flat_map(|names| names.iter().map(|(name, _)| name)).filter(plain);
    out.push(Place { path: path.clone(), of, uncorrelated, fields: fields.cloned().collect() });
    let below =
        |keys: &[&str]| path.iter().cloned().chain(keys.iter().map(|key| (*key).to_owned())).collect();
    let is_resource = |schema: &Json| schema.get("x-kubernetes-embedded-resource").is_some();
    for (name, property) in names.into_iter().flatten() {
        if resource && matches!(name.as_str(), "apiVersion" | "kind" | "metadata") {
            continue;
        }
        collect(property, below(&["properties", name]), uncorrelated, is_resource(property), out);
    }
    if let Some(values @ Json::Object(_)) = schema.get("additionalProperties") {
        collect(values, below(&["additionalProperties"]), uncorrelated, is_resource(values), out);
    }
    if let Some(items @ Json::Object(_)) = schema.get("items") {
        let correlates = schema.get("x-kubernetes-list-type").and_then(Json::as_str) == Some("map");
        collect(items, below(&["items"]), uncorrelated || !correlates, is_resource(items), out);
    }
}

/// The schema at a path.
fn at<'j>(mut schema: &'j mut Json, path: &[String]) -> Option<&'j mut Json> {
    for key in path {
        schema = schema.get_mut(key)?;
    }
    Some(schema)
}

/// Writes a random rule for a place.
fn rule(rng: &mut Rng, place: &Place) -> Json {
    let old = match rng.below(6) {
        _ if place.uncorrelated => Old::None,
        0 | 1 => Old::Plain,
        2 => Old::Optional,
        _ => Old::None,
    };
    let mut generator = Generator::new(rng, &place.of, old);
    let mut text = match old {
        Old::None => generator.bool(3),
        // The rule must use the old value.
        Old::Plain => generator.compared_with_old(),
        Old::Optional => generator.compared_with_optional_old(),
    };
    if old != Old::None && generator.rng.chance(40) {
        let other = generator.bool(2);
        let operator = *generator.rng.pick(&["&&", "||"]);
        text = format!("{text} {operator} {other}");
    }
    let mut members = vec![("rule", Json::from(text))];
    if generator.rng.chance(30) {
        members.push(("message", (*generator.rng.pick(&["no", "must hold", " trimmed "])).into()));
    }
    if generator.rng.chance(35) {
        // A message never has an optional old value.
        let text = Generator::new(generator.rng, &place.of, Old::None).string(2);
        members.push(("messageExpression", text.into()));
    }
    if rng.chance(30) {
        let reasons =
            ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
        members.push(("reason", (*rng.pick(&reasons)).into()));
    }
    if rng.chance(25) && !place.fields.is_empty() {
        members.push(("fieldPath", format!(".{}", rng.pick(&place.fields)).into()));
    }
    if old == Old::Optional {
        members.push(("optionalOldSelf", true.into()));
    }
    object(members)
}
