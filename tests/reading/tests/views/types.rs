//! An accepted object that is read as its generated type and written again is the same, but for what `docs/reading.md` lists.

use crdc::Scratch;
use crdc_oracle::load;
use crdc_reading_tests::check::Again;
use crdc_reading_tests::views::{KUBE_TYPES, TYPES};
use crdc_reading_tests::{Seen, differs_on_purpose, random, recorded};
use crdc_vocabulary::Ratcheting;
use k8s_openapi::jiff::Timestamp;
use serde_json::value::Value as Json;

/// Whether a value is the same but for what a type cannot keep: a null where the field may be absent, and whether a whole number was
/// written with a fraction. Types for kube also write an integer that is a quantity as a string, and times in UTC.
fn same(stored: Option<&Json>, written: Option<&Json>, for_kube: bool) -> bool {
    let same = |stored, written| same(stored, written, for_kube);
    match (stored.unwrap_or(&Json::Null), written.unwrap_or(&Json::Null)) {
        (Json::Object(stored), Json::Object(written)) => {
            stored.keys().chain(written.keys()).all(|key| same(stored.get(key), written.get(key)))
        }
        (Json::Array(stored), Json::Array(written)) => {
            stored.len() == written.len()
                && stored.iter().zip(written).all(|(stored, written)| same(Some(stored), Some(written)))
        }
        (Json::Number(stored), Json::Number(written)) => stored.as_f64() == written.as_f64(),
        (Json::Number(stored), Json::String(written)) if for_kube => {
            stored.as_f64() == written.parse::<f64>().ok()
        }
        (Json::String(stored), Json::String(written)) if for_kube && stored != written => {
            let time = |text: &str| text.parse::<Timestamp>().ok();
            written.ends_with('Z') && time(stored).is_some() && time(stored) == time(written)
        }
        (stored, written) => stored == written,
    }
}

struct Read {
    types: &'static [(&'static str, Again)],
    for_kube: bool,
    kept: usize,
    /// Updates that keep an error of the old object, which its type need not read.
    kept_errors: usize,
    refused: Vec<String>,
    failed: Vec<String>,
}

impl Read {
    fn new(for_kube: bool) -> Read {
        let types = if for_kube { KUBE_TYPES } else { TYPES };
        Read { types, for_kube, kept: 0, kept_errors: 0, refused: Vec::new(), failed: Vec::new() }
    }

    fn see(&mut self, seen: Seen<'_>) {
        let Some((_, again)) = self.types.iter().find(|(known, _)| *known == seen.kind) else { return };
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
            Ok(written) if same(Some(&stored), Some(&written), self.for_kube) => self.kept += 1,
            // Servers take an empty list for a value with some formats, and serde for a struct.
            Ok(_) if text.contains("[]") => self.refused.push(seen.name),
            Ok(written) => self.failed.push(format!("{}: {written}\n  {text}", seen.name)),
            Err(error) => {
                let said = error.to_string();
                // Integers that are written with a fraction, also where a string may be, and empty lists.
                let is_known = said.contains("floating point") && said.contains("expected i64")
                    || said.contains("untagged enum IntOrString") && text.contains(".0")
                    || said.contains("invalid type: sequence, expected a string")
                    || self.for_kube && is_known_for_kube(&said);
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

/// What types of `k8s-openapi` refuse.
fn is_known_for_kube(said: &str) -> bool {
    said.contains("expected a 32-bit integer")
        || said.contains("floating point") && said.contains("expected IntOrString")
}

#[test]
fn recorded_objects_are_the_same_again() {
    let mut read = Read::new(false);
    recorded(|seen| read.see(seen));
    // One in fifty of the record has a fraction or an empty list on purpose.
    read.report(600, 40);
}

#[test]
fn random_objects_are_the_same_again() {
    let mut read = Read::new(false);
    random(80, |seen| read.see(seen));
    // Random numbers are often written with a fraction.
    read.report(1_000, 8);
}

#[test]
fn recorded_objects_are_the_same_again_for_kube() {
    let mut read = Read::new(true);
    recorded(|seen| read.see(seen));
    read.report(600, 40);
}

#[test]
fn random_objects_are_the_same_again_for_kube() {
    let mut read = Read::new(true);
    random(80, |seen| read.see(seen));
    // There are types of ten schemas.
    read.report(300, 8);
}

/// A create of a kind of `views/`, read as its type and written again.
fn created(kind: &str, spec: &str, types: &[(&str, Again)]) -> Result<Json, String> {
    let plural = format!("{}s.views.example.com", kind.to_lowercase());
    let folder = if kind == "Store" { "kube" } else { "alternatives" };
    let path = format!("{}/views/{folder}/crd.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let validators = load::validators("crd.yaml", &text, Ratcheting::default());
    let object = format!(
        r#"{{"apiVersion":"views.example.com/v1","kind":"{kind}","metadata":{{"name":"a"}},"spec":{spec}}}"#
    );
    let mut scratch = Scratch::new();
    let validator = validators.get("views.example.com", "v1", kind).unwrap();
    let outcome = validator.create(object.as_bytes(), &mut scratch);
    let errors: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
    let accepted = outcome.into_result().map_err(|_| format!("{errors:?}"))?;
    let (_, again) = types.iter().find(|(known, _)| *known == format!("{plural}/v1")).unwrap();
    Ok(again(accepted.value()).map_err(|error| error.to_string())?["spec"].take())
}

#[test]
fn objects_of_one_field_are_enums_that_are_written_as_before() {
    for spec in [
        r#"{"required":{"file":"a"}}"#,
        r#"{"required":{"type":[1]}}"#,
        r#"{"counted":{"secret":{}},"list":[{"secret":{"name":"b"}},{"type":[]}]}"#,
        r#"{"selected":{"by":""}}"#,
        r#"{"selected":{"by":"Disk"}}"#,
        r#"{"selected":{"by":"Disk","disk":{"size":9007199254740993}}}"#,
        r#"{"selected":{"by":"Secret","secret":{"name":"a"}}}"#,
        r#"{"some":{"file":"a","type":[1]},"together":{"secret":{}},"any":{},"open":{"new":{"a":1}}}"#,
        r#"{"nullable":{"file":"a"},"deduced":{"by":"Disk","disk":{}}}"#,
    ] {
        let expected: Json = serde_json::from_str(spec).unwrap();
        for types in [TYPES, KUBE_TYPES] {
            assert_eq!(created("Source", spec, types).as_ref(), Ok(&expected));
        }
    }
}

#[test]
fn types_for_kube_keep_values_in_their_own_form() {
    let spec = r#"{"begin":"2024-05-01t10:00:00.123456+02:00","dated":"2024-05-01T10:00:00+02:00","times":["2024-05-01T10:00:00.5Z"],
        "port":80,"bytes":9007199254740991,"size":2,"limits":{"cpu":1,"memory":"1.50Gi"},"bounded":7}"#;
    let written = serde_json::json!({
        "begin": "2024-05-01T08:00:00.123456Z", "dated": "2024-05-01T10:00:00+02:00", "times": ["2024-05-01T10:00:00.5Z"],
        "port": 80, "unavailable": "25%", "surge": 1, "bytes": 9_007_199_254_740_991_i64, "size": "2",
        "limits": { "cpu": "1", "memory": "1.50Gi" }, "bounded": 7,
    });
    assert_eq!(created("Store", spec, KUBE_TYPES), Ok(written));
    for (spec, said) in [
        (r#"{"begin":"2024-05-01T10:00:00Z","port":2147483648}"#, "spec.port: "),
        (r#"{"begin":"2024-05-01T10:00:00Ztea","port":1}"#, "spec.begin: "),
    ] {
        let error = created("Store", spec, KUBE_TYPES).unwrap_err();
        assert!(error.starts_with(said), "{error}");
    }
}
