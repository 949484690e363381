//! Pruning by skeleton. The folders of `skeleton/` have a CRD that is not structural, its skeleton, and
//! objects before and after pruning, including the examples of the design document. For structural schemas
//! the result equals that of servers: tested here with the small record, and by `cargo xtask skeleton` with
//! the whole record. `BLESS=1` writes the skeletons.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_check as check;
use crdc_check::skeletons;
use crdc_check::{Mode, mode};
use crdc_oracle::golden;
use crdc_oracle::json::{Json, object, read};
use crdc_oracle::pruning::{compare, crd};
use crdc_oracle::skeleton::{prune, prune_directly};
use crdc_oracle::stack::deep;
use crdc_schema::skeleton::{Keep, skeleton};
use crdc_source::Source;
use crdc_tests::compiled;

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
        let (outcome, found) = check::check(crd.clone());
        assert!(outcome.accepted().is_some(), "{}: {found:?}", folder.display());

        let source = Source::new("crd.yaml", fs::read_to_string(folder.join("crd.yaml")).unwrap());
        let printed = skeletons(&[source], None);
        assert_eq!(golden::differs(&folder.join("skeleton.txt"), &printed), None);

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
            let stored = read(outcome.accepted_object().unwrap()).unwrap().value;
            assert_eq!(stored.get("spec"), expected.get("spec"), "compiled {}", folder.display());
        }
    }
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
