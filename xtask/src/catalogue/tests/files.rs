//! Which files and which CRDs in them are taken, and how a release is put together of parts.

use super::{Folder, crd, definitions, listed};

#[test]
fn the_first_layout_and_pattern_win_and_other_groups_are_left_out() {
    let folder = Folder::new();
    let (usual, experimental) = (crd("tool.io", "A", "usual"), crd("tool.io", "A", "experimental"));
    let (only, deep) = (crd("tool.io", "B", "only"), crd("tool.io", "C", "deep"));
    let bundle = format!(
        "{}---\nkind: ConfigMap\n---\n{}",
        crd("other.io", "D", "foreign"),
        crd("tool.io", "E", "bundle")
    );
    folder.repository(
        "a/tool",
        &[(
            "v1.0.0",
            "2025-01-01",
            &[
                ("a/experimental/a.yaml", experimental.as_str()),
                ("a/experimental/b.yaml", &only),
                ("b/usual/a.yaml", &usual),
                ("b/usual/deep/er/c.yaml", &deep),
                ("b/usual/notes.txt", "kind: CustomResourceDefinition"),
                ("bundle.yaml", &bundle),
            ],
        )],
    );
    for (globs, found) in [
        (r#"["b/usual/*.yaml", "a/*/*.yaml"]"#, "A.tool.io=usual B.tool.io=only"),
        (r#"["a/experimental/*.yaml", "b/usual/*.yaml"]"#, "A.tool.io=experimental B.tool.io=only"),
        (r#""b/usual/*.yaml", ["a/*/*.yaml"]"#, "A.tool.io=usual"),
        (r#""nowhere/*.yaml", ["none", "b/usual/*.txt"], "b/usual/*.yaml""#, "A.tool.io=usual"),
        (r#""b/**/*.yaml""#, "A.tool.io=usual C.tool.io=deep"),
        (r#""b/*.yaml", "bundle.yaml""#, "E.tool.io=bundle"),
        (r#""**/*.yaml""#, "A.tool.io=experimental B.tool.io=only C.tool.io=deep E.tool.io=bundle"),
    ] {
        let made = folder.make(&listed(&format!("crds = [{globs}]")));
        assert_eq!(definitions(&made), [format!("tool 1.0.0: {found}")], "{globs}");
        assert_eq!(made.warnings, [""; 0]);
    }
    let made = folder.make(&listed("crds = [\"nowhere/*.yaml\"]"));
    assert_eq!(made.warnings, ["tool 1.0.0 is left out: no CRDs"]);
}

/// Patterns may name places of older and of newer releases.
#[test]
fn a_crd_that_moves_or_is_removed_is_taken_where_it_is() {
    let folder = Folder::new();
    let (old, new) = (crd("tool.io", "A", "old"), crd("tool.io", "A", "new"));
    let gone = crd("tool.io", "B", "gone");
    folder.repository(
        "a/tool",
        &[
            ("v1.0.0", "2025-01-01", &[("old/a.yaml", old.as_str()), ("old/b.yaml", &gone)]),
            ("v1.1.0", "2025-01-02", &[]),
            ("v1.2.0", "2025-01-03", &[("old/a.yaml", ""), ("old/b.yaml", ""), ("new/a.yaml", &new)]),
        ],
    );
    let made = folder.make(&listed("crds = [\"new/*.yaml\", \"old/*.yaml\"]"));
    assert_eq!(
        definitions(&made),
        [
            "tool 1.0.0: A.tool.io=old B.tool.io=gone",
            "tool 1.1.0: A.tool.io=old B.tool.io=gone",
            "tool 1.2.0: A.tool.io=new"
        ]
    );
}

/// A catalogue without the CRD would say that the release does not have it.
#[test]
fn a_release_with_a_file_that_cannot_be_read_is_left_out() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one");
    let own = "kind: CustomResourceDefinition\nspec: [tool.io\n";
    let other = "kind: CustomResourceDefinition\nspec: [\n";
    folder.repository(
        "a/tool",
        &[
            ("v1.0.0", "2025-01-01", &[("a.yaml", one.as_str()), ("b.yaml", other)]),
            ("v1.1.0", "2025-01-01", &[("b.yaml", own)]),
        ],
    );
    let made = folder.make(&listed("crds = [[\"a.yaml\", \"b.yaml\"]]"));
    assert_eq!(definitions(&made), ["tool 1.0.0: A.tool.io=one"]);
    let [warning, left_out] = made.warnings.as_slice() else { panic!("{:?}", made.warnings) };
    assert!(warning.starts_with("tool 1.0.0: b.yaml: it cannot be read: "), "{warning}");
    assert!(left_out.starts_with("tool 1.1.0 is left out: b.yaml: it cannot be read: "), "{left_out}");
}

/// The list of a project that has its own CRDs and those of a part.
const PART: &str = "crds = [\"crds/*.yaml\"]\n[[project.part]]\nrepository = \"a/part\"\ntags = \"v{}\"\n\
                    crds = [\"*.yaml\"]\nversion = { file = \"parts.yaml\", pattern = \"part/releases/([^/\\n]+)\" }\n";

#[test]
fn a_release_has_the_crds_of_the_releases_that_it_names() {
    let folder = Folder::new();
    let (main, old, new) =
        (crd("tool.io", "M", "main"), crd("tool.io", "P", "old"), crd("tool.io", "P", "new"));
    folder.repository(
        "a/part",
        &[
            ("v0.1.0", "2020-01-01", &[("p.yaml", old.as_str())]),
            ("v0.2.0-rc.1", "2020-01-01", &[("p.yaml", &new)]),
        ],
    );
    folder.repository(
        "a/tool",
        &[
            ("v1.0.0", "2025-01-01", &[("crds/m.yaml", main.as_str())]),
            ("v1.1.0", "2025-01-01", &[("parts.yaml", "- https://x/part/releases/v0.1.0/crds.yaml")]),
            ("v1.2.0", "2025-01-01", &[("parts.yaml", "- https://x/part/releases/0.2.0-rc.1\n")]),
        ],
    );
    let made = folder.make(&listed(PART));
    assert_eq!(
        definitions(&made),
        [
            "tool 1.0.0: M.tool.io=main",
            "tool 1.1.0: M.tool.io=main P.tool.io=old",
            "tool 1.2.0: M.tool.io=main P.tool.io=new"
        ]
    );
    assert_eq!(made.warnings, [""; 0]);
    let notice = super::super::notice::text(&made.taken);
    assert!(notice.contains("\ntool, MIT\n  a/tool 1.0.0 "), "{notice}");
    assert!(notice.contains("\n  a/part 0.2.0-rc.1 "), "{notice}");
}

/// A part that is released with the project, under the same version.
#[test]
fn a_part_without_a_version_has_that_of_the_release() {
    let folder = Folder::new();
    let (old, new) = (crd("tool.io", "P", "old"), crd("tool.io", "P", "new"));
    folder.repository("a/tool", &[("v1.0.0", "2025-01-01", &[]), ("v1.1.0", "2025-01-01", &[])]);
    let part: &[(&str, &str)] = &[("p.yaml", &old)];
    folder.repository(
        "a/part",
        &[("api/v1.0.0", "2020-01-01", part), ("api/v1.1.0", "2020-01-01", &[("p.yaml", &new)])],
    );
    let part = "[[project.part]]\nrepository = \"a/part\"\ntags = \"api/v{}\"\ncrds = [\"*.yaml\"]\n";
    let made = folder.make(&listed(part));
    assert_eq!(definitions(&made), ["tool 1.0.0: P.tool.io=old", "tool 1.1.0: P.tool.io=new"]);
}

/// A catalogue without them would say that the release does not have these kinds.
#[test]
fn a_release_whose_parts_are_missing_is_left_out() {
    let folder = Folder::new();
    let (main, part) = (crd("tool.io", "M", "main"), crd("tool.io", "P", "part"));
    folder.repository(
        "a/tool",
        &[
            (
                "v1.0.0",
                "2025-01-01",
                &[("crds/m.yaml", main.as_str()), ("parts.yaml", "part/releases/v0.1.3")],
            ),
            ("v1.1.0", "2025-01-01", &[("parts.yaml", "part/releases/v0.2.0")]),
            ("v1.2.0", "2025-01-01", &[("parts.yaml", "nothing")]),
        ],
    );
    let made = folder.make(&listed(PART));
    assert_eq!(made.warnings, ["tool is left out: no clone of a/part"]);
    folder.repository(
        "a/part",
        &[("v0.1.0", "2020-01-01", &[("p.yaml", part.as_str())]), ("v0.1.2", "2020-01-01", &[])],
    );
    let made = folder.make(&listed(PART));
    assert_eq!(
        definitions(&made),
        ["tool 1.0.0: M.tool.io=main P.tool.io=part", "tool 1.2.0: M.tool.io=main"]
    );
    assert_eq!(
        made.warnings,
        [
            "tool 1.0.0: a/part has no tag of 0.1.3, 0.1.2 is taken",
            "tool 1.1.0 is left out: a/part has no tag of 0.2.0 or its minor version",
            "tool 1.2.0: parts.yaml names no version of a/part",
        ]
    );
}

/// A constraint that is removed nowhere is a mistake of the list, or has become one.
#[test]
fn constraints_that_no_release_has_are_reported() {
    let folder = Folder::new();
    let one = crd("tool.io", "A", "one").replace("{type: string}", "{type: string, enum: [x]}");
    folder.repository("a/tool", &[("v1.0.0", "2025-01-01", &[("a.yaml", one.as_str())])]);
    let relaxed = |path: &str| {
        format!(
            "[[project.relaxed]]\ncrd = \"as.tool.io\"\npath = \"{path}\"\nkeyword = \"enum\"\nwhy = \"tests\"\n"
        )
    };
    let list = format!("crds = [\"*.yaml\"]\n{}{}", relaxed("one"), relaxed("other"));
    let made = folder.make(&listed(&list));
    assert_eq!(
        made.warnings,
        ["tool: no release has `enum` at \"other\" of as.tool.io: leave out this [[project.relaxed]]"]
    );
}
