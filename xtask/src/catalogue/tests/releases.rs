//! Which releases are taken.

use crdc_catalogue::{Catalogue, Version, VersionRule};

use super::super::mirrors::Mirrors;
use super::super::newer;
use super::{Folder, crd, definitions, listed, parse};

#[test]
fn the_newest_patch_of_each_minor_version_since_a_day_is_taken() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    let nothing: &[(&str, &str)] = &[];
    folder.repository(
        "a/tool",
        &[
            ("v1.0.0", "2023-01-01", &[("crds/a.yaml", one.as_str())]),
            ("v1.0.1", "2024-08-31", nothing),
            ("v1.1.0", "2024-01-01", nothing),
            ("v1.1.10", "2024-09-01", nothing),
            ("v1.1.9", "2025-01-01", nothing),
            ("v1.2.0-rc.1", "2025-01-01", nothing),
            ("v1.2", "2025-02-01", nothing),
            ("1.3.0", "2025-03-01", nothing),
            ("chart-1.4.0", "2025-03-01", nothing),
            ("vnext", "2025-03-01", nothing),
            ("v2.0.0-beta.1", "2025-04-01", nothing),
        ],
    );
    let made = folder.make(&listed("crds = [\"crds/*.yaml\"]"));
    assert_eq!(definitions(&made), ["tool 1.1.10: A.tool.io=one", "tool 1.2: A.tool.io=one"]);
    assert_eq!(made.warnings, [""; 0]);
}

/// A project that is stable has a release all the same.
#[test]
fn the_newest_release_is_taken_however_old_it_is() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    folder.repository(
        "a/tool",
        &[("v1.0.0", "2020-01-01", &[("a.yaml", one.as_str())]), ("v1.1.0", "2020-01-02", &[])],
    );
    let made = folder.make(&listed("crds = [\"*.yaml\"]"));
    assert_eq!(definitions(&made), ["tool 1.1.0: A.tool.io=one"]);
}

#[test]
fn a_project_can_name_the_oldest_version() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    let tags = ["v0.8.9", "v0.9.0", "v0.9.1", "v0.10.0"];
    let mut tags = tags.map(|tag| (tag, "2020-01-01", &[][..]));
    let files = [("a.yaml", one.as_str())];
    tags[0].2 = &files;
    folder.repository("a/tool", &tags);
    let made = folder.make(&listed("since = \"0.9\"\ncrds = [\"*.yaml\"]"));
    assert_eq!(definitions(&made), ["tool 0.9.1: A.tool.io=one", "tool 0.10.0: A.tool.io=one"]);
}

#[test]
fn releases_can_be_branches() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    folder.repository("a/tool", &[("v1", "2025-01-01", &[("a.yaml", one.as_str())])]);
    let clone =
        ["a+tool/repo", "a/tool.git"].map(|path| folder.0.join(path)).into_iter().find(|path| path.is_dir());
    for branch in ["release-4.9", "release-4.14", "feature-4.15"] {
        super::git(clone.as_ref().unwrap(), "2025-01-01", &["branch", branch, "v1"]);
    }
    let text = "from = \"2024-09-01\"\n[[project]]\nname = \"tool\"\nrepository = \"a/tool\"\nlicence = \"MIT\"\n\
                branches = \"release-{}\"\ngroups = [\"tool.io\"]\ncrds = [\"*.yaml\"]\n";
    let made = folder.make(&parse(text).unwrap());
    assert_eq!(definitions(&made), ["tool 4.9: A.tool.io=one", "tool 4.14: A.tool.io=one"]);
}

/// The commit of a release is that of its tag, also of a tag that is an object of its own.
#[test]
fn commits_are_those_of_the_tags() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    folder.repository(
        "a/tool",
        &[("v1.0.0", "2025-01-01", &[("a.yaml", one.as_str())]), ("v1.1.0", "2025-01-02", &[])],
    );
    let made = folder.make(&listed("crds = [\"*.yaml\"]"));
    let catalogue = Catalogue::read(made.bytes).unwrap();
    let mut mirrors = Mirrors::new(&folder.0);
    let repository = mirrors.get("a/tool").unwrap().unwrap();
    for release in &catalogue.projects()[0].releases {
        let files = repository.files(&release.commit).unwrap();
        assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.yaml"]);
        assert_eq!(repository.read(&release.commit).unwrap(), None, "a commit is no file");
        assert_eq!(repository.read(&format!("{}:a.yaml", release.commit)).unwrap().unwrap(), one.as_bytes());
        assert_eq!(repository.read(&format!("{}:no such file", release.commit)).unwrap(), None);
    }
}

#[test]
fn a_chart_names_releases_where_its_app_version_changes() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    folder.repository("a/tool", &[("v1.0.0", "2025-01-01", &[("a.yaml", one.as_str())])]);
    let chart = |version: &str| format!("name: tool\nappVersion: {version}\n");
    let versions = ["v0.9.0", "v1.0.0", "\"1.0.0\"", "main", "1.1.0"].map(chart);
    folder.repository(
        "charts/all",
        &[
            ("tool-9.0.0", "2024-01-01", &[("tool/Chart.yaml", "appVersion: 0.8.0\n")]),
            ("tool-10.0.0", "2024-02-01", &[("tool/Chart.yaml", &versions[0])]),
            ("tool-10.1.0", "2024-10-01", &[("tool/Chart.yaml", &versions[1])]),
            ("tool-10.1.1", "2024-10-02", &[("tool/Chart.yaml", &versions[2])]),
            ("tool-10.2.0", "2024-10-03", &[("tool/Chart.yaml", &versions[3])]),
            ("other-99.0.0", "2024-10-03", &[]),
            ("tool-11.0.0", "2024-10-04", &[("tool/Chart.yaml", &versions[4])]),
        ],
    );
    let charts = "crds = [\"*.yaml\"]\n[[project.chart]]\nname = \"tool\"\nat = [\"https://charts.io\"]\n\
                  version = { repository = \"charts/all\", tags = \"tool-{}\", file = \"tool/Chart.yaml\" }\n\
                  [[project.chart]]\nname = \"same\"\nat = []\n[[project.chart]]\nname = \"none\"\nat = []\n\
                  version = { repository = \"charts/none\", tags = \"tool-{}\", file = \"tool/Chart.yaml\" }\n";
    let made = folder.make(&listed(charts));
    assert_eq!(made.warnings, ["tool: no versions of the chart none in charts/none"]);
    let catalogue = Catalogue::read(made.bytes).unwrap();
    // At the tags of the program.
    let own = "name: tool\nversion: 3.1.4\nappVersion: 1.0.0\n";
    let program = Folder::new();
    program
        .repository("a/tool", &[("v1.0.0", "2025-01-01", &[("a.yaml", one.as_str()), ("Chart.yaml", own)])]);
    let charts = "crds = [\"*.yaml\"]\n[[project.chart]]\nname = \"tool\"\nat = []\n\
                  version = { repository = \"a/tool\", tags = \"v{}\", file = \"Chart.yaml\" }\n";
    let own = Catalogue::read(program.make(&listed(charts)).bytes).unwrap();
    let pair = vec![(Version::new("3.1.4"), Version::new("1.0.0"))];
    assert_eq!(own.projects()[0].charts[0].versions, VersionRule::From(pair));

    let [tool, same] = catalogue.projects()[0].charts.as_slice() else {
        panic!("{:?}", catalogue.projects())
    };
    let pairs = [("10.0.0", "0.9.0"), ("10.1.0", "1.0.0"), ("11.0.0", "1.1.0")];
    let pairs = pairs.map(|(chart, release)| (Version::new(chart), Version::new(release)));
    assert_eq!(tool.versions, VersionRule::From(pairs.to_vec()));
    assert_eq!(tool.addresses, ["https://charts.io"]);
    assert_eq!((same.name.as_str(), &same.versions), ("same", &VersionRule::Same));
}

#[test]
fn projects_without_a_clone_or_a_tag_are_left_out_with_a_warning() {
    let folder = Folder::new();
    folder.repository("a/tool", &[("latest", "2025-01-01", &[])]);
    let text = |name: &str| {
        format!(
            "[[project]]\nname = \"{name}\"\nrepository = \"a/{name}\"\nlicence = \"MIT\"\ntags = \"v{{}}\"\n\
             groups = [\"{name}.io\"]\ncrds = [\"*.yaml\"]\n"
        )
    };
    let list = parse(&format!("from = \"2024-09-01\"\n{}{}", text("tool"), text("absent"))).unwrap();
    let made = folder.make(&list);
    assert_eq!(
        made.warnings,
        ["absent is left out: no clone of a/absent", "tool is left out: a/tool has no tag of a release"]
    );
    assert!(Catalogue::read(made.bytes).unwrap().projects().is_empty());
}

#[test]
fn releases_that_a_catalogue_has_not_are_reported() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    let files: &[(&str, &str)] = &[("a.yaml", &one)];
    folder.repository("a/tool", &[("v1.0.0", "2025-01-01", files), ("v1.1.0", "2025-01-01", &[])]);
    let list = listed("crds = [\"*.yaml\"]");
    let known = Catalogue::read(folder.make(&list).bytes).unwrap();
    let lines = |folder: &Folder| newer::lines(&list, &mut Mirrors::new(&folder.0), &known).unwrap();
    assert_eq!(lines(&folder), [""; 0]);
    let later = Folder::new();
    later.repository("a/tool", &[("v1.1.2", "2025-01-01", files), ("v2.0.0", "2025-01-01", &[])]);
    assert_eq!(lines(&later), ["tool: 1.1.2, 2.0.0"]);
    // A project without a clone.
    assert_eq!(lines(&Folder::new()), [""; 0]);
}
