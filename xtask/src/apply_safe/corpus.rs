//! Publishes the CRDs of the corpus as apply-safe ones. In: the CRDs of the corpus. Out: whether CRDs without
//! extensions are published unchanged. CRDs with random extensions must be accepted by servers, or the
//! missing limits are named; they must keep their plans, and must not change if they are published again.

use std::path::Path;

use anyhow::{Context, Result};
use crdc_check::check_source;
use crdc_documents::publish::apply_safe::{Options, apply_safe};
use crdc_documents::publish::crd::{CrdDocument, crds, of_openapi};
use crdc_documents::publish::openapi::{self, OpenApi};
use crdc_oracle::random::marked;
use crdc_plan::{explain, explain_openapi};
use crdc_source::diag::Severity;
use crdc_source::{Source, files, parse};
use crdc_vocabulary::Minor;

use super::Args;

/// Checks the requirements above, and those of `crd_documents`; returns whether they hold.
pub(super) fn run(shared: &Path, args: &Args) -> Result<bool> {
    let options = Options { server: Minor(args.server) };
    let folder = shared.join("corpus/crds");
    let (mut unchanged, mut kept, mut over, mut refused, mut good) = (0, 0, 0, 0, true);
    for (seed, file) in files(&folder).with_context(|| folder.display().to_string())?.into_iter().enumerate()
    {
        let source = Source::read(&file)?;
        let documents = apply_safe(&source, &check_source(&source, None), options);
        let nodes = parse(&source).0;
        for document in &documents {
            if nodes.contains(document.document()) && document.problems.is_empty() {
                unchanged += 1;
            } else {
                println!("{}: {} changed", file.display(), document.name);
                good = false;
            }
            let Some(marked) = marked::document(&document.to_json(), seed as u64) else { continue };
            let source = Source::new("marked.json", marked);
            let checked = check_source(&source, None);
            if checked.diagnostics.iter().any(|found| found.severity() == Severity::Error) {
                refused += 1;
                continue;
            }
            let documents = apply_safe(&source, &checked, options);
            let problems = || documents.iter().flat_map(|document| &document.problems);
            for problem in problems() {
                let text = format!("{} {}", problem.message, problem.help.as_deref().unwrap_or_default());
                if problem.code.name() != "rule-cost" {
                    println!("{}: {}: {text}", file.display(), problem.code.name());
                    good = false;
                } else if args.words {
                    println!("{}: {text}", file.display());
                }
            }
            over += usize::from(problems().next().is_some());
            for document in &documents {
                let published = Source::new("published.yaml", document.to_yaml());
                let checked = check_source(&published, None);
                let again = apply_safe(&published, &checked, options);
                let same = again.first().is_some_and(|again| again.to_yaml() == published.text);
                if !same
                    || explain(std::slice::from_ref(&published), None)
                        != explain(std::slice::from_ref(&source), None)
                {
                    println!(
                        "{}: another plan, or another document when it is published again",
                        file.display()
                    );
                    good = false;
                }
                kept += 1;
            }
        }
    }
    println!(
        "corpus: {unchanged} CRDs without extensions unchanged; with random extensions {kept} published with the same plan, {over} of them over the budget with advice, {refused} refused"
    );
    Ok(crd_documents(shared)? && good)
}

/// Whether CRD documents that are published from CRDs, and from the OpenAPI documents of these CRDs, have the
/// plans of the CRDs.
fn crd_documents(shared: &Path) -> Result<bool> {
    let (mut own, mut opened, mut good) = (0, 0, true);
    for folder in ["corpus/crds", "golden/seeds/crds"] {
        for file in files(&shared.join(folder))? {
            let source = Source::read(&file)?;
            let checked = check_source(&source, None);
            let plans = explain(std::slice::from_ref(&source), None);
            let texts: Vec<String> =
                crds(std::slice::from_ref(&checked)).iter().map(CrdDocument::to_yaml).collect();
            if explain(&[Source::new("crd.yaml", texts.join("---\n"))], None) != plans {
                println!("{}: the document has another plan", file.display());
                good = false;
            }
            own += texts.len();
            for form in [OpenApi::V3, OpenApi::V2] {
                let options = openapi::Options { extensions: true, ..openapi::Options::server(form) };
                for document in openapi::documents(std::slice::from_ref(&checked), options).0 {
                    let document = Source::new(document.file_name(), document.to_json());
                    let texts: Vec<String> =
                        of_openapi(&document, &[]).0.iter().map(CrdDocument::to_yaml).collect();
                    let found = explain(&[Source::new("crd.yaml", texts.join("---\n"))], None);
                    let wanted = explain_openapi(&document, &[]).0;
                    if lines(&found) != lines(&wanted) {
                        println!("{} {form:?}: the document has another plan", file.display());
                        good = false;
                    }
                    opened += texts.len();
                }
            }
        }
    }
    println!("CRDs as documents: {own} of CRDs and {opened} of OpenAPI documents, with the same plans");
    Ok(good)
}

/// The lines of plans, sorted: kinds are in the order of the OpenAPI document.
fn lines(plans: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = plans.lines().collect();
    lines.sort_unstable();
    lines
}
