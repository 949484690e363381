//! The text of views: `views/<topic>/crd.yaml` and `views.rs` beside it. `BLESS=1` writes it.

use std::path::{Path, PathBuf};

use crdc_codegen::source::Source;
use crdc_codegen::{Options, generate, generate_openapi};

fn source(path: &Path) -> Source {
    Source::new("crd.yaml", std::fs::read_to_string(path).unwrap())
}

#[test]
fn views_are_as_expected() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/views"));
    let options = Options { views: true, ..Options::default() };
    let mut folders: Vec<_> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let mut differing = Vec::new();
    for folder in &folders {
        let (crd, document) = (folder.join("crd.yaml"), folder.join("document.yaml"));
        let generated = if crd.is_file() {
            generate(&[source(&crd)], &options)
        } else {
            generate_openapi(&source(&document), &["views.example.com/v1/Tree".to_owned()], &options)
        };
        assert!(!generated.has_errors(), "{}: {:?}", folder.display(), generated.diagnostics);
        let text = &generated.files[0].text;
        let views = &text[text.find("/// Views of objects").unwrap()..];
        let golden = folder.join("views.rs");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&golden, views).unwrap();
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != views {
            differing.push(golden);
        }
    }
    assert!(folders.len() >= 6 && differing.is_empty(), "{differing:?} differ; BLESS=1 writes them");
}

/// Views are asked for: they cost compile time.
#[test]
fn there_are_no_views_by_default() {
    let crd = source(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/views/values/crd.yaml")));
    let generated = generate(&[crd], &Options::default());
    assert!(!generated.files[0].text.contains("object_views"));
}
