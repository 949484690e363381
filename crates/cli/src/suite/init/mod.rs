//! `crdc test --init`: makes suites of samples. In: objects, and the CRDs of their kinds. Out: a suite for
//! each kind, whose tests pass: the samples, and a value on each side of each limit.
//!
//! `limits` has the values on both sides of the limits of a schema, and `text` writes a suite. A value that
//! does not have the expected answer, such as one that a rule refuses, is left out.

mod limits;
mod text;

use super::files::SuiteFiles;
use super::model::Suite;
use super::options::RunOptions;
use super::update::Updates;
use super::{plain, run};
use crate::edit::member;
use crdc_check::{CheckedCrd, CheckedVersion, Outcome, check_source};
use crdc_schema::Schema;
use crdc_source::{Node, Source, parse};
use limits::{Limit, limits};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use text::{Draft, Expecting, Verdict};

/// A suite that was made.
pub(crate) struct Made {
    pub(crate) file: PathBuf,
    pub(crate) text: String,
    pub(crate) tests: usize,
    /// How many limits have no test, since the sample does not reach them.
    pub(crate) left_out: usize,
}

/// What a CRD says of a kind.
struct Kind<'c> {
    crd: &'c Path,
    /// The name of its suite: group, plural and version, since several groups may have the plural.
    name: String,
    schema: &'c Schema,
}

/// Makes suites in a folder.
///
/// # Errors
/// A CRD has errors, or no object has the kind of a CRD.
pub(crate) fn suites(samples: &[Source], crds: &[Source], folder: &Path) -> Result<Vec<Made>, String> {
    let checked: Vec<_> = crds.iter().map(|source| (source, check_source(source, None))).collect();
    let mut kinds: BTreeMap<(String, String), Kind<'_>> = BTreeMap::new();
    for (source, checked) in &checked {
        for outcome in &checked.crds {
            let Some(crd) = Outcome::accepted(outcome) else {
                return Err(format!("{} has errors: see crdc check {}", source.name, source.name));
            };
            kinds.extend(of_crd(crd, Path::new(&source.name)));
        }
    }
    let mut objects: BTreeMap<&(String, String), Vec<Node>> = BTreeMap::new();
    for object in samples.iter().flat_map(|source| parse(source).0) {
        let key = (member(&object, "apiVersion").to_owned(), member(&object, "kind").to_owned());
        if let Some((key, _)) = kinds.get_key_value(&key) {
            objects.entry(key).or_default().push(object);
        }
    }
    if objects.is_empty() {
        return Err("no sample has the kind of a CRD: name the CRDs with --crd".to_owned());
    }
    let mut made = Vec::new();
    for (key, samples) in objects {
        if let Some(kind) = kinds.get(key) {
            made.push(suite(kind, &samples, folder));
        }
    }
    Ok(made)
}

/// The kinds of a CRD by API version and kind, one for each served version.
fn of_crd<'c>(crd: &'c CheckedCrd, file: &'c Path) -> Vec<((String, String), Kind<'c>)> {
    let text = |at: Option<&crdc_schema::At<String>>| at.map(|at| at.value.clone()).unwrap_or_default();
    let names = crd.crd().names.as_ref();
    let kind = text(names.and_then(|names| names.value.kind.as_ref()));
    let plural = text(names.and_then(|names| names.value.plural.as_ref()));
    let group = text(crd.crd().group.as_ref());
    let served = |version: &CheckedVersion<'_>| version.version().served.as_ref().is_none_or(|at| at.value);
    let versions = crd.versions().filter(served).filter_map(|version| {
        let name = text(version.version().name.as_ref());
        let schema = &*version.schema()?.value;
        let key = (format!("{group}/{name}"), kind.clone());
        Some((key, Kind { crd: file, name: format!("{group}_{plural}.{name}"), schema }))
    });
    versions.collect()
}

fn suite(kind: &Kind<'_>, samples: &[Node], folder: &Path) -> Made {
    let file = folder.join(format!("{}.yaml", kind.name));
    let (base, others) = samples.split_first().map_or((None, samples), |(base, others)| (Some(base), others));
    let draft = Draft {
        crd: relative(folder, kind.crd),
        object: base,
        samples: others,
        rules: limits::rules(kind.schema),
    };
    let all = base.map(|base| limits(kind.schema, base)).unwrap_or_default();
    // An error counts only if it is about the value.
    let text = draft.text(&all, Expecting::Path);
    let (said, leniently) = (passing(&text, &file, false), passing(&text, &file, true));
    let is_in = |said: &[bool], place: usize| said.get(place).copied().unwrap_or(false);
    let is_right = |place: usize| is_in(&said, place);
    let first = draft.first_limit();
    let verdict = |place: usize| match (is_right(place), is_in(&leniently, place)) {
        (true, _) => Verdict::Accepted,
        (false, true) => Verdict::Pruned,
        (false, false) => Verdict::Refused,
    };
    let verdicts: Vec<Verdict> = (0..first).map(verdict).collect();
    let kept: Vec<Limit> = all
        .iter()
        .zip(first..)
        .filter(|(_, place)| is_right(*place))
        .map(|(limit, _)| limit.clone())
        .collect();
    // Limits of a sample that has to be completed or corrected say nothing.
    let is_fine = verdicts.first().is_none_or(|verdict| *verdict == Verdict::Accepted);
    let kept = if is_fine { kept } else { Vec::new() };
    Made {
        text: draft.text(&kept, Expecting::Any(&verdicts)),
        tests: first + kept.len(),
        left_out: all.len() - kept.len(),
        file,
    }
}

/// Which tests of a suite pass.
fn passing(text: &str, file: &Path, lenient: bool) -> Vec<bool> {
    let source = Arc::new(Source::new(file.display().to_string(), text));
    let Some(document) = parse(&source).0.pop() else { return Vec::new() };
    let suite: Suite = plain::read(&document, file, None, &source);
    let found = SuiteFiles { suites: vec![suite], ..SuiteFiles::default() };
    let ran = run::run(found, RunOptions { lenient, ..RunOptions::default() }, None, &mut Updates::default());
    ran.iter().flat_map(|ran| &ran.tests).map(|test| test.failures.is_empty()).collect()
}

/// A path as seen from a folder. Both are taken as they are written.
fn relative(folder: &Path, path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let absolute = |path: &Path| plain::plainly(&here.join(path));
    let (folder, path) = (absolute(folder), absolute(path));
    let same = folder.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(same).map(|_| Component::ParentDir);
    up.chain(path.components().skip(same)).collect()
}
