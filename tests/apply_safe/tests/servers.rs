//! What is published for a server has no rule that this server refuses, and nothing that it drops: for the
//! CRDs of these tests and those of the corpus beside the repository, as they are and with random extensions.
//! The rules come from a text that is read again, so that nothing of the document that they were made of is
//! left.
//!
//! `CRDC_SAMPLES=20` takes all of the corpus.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use crdc_apply_safe_tests::ENTRIES;
use crdc_check::{CheckOptions, check_source, check_sources_with};
use crdc_documents::publish::apply_safe::{Options, apply_safe};
use crdc_oracle::random::samples::samples;
use crdc_oracle::random::{Rng, marked};
use crdc_oracle::stack::deep;
use crdc_source::diag::{Code, Severity};
use crdc_source::{Source, files};
use crdc_vocabulary::Minor;

/// What was published.
#[derive(Debug, Default)]
struct Published {
    with_rules: usize,
    as_they_are: usize,
    /// Of which something is named that a server does not take.
    with_problems: usize,
    refused: Vec<String>,
}

impl Published {
    /// Publishes the CRDs of a text for a server.
    fn publish(&mut self, source: &Source, server: Minor) {
        let checked = check_source(source, None);
        if checked.diagnostics.iter().any(|found| found.severity() == Severity::Error) {
            return;
        }
        for document in apply_safe(source, &checked, Options { server }) {
            if !document.problems.is_empty() {
                self.with_problems += 1;
                continue;
            }
            let text = document.to_yaml();
            match text.contains("// crdc x-kubernetes-") {
                true => self.with_rules += 1,
                false => self.as_they_are += 1,
            }
            let published = Source::new("published.yaml", text);
            let options = CheckOptions { server: Some(server), ..CheckOptions::default() };
            let found = check_sources_with(&[published], &[], options).remove(0).diagnostics;
            let is_refused = |code: Code| {
                code.severity() == Severity::Error || matches!(code, Code::RuleServer | Code::RuleServerKey)
            };
            let refused = found.into_iter().filter(|found| is_refused(found.code));
            self.refused.extend(refused.map(|found| {
                format!(
                    "{} of {} for {server}: {}: {}",
                    document.name,
                    source.name,
                    found.code.name(),
                    found.message
                )
            }));
        }
    }

    /// The same for its CRDs with random extensions too.
    fn publish_both(&mut self, source: &Source, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut server =
            || Minor(Minor::FIRST.0 + rng.below(usize::from(Minor::KNOWN.0 - Minor::FIRST.0) + 1) as u8);
        // Of 1.29 the table of differences is complete, and most differs.
        for server in [Minor(29), server()] {
            self.publish(source, server);
            for document in apply_safe(source, &check_source(source, None), Options { server }) {
                if let Some(marked) = marked::document(&document.to_json(), seed) {
                    self.publish(&Source::new(source.name.as_str(), marked), server);
                }
            }
        }
    }
}

#[test]
fn nothing_that_the_server_refuses_is_written_for_these_tests() {
    let mut all = Published::default();
    for (seed, entry) in (0..).zip(ENTRIES) {
        deep(|| all.publish_both(&Source::new(entry.name, entry.crd), seed));
    }
    assert!(all.refused.is_empty(), "{:#?}", all.refused);
    assert!(all.with_rules > 10 && all.with_problems > 0, "{all:?}");
}

#[test]
fn nothing_that_the_server_refuses_is_written_for_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/crds");
    let mut corpus = files(&folder).expect("this test needs ../shared beside the repository");
    corpus.sort();
    // One of so many files.
    let step = (20 / samples(1).clamp(1, 20)) as usize;
    let mut all = Published::default();
    for (seed, file) in (0..).zip(corpus.iter().step_by(step)) {
        let source = Source::read(file).unwrap();
        deep(|| all.publish_both(&source, seed));
    }
    assert!(all.refused.is_empty(), "{:#?}", all.refused);
    assert!(all.with_rules > 0 && all.as_they_are > 0, "{all:?}");
}
