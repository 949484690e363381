//! The text of views and types: `views/<topic>/crd.yaml`, with `views.rs` and `types.rs` beside it, in `views/kube/` types for kube.
//! `BLESS=1` writes it.

use std::path::{Path, PathBuf};

use crdc_codegen::{Options, generate, generate_openapi};
use crdc_source::Source;

fn source(path: &Path) -> Source {
    Source::new("crd.yaml", std::fs::read_to_string(path).unwrap())
}

#[test]
fn views_are_as_expected() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/views"));
    let mut folders: Vec<_> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let mut differing = Vec::new();
    for folder in &folders {
        let options =
            Options { views: true, types: true, kube_types: folder.ends_with("kube"), ..Options::default() };
        let (crd, document) = (folder.join("crd.yaml"), folder.join("document.yaml"));
        let generated = if crd.is_file() {
            generate(&[source(&crd)], &options)
        } else {
            generate_openapi(&source(&document), &["views.example.com/v1/Tree".to_owned()], &options)
        };
        assert!(!generated.has_errors(), "{}: {:?}", folder.display(), generated.diagnostics);
        let text = &generated.files[0].text;
        let views = &text[text.find("/// Views of objects").unwrap()..];
        let (views, types) = views.split_at(views.find("/// Types of objects").unwrap());
        for (golden, text) in [("views.rs", views), ("types.rs", types)] {
            let golden = folder.join(golden);
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&golden, text).unwrap();
            } else if std::fs::read_to_string(&golden).unwrap_or_default() != text {
                differing.push(golden);
            }
        }
    }
    assert!(folders.len() >= 6 && differing.is_empty(), "{differing:?} differ; BLESS=1 writes them");
}

/// Views are asked for: they cost compile time.
#[test]
fn there_are_no_views_and_types_by_default() {
    let crd = source(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/views/values/crd.yaml")));
    let generated = generate(&[crd], &Options::default());
    assert!(!generated.files[0].text.contains("pub mod"));
}
