//! The folders of `openapi/`: the kinds in `kinds.txt` of `document.*` compile to `plan.txt` and
//! `generated.rs`, and `cases.jsonl` are answered as recorded, by compiled code, by the plan that is not
//! compiled and, if `crd.yaml` has an equivalent CRD, by the interpreter. `BLESS=1` writes the output of
//! compiled code.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_codegen::{Options, generate_openapi};
use crdc_dynamic::validators::{Validator, Validators};
use crdc_oracle::answers::run as run_request;
use crdc_oracle::json::{Json, object, read as read_json};
use crdc_oracle::record::{Case, Given, Subject, answer, cases, compare, with_answer};
use crdc_oracle::stack::deep;
use crdc_oracle::{golden, load};
use crdc_plan::explain_openapi;
use crdc_source::Source;
use crdc_tests::compiled;

#[test]
fn every_folder_holds() {
    deep(|| {
        let bless = golden::is_blessing();
        let failed: Vec<String> = folders().iter().flat_map(|folder| check(folder, bless)).collect();
        assert!(failed.is_empty(), "{} differences (BLESS=1 rewrites)\n{}", failed.len(), failed.join("\n"));
    });
}

fn folders() -> Vec<PathBuf> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    assert!(folders.len() >= 5, "only {} folders", folders.len());
    folders
}

fn read(folder: &Path) -> (Source, Vec<String>) {
    let name =
        ["document.yaml", "document.json"].into_iter().find(|name| folder.join(name).is_file()).unwrap();
    let kinds = fs::read_to_string(folder.join("kinds.txt")).unwrap();
    let source = Source::new(name, fs::read_to_string(folder.join(name)).unwrap());
    (source, kinds.lines().map(str::to_owned).collect())
}

fn check(folder: &Path, bless: bool) -> Vec<String> {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let (source, kinds) = read(folder);
    let mut failed = Vec::new();
    let mut golden = |file: &str, now: &str| failed.extend(golden::differs(&folder.join(file), now));
    golden("plan.txt", &explain_openapi(&source, &kinds).0);
    let generated = generate_openapi(&source, &kinds, &Options::default());
    let texts: Vec<&str> = generated.files.iter().map(|file| file.text.as_str()).collect();
    assert_eq!(texts.len(), kinds.len(), "{name}");
    // For large documents, the code is only compiled by the build script.
    if source.name.ends_with(".yaml") {
        golden("generated.rs", &texts.join("\n"));
    }
    let validators = Validators::loader().openapi(&source, &kinds).load();
    let validators = validators.unwrap_or_else(|error| panic!("{name}: {error}"));
    for file in &generated.files {
        let plan = validators.all().find(|found| found.compiled().kind == file.type_name);
        let plan = plan.unwrap_or_else(|| panic!("{name}: no plan of {}", file.type_name));
        let crd = format!("{}/{}", file.crd, file.version);
        failed.extend(run(folder, &name, (&file.type_name, &crd), plan, bless));
    }
    failed
}

fn run(
    folder: &Path,
    folder_name: &str,
    (kind, name): (&str, &str),
    plan: Validator<'_>,
    bless: bool,
) -> Vec<String> {
    let compiled = compiled::find(name);
    let kind = format!("\"kind\":\"{kind}\"");
    let crd = fs::read_to_string(folder.join("crd.yaml")).ok();
    let server = crd.map(|crd| load::server(folder_name, &crd, "v1"));
    let mut scratch = crdc::Scratch::new();
    let path = folder.join("cases.jsonl");
    let mut text = fs::read_to_string(&path).unwrap();
    let now = |line: &str, case: &Case, scratch: &mut crdc::Scratch| {
        with_answer(line, &answer(&compiled::answer(compiled, case, scratch), &case.new))
    };
    if bless {
        let lines: Vec<_> = text.lines().map(str::to_owned).zip(cases(&text)).collect();
        let blessed = lines.iter().map(|(line, case)| match line.contains(&kind) {
            true => now(line, case, &mut scratch) + "\n",
            false => format!("{line}\n"),
        });
        text = blessed.collect();
        fs::write(&path, &text).unwrap();
    }
    let mut failed = Vec::new();
    for (line, case) in text.lines().zip(cases(&text)).filter(|(line, _)| line.contains(&kind)) {
        let answered = now(line, &case, &mut scratch);
        if line != answered {
            failed.push(format!("{folder_name}/{}: the case is\n  {line}\n  now\n  {answered}", case.id));
        }
        let given = run_request(plan.compiled(), case.op, &case.new, &case.old, &mut scratch);
        let answered = with_answer(line, &answer(&given, &case.new));
        if line != answered {
            failed
                .push(format!("{folder_name}/{}: the case is\n  {line}\n  the plan\n  {answered}", case.id));
        }
        if let Some(server) = &server {
            let interpreted = Given::interpreted(server, &case);
            for mismatch in compare(Subject::Interpreter, &case, &interpreted) {
                let found = format!("{} {}", mismatch.level, mismatch.text);
                failed.push(format!("{folder_name}/{} interpreter: {found}", case.id));
            }
        }
    }
    failed
}

/// A document that is equivalent to a CRD gives the same plan.
#[test]
fn the_crd_beside_a_document_has_the_same_plan() {
    let mut seen = 0;
    for folder in folders() {
        let Ok(crd) = fs::read_to_string(folder.join("crd.yaml")) else { continue };
        let (source, kinds) = read(&folder);
        let own = crdc_plan::explain(&[Source::new("crd.yaml", crd)], None);
        assert_eq!(own, explain_openapi(&source, &kinds).0, "{}", folder.display());
        seen += 1;
    }
    assert!(seen >= 2);
}

/// A thread with a stack of 2 MiB can process bodies of any depth.
#[test]
fn deep_bodies_of_recursive_definitions_are_refused() {
    let ask = |root: String, list: String| {
        let text = format!(
            r#"{{"apiVersion":"recursive.example.com/v1","kind":"Tree","metadata":{{"name":"x","resourceVersion":"7"}},"root":{root},"list":{list}}}"#
        );
        let compiled = compiled::find("trees.recursive.example.com/v1");
        let mut scratch = crdc::Scratch::new();
        let codes = [
            crdc::answer(compiled, crdc::Request::create(text.as_bytes()), &mut scratch).code(),
            crdc::answer(compiled, crdc::Request::update(text.as_bytes(), text.as_bytes()), &mut scratch)
                .code(),
        ];
        let message = crdc::answer(compiled, crdc::Request::create(text.as_bytes()), &mut scratch);
        (codes, message.message().unwrap_or_default().to_owned())
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let leaf = || "{\"name\":\"z\"}".to_owned();
        let nested =
            |count: usize, open: &str, close: &str| open.repeat(count) + &leaf() + &close.repeat(count);
        for count in [200, 2_000, 9_000, 100_000] {
            let bodies = [
                (nested(count, "{\"name\":\"n\",\"next\":", "}"), "[]".to_owned()),
                (nested(count, "{\"name\":\"n\",\"children\":[", "]}"), "[]".to_owned()),
                (nested(count, "{\"name\":\"n\",\"named\":{\"k\":", "}}"), "[]".to_owned()),
                (nested(count, "{\"other\":{\"back\":", "}}"), "[]".to_owned()),
                (leaf(), "[".repeat(count) + &"]".repeat(count)),
            ];
            for (root, list) in bodies {
                let (codes, message) = ask(root, list);
                assert_eq!(codes, [400, 400]);
                assert!(message.ends_with("exceeded max depth"), "{message}");
            }
        }
        // Values without a schema may nest as deep as elsewhere.
        let unknown = "[".repeat(5_000) + &"]".repeat(5_000);
        let (codes, _) = ask(format!("{{\"name\":\"z\",\"unknown\":{unknown}}}"), "[]".to_owned());
        assert_eq!(codes, [201, 200]);
    });
    thread.unwrap().join().unwrap();
}

/// Random CRDs with parts of their schemas moved into definitions: references do not change the plan.
#[test]
fn definitions_change_nothing() {
    let mut seen = 0;
    for (seed, text) in compiled::RANDOM {
        let mut crd = read_json(text.as_bytes()).unwrap().value;
        // A server publishes metadata even if the CRD does not define it.
        let Some(Json::Array(versions)) = crd.get_mut("spec").unwrap().get_mut("versions") else {
            panic!("{seed}")
        };
        let schema = versions[0].get_mut("schema").unwrap().get_mut("openAPIV3Schema").unwrap();
        let metadata = object([("type", Json::String("object".into()))]);
        schema.get_mut("properties").unwrap().set("metadata", metadata);
        let own = crdc_plan::explain(&[Source::new("crd.json", crd.to_string())], None);
        let spec = crd.get("spec").unwrap();
        let version = &spec.get("versions").unwrap().as_array().unwrap()[0];
        for v2 in [false, true] {
            let mut moved = Moved { v2, seed: *seed, definitions: Vec::new() };
            let mut root = version.get("schema").unwrap().get("openAPIV3Schema").unwrap().clone();
            for property in properties(&mut root) {
                if !["apiVersion", "kind", "metadata"].contains(&property.0.as_str()) {
                    moved.schema(&mut property.1);
                }
            }
            let word = |of: &Json, key: &str| of.get(key).cloned().unwrap();
            let kind = object([
                ("group", word(spec, "group")),
                ("version", word(version, "name")),
                ("kind", word(spec.get("names").unwrap(), "kind")),
            ]);
            let name = format!(
                "{}/{}/{}",
                kind.get("group").unwrap().as_str().unwrap(),
                kind.get("version").unwrap().as_str().unwrap(),
                kind.get("kind").unwrap().as_str().unwrap()
            );
            root.set("x-kubernetes-group-version-kind", Json::Array(vec![kind]));
            let mut definitions = moved.definitions;
            definitions.push(("Root".to_owned(), root));
            let count = definitions.len();
            let definitions = Json::Object(definitions);
            let document = match v2 {
                true => object([("swagger", Json::String("2.0".into())), ("definitions", definitions)]),
                false => object([
                    ("openapi", Json::String("3.0.0".into())),
                    ("components", object([("schemas", definitions)])),
                ]),
            };
            let (published, errors) = explain_openapi(&Source::new("o.json", document.to_string()), &[name]);
            assert!(errors.is_empty(), "{seed}: {errors:?}\n{document}");
            assert!(count > 2, "{seed}");
            // In v2, values without a type may be null.
            if v2 && published.contains("  any | null\n") {
                continue;
            }
            seen += 1;
            // The header of the plan is guessed.
            let body = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
            assert_eq!(body(&own), body(&published), "{seed} v2: {v2}\n{document}");
        }
    }
    assert!(seen > 50, "only {seen}");
}

/// Schemas that are being moved into definitions.
struct Moved {
    v2: bool,
    seed: u64,
    definitions: Vec<(String, Json)>,
}

impl Moved {
    /// Moves some nested schemas, and then possibly the schema itself.
    fn schema(&mut self, schema: &mut Json) {
        for (_, property) in properties(schema) {
            self.schema(property);
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner @ Json::Object(_)) = schema.get_mut(key) {
                self.schema(inner);
            }
        }
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // A definition that is an object without fields is free-form, and v2 cannot express null.
        let empty = ["properties", "additionalProperties"].iter().all(|key| schema.get(key).is_none());
        let bare = empty && schema.get("type").and_then(Json::as_str) == Some("object");
        if bare || self.seed >> 62 == 0 {
            return;
        }
        let name = format!("com.example.D{}", self.definitions.len());
        let prefix = if self.v2 { "#/definitions/" } else { "#/components/schemas/" };
        let reference = object([("$ref", Json::String(format!("{prefix}{name}")))]);
        let beside: Vec<(String, Json)> = ["default", "nullable"]
            .iter()
            .filter_map(|key| Some(((*key).to_owned(), schema.remove(key)?)))
            .collect();
        let mut outer = match beside.is_empty() || self.v2 {
            true => reference,
            false => object([("allOf", Json::Array(vec![reference]))]),
        };
        for (key, value) in beside {
            outer.set(&key, value);
        }
        self.definitions.push((name, std::mem::replace(schema, outer)));
    }
}

fn properties(schema: &mut Json) -> &mut [(String, Json)] {
    match schema.get_mut("properties") {
        Some(Json::Object(properties)) => properties,
        _ => &mut [],
    }
}
