//! The error type for documents that a build script could not compile, with all their diagnostics.

use std::fmt;

use crdc_check::Located;
use crdc_source::Source;
use crdc_source::diag::{Diagnostic, Severity};
use crdc_source::render::{Format, render};

/// Documents with errors. The text of this error contains all errors with excerpts, in the form of rustc.
#[derive(Clone, Debug)]
pub struct InvalidDocuments {
    sources: Vec<Source>,
    diagnostics: Vec<Located>,
}

impl InvalidDocuments {
    pub(crate) fn new(sources: Vec<Source>, diagnostics: Vec<Located>) -> InvalidDocuments {
        InvalidDocuments { sources, diagnostics }
    }

    /// The errors with their files, in the order of the files.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("crdc-invalid-documents-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let file = folder.join("crd.yaml");
    /// # std::fs::write(&file, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n")?;
    /// use crdc_codegen::{Config, Error};
    /// let compiled = Config::new().out_dir(&folder).quiet(true).compile(&[file]);
    /// let Err(Error::Documents(documents)) = compiled else { panic!("it has no name") };
    /// let codes: Vec<&str> = documents.errors().map(|(_, error)| error.code.name()).collect();
    /// assert!(codes.contains(&"name-missing"), "{codes:?}");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn errors(&self) -> impl Iterator<Item = (&Source, &Diagnostic)> {
        let located = self.diagnostics.iter().filter(|found| found.diagnostic.severity() == Severity::Error);
        located.filter_map(|found| Some((self.sources.get(found.source)?, &found.diagnostic)))
    }
}

impl fmt::Display for InvalidDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (source, error) in self.errors() {
            writeln!(f, "{}", render(source, std::slice::from_ref(error), Format::Human))?;
        }
        Ok(())
    }
}
