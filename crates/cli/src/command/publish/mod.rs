//! `crdc publish`: writes documents that servers, clients and tools read.

mod apply_safe;
pub(super) mod documents;
pub(super) mod schemas;

use super::files::{self, File};
use super::published::Published;
use crate::failure::Failure;
use crate::input;
use crate::output::Diagnostics;
use crate::place::{Renamed, To, write};
use clap::ValueEnum;
use crdc_check::{Checked, Located};
use crdc_documents::publish::crd::{CrdDocument, crds, of_openapi, stock};
use crdc_documents::publish::openapi::{self, OpenApi, Options};
use crdc_source::Source;
use crdc_source::diag::Severity;
use documents::Documents;

use std::path::PathBuf;

/// Publishes CustomResourceDefinitions as documents for clients and tools
///
/// openapi-v3: for each group and version the document of /openapi/v3/apis/GROUP/VERSION, with paths and all
/// types that they refer to. openapi-v2: one document for all, as /openapi/v2. json-schema: a schema for each
/// version, for editors and tools like kubeconform. CRDs with errors and versions that are not served are
/// left out. crd: the CRDs as crdc understands them, with the extensions that it reads back from apply-safe
/// CRDs. stock: the same without the extensions, which servers refuse in a kubectl apply. apply-safe: the
/// CRDs, with immutability and unions as rules that a stock server enforces. With --openapi, also the kinds
/// of a published document that --kind names.
#[derive(clap::Args)]
pub(super) struct Publish {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required_unless_present = "openapi", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    published: Published,
    /// The form of the documents
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Form,
    /// OpenAPI: keep the extensions that servers drop: immutability, unions, normalization and others
    #[arg(long)]
    extensions: bool,
    #[command(flatten)]
    schemas: schemas::Schemas,
    #[command(flatten)]
    apply_safe: apply_safe::ApplySafeOptions,
    /// JSON Schema and apply-safe: print each thing that the documents do not express
    #[arg(long)]
    report: bool,
    /// The output folder; created if missing. Without it, or with -, a single document is printed
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    renamed: Renamed,
    #[command(flatten)]
    diagnostics: Diagnostics,
}

/// The forms of documents.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// OpenAPI v3
    OpenapiV3,
    /// OpenAPI v2
    OpenapiV2,
    /// JSON Schema
    JsonSchema,
    /// CRDs as crdc understands them, with all extensions
    Crd,
    /// CRDs without the extensions that servers do not know
    Stock,
    /// CRDs with rules instead of extensions
    ApplySafe,
}

impl Publish {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        self.check_options()?;
        let mut sources = input::sources(&self.files)?;
        let mut found = self.kinds(&mut sources)?;
        let (checked, more) = super::checked::all(&sources, &[], &[]);
        found.extend(more);
        if !super::checked::any_crd(&checked, &found) {
            super::checked::no_crd(&self.files);
            return Ok(false);
        }
        // `crdc check` prints warnings.
        found.retain(|located| located.diagnostic.severity() == Severity::Error);
        let documents = match self.form {
            Form::OpenapiV3 => self.openapi(&checked, OpenApi::V3),
            Form::OpenapiV2 => self.openapi(&checked, OpenApi::V2),
            Form::JsonSchema => self.schemas.documents(&checked, self.report)?,
            Form::Crd => crd_documents(&crds(&checked)),
            Form::Stock => crd_documents(&stock(&checked)),
            Form::ApplySafe => self.apply_safe.documents(&sources, &checked, self.report)?,
        };
        found.extend(documents.errors);
        if documents.files.is_empty() && found.is_empty() {
            crate::output::complain("no document has a served version");
            return Ok(false);
        }
        let done = files::write(&documents.files, self.output.as_deref())?;
        if !found.is_empty() || self.output.is_some() {
            self.diagnostics.show(&sources, &found, &To::Err, &done)?;
        }
        write(&To::Err, &documents.report)?;
        Ok(found.is_empty())
    }

    /// Appends the document and the CRDs of its requested kinds to the sources. Returns the diagnostics of
    /// reading the kinds.
    fn kinds(&self, sources: &mut Vec<Source>) -> Result<Vec<Located>, Failure> {
        let Some((document, kinds)) = self.published.read()? else { return Ok(Vec::new()) };
        let (crds, problems) = of_openapi(&document, kinds);
        let locate = |diagnostic| Located { source: sources.len(), diagnostic };
        let found = problems.into_iter().map(locate).collect();
        // The OpenAPI document contains no CRDs itself.
        sources.push(document);
        sources.extend(crds.iter().map(|crd| Source::new(format!("{}.yaml", crd.name), crd.to_yaml())));
        Ok(found)
    }

    /// Refuses options that do not apply to the chosen form.
    fn check_options(&self) -> Result<(), Failure> {
        let is_openapi = matches!(self.form, Form::OpenapiV3 | Form::OpenapiV2);
        if self.extensions && !is_openapi {
            return Err("--extensions needs an OpenAPI form".to_owned());
        }
        if let (true, Some(option)) = (self.form != Form::JsonSchema, self.schemas.given()) {
            return Err(format!("{option} needs --as json-schema"));
        }
        if let (true, Some(option)) = (self.form != Form::ApplySafe, self.apply_safe.given()) {
            return Err(format!(
                "{option} needs --as apply-safe: leave it out, other forms are the same for all servers"
            ));
        }
        if self.report && !matches!(self.form, Form::JsonSchema | Form::ApplySafe) {
            return Err("--report needs --as json-schema or apply-safe".to_owned());
        }
        Ok(())
    }

    fn openapi(&self, checked: &[Checked], form: OpenApi) -> Documents {
        let options = Options { extensions: self.extensions, ..Options::server(form) };
        let (documents, errors) = openapi::documents(checked, options);
        let file = |one: &openapi::Document| File { path: one.file_name(), text: one.to_json() };
        Documents { files: documents.iter().map(file).collect(), errors, report: String::new() }
    }
}

fn crd_documents(crds: &[CrdDocument]) -> Documents {
    let file = |one: &CrdDocument| File { path: format!("{}.yaml", one.name), text: one.to_yaml() };
    Documents { files: crds.iter().map(file).collect(), ..Documents::default() }
}
