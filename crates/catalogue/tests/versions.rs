//! How versions are compared, and which release a version means.

#![allow(clippy::unwrap_used, clippy::panic)]

mod made;

use crdc_catalogue::{Chart, Found, Version, VersionRule};
use made::catalogue;

#[test]
fn versions_are_ordered_as_numbers() {
    let ordered = [
        "main",
        "nightly",
        "0.9",
        "v1.9.9",
        "1.10.0-alpha.1",
        "1.10.0-rc.2",
        "1.10",
        "1.10.1",
        "2",
        "@0",
        "@f",
    ];
    for pair in ordered.windows(2) {
        assert!(Version::new(pair[0]) < Version::new(pair[1]), "{pair:?}");
    }
    for (one, other) in [
        ("v1.2.3", "1.2.3"),
        ("1.2", "1.2.0"),
        ("1", "v1.0"),
        ("1.2-rc.1", "v1.2.0-rc.1"),
        ("25.08.0", "25.8"),
        ("v00.1", "0.1.0"),
    ] {
        assert_eq!(Version::new(one), Version::new(other));
    }
    for (text, shown) in [("v1.2", "1.2"), ("velero", "velero"), ("@abc", "@abc"), ("", "")] {
        assert_eq!(Version::new(text).to_string(), shown);
    }
    for pair in ["1.2.3", "1.2.3.4", "1.2.3.10", "1.2.4"].windows(2) {
        assert!(Version::new(pair[0]) < Version::new(pair[1]), "{pair:?}");
    }
    for word in ["1..2", "1.x", "1.2.3.4-rc.1+5", "1.2.", "x"] {
        assert!(Version::new(word).number().is_none(), "{word}");
    }
    assert!(Version::new("@abc").is_snapshot());
    assert!(!Version::new("1.2.3").is_snapshot());
}

#[test]
fn a_version_means_the_release_of_its_minor_version() {
    let versions = ["0.9.3", "1.15.4", "1.16.5", "1.18.0", "1.18.2", "2.0.1", "@4c0987a9a64a"];
    let catalogue = catalogue(&versions.map(|version| (version, vec![])));
    let project = &catalogue.projects()[0];
    for (version, found) in [
        ("1.16.5", Found::Release(2)),
        ("v1.16.1", Found::Release(2)),
        ("1.16", Found::Release(2)),
        ("1.16.9", Found::Release(2)),
        ("1.16.0-beta.1", Found::Release(2)),
        // The newest of the minor version, unless the release itself is there.
        ("1.18.1", Found::Release(4)),
        ("1.18.0", Found::Release(3)),
        ("1.17.3", Found::Between { before: 2, after: 3 }),
        ("1.0.0", Found::Between { before: 0, after: 1 }),
        ("0.8.0", Found::OlderThanAll),
        ("2.1.0", Found::NewerThanAll),
        ("3", Found::NewerThanAll),
        ("@4c0987a9a64a", Found::Release(6)),
        ("@4c0987a", Found::Release(6)),
        ("@4c", Found::Unknown),
        ("@4c0987b", Found::Unknown),
        ("main", Found::Unknown),
    ] {
        assert_eq!(project.nearest(&Version::new(version)), found, "{version}");
    }
}

/// A tag's commit names its release.
#[test]
fn a_commit_means_its_release() {
    let catalogue = catalogue(&[("1.2.3", vec![])]);
    let project = &catalogue.projects()[0];
    assert_eq!(project.nearest(&Version::new("@1.2.3")), Found::Unknown);
    assert_eq!(project.releases[0].commit, "1.2.3");
}

#[test]
fn projects_without_numbers_have_no_nearest_release() {
    for versions in [vec![], vec!["@4c0987a9a64a"], vec!["stable"]] {
        let releases: Vec<_> = versions.iter().map(|version| (*version, vec![])).collect();
        let catalogue = catalogue(&releases);
        assert_eq!(catalogue.projects()[0].nearest(&Version::new("1.0.0")), Found::Unknown, "{versions:?}");
    }
    let catalogue = catalogue(&[("stable", vec![])]);
    assert_eq!(catalogue.projects()[0].nearest(&Version::new("stable")), Found::Release(0));
}

#[test]
fn a_chart_says_which_release_it_installs() {
    let chart = |versions| Chart { name: "a".into(), versions, addresses: vec![] };
    let same = chart(VersionRule::Same);
    assert_eq!(same.release(&Version::new("v1.2.3")), Some(Version::new("1.2.3")));
    let pairs = [("75.0.0", "0.83.0"), ("76.0.0", "0.84.0"), ("76.2.0", "0.85.0")];
    let pairs = pairs.map(|(from, release)| (Version::new(from), Version::new(release)));
    let table = chart(VersionRule::From(pairs.to_vec()));
    for (version, release) in [
        ("74.9.9", None),
        ("75.0.0", Some("0.83.0")),
        ("75.15.1", Some("0.83.0")),
        ("76.1.0", Some("0.84.0")),
        ("99", Some("0.85.0")),
        ("latest", None),
    ] {
        assert_eq!(table.release(&Version::new(version)), release.map(Version::new), "{version}");
    }
}
