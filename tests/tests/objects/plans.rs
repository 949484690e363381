//! Plans that are not compiled answer the cases of `tests/keywords` as generated code does, and the record as
//! the server did. None may be left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crdc::{Request, Scratch};
use crdc_dynamic::validators::{Validator, Validators};
use crdc_oracle::answers::given;
use crdc_oracle::record::{Case, Given, Op, Subject, answer, cases, compare, with_answer};
use crdc_oracle::stack::deep;
use crdc_source::Source;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn run(validator: Validator<'_>, case: &Case, scratch: &mut Scratch) -> Given {
    let request = match case.op {
        Op::Create => Request::create(&case.new),
        Op::Update => Request::update(&case.new, &case.old),
        Op::UpdateStatus => Request::update_status(&case.new, &case.old),
    };
    given(&validator.answer(request, scratch))
}

#[test]
fn keywords() {
    deep(|| {
        let (mut failed, mut ran, mut left) = (Vec::new(), 0, Vec::new());
        let mut folders: Vec<PathBuf> =
            fs::read_dir(root().join("keywords")).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        for folder in folders {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(folder.join("crd.yaml")).unwrap();
            let validators = match Validators::load(&[Source::new("crd.yaml", text)]) {
                Ok(validators) => validators,
                Err(error) => {
                    left.push(format!("{name}: {error}"));
                    continue;
                }
            };
            let validator = validators.all().next().unwrap();
            let mut scratch = Scratch::new();
            let text = fs::read_to_string(folder.join("cases.jsonl")).unwrap();
            for (line, case) in text.lines().zip(cases(&text)) {
                ran += 1;
                let now = with_answer(line, &answer(&run(validator, &case, &mut scratch), &case.new));
                if line != now {
                    failed.push(format!("{name}/{}: the case is\n  {line}\n  now\n  {now}", case.id));
                }
            }
        }
        assert!(left.is_empty(), "left out: {left:?}");
        assert!(failed.is_empty(), "{} of {ran} differ\n{}", failed.len(), failed.join("\n"));
        assert!(ran > 500, "{ran}");
    });
}

#[test]
fn record() {
    deep(|| {
        let root = root().join("record");
        let (mut loaded, mut failed, mut ran, mut left) = (BTreeMap::new(), Vec::new(), 0, 0);
        let mut scratch = Scratch::new();
        for case in cases(&fs::read_to_string(root.join("cases.jsonl")).unwrap()) {
            let file = case.crd.rsplit('/').next().unwrap().to_owned();
            let validators = loaded.entry(file.clone()).or_insert_with(|| {
                Validators::load(&[Source::read(&root.join("crds").join(&file)).unwrap()]).ok()
            });
            let Some(validators) = validators else {
                left += 1;
                continue;
            };
            ran += 1;
            let validator = validators.all().find(|found| found.compiled().version == case.version).unwrap();
            let given = run(validator, &case, &mut scratch);
            for mismatch in compare(Subject::Compiled, &case, &given) {
                failed.push(format!("{} {}: {}", mismatch.level, case.id, mismatch.text));
            }
        }
        assert!(ran > 1000 && left == 0, "{ran} cases, {left} left out");
        failed.truncate(40);
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    });
}
