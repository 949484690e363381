//! The catalogue of a corpus.

use crdc_catalogue::{Catalogue, VersionRule};

use super::super::corpus;
use super::super::notice;
use super::{Folder, crd, definitions, listed, parse};

/// A corpus with these files: path, repository, commit and licence, and the text.
fn with(files: &[(&str, &str, &str, &str, String)]) -> Folder {
    let folder = Folder::new();
    let mut manifest = "file\trepo\tcommit\tpath\tlicence\n".to_owned();
    for (path, repository, commit, licence, text) in files {
        manifest.push_str(&format!("{path}\t{repository}\t{commit}\tsome/path.yaml\t{licence}\n"));
        folder.write(path, text);
    }
    folder.write("MANIFEST.tsv", &manifest);
    folder
}

#[test]
fn a_corpus_has_snapshots_and_no_releases() {
    let folder = with(&[
        ("crds/tool/a.yaml", "a/tool", "4c0987a9", "MIT", crd("tool.io", "A", "now")),
        ("crds/tool/b.yaml", "a/tool", "4c0987a9", "MIT", crd("tool.io", "B", "now")),
        ("crds/tool/o.yaml", "a/tool", "4c0987a9", "MIT", crd("other.io", "O", "foreign")),
        ("crds/part/p.yaml", "a/part", "a01e6a6c", "MIT", crd("tool.io", "P", "part")),
        ("history/as.tool.io/v1.10.0.yaml", "a/tool", "13f99fa9", "MIT", crd("tool.io", "A", "later")),
        ("history/as.tool.io/v1.9.0.yaml", "a/tool", "2b0860bb", "MIT", crd("tool.io", "A", "before")),
        ("crds/else/e.yaml", "b/else", "0ecbad95", "Apache-2.0", crd("else.io", "E", "now")),
        ("suites/tool/s.yaml", "a/tool", "4c0987a9", "MIT", crd("tool.io", "S", "suite")),
        ("crds/closed/c.yaml", "c/closed", "d04b74fd", "BUSL-1.1", crd("closed.io", "C", "now")),
    ]);
    let list = listed(
        "crds = [\"*.yaml\"]\nimages = [\"ghcr.io/a/tool\"]\n\
         [[project.chart]]\nname = \"tool\"\nat = [\"https://charts.io\"]\n\
         [[project.chart]]\nname = \"stack\"\nat = []\nversion = { repository = \"a/charts\", tags = \"{}\", file = \"a\" }\n\
         [[project.part]]\nrepository = \"a/part\"\ntags = \"{}\"\ncrds = []\nversion = { file = \"a\", pattern = \"(a)\" }",
    );
    let made = corpus::make(&list, &folder.0).unwrap();
    assert_eq!(
        definitions(&made),
        [
            "a/tool @4c0987a9: O.other.io=foreign",
            "b/else @0ecbad95: E.else.io=now",
            "tool @4c0987a9: A.tool.io=now B.tool.io=now P.tool.io=part",
        ]
    );
    assert_eq!(made.warnings, ["crds/closed/c.yaml: the licence is BUSL-1.1"]);
    let notice = notice::text(&made.taken);
    assert!(
        notice.ends_with(
            "\n\nb/else, Apache-2.0\n  b/else 0ecbad95\n\ntool, MIT\n  a/tool 4c0987a9\n  a/part a01e6a6c\n"
        ),
        "{notice}"
    );
    let catalogue = Catalogue::read(made.bytes).unwrap();
    let project = catalogue.project("tool").unwrap();
    assert_eq!(project.images, ["ghcr.io/a/tool"]);
    assert_eq!(project.charts.len(), 1);
    assert_eq!(project.charts[0].versions, VersionRule::Same);
    assert_eq!(catalogue.project("b/else").unwrap().licence, "Apache-2.0");
}

/// A project whose own repository has no files in the corpus, but one of its parts has.
#[test]
fn parts_alone_are_a_snapshot() {
    let folder = with(&[("crds/part/p.yaml", "a/part", "a01e6a6c", "MIT", crd("tool.io", "P", "part"))]);
    let list = listed(
        "[[project.part]]\nrepository = \"a/part\"\ntags = \"{}\"\ncrds = []\nversion = { file = \"a\", pattern = \"(a)\" }",
    );
    let made = corpus::make(&list, &folder.0).unwrap();
    assert_eq!(definitions(&made), ["tool @a01e6a6c: P.tool.io=part"]);
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let folder = Folder::new();
    let none = parse("from = \"2024-09-01\"").unwrap();
    assert!(corpus::make(&none, &folder.0).is_err());
    folder.write("MANIFEST.tsv", "file\trepo\tcommit\tpath\tlicence\ncrds/a.yaml\ta/b\tc\td\tMIT\n");
    let error = format!("{:#}", corpus::make(&none, &folder.0).err().unwrap());
    assert!(error.contains("crds/a.yaml"), "{error}");
    // A CRD would be missing.
    folder.write("MANIFEST.tsv", "file\trepo\tcommit\tpath\tlicence\ncrds/a.yaml\ta/b\tc\td\n");
    let error = format!("{:#}", corpus::make(&none, &folder.0).err().unwrap());
    assert!(error.contains("has 4 columns, and not 5"), "{error}");
}
