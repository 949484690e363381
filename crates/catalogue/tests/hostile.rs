//! Catalogues that nobody should have written: each fault is an error with its place, and none takes long.

#![allow(clippy::unwrap_used, clippy::panic)]

mod made;

use crdc_catalogue::{Catalogue, Error, Fault, limits};
use made::{Random, crd, file};
use serde_json::json;

/// An index with one project, one release, and one CRD whose text is line `line`.
fn index(line: usize) -> String {
    format!("P a b c 0 {{length}}\nR 1.0.0 abc\nD g K ks 0-0={line}\n")
}

/// What the text of a CRD is whose line is the last of these.
fn expanded(texts: &str) -> Result<String, (Option<usize>, Fault)> {
    let line = texts.lines().count() - 1;
    let catalogue = Catalogue::read(file(&index(line), texts)).unwrap();
    catalogue.text(&catalogue.projects()[0], line).map_err(|error| match error {
        Error::Texts { line, fault, .. } => (line, fault),
        other => panic!("{other}"),
    })
}

#[test]
fn lines_with_faults_are_refused() {
    let reference = |word: &str| Fault::Reference(word.into());
    for (texts, line, fault) in [
        ("{}\n[@1]\n", 1, reference("1")),
        ("[@1]\n[@0]\n", 0, reference("1")),
        ("{}\n[@2]\n", 1, reference("2")),
        ("{}\n[@]\n", 1, reference("")),
        ("{}\n[@x]\n", 1, reference("")),
        ("{}\n[@-1]\n", 1, reference("")),
        ("{}\n[@99999999999999999999999999]\n", 1, reference("99999999999999999999")),
        ("\n[@0]\n", 0, Fault::Empty),
        ("{}\n{\"a@0\n", 1, Fault::OpenString),
        ("{}\n{\"a\\\"\n", 1, Fault::OpenString),
        ("{}\n{\"a\\", 1, Fault::OpenString),
    ] {
        assert_eq!(expanded(texts), Err((Some(line), fault)), "{texts:?}");
    }
    for (texts, text) in [
        ("{}\n[@0,@0]\n", "[{},{}]"),
        ("{}\n@0\n@1", "{}"),
        ("1\n[@0,\"@0\\\"@0\",@0]", "[1,\"@0\\\"@0\",1]"),
        ("1\n{\"é\":@0,\"\\é\":2}", "{\"é\":1,\"\\é\":2}"),
    ] {
        assert_eq!(expanded(texts).as_deref(), Ok(text), "{texts:?}");
    }
}

#[test]
fn a_line_that_does_not_exist_is_refused() {
    for line in [1, 2, usize::MAX - 1] {
        let catalogue = Catalogue::read(file(&index(line), "{}\n")).unwrap();
        let error = catalogue.text(&catalogue.projects()[0], line).unwrap_err();
        assert_eq!(error, Error::Texts { project: "a".into(), line: Some(line), fault: Fault::NoLine });
    }
    let catalogue = Catalogue::read(file(&index(0), "")).unwrap();
    assert!(catalogue.text(&catalogue.projects()[0], usize::MAX).is_err());
}

/// Each line refers to the one above it twice: the last of them stands for 2^200 bytes.
#[test]
fn exponential_texts_are_refused() {
    for first in ["1", "\"\""] {
        let mut texts = format!("{first}\n");
        for line in 0..200 {
            texts.push_str(&format!("@{line}@{line}\n"));
        }
        assert_eq!(expanded(&texts), Err((Some(200), Fault::TooLarge(limits::EXPANDED))));
    }
}

/// A chain of references takes no recursion.
#[test]
fn deep_references_are_expanded() {
    let mut texts = "1\n".to_owned();
    for line in 0..100_000 {
        texts.push_str(&format!("[@{line}]\n"));
    }
    let text = expanded(&texts).unwrap();
    assert_eq!(text.len(), 200_001);
}

/// A file of a few kilobytes does not inflate to gigabytes.
#[test]
fn texts_that_inflate_to_too_much_are_refused() {
    let zeros = vec![b'0'; limits::TEXTS + 1];
    let texts = miniz_oxide::deflate::compress_to_vec(&zeros, 1);
    let bytes = |index: &str, texts: &[u8]| {
        let index = miniz_oxide::deflate::compress_to_vec(index.as_bytes(), 6);
        let length = u32::try_from(index.len()).unwrap().to_le_bytes();
        [b"crdc catalogue 1\n", length.as_slice(), &index, texts].concat()
    };
    let index = index(0).replace("{length}", &texts.len().to_string());
    let catalogue = Catalogue::read(bytes(&index, &texts)).unwrap();
    let error = catalogue.text(&catalogue.projects()[0], 0).unwrap_err();
    assert_eq!(
        error,
        Error::Texts { project: "a".into(), line: None, fault: Fault::TooLarge(limits::TEXTS) }
    );

    let long = "I a\n".repeat(limits::INDEX / 4 + 1);
    let error = Catalogue::read(bytes(&long, b"")).unwrap_err();
    assert_eq!(error, Error::Index(Fault::TooLarge(limits::INDEX)));
}

#[test]
fn lines_of_the_index_with_faults_are_refused() {
    let number = |word: &str| Fault::Number(word.into());
    let run = |word: &str| Fault::Run(word.into());
    for (lines, line, fault) in [
        ("X a\n", 1, Fault::UnknownLine),
        ("\n", 1, Fault::UnknownLine),
        ("R 1 a\n", 1, Fault::NoProject),
        ("I a\n", 1, Fault::NoProject),
        ("O a\n", 1, Fault::NoProject),
        ("C a same\n", 1, Fault::NoProject),
        ("D g K ks 0-0=0\n", 1, Fault::NoProject),
        ("P a b c 0\n", 1, Fault::Words),
        ("P a b c 0 0 0\n", 1, Fault::Words),
        ("P a  c 0 0\n", 1, Fault::Words),
        ("P a b c 0 x\n", 1, number("x")),
        ("P a b c 0 -1\n", 1, number("-1")),
        ("P a b c 0 99999999999999999999999\n", 1, number("99999999999999999999")),
        ("P a b c 0 18446744073709551615\n", 1, Fault::Outside),
        ("P a b c 18446744073709551615 18446744073709551615\n", 1, Fault::Outside),
        ("P a b c 0 1000\n", 1, Fault::Outside),
        ("P a b c 0 0\nR 1\n", 2, Fault::Words),
        ("P a b c 0 0\nR 1 a b\n", 2, Fault::Words),
        ("P a b c 0 0\nC a\n", 2, Fault::Words),
        ("P a b c 0 0\nC a 1\n", 2, Fault::Rule("1".into())),
        ("P a b c 0 0\nC a 1=2,\n", 2, Fault::Rule(String::new())),
        ("P a b c 0 0\nI a \n", 2, Fault::Words),
        ("P a b c 0 0\nR 1 a\nD g K ks\n", 3, run("")),
        ("P a b c 0 0\nR 1 a\nD g K ks 0-0=0 x\n", 3, Fault::Words),
        ("P a b c 0 0\nR 1 a\nD g K ks 0=0\n", 3, run("0=0")),
        ("P a b c 0 0\nR 1 a\nD g K ks 0-1=0\n", 3, run("0-1=0")),
        ("P a b c 0 0\nR 1 a\nR 2 a\nD g K ks 1-0=0\n", 4, run("1-0=0")),
        ("P a b c 0 0\nR 1 a\nR 2 a\nD g K ks 0-1=0,1-1=0\n", 4, run("1-1=0")),
        ("P a b c 0 0\nR 1 a\nD g K ks 0-0=x\n", 3, run("0-0=x")),
    ] {
        let error = Catalogue::read(file(lines, "")).unwrap_err();
        assert_eq!(error, Error::IndexLine { line, fault }, "{lines:?}");
        assert!(error.to_string().starts_with(&format!("line {line} of the index")), "{error}");
    }
    let good =
        "P a b c 0 {length}\nR 1 a\nR 2 a\nC a 1=2,3=4 x y\nC b same\nI a\nO b c\nD g K ks 0-0=0,1-1=1\n";
    assert_eq!(Catalogue::read(file(good, "")).unwrap().projects()[0].definitions[0].runs.len(), 2);
}

/// Whatever bytes a catalogue loses or has changed, the answer is an error or a catalogue.
#[test]
fn truncated_and_changed_files_do_not_panic() {
    let mut random = Random::new(3);
    let mut builder = crdc_catalogue::Builder::new();
    builder.project(crdc_catalogue::About { name: "a".into(), ..Default::default() }).unwrap();
    for version in ["1.0.0", "2.0.0"] {
        builder.release(version, "abc", vec![crd("A", random.value(5)), crd("B", json!(version))]).unwrap();
    }
    let bytes = builder.finish();
    let all = |bytes: Vec<u8>| {
        let Ok(catalogue) = Catalogue::read(bytes) else { return 0 };
        let runs = catalogue.projects().iter().flat_map(|project| {
            let lines =
                project.definitions.iter().flat_map(|definition| &definition.runs).map(|run| run.line);
            lines.map(move |line| (project, line))
        });
        runs.filter(|(project, line)| catalogue.text(project, *line).is_ok()).count()
    };
    assert_eq!(all(bytes.clone()), 4);
    for length in 0..bytes.len() {
        assert_eq!(all(bytes[..length].to_vec()), 0, "{length} bytes");
    }
    for _ in 0..3000 {
        let mut changed = bytes.clone();
        let at = random.below(changed.len());
        changed[at] ^= 1 << random.below(8);
        assert!(all(changed) <= 8);
    }
    assert_eq!(Catalogue::read(&b"crdc catalogue 2\n\0\0\0\0"[..]).unwrap_err(), Error::NotACatalogue);
    assert_eq!(Catalogue::read(&b"crdc catalogue 1\n\xff\xff\xff\xff"[..]).unwrap_err(), Error::Truncated);
    assert_eq!(Catalogue::read(&b"crdc catalogue 1\n\0\0"[..]).unwrap_err(), Error::Truncated);
    let broken = Error::Index(Fault::Inflate);
    assert_eq!(Catalogue::read(&b"crdc catalogue 1\n\x02\0\0\0zz"[..]).unwrap_err(), broken);
}
