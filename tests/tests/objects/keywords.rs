//! The folders of `keywords/`: `crd.yaml` compiles to `plan.txt` and `generated.rs`, and compiled code and
//! interpreter answer `cases.jsonl` as recorded there. `BLESS=1` writes the answers of compiled code; the
//! interpreter must still agree. Review the diff.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_codegen::{Options, generate};
use crdc_oracle::record::{Case, Given, Subject, answer, cases, compare, with_answer};
use crdc_oracle::stack::deep;
use crdc_oracle::{golden, load};
use crdc_plan::explain;
use crdc_source::Source;
use crdc_tests::compiled;

#[test]
fn every_folder_holds() {
    deep(|| {
        let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/keywords"));
        let mut folders: Vec<PathBuf> =
            fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        folders.retain(|folder| folder.is_dir());
        assert!(folders.len() > 20, "only {} folders", folders.len());
        let bless = golden::is_blessing();
        let failed: Vec<String> = folders.iter().flat_map(|folder| check(folder, bless)).collect();
        assert!(failed.is_empty(), "{} differences (BLESS=1 rewrites)\n{}", failed.len(), failed.join("\n"));
    });
}

fn check(folder: &Path, bless: bool) -> Vec<String> {
    let keyword = folder.file_name().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(folder.join("crd.yaml")).unwrap();
    let source = Source::new("crd.yaml", text.as_str());
    let mut failed = Vec::new();
    let mut golden = |file: &str, now: &str| failed.extend(golden::differs(&folder.join(file), now));
    golden("plan.txt", &explain(std::slice::from_ref(&source), None));
    let generated = generate(std::slice::from_ref(&source), &Options::default());
    let [file] = generated.files.as_slice() else { panic!("{keyword}: {} files", generated.files.len()) };
    golden("generated.rs", &file.text);
    failed.extend(run(folder, &keyword, &text, &format!("{}/{}", file.crd, file.version), bless));
    failed
}

fn run(folder: &Path, keyword: &str, crd: &str, name: &str, bless: bool) -> Vec<String> {
    let compiled = compiled::find(name);
    let server = load::server(keyword, crd, "v1");
    let mut scratch = crdc::Scratch::new();
    let path = folder.join("cases.jsonl");
    let mut text = fs::read_to_string(&path).unwrap();
    let now = |line: &str, case: &Case, scratch: &mut crdc::Scratch| {
        with_answer(line, &answer(&compiled::answer(compiled, case, scratch), &case.new))
    };
    if bless {
        let lines: Vec<_> = text.lines().map(str::to_owned).zip(cases(&text)).collect();
        text = lines.iter().map(|(line, case)| now(line, case, &mut scratch) + "\n").collect();
        fs::write(&path, &text).unwrap();
    }
    let mut failed = Vec::new();
    for (line, case) in text.lines().zip(cases(&text)) {
        let answered = now(line, &case, &mut scratch);
        if line != answered {
            failed.push(format!("{keyword}/{}: the case is\n  {line}\n  now\n  {answered}", case.id));
        }
        let interpreted = Given::interpreted(&server, &case);
        for mismatch in compare(Subject::Interpreter, &case, &interpreted) {
            failed.push(format!("{keyword}/{} interpreter: {} {}", case.id, mismatch.level, mismatch.text));
        }
    }
    failed
}
