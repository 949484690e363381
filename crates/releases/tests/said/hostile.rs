//! Large and strange input: no panic, and no more work than its size.

use crdc_releases::Said;
use crdc_source::Source;

fn pins_of(path: &str, text: String) -> usize {
    let mut said = Said::default();
    said.add(path, &Source::new(path, text));
    let lost = said.lost().len();
    assert!(lost < 100_000);
    said.pins(&|_| None).len()
}

#[test]
fn deep_documents_say_nothing() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    for path in ["kustomization.yaml", "Chart.yaml", "jsonnetfile.json", "a.yaml"] {
        assert_eq!(pins_of(path, format!("apiVersion: v1\nkind: List\nitems: {deep}\n")), 0);
    }
    let set = format!(
        "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec: {{generators: {}{}, template: {{spec: {{}}}}}}\n",
        "[{matrix: {generators: ".repeat(400),
        "}}]".repeat(400)
    );
    assert_eq!(pins_of("a.yaml", set), 0);
    let values = format!(
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec: {{values: {}{}}}\n",
        "[{a: ".repeat(400),
        "}]".repeat(400)
    );
    assert_eq!(pins_of("a.yaml", values), 0);
}

/// Each of thousands of releases means a source of a name that thousands have.
#[test]
fn many_objects_of_one_name_are_not_multiplied() {
    const MANY: usize = 5000;
    let source = "---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: a}\nspec: {url: https://a.example.com/";
    let release = "---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec: {chart: {spec: {chart: a, version: 1.2.3, sourceRef: {kind: HelmRepository, name: a}}}}\n";
    let patch = "---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec: {chart: {spec: {version: 1.2.3}}}\n";
    let sources: String = (0..MANY).map(|number| format!("{source}{number}}}\n")).collect();
    let found = pins_of("a.yaml", sources.clone() + &release.repeat(MANY));
    assert!(found <= 4 * MANY, "{found}");
    let found = pins_of("a.yaml", sources + &release.repeat(100) + &patch.repeat(MANY));
    assert!(found <= 4 * 4 * MANY + 400, "{found}");
}

/// A patch is no object that a patch can mean, and a source has no source.
#[test]
fn names_in_a_circle_end() {
    let text = "apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: a}
spec: {chart: {spec: {chart: a, version: 1.2.3, sourceRef: {kind: HelmRelease, name: a}}}}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: {name: a}
spec: {chart: a, version: 1.2.3, sourceRef: {kind: HelmChart, name: a}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: b}
spec: {chart: {spec: {version: 1.2.3}}, chartRef: {kind: HelmChart, name: a}}
";
    assert_eq!(pins_of("a.yaml", text.to_owned()), 0);
}

/// Elements times sources of a set, words in one line, variables in variables, parts of a version.
#[test]
fn products_are_bounded() {
    let elements = "{version: 1.2.3},".repeat(5000);
    let sources = "{repoURL: https://a.example.com, chart: a, targetRevision: '{{version}}'},".repeat(5000);
    let set = format!(
        "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec: {{generators: [{{list: {{elements: [{elements}]}}}}], template: {{spec: {{sources: [{sources}]}}}}}}\n"
    );
    assert!(pins_of("a.yaml", set) <= 5000);
    let words =
        "# ".to_owned() + &"renovate: datasource=docker depName=a ".repeat(50_000) + "\nversion: 1.2.3\n";
    assert_eq!(pins_of("a.yaml", words), 1);
    for version in [
        "1.".repeat(100_000),
        "-1".repeat(100_000),
        ">=1.2,".repeat(100_000),
        "${A:=".repeat(50_000) + &"}".repeat(50_000),
    ] {
        let text = format!(
            "resources: ['https://github.com/o/r?ref={version}']\nhelmCharts: [{{name: a, repo: 'https://a.example.com', version: '{version}'}}]\n"
        );
        assert_eq!(pins_of("kustomization.yaml", text), 2);
    }
    let path = "a/".repeat(20_000);
    let release = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec: {chart: {spec: {chart: a, version: '${A}', sourceRef: {kind: HelmRepository, name: a}}}}\n";
    assert_eq!(pins_of(&(path + "a.yaml"), release.to_owned()), 1);
}

/// Pieces that mean something, in any order: nothing panics, and pins are in their files.
#[test]
fn random_texts_are_read() {
    let pieces = [
        "apiVersion: ",
        "kind: ",
        "HelmRelease",
        "OCIRepository",
        "helm.toolkit.fluxcd.io/v2",
        "source.toolkit.fluxcd.io/v1",
        "argoproj.io/v1alpha1",
        "Application",
        "\n",
        "\n  ",
        "\n- ",
        "---\n",
        "spec:",
        "metadata:",
        "name: a",
        "url: ",
        "ref:",
        "tag: ",
        "version: ",
        "chart:",
        "sourceRef: ",
        "{",
        "}",
        "[",
        "]",
        "'",
        "\"",
        "${A:=",
        "${",
        "}}",
        "{{",
        "é",
        "😀",
        "@sha256:",
        "v1.2.3",
        "1.",
        "-",
        ":",
        "/",
        "//",
        "?ref=",
        "https://github.com/o/r",
        "/releases/download/",
        "git@",
        "oci://",
        "# renovate: datasource=docker depName=",
        "resources:",
        "helmCharts:",
        "patches:",
        "patch: |-",
        "releases:",
        "dependencies:",
        "%2F",
        ".tgz",
        "*",
        "&a ",
        "*a",
        "\u{feff}",
        "\t",
        " ",
    ];
    let mut state = 1_u64;
    let mut next = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0) % end
    };
    for _ in 0..4000 {
        let text: String = (0..next(60)).map(|_| pieces[next(pieces.len())]).collect();
        let path = [
            "kustomization.yaml",
            "Chart.yaml",
            "a.yaml",
            "helmfile.yaml.gotmpl",
            "vendir.yml",
            "jsonnetfile.json",
        ][next(6)];
        let mut said = Said::default();
        said.add(path, &Source::new(path, text.as_str()));
        for pin in said.pins(&|name| Some(name.to_owned())) {
            assert!(pin.at.span.start <= pin.at.span.end && pin.at.span.end as usize <= text.len(), "{text}");
        }
    }
}
