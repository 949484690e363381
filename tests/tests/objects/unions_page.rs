//! Tests `docs/unions.md`: the build script compiles its schemas as `pages.docs.example.com`, and every block
//! of `was`, `sent`, `kept` and `says` is run.

use crdc_oracle::json::read;
use crdc_tests::compiled;

fn object(spec: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"docs.example.com/v1","kind":"Page","metadata":{{"name":"sample","namespace":"default","resourceVersion":"7","generation":1}},"spec":{spec}}}"#
    )
    .into_bytes()
}

#[test]
fn every_example_holds() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/unions.md")).unwrap();
    let compiled = compiled::find("pages.docs.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let mut count = 0;
    for block in page.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let all = |key: &str| -> Vec<&str> {
            block.lines().filter_map(|line| line.strip_prefix(key)).map(str::trim).collect()
        };
        let (was, sent, kept, says) = (all("was "), all("sent "), all("kept "), all("says "));
        assert_eq!(was.len() + sent.len() + kept.len() + says.len(), block.lines().count(), "{block}");
        let [sent] = sent.as_slice() else { panic!("one is sent: {block}") };
        let (new, old) = (object(sent), was.first().map(|old| object(old)));
        let request = match &old {
            Some(old) => crdc::Request::update(&new, old),
            None => crdc::Request::create(&new),
        };
        let outcome = crdc::answer(compiled, request, &mut scratch);
        let errors: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
        assert_eq!(errors, says, "{block}");
        assert_eq!(kept.len(), usize::from(says.is_empty()), "kept or said: {block}");
        if let [kept] = kept.as_slice() {
            assert!(outcome.accepted() && outcome.warnings().next().is_none(), "{block}");
            let stored = read(outcome.accepted_object().unwrap()).unwrap().value;
            let wanted = read(kept.as_bytes()).unwrap().value;
            assert!(stored.get("spec").unwrap().same(&wanted), "{stored}, not\n{block}");
        }
        count += 1;
    }
    assert!(count > 10, "{count} examples");
}
