//! What files say. In: small folders. Out: pins, a line each: the place, the subject, the version (`=`
//! exact, `~` a range, `?` anything else).

mod argo;
mod files;
mod flux;
mod helm;
mod hostile;
mod kustomize;
mod names;
mod olm;
mod renovate;
mod workloads;

use crdc_releases::{Pin, Said, Subject, Wanted, may_pin};
use crdc_source::Source;

/// What files say, in any order.
fn said(files: &[(&str, &str)]) -> Said {
    let mut all = Said::default();
    for (path, text) in files.iter().rev() {
        assert!(may_pin(path, text), "{path}");
        let mut one = Said::default();
        one.add(path, &Source::new(*path, *text));
        all.extend(one);
    }
    all
}

fn shown(pins: &[Pin]) -> Vec<String> {
    let line = |pin: &Pin| {
        let subject = match &pin.subject {
            Subject::Chart { repository, name } => format!("chart {repository} {name}"),
            Subject::Repository { host, owner, name, path } if path.is_empty() => {
                format!("{host}/{owner}/{name}")
            }
            Subject::Repository { host, owner, name, path } => format!("{host}/{owner}/{name}//{path}"),
            Subject::Image { name } => format!("image {name}"),
            Subject::Package { name } => format!("package {name}"),
        };
        let wanted = match &pin.wanted {
            Wanted::Exact(text) => format!("={text}"),
            Wanted::Range(text) => format!("~{text}"),
            Wanted::Open(text) => format!("?{text}"),
        };
        format!("{}:{} {subject} {wanted}", pin.at.path, pin.at.line)
    };
    pins.iter().map(line).collect()
}

/// The pins of files, without values of variables.
fn pins(files: &[(&str, &str)]) -> Vec<String> {
    shown(&said(files).pins(&|_| None))
}

/// The pins of one file of this name, without its name.
fn of(path: &str, text: &str) -> Vec<String> {
    let pins = pins(&[(path, text)]);
    pins.iter().map(|pin| pin.strip_prefix(path).unwrap_or(pin).trim_start_matches(':').to_owned()).collect()
}
