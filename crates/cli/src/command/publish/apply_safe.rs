//! `crdc publish --as apply-safe`: its option, files and report.

use super::documents::Documents;
use crate::command::files::File;
use crate::failure::Failure;
use crdc_check::{Checked, Located};
use crdc_documents::publish::apply_safe::{ApplySafe, Difference, Options, apply_safe};
use crdc_source::Source;
use crdc_source::diag::outside;
use crdc_source::render::{Format, Renderer};
use crdc_vocabulary::Minor;
use std::collections::BTreeMap;

/// Options of apply-safe CRDs.
#[derive(clap::Args)]
pub(super) struct ApplySafeOptions {
    /// Apply-safe: the oldest server that the CRDs are applied to, such as 1.29
    #[arg(long = "kubernetes", alias = "server", value_name = "VERSION")]
    server: Option<Minor>,
}

impl ApplySafeOptions {
    /// The option, if it is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        self.server.map(|_| "--kubernetes")
    }

    pub(super) fn documents(
        &self,
        sources: &[Source],
        checked: &[Checked],
        each: bool,
    ) -> Result<Documents, Failure> {
        let Some(server) = self.server else {
            return Err(
                "--as apply-safe needs the oldest server that the CRDs are applied to: --kubernetes 1.29"
                    .to_owned(),
            );
        };
        let mut documents = Documents::default();
        let mut all = Vec::new();
        for (index, (source, checked)) in sources.iter().zip(checked).enumerate() {
            for mut one in apply_safe(source, checked, Options { server }) {
                let problems = std::mem::take(&mut one.problems).into_iter();
                let errors = documents.errors.len();
                documents.errors.extend(problems.map(|diagnostic| Located { source: index, diagnostic }));
                // A server would refuse the CRD.
                if documents.errors.len() == errors {
                    all.push((source, one));
                }
            }
        }
        let file = |one: &ApplySafe| File { path: format!("{}.yaml", one.name), text: one.to_yaml() };
        documents.files = all.iter().map(|(_, one)| file(one)).collect();
        documents.report = if each { report(&all) } else { counts(&all) };
        Ok(documents)
    }
}

/// A line for each check that servers perform differently from crdc.
fn report(all: &[(&Source, ApplySafe)]) -> String {
    let mut text = String::new();
    for (source, one) in all {
        let places = Renderer::new(source, Format::Plain);
        for unexpressed in &one.unexpressed {
            let place = places.address(unexpressed.span);
            let words = format!("{} {} {unexpressed}", one.name, unexpressed.version);
            text.push_str(&format!("{place}: {}\n", outside::line(&words)));
        }
    }
    text
}

/// One line with the numbers of differences.
fn counts(all: &[(&Source, ApplySafe)]) -> String {
    let mut counts: BTreeMap<Difference, usize> = BTreeMap::new();
    for unexpressed in all.iter().flat_map(|(_, one)| &one.unexpressed) {
        *counts.entry(unexpressed.difference).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(difference, count)| format!("{} ({count})", difference.name())).collect();
    if counts.is_empty() {
        return String::new();
    }
    format!("servers differ from crdc: {}; --report prints each\n", counts.join(", "))
}
