//! Compares JSON Schemas with recorded answers. In: the record. Out: how often the JSON Schemas that `crdc
//! publish --as json-schema --strict` writes agree with the server's answers to creates under strict field
//! validation, and why not. `cargo measure json-schema` runs it. crdc's create gives the same answers (`cargo
//! xtask conformance`).
//!
//! A difference counts as named if the report of the schema names what the server's errors are about. All
//! others are printed, and make the exit code 1.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crdc_check::check_source;
use crdc_documents::publish::json_schema::{Draft, JsonSchema, Options, Topic, json_schema};
use crdc_source::Source;
use jsonschema::Validator;
use serde_json::Value;

/// A version of a CRD.
struct Compiled {
    schema: JsonSchema,
    validator: Validator,
    has_status: bool,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let shared = PathBuf::from(arguments.next().ok_or("name the folder of the record")?);
    let draft = match arguments.next().as_deref() {
        Some("7") => Draft::Draft7,
        _ => Draft::Draft202012,
    };
    let mut files: Vec<PathBuf> = fs::read_dir(shared.join("golden/cases"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.sort();
    let mut schemas: HashMap<(String, String), Option<Compiled>> = HashMap::new();
    let (mut cases, mut accepted, mut refused, mut unnamed) = (0, 0, 0, 0);
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &files {
        for line in fs::read_to_string(file)?.lines() {
            let case: Value = serde_json::from_str(line)?;
            let word = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
            if word("op") != "create" || !case["object"].is_object() {
                continue;
            }
            let key = (word("crd"), word("version"));
            let compiled = match schemas.entry(key.clone()) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(compile(&shared, &key.0, &key.1, draft)?)
                }
            };
            let Some(compiled) = compiled else { continue };
            cases += 1;
            let answer = &case["answer"];
            let is_empty = |key: &str| answer[key].as_array().is_none_or(Vec::is_empty);
            let expected = answer["accepted"] == true && is_empty("strict");
            let mut object = case["object"].clone();
            if let (true, Some(members)) = (compiled.has_status, object.as_object_mut()) {
                // A create drops it, but reports its unknown fields.
                if is_empty("strict") {
                    members.remove("status");
                }
            }
            let got = compiled.validator.is_valid(&object);
            if expected == got {
                *if got { &mut accepted } else { &mut refused } += 1;
                continue;
            }
            if let Some(reason) = reason(compiled, answer, &object, got) {
                *named.entry(reason).or_default() += 1;
                continue;
            }
            unnamed += 1;
            let why = compiled.validator.iter_errors(&object).next();
            let why = why.map(|error| format!("{} at {}", error, error.instance_path()));
            let why: String = why.unwrap_or_else(|| answer.to_string()).chars().take(400).collect();
            println!(
                "{} {}: the schema {}: {why}",
                word("id"),
                word("made"),
                if got { "accepts" } else { "refuses" }
            );
        }
    }
    println!(
        "{cases} creates of {} versions: {} agree ({accepted} accepted, {refused} refused)",
        schemas.len(),
        accepted + refused
    );
    for (reason, count) in named {
        println!("{count:>6} differ by what the report names: {reason}");
    }
    println!("{unnamed:>6} differ otherwise");
    Ok(if unnamed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compile(
    shared: &Path,
    crd: &str,
    version: &str,
    draft: Draft,
) -> Result<Option<Compiled>, Box<dyn Error>> {
    let checked = check_source(&Source::read(&shared.join("corpus/crds").join(crd))?, None);
    let Some(crd) = checked.crds.first().map(|outcome| outcome.crd()) else { return Ok(None) };
    let name = |one: &&crdc_schema::Version| one.name.as_ref().is_some_and(|at| at.value == version);
    let Some(version) = crd.versions.iter().find(name) else { return Ok(None) };
    let schema = json_schema(crd, version, Options { draft, strict: true });
    let root: Value = serde_json::from_str(&schema.to_json())?;
    let validator = jsonschema::options()
        .should_validate_formats(false)
        .build(&root)
        .map_err(|error| error.to_string())?;
    let has_status = crd.subresources(version).is_some_and(|at| at.value.status.is_some());
    Ok(Some(Compiled { schema, validator, has_status }))
}

/// The topic of the report that explains why the schema accepts an object that the server refuses.
fn reason(compiled: &Compiled, answer: &Value, object: &Value, got: bool) -> Option<&'static str> {
    let has = |topic: Topic| compiled.schema.unexpressed.iter().any(|unexpressed| unexpressed.topic == topic);
    if !got {
        // A server reads a list of bytes as a value of the format `byte`.
        let unexpressed = compiled.schema.unexpressed.iter();
        let formats: Vec<_> = unexpressed.filter(|one| one.topic == Topic::Format).collect();
        let mut errors = compiled.validator.iter_errors(object);
        let is_format = errors
            .all(|error| formats.iter().any(|one| same_path(&one.path, error.instance_path().as_str())));
        return is_format.then_some("formats");
    }
    let message = answer["message"].as_str().unwrap_or_default();
    if has(Topic::Metadata) && message.contains("cannot be handled as") {
        return Some("metadata");
    }
    let errors = answer["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let of = |wanted: &[&str]| {
        errors.iter().any(|error| wanted.contains(&error["source"].as_str().unwrap_or_default()))
    };
    let detail = |text: &str| {
        errors.iter().any(|error| error["detail"].as_str().is_some_and(|one| one.contains(text)))
    };
    if has(Topic::Rules) && of(&["cel", "blocked"]) {
        return Some("CEL rules");
    }
    if has(Topic::ListType) && of(&["listtype"]) {
        return Some("list types");
    }
    if has(Topic::Metadata) && of(&["metadata", "objectmeta", "typemeta"]) {
        return Some("metadata");
    }
    if has(Topic::Scale) && of(&["scale"]) {
        return Some("scale");
    }
    if has(Topic::Number)
        && (detail("integer: \"number\"")
            || detail("integer,string: \"number\"")
            || detail("int64: \"float64\""))
    {
        return Some("integers of more than 64 bits");
    }
    if has(Topic::Format) && detail("must be of type") {
        return Some("formats");
    }
    if has(Topic::Pattern) && detail("should match") {
        return Some("patterns");
    }
    if has(Topic::Count) && (detail("properties")) {
        return Some("numbers of fields");
    }
    None
}

/// Whether a pointer leads to a path such as `spec.rules[].name`.
fn same_path(path: &str, pointer: &str) -> bool {
    let steps = pointer
        .split('/')
        .skip(1)
        .map(|step| if step.bytes().all(|byte| byte.is_ascii_digit()) { "[]" } else { step });
    let pointer: String = steps.fold(String::new(), |path, step| match step {
        "[]" => path + step,
        _ if path.is_empty() => step.to_owned(),
        _ => path + "." + step,
    });
    path == pointer
}
