//! Evaluates expressions with compiled code. In: expressions over one schema and values of `self`. Out: the
//! result of each expression. A group of expressions is a generated crate as for objects, with a field that
//! has the schema; the answer to an object with a value of this field contains all results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use crdc_conformance_runner::frame::Op;
use crdc_source::Source;
use serde::Deserialize;
use serde_json::Value;

use super::generate::Code;
use super::{Answer, Case, Unit, build, chunks, execute};

/// The number of expressions per crate: if one does not compile, the others in its crate are not evaluated.
const PER_CRATE: usize = 200;

/// The field that has the schema.
const FIELD: &str = "value";

/// Expressions over one schema.
pub(super) struct Group {
    /// A short name.
    pub(super) name: String,
    /// The schema of `self`.
    pub(super) schema: String,
    /// Values of `self`, as JSON.
    pub(super) selves: Vec<String>,
    /// The expressions.
    pub(super) texts: Vec<String>,
}

/// The result of an expression for one value of `self`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub(super) struct Evaluated {
    /// The value.
    #[serde(default, deserialize_with = "present")]
    pub(super) value: Option<Value>,
    /// The reason why there is no value.
    pub(super) eval_error: Option<String>,
    /// The cost.
    pub(super) cost: Option<u64>,
    /// The reason why the expression was not evaluated.
    #[serde(skip)]
    pub(super) trouble: Option<String>,
}

/// Reads a value that is present; null is a value too.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// The crate of a group, or of a part of it.
struct GroupCrate<'g> {
    group: &'g Group,
    unit: Unit,
    /// The reasons why expressions have no code, in the order of the expressions.
    refused: Vec<Option<String>>,
}

/// For each group and expression the results for all values of `self`.
pub(super) fn evaluate(home: &Path, groups: &[Group]) -> Result<Vec<Vec<Vec<Evaluated>>>> {
    std::fs::create_dir_all(home)?;
    let (mut parts, mut units, mut cases) = (Vec::new(), Vec::new(), Vec::new());
    let mut failed: BTreeMap<Unit, String> = BTreeMap::new();
    for group in groups {
        let source = Source::new("crd.json", crd(&group.schema));
        for (index, texts) in group.texts.chunks(PER_CRATE).enumerate() {
            let name = format!("{}-{index}", group.name);
            let unit = Unit { crd: PathBuf::from(&name).join("crd.json"), version: "v1".to_owned() };
            let (file, refused) = crdc_codegen::expressions::generate_expressions(&source, FIELD, texts)
                .map_err(anyhow::Error::msg)?;
            units.push(Code { unit: unit.clone(), type_name: file.type_name, text: file.text });
            cases.extend(group.selves.iter().map(|of_self| case(&unit, of_self)));
            parts.push(GroupCrate { group, unit, refused });
        }
    }
    let built = build::build(home, chunks::lay_out(units), &chunks::ANSWERS, &mut failed)?;
    let answers = execute::execute(home, &built, &cases)?;
    let mut answers = answers.into_iter();
    let mut all: Vec<Vec<Vec<Evaluated>>> = Vec::new();
    let mut parts = parts.iter().peekable();
    for group in groups {
        let mut of_group = Vec::new();
        while let Some(part) = parts.next_if(|part| std::ptr::eq(part.group, group)) {
            let answers: Vec<_> = answers.by_ref().take(group.selves.len()).collect();
            let failure = failed.get(&part.unit).map(String::as_str);
            let results = answers.iter().map(|answer| results(answer.as_ref(), &part.refused, failure));
            let results = results.collect::<Result<Vec<_>>>()?;
            for index in 0..part.refused.len() {
                of_group.push(results.iter().map(|results| results[index].clone()).collect());
            }
        }
        all.push(of_group);
    }
    Ok(all)
}

/// The upper bound of the cost of each expression of a group for each value of `self`; `None` for an
/// expression without a program.
pub(super) fn bounds(group: &Group) -> Result<Vec<Option<Vec<f64>>>> {
    let source = Source::new("crd.json", crd(&group.schema));
    let sizes: Vec<usize> = group.selves.iter().map(String::len).collect();
    crdc_plan::bounds::bound_expressions(&source, FIELD, &group.texts, &sizes, true)
        .map_err(anyhow::Error::msg)
}

/// The results of all expressions of a crate for one value.
fn results(
    answer: Option<&Answer>,
    refused: &[Option<String>],
    failure: Option<&str>,
) -> Result<Vec<Evaluated>> {
    let trouble = |reason: &str| Evaluated { trouble: Some(reason.to_owned()), ..Evaluated::default() };
    let found = match answer {
        None => Err(failure.unwrap_or("no answer").to_owned()),
        Some(Answer { trouble: Some(reason), .. }) => Err(reason.clone()),
        Some(answer) => {
            let error =
                answer.errors.iter().find(|error| error.field == FIELD && error.detail.starts_with('['));
            match error {
                Some(error) => Ok(serde_json::from_str::<Vec<Evaluated>>(&error.detail)?),
                None => Err(format!("the value is not valid: {:?}", answer.errors)),
            }
        }
    };
    let mut found = match found {
        Ok(found) => found.into_iter(),
        Err(reason) => return Ok(vec![trouble(&reason); refused.len()]),
    };
    let results = refused.iter().map(|refused| match refused {
        Some(reason) => trouble(reason),
        None => found.next().unwrap_or_else(|| trouble("no result")),
    });
    let results = results.collect();
    ensure!(found.next().is_none(), "more results than expressions");
    Ok(results)
}

/// The case whose object has this value of `self`.
fn case(unit: &Unit, of_self: &str) -> Case {
    let new = format!(
        r#"{{"apiVersion":"example.com/v1","kind":"Thing","metadata":{{"name":"x","namespace":"x"}},"{FIELD}":{of_self}}}"#
    );
    Case {
        id: String::new(),
        source: 0,
        unit: unit.clone(),
        op: Op::Create,
        new: new.into_bytes(),
        old: None,
        expected: Answer::default(),
    }
}

/// The CRD whose field has the schema.
fn crd(schema: &str) -> String {
    format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"things.example.com"}},
"spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"}},
"versions":[{{"name":"v1","served":true,"storage":true,"schema":{{"openAPIV3Schema":
{{"type":"object","properties":{{"{FIELD}":{schema}}}}}}}}}]}}}}"#
    )
}

/// A value in a form that is equal for equal values: the entries of maps are sorted.
pub(super) fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                let mut value = sorted(value);
                if let ("map", Value::Array(entries)) = (name.as_str(), &mut value) {
                    entries.sort_by_key(Value::to_string);
                }
                (name.clone(), value)
            };
            Value::Object(fields.iter().map(field).collect())
        }
        value => value.clone(),
    }
}

/// A result in the record's form, which writes durations as Go does.
pub(super) fn recorded(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(recorded).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                let nanoseconds =
                    value.as_str().filter(|_| name == "duration").and_then(|text| text.parse().ok());
                (name.clone(), nanoseconds.map_or_else(|| recorded(value), |found| duration(found).into()))
            };
            Value::Object(fields.iter().map(field).collect())
        }
        value => value.clone(),
    }
}

/// Formats a duration like `time.Duration.String` of Go.
fn duration(nanoseconds: i64) -> String {
    let (sign, total) = (if nanoseconds < 0 { "-" } else { "" }, nanoseconds.unsigned_abs());
    let decimal = |total: u64, unit: u64| {
        let (whole, part) = (total / unit, total % unit);
        let digits = unit.ilog10() as usize;
        let text = format!("{whole}.{part:0digits$}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let text = match total {
        0 => "0s".to_owned(),
        1..1_000 => format!("{total}ns"),
        1_000..1_000_000 => format!("{}µs", decimal(total, 1_000)),
        1_000_000..1_000_000_000 => format!("{}ms", decimal(total, 1_000_000)),
        _ => {
            let minutes = total / 60_000_000_000;
            let seconds = match total % 60_000_000_000 {
                0 => "0".to_owned(),
                rest => decimal(rest, 1_000_000_000),
            };
            match (minutes / 60, minutes % 60) {
                (0, 0) => format!("{seconds}s"),
                (0, minutes) => format!("{minutes}m{seconds}s"),
                (hours, minutes) => format!("{hours}h{minutes}m{seconds}s"),
            }
        }
    };
    format!("{sign}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_as_go_does() {
        let cases = [
            (0, "0s"),
            (1_500, "1.5µs"),
            (1_500_000, "1.5ms"),
            (-5_000_000_000, "-5s"),
            (60_000_000_000, "1m0s"),
            (3_600_000_000_000, "1h0m0s"),
            (1_703_998_799_998_500_000, "473332h59m59.9985s"),
        ];
        for (nanoseconds, text) in cases {
            assert_eq!(duration(nanoseconds), text);
        }
    }

    #[test]
    fn the_order_of_maps_does_not_matter() {
        let (a, b) = (r#"{"map":[["a",1],["b",[]]]}"#, r#"{"map":[["b",[]],["a",1]]}"#);
        let read = |text: &str| serde_json::from_str::<Value>(text).map(|value| sorted(&value)).ok();
        assert_eq!(read(a), read(b));
    }
}
