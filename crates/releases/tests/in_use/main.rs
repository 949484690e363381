//! Which releases of a catalogue's projects are in use. In: pins. Out: a line each: project, version,
//! release, certainty, place.

use crdc_catalogue::{About, Builder, Catalogue, Chart, Found, Version, VersionRule};
use crdc_releases::{At, By, Pin, Subject, Wanted, in_use};

fn catalogue() -> Catalogue {
    let mut builder = Builder::new();
    let chart = |name: &str, versions, addresses: &[&str]| Chart {
        name: name.to_owned(),
        versions,
        addresses: addresses.iter().map(|address| (*address).to_owned()).collect(),
    };
    let table = [("75.0.0", "0.83.0"), ("76.0.0", "0.84.0")];
    let table = table.map(|(from, release)| (Version::new(from), Version::new(release))).into();
    for (about, releases) in [
        (
            About {
                name: "cert-manager".into(),
                repository: "cert-manager/cert-manager".into(),
                charts: vec![chart(
                    "cert-manager",
                    VersionRule::Same,
                    &["https://charts.jetstack.io", "oci://quay.io/jetstack/charts"],
                )],
                images: vec!["quay.io/jetstack/cert-manager-controller".into()],
                packages: vec!["cert-manager".into()],
                ..About::default()
            },
            &["1.15.5", "1.16.5", "1.17.4"] as &[_],
        ),
        (
            About {
                name: "prometheus-operator".into(),
                repository: "prometheus-operator/prometheus-operator".into(),
                charts: vec![
                    chart(
                        "kube-prometheus-stack",
                        VersionRule::From(table),
                        &["oci://ghcr.io/prometheus-community/charts"],
                    ),
                    chart("operator", VersionRule::Same, &["https://one.example.com"]),
                ],
                images: vec!["docker.io/library/operator".into(), "o/operator".into()],
                ..About::default()
            },
            &["0.83.0", "0.84.1"],
        ),
        (
            About {
                name: "other".into(),
                repository: "Other/Other".into(),
                charts: vec![chart("operator", VersionRule::Same, &["oci://ghcr.io/other/operator"])],
                ..About::default()
            },
            &["1.0.0", "@4c0987a"],
        ),
    ] {
        builder.project(about).expect("a catalogue");
        for release in releases {
            builder.release(release, release.trim_start_matches('@'), Vec::new()).expect("a catalogue");
        }
    }
    Catalogue::read(builder.finish()).expect("a catalogue")
}

fn pin(subject: Subject, wanted: Wanted) -> Pin {
    let at = At { path: "a.yaml".into(), span: Default::default(), line: 1 };
    Pin { at, subject, wanted }
}

fn chart(repository: &str, name: &str) -> Subject {
    Subject::Chart { repository: repository.to_owned(), name: name.to_owned() }
}

fn exact(text: &str) -> Wanted {
    Wanted::Exact(text.to_owned())
}

fn shown(pins: &[Pin]) -> Vec<String> {
    let catalogue = catalogue();
    let found = in_use(pins, &catalogue);
    let line = |one: &crdc_releases::InUse<'_>| {
        let version = one.version.as_ref().map_or("?", Version::as_str);
        let release = |index: usize| one.project.releases[index].version.as_str();
        let found = match one.found {
            Found::Release(index) => release(index).to_owned(),
            Found::OlderThanAll => "older".to_owned(),
            Found::NewerThanAll => "newer".to_owned(),
            Found::Between { before, after } => format!("{}..{}", release(before), release(after)),
            Found::Unknown => "unknown".to_owned(),
        };
        let by = if one.by == By::Address { "address" } else { "name" };
        format!("{} {version} {found} by {by}", one.project.name)
    };
    found.iter().map(line).collect()
}

#[test]
fn charts_are_known_by_address_and_name() {
    for (repository, name, version, expected) in [
        (
            "https://charts.jetstack.io",
            "cert-manager",
            "v1.16.2",
            &["cert-manager 1.16.2 1.16.5 by address"] as &[_],
        ),
        (
            "oci://quay.io/jetstack/charts",
            "cert-manager",
            "1.16.5",
            &["cert-manager 1.16.5 1.16.5 by address"],
        ),
        // A mirror, and no address.
        (
            "oci://harbor.example.com/charts",
            "cert-manager",
            "1.16.2",
            &["cert-manager 1.16.2 1.16.5 by name"],
        ),
        ("", "cert-manager", "1.18.0", &["cert-manager 1.18.0 newer by name"]),
        // A chart of the same name with versions of its own.
        ("oci://registry-1.docker.io/bitnamicharts", "cert-manager", "1.4.0", &[]),
        // A name that two projects have.
        ("https://one.example.com", "operator", "0.83.0", &["prometheus-operator 0.83.0 0.83.0 by address"]),
        ("oci://ghcr.io/other", "operator", "1.0.0", &["other 1.0.0 1.0.0 by address"]),
        ("https://two.example.com", "operator", "0.83.0", &[]),
        ("https://charts.jetstack.io", "trust-manager", "0.12.0", &[]),
    ] {
        assert_eq!(shown(&[pin(chart(repository, name), exact(version))]), expected, "{repository} {name}");
    }
}

#[test]
fn versions_of_charts_become_releases() {
    let of = |wanted| {
        shown(&[pin(chart("oci://ghcr.io/prometheus-community/charts", "kube-prometheus-stack"), wanted)])
    };
    for (version, expected) in [
        ("75.4.1", "prometheus-operator 0.83.0 0.83.0 by address"),
        ("76.0.0", "prometheus-operator 0.84.0 0.84.1 by address"),
        ("80.0.0", "prometheus-operator 0.84.0 0.84.1 by address"),
        ("60.0.0", "prometheus-operator ? older by address"),
    ] {
        assert_eq!(of(exact(version)), [expected], "{version}");
    }
    for (range, expected) in [
        ("75.x", "prometheus-operator 0.83.0 0.83.0 by address"),
        ("75.2.x", "prometheus-operator 0.83.0 0.83.0 by address"),
        ("*", "prometheus-operator 0.84.0 0.84.1 by address"),
        (">=75.0.0", "prometheus-operator 0.84.0 0.84.1 by address"),
        ("<60.0.0", "prometheus-operator ? unknown by address"),
    ] {
        assert_eq!(of(Wanted::Range(range.to_owned())), [expected], "{range}");
    }
}

#[test]
fn ranges_are_the_newest_release_that_fits() {
    for (range, expected) in [
        ("1.x", "cert-manager 1.17.4 1.17.4 by address"),
        ("1.16", "cert-manager 1.16.5 1.16.5 by address"),
        ("~1.15.0", "cert-manager 1.15.5 1.15.5 by address"),
        (">=1.15 <1.17", "cert-manager 1.16.5 1.16.5 by address"),
        ("^2.0", "cert-manager ? newer by address"),
        ("1.2", "cert-manager ? older by address"),
    ] {
        let pin = pin(chart("https://charts.jetstack.io", "cert-manager"), Wanted::Range(range.to_owned()));
        assert_eq!(shown(&[pin]), [expected], "{range}");
    }
}

#[test]
fn repositories_images_and_packages_are_known() {
    let repository = |owner: &str, name: &str, host: &str| Subject::Repository {
        host: host.to_owned(),
        owner: owner.to_owned(),
        name: name.to_owned(),
        path: "config/crd".to_owned(),
    };
    let image = |name: &str| Subject::Image { name: name.to_owned() };
    for (subject, version, expected) in [
        (
            repository("Cert-Manager", "cert-manager", "github.com"),
            "v1.16.2",
            &["cert-manager 1.16.2 1.16.5 by address"] as &[_],
        ),
        (
            repository("cert-manager", "cert-manager", "github.com"),
            "cert-manager-v1.16.2",
            &["cert-manager 1.16.2 1.16.5 by address"],
        ),
        (
            repository("cert-manager", "cert-manager", "github.com"),
            "helm-chart-1.16.2",
            &["cert-manager ? unknown by address"],
        ),
        (repository("cert-manager", "cert-manager", "example.com"), "v1.16.2", &[]),
        (repository("fork", "cert-manager", "github.com"), "v1.16.2", &[]),
        (
            image("quay.io/jetstack/cert-manager-controller"),
            "v1.16.2",
            &["cert-manager 1.16.2 1.16.5 by address"],
        ),
        (
            image("mirror.example.com/quay.io/jetstack/cert-manager-controller"),
            "v1.16.2",
            &["cert-manager 1.16.2 1.16.5 by name"],
        ),
        (image("mirror.example.com/cert-manager-controller"), "v1.16.2", &[]),
        (image("operator"), "0.83.0", &["prometheus-operator 0.83.0 0.83.0 by address"]),
        (image("quay.io/x/operator"), "0.83.0", &[]),
        // As Renovate names a chart.
        (
            image("quay.io/jetstack/charts/cert-manager"),
            "v1.16.2",
            &["cert-manager 1.16.2 1.16.5 by address"],
        ),
        (
            Subject::Package { name: "cert-manager".to_owned() },
            "1.16.2",
            &["cert-manager 1.16.2 1.16.5 by address"],
        ),
        (Subject::Package { name: "cert-manager-community".to_owned() }, "1.16.2", &[]),
    ] {
        assert_eq!(shown(&[pin(subject.clone(), exact(version))]), expected, "{subject:?} {version}");
    }
}

#[test]
fn several_releases_of_a_project_are_kept_in_order() {
    let at = |path: &str, pin: Pin| Pin { at: At { path: path.into(), ..pin.at }, ..pin };
    let of = |version| pin(chart("https://charts.jetstack.io", "cert-manager"), exact(version));
    let pins = [
        at(
            "f.yaml",
            pin(chart("https://charts.jetstack.io", "cert-manager"), Wanted::Open("main".to_owned())),
        ),
        at(
            "a.yaml",
            pin(chart("https://charts.jetstack.io", "cert-manager"), Wanted::Range("1.15".to_owned())),
        ),
        at("b.yaml", pin(chart("https://mirror.example.com", "cert-manager"), exact("1.14.0"))),
        at("d.yaml", of("1.16.2")),
        at("c.yaml", of("1.17.0")),
        at("e.yaml", of("v1.16.2")),
        at("g.yaml", pin(Subject::Package { name: "cert-manager".to_owned() }, exact("1.16.2"))),
        at("h.yaml", pin(chart("", "operator-of-nobody"), exact("1.0.0"))),
    ];
    let catalogue = catalogue();
    let found = in_use(&pins, &catalogue);
    let places: Vec<_> = found.iter().map(|one| (&*one.at.path, one.wanted.as_str())).collect();
    assert_eq!(
        places,
        [
            ("c.yaml", "1.17.0"),
            ("d.yaml", "1.16.2"),
            ("b.yaml", "1.14.0"),
            ("a.yaml", "1.15"),
            ("f.yaml", "main")
        ]
    );
}
