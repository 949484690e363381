//! `crdc publish`: writes documents that servers, clients and tools read.

use super::output::{Output, To, number, write};
use super::{Failure, input};
use clap::ValueEnum;
use crdc_codegen::diag::Severity;
use crdc_codegen::publish::openapi::{self, OpenApi, Options};
use std::fs;
use std::path::{Path, PathBuf};

/// Publishes CustomResourceDefinitions as documents for clients and tools
///
/// openapi-v3: for each group and version the document of /openapi/v3/apis/GROUP/VERSION, with paths and all types
/// that they refer to. openapi-v2: one document for all, as /openapi/v2. CRDs with errors and versions that are not
/// served are left out.
#[derive(clap::Args)]
pub(super) struct Publish {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of the documents
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Form,
    /// Keep the extensions that servers drop: immutability, unions, normalization and others
    #[arg(long)]
    extensions: bool,
    /// The output folder; created if missing. Without it, the document is printed
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// The forms of documents.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// OpenAPI v3
    OpenapiV3,
    /// OpenAPI v2
    OpenapiV2,
}

/// A document to be written.
struct File {
    name: String,
    text: String,
}

impl Publish {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let sources = input::sources(&self.files)?;
        let (checked, mut found) = super::check::all(&sources, None);
        if !super::check::any_crd(&checked, &found) {
            super::check::no_crd(&self.files);
            return Ok(false);
        }
        // What `check` warns about is no news here.
        found.retain(|located| located.diagnostic.severity() == Severity::Error);
        let form = match self.form {
            Form::OpenapiV3 => OpenApi::V3,
            Form::OpenapiV2 => OpenApi::V2,
        };
        let options = Options { extensions: self.extensions, ..Options::server(form) };
        let (documents, errors) = openapi::documents(&checked, options);
        found.extend(errors);
        let files: Vec<File> = documents
            .iter()
            .map(|document| File { name: document.file_name(), text: document.to_json() })
            .collect();
        if files.is_empty() && found.is_empty() {
            super::output::complain("no document has a served version");
            return Ok(false);
        }
        let done = self.write(&files)?;
        if !found.is_empty() || self.out.is_some() {
            self.output.show(&sources, &found, To::Err, &done)?;
        }
        Ok(found.is_empty())
    }

    /// Writes the files, or prints the only one. Returns what was done.
    fn write(&self, files: &[File]) -> Result<String, Failure> {
        let Some(folder) = &self.out else {
            if files.len() > 1 {
                let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
                return Err(format!("several documents need --out DIR: {}", names.join(", ")));
            }
            files.iter().try_for_each(|file| write(To::Out, &file.text))?;
            return Ok(format!("published {}", number(files.len(), "document")));
        };
        for file in files {
            save(&folder.join(&file.name), &file.text)?;
        }
        Ok(format!("wrote {} below {}", number(files.len(), "file"), folder.display()))
    }
}

/// Writes a file, and creates its folder if that is missing.
fn save(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    }
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
