//! `compare/<topic>/`. In: `old.yaml`, `new.yaml`. Out: the effects on stored objects, `words.txt` and
//! `changes.json`. `BLESS=1` writes the current output; review the diff.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_documents::compare::{self, Change, Compared, Effect, Kind};
use crdc_oracle::golden;
use crdc_oracle::random::schema;
use crdc_oracle::stack::deep;
use crdc_source::Source;
use crdc_source::render::Format;

#[test]
fn every_folder_says_what_it_should() {
    let mut wrong = Vec::new();
    for folder in folders() {
        let (old, new) = read(&folder);
        let compared = compare::compare_sources(&old, &new);
        assert!(!compared.is_empty(), "{}: nothing to compare", folder.display());
        let words = compare::render(&old, &new, &compared, Format::Human);
        let lines = compare::render(&old, &new, &compared, Format::Plain);
        let words = format!("{lines}{words}");
        let json = compare::render(&old, &new, &compared, Format::Json);
        for line in json.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(line["message"].is_string() && line["impact"].is_string());
        }
        for (file, now) in [("words.txt", words), ("changes.json", json)] {
            wrong.extend(golden::differs(&folder.join(file), &now));
        }
    }
    golden::none(&wrong);
}

/// Debug output of Rust would write `\u{200b}`.
#[test]
fn values_are_json_whatever_characters_they_have() {
    let crd = |pattern: &str| {
        let schema =
            format!(r#"{{type: object, properties: {{a: {{type: string, pattern: "{pattern}"}}}}}}"#);
        let names = "{plural: things, singular: thing, kind: Thing, listKind: ThingList}";
        let version =
            format!("{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {schema}}}}}");
        Source::new(
            "crd.yaml",
            format!(
                "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
                 metadata: {{name: things.example.com}}\n\
                 spec: {{group: example.com, scope: Namespaced, names: {names}, versions: [{version}]}}\n"
            ),
        )
    };
    let (old, new) = (crd(r"a\u200b"), crd(r"b\u007f"));
    let json = compare::render(&old, &new, &compare::compare_sources(&old, &new), Format::Json);
    let line: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&line["was"], &line["now"]), (&"a\u{200b}".into(), &"b\u{7f}".into()));
    assert!(!json.contains('\u{7f}'), "control characters are escaped");
}

/// Every kind of change appears in a folder.
#[test]
fn every_kind_is_shown() {
    let mut kinds: Vec<Kind> = Vec::new();
    for folder in folders() {
        let (old, new) = read(&folder);
        kinds.extend(changes(&compare::compare_sources(&old, &new)).iter().map(|change| change.kind));
    }
    let missing: Vec<&str> =
        Kind::ALL.iter().filter(|kind| !kinds.contains(kind)).map(|kind| kind.name()).collect();
    assert!(missing.is_empty(), "no folder in tests/compare: {missing:?}");
}

#[test]
fn nothing_changes_where_nothing_changed() {
    for folder in folders() {
        let (old, new) = read(&folder);
        assert!(changes(&compare::compare_sources(&old, &old)).is_empty(), "{}", folder.display());
        assert!(changes(&compare::compare_sources(&new, &new)).is_empty(), "{}", folder.display());
    }
    deep(|| {
        for seed in 0..300 {
            let source = Source::new("crd.json", schema::crd(seed));
            let compared = compare::compare_sources(&source, &source);
            assert_eq!(compared.len(), 1, "seed {seed}");
            assert!(changes(&compared).is_empty(), "seed {seed}: {compared:?}");
        }
    });
}

/// Swapping the documents swaps tightened and loosened, added and removed.
#[test]
fn the_way_back_is_the_reverse() {
    for folder in folders() {
        let (old, new) = read(&folder);
        reverse(&old, &new, &folder.display().to_string());
    }
    deep(|| {
        for seed in 0..300 {
            let sources = [seed, seed + 1000].map(|seed| Source::new("crd.json", same_name(seed)));
            reverse(&sources[0], &sources[1], &format!("seed {seed}"));
        }
    });
}

/// A random document, with a name that all of them share.
fn same_name(seed: u64) -> String {
    let text = schema::crd(seed);
    text.replace(&format!("andom{seed}"), "andom")
}

fn reverse(old: &Source, new: &Source, place: &str) {
    let there = compare::compare_sources(old, new);
    let back = compare::compare_sources(new, old);
    assert_eq!(there.len(), back.len(), "{place}");
    let sides = |change: &Change, effect: Effect| {
        (
            change.path.clone(),
            change.kind,
            effect,
            change.fields,
            change.was.is_some() || change.now.is_some(),
        )
    };
    let mut there: Vec<_> = changes(&there).iter().map(|change| sides(change, change.effect)).collect();
    let mut back: Vec<_> =
        changes(&back).iter().map(|change| sides(change, change.effect.reversed())).collect();
    there.sort();
    back.sort();
    assert_eq!(there, back, "{place}");
}

fn changes(compared: &[Compared]) -> Vec<Change> {
    compared.iter().flat_map(|one| one.changes.clone()).collect()
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("compare");
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    assert!(folders.len() >= 12);
    folders
}

fn read(folder: &Path) -> (Source, Source) {
    let source = |name: &str| Source::new(name, fs::read_to_string(folder.join(name)).unwrap());
    (source("old.yaml"), source("new.yaml"))
}
