//! `crdc generate`: the Rust files of these documents, written below a folder.

use super::output::{Output, To, number};
use super::{Failure, input};
use crdc_codegen::{Options, generate};
use std::fs;
use std::path::PathBuf;

/// Writes Rust for each version of each CustomResourceDefinition: DIR/PLURAL.GROUP/VERSION.rs
#[derive(clap::Args)]
pub(super) struct Generate {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the files go; the folder is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// How generated code names the runtime crate
    #[arg(long, value_name = "PATH")]
    runtime_path: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Generate {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let sources = input::sources(&self.files)?;
        let mut options = Options::default();
        if let Some(path) = &self.runtime_path {
            options.runtime_path.clone_from(path);
        }
        let generated = generate(&sources, &options);
        for file in &generated.files {
            let path = self.out.join(&file.path);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)
                    .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
            }
            fs::write(&path, &file.text)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        let done = format!("wrote {} below {}", number(generated.files.len(), "file"), self.out.display());
        let count = self.output.show(&sources, &generated.diagnostics, To::Err, &done)?;
        Ok(count.errors == 0)
    }
}
