//! Pruning by skeleton: the folders of `skeleton/` (a CRD that is not structural, its skeleton,
//! objects and what is left of them, the design document's examples among them), and that on
//! structural schemas it prunes as a server does. `BLESS=1` writes the skeletons.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crdc_codegen::schema::{self, Crd, Schema};
use crdc_codegen::skeleton::{Keep, Mode, mode, skeleton};
use crdc_codegen::source::{Source, parse};
use crdc_codegen::{check, diag, skeletons};
use crdc_tests::compiled;
use crdc_tests::interpreter::{Structural, prune as prune_as_servers_do};
use crdc_tests::json::{Json, object, read};
use crdc_tests::record::cases;
use crdc_tests::skeleton::{prune, prune_directly};
use crdc_tests::stack::deep;

fn crd(path: &Path) -> Crd {
    let source = Source::new(path.display().to_string(), fs::read_to_string(path).unwrap());
    let (mut crds, _) = schema::read(&parse(&source).0);
    assert_eq!(crds.len(), 1, "{}", path.display());
    crds.remove(0)
}

#[test]
fn objects_of_the_folders_are_pruned_as_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("skeleton");
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() >= 7);
    for folder in folders {
        let crd = crd(&folder.join("crd.yaml"));
        let schema = &crd.common.schema.as_ref().unwrap().value;
        assert_eq!(mode(&crd, schema), Mode::Skeleton);
        let found = check::check(&crd);
        assert!(!diag::has_errors(&found), "{}: {found:?}", folder.display());

        let source = Source::new("crd.yaml", fs::read_to_string(folder.join("crd.yaml")).unwrap());
        let printed = skeletons(&[source], None);
        let golden = folder.join("skeleton.txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &printed).unwrap();
        }
        assert_eq!(fs::read_to_string(&golden).unwrap_or_default(), printed, "{}", folder.display());

        let name = crd.name.as_ref().unwrap().value.clone();
        let kind = crd.names.as_ref().unwrap().value.kind.as_ref().unwrap().value.clone();
        let compiled = compiled::find(&format!("{name}/v1"));
        let skeleton = skeleton(schema, Keep::All);
        let rows = fs::read_to_string(folder.join("pruned.jsonl")).unwrap();
        for row in rows.lines() {
            let row = read(row.as_bytes()).unwrap().value;
            let whole = |spec: &str| {
                object([
                    ("apiVersion", Json::String("skeleton.example.com/v1".to_owned())),
                    ("kind", Json::String(kind.clone())),
                    ("metadata", object([("name", Json::String("sample".to_owned()))])),
                    ("spec", row.get(spec).unwrap().clone()),
                ])
            };
            let (given, expected) = (whole("object"), whole("pruned"));
            let mut pruned = [given.clone(), given.clone()];
            prune(&mut pruned[0], &skeleton);
            prune_directly(&mut pruned[1], schema);
            assert_eq!(pruned, [expected.clone(), expected.clone()], "{}", folder.display());
            let mut scratch = crdc::Scratch::new();
            let body = given.to_string();
            let outcome = crdc::answer(compiled, crdc::Request::decode(body.as_bytes()), &mut scratch);
            let stored = read(outcome.object().unwrap()).unwrap().value;
            assert_eq!(stored.get("spec"), expected.get("spec"), "compiled {}", folder.display());
        }
    }
}

/// What is compared, and where it differed.
#[derive(Default)]
struct Tally {
    crds: usize,
    objects: usize,
    pruned: usize,
    different: Vec<String>,
}

/// Prunes every object of some records both ways; `place` is where a CRD is.
fn compare(records: &[PathBuf], place: impl Fn(&str) -> PathBuf) -> Tally {
    let mut crds: HashMap<PathBuf, Crd> = HashMap::new();
    let mut tally = Tally::default();
    for record in records {
        for case in cases(&fs::read_to_string(record).unwrap()) {
            let path = place(&case.crd);
            let crd = crds.entry(path.clone()).or_insert_with(|| crd(&path));
            let schema = schema_of(crd, &case.version);
            let server = Structural::new(schema);
            let skeleton = skeleton(schema, Keep::Unknown);
            for text in [&case.new, &case.old] {
                let Ok(given) = read(text) else { continue };
                let (mut by_server, mut by_skeleton) = (given.value.clone(), given.value.clone());
                prune_as_servers_do(&mut by_server, &server);
                prune(&mut by_skeleton, &skeleton);
                tally.objects += 1;
                tally.pruned += usize::from(by_server != given.value);
                if by_server != by_skeleton {
                    tally.different.push(format!("{} {}", case.crd, case.id));
                }
            }
        }
    }
    tally.crds = crds.len();
    tally
}

fn schema_of<'c>(crd: &'c Crd, version: &str) -> &'c Schema {
    let found = crd.versions.iter().find(|one| one.name.as_ref().is_some_and(|name| name.value == version));
    &found.unwrap().parts.schema.as_ref().unwrap().value
}

#[test]
fn on_structural_schemas_it_prunes_as_servers_do() {
    deep(|| {
        let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("record");
        let place = |crd: &str| record.join("crds").join(crd.rsplit('/').next().unwrap());
        let tally = compare(&[record.join("cases.jsonl")], place);
        assert!(tally.different.is_empty(), "{}", tally.different.join("\n"));
        assert!(tally.objects > 500 && tally.pruned > 30, "{} {}", tally.objects, tally.pruned);
    });
}

/// The same over everything that was recorded: `cargo xtask skeleton`.
#[test]
#[ignore = "needs the whole record: CRDC_SHARED names it"]
fn over_the_whole_record_it_prunes_as_servers_do() {
    deep(|| {
        let shared = PathBuf::from(std::env::var_os("CRDC_SHARED").unwrap());
        for (folder, corpus) in [("golden/cases", "corpus/crds"), ("golden/suites", "corpus")] {
            let files = fs::read_dir(shared.join(folder)).unwrap().map(|entry| entry.unwrap().path());
            let files: Vec<PathBuf> =
                files.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
            let Tally { crds, objects, pruned, different } =
                compare(&files, |crd| shared.join(corpus).join(crd));
            println!(
                "skeleton: {folder} crds {crds} objects {objects} with something pruned {pruned} different {}",
                different.len()
            );
            assert!(different.is_empty(), "{}", different.join("\n"));
        }
    });
}
