//! Checks the documents of `crdc publish --extensions`. In: the CRDs of the corpus and the seeds. Out:
//! whether the v3 and v2 documents that the command writes for them have the plans of the CRDs.

use std::path::Path;

use anyhow::{Context, Result};
use crdc_check::check_source;
use crdc_check::{CheckedCrd, Outcome};
use crdc_documents::publish::openapi::{OpenApi, Options, documents};
use crdc_plan as plan;
use crdc_plan::check_openapi;
use crdc_source::{Source, files};

use super::{differences, places_of};

/// Prints differences that are not additions of servers; returns whether there are none.
pub(super) fn run(shared: &Path) -> Result<bool> {
    let mut good = true;
    for form in [OpenApi::V3, OpenApi::V2] {
        let (mut expected, mut plans, mut equal, mut differing) = (0, 0, 0, 0);
        for folder in ["corpus/crds", "golden/seeds/crds"] {
            let folder = shared.join(folder);
            for file in files(&folder).with_context(|| folder.display().to_string())? {
                let checked = check_source(&Source::read(&file)?, None);
                let accepted = checked.crds.iter().filter_map(Outcome::accepted);
                let own = accepted.flat_map(CheckedCrd::versions).map(plan::build).collect::<Vec<_>>();
                let options = Options { extensions: true, ..Options::server(form) };
                let (documents, errors) = documents(&[checked], options);
                for error in errors {
                    println!("{}: {}", file.display(), error.diagnostic.message);
                    good = false;
                }
                for document in documents {
                    let source = Source::new(document.file_name(), document.to_json());
                    for published in check_openapi(&source, &[]).plans() {
                        let same = |plan: &&plan::Plan| {
                            (&plan.crd, &plan.version) == (&published.crd, &published.version)
                        };
                        let Some(own) = own.iter().find(same) else { continue };
                        plans += 1;
                        let (own, published) = (own.text(), published.text());
                        equal += usize::from(own == published);
                        let header = |text: &str| text.split("\n\n").next().unwrap_or_default().to_owned();
                        let mut found = differences(&places_of(&own), &places_of(&published));
                        found.retain(|(what, _)| !what.ends_with("(added by servers)"));
                        if header(&own) != header(&published) {
                            found.push(("another header".to_owned(), String::new()));
                        }
                        differing += usize::from(!found.is_empty());
                        for (what, at) in found {
                            println!("{} {form:?} {at}: {what}", file.display());
                        }
                    }
                }
                expected += own.len();
            }
        }
        println!(
            "own documents, {form:?}: {plans} of {expected} plans, {equal} equal those of the CRDs, {} with additions of servers only, {differing} differ",
            plans - equal - differing
        );
        good &= differing == 0;
    }
    Ok(good)
}
