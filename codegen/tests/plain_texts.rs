//! All YAML documents of the repository: what the reader of plain texts reads, the other reads to the same
//! nodes.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use crdc_source::{Node, PlainText, Source, files, parse, parse_any_yaml};

#[test]
fn documents_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut plain, mut count, mut all) = (PlainText::default(), 0, 0);
    for folder in ["tests", "examples", "crates/cli/tests", "codegen/tests"] {
        for file in files(&root.join(folder)).unwrap() {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            all += 1;
            if !plain.read(&text) {
                continue;
            }
            count += 1;
            let (documents, problems) = parse_any_yaml(&text);
            assert_eq!(parse(&Source::new("a.yaml", text)).0, documents, "{}", file.display());
            assert!(problems.is_empty(), "{}: {problems:?}", file.display());
            let expected: Vec<String> = documents.iter().map(Node::to_json).collect();
            let found: Vec<&str> = plain.documents().iter().map(|document| plain.json(document)).collect();
            assert_eq!(found, expected, "{}", file.display());
        }
    }
    println!("{count} of {all}");
    assert!(count > 200 && all > 300, "{count} of {all}");
}
