//! Names of other objects: which object of a name is meant, and which names no file has.

use super::{pins, said};
use crdc_releases::Missing;

fn release(reference: &str) -> String {
    format!(
        "apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {{name: a}}
spec: {{chart: {{spec: {{chart: a, version: 1.2.3, sourceRef: {{{reference}}}}}}}}}
"
    )
}

fn repository(namespace: &str, url: &str) -> String {
    format!(
        "apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {{name: charts{namespace}}}
spec: {{url: '{url}'}}
"
    )
}

#[test]
fn the_nearest_source_of_a_name_is_meant() {
    let release = release("kind: HelmRepository, name: charts, namespace: system");
    let found = pins(&[
        ("one/apps/a.yaml", &release),
        ("one/sources.yaml", &repository(", namespace: system", "https://one.example.com")),
        ("two/apps/a.yaml", &release),
        ("two/sources.yaml", &repository("", "https://two.example.com")),
        ("two/other.yaml", &repository(", namespace: other", "https://other.example.com")),
    ]);
    assert_eq!(
        found,
        [
            "one/apps/a.yaml:4 chart https://one.example.com a =1.2.3",
            "two/apps/a.yaml:4 chart https://two.example.com a =1.2.3",
        ]
    );
}

/// Which of several sources of one name is meant is not known, so each of them counts.
#[test]
fn sources_that_are_equally_near_all_count() {
    let found = pins(&[
        ("base/a.yaml", &release("kind: HelmRepository, name: charts")),
        ("one/b.yaml", &repository("", "https://one.example.com")),
        ("two/b.yaml", &repository("", "https://two.example.com")),
    ]);
    assert_eq!(
        found,
        [
            "base/a.yaml:4 chart https://one.example.com a =1.2.3",
            "base/a.yaml:4 chart https://two.example.com a =1.2.3",
        ]
    );
}

#[test]
fn names_without_an_object_are_lost() {
    let reference = "apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: b}
spec: {chartRef: {kind: OCIRepository, name: b}}
";
    let said = said(&[
        ("a.yaml", &release("kind: HelmRepository, name: charts")),
        ("b.yaml", reference),
        ("c.yaml", &release("kind: HelmRepository, name: charts").replace("1.2.3", "'${V}'")),
    ]);
    let lost: Vec<_> = said.lost().into_iter().map(|lost| (lost.at.path.to_string(), lost.missing)).collect();
    let object = |kind, name: &str| Missing::Object { kind, name: name.to_owned() };
    assert_eq!(
        lost,
        [
            ("a.yaml".to_owned(), object("HelmRepository", "charts")),
            ("b.yaml".to_owned(), object("OCIRepository", "b")),
            ("c.yaml".to_owned(), object("HelmRepository", "charts")),
            ("c.yaml".to_owned(), Missing::Version("${V}".to_owned())),
        ]
    );
}
