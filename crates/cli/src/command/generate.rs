//! `crdc generate`: writes the Rust files of these documents to a folder.

use super::allow::Allow;
use super::files::{self, File};
use super::published::Published;
use crate::count::number;
use crate::failure::Failure;
use crate::input;
use crate::output::{Diagnostics, complain};
use crate::place::{Renamed, To};
use crdc_check::fold_kustomize;
use crdc_codegen::{Dialect, Options, Ratcheting, generate, generate_openapi};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Writes Rust for each version of each CustomResourceDefinition: DIR/PLURAL.GROUP/VERSION.rs
///
/// With --openapi, also for the kinds of a published document that --kind names.
#[derive(clap::Args)]
pub(super) struct Generate {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required_unless_present = "openapi", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    published: Published,
    /// The output folder; created if missing. With -, a single file is printed
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    renamed: Renamed,
    /// The path of the runtime crate in generated code
    #[arg(long, value_name = "PATH")]
    runtime_path: Option<String>,
    /// Which existing errors updates may keep: api-server, off or kep-4008; for one CRD: NAME=POLICY
    #[arg(long, value_name = "[NAME=]POLICY", value_parser = policy)]
    ratcheting: Vec<(Option<String>, Ratcheting)>,
    /// The dialect of immutability for schemas that do not set one: kep, declarative or cel
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    dialect: Option<Dialect>,
    /// Leave out CEL rules that servers accept and crdc cannot compile, with a warning
    #[arg(long)]
    skip_uncompiled_rules: bool,
    /// Also write views of objects: a method for each field
    #[arg(long)]
    views: bool,
    /// Also write owned types, which serde reads and writes
    #[arg(long)]
    types: bool,
    /// Also write owned types for programs that use kube: with its traits, and types of k8s-openapi where
    /// they fit
    #[arg(long)]
    kube_types: bool,
    /// This version only; may be repeated
    #[arg(long = "version", value_name = "NAME")]
    versions: Vec<String>,
    #[command(flatten)]
    allow: Allow,
    #[command(flatten)]
    diagnostics: Diagnostics,
}

impl Generate {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let mut sources = input::sources(&self.files)?;
        let mut options = Options {
            skip_uncompiled_rules: self.skip_uncompiled_rules,
            views: self.views,
            types: self.types,
            kube_types: self.kube_types,
            versions: self.versions.clone(),
            ..Options::default()
        };
        if let Some(path) = &self.runtime_path {
            options.runtime_path.clone_from(path);
        }
        for (crd, policy) in &self.ratcheting {
            match crd {
                Some(crd) => {
                    options.ratcheting_of.insert(crd.clone(), *policy);
                }
                None => options.ratcheting = *policy,
            }
        }
        if let Some(dialect) = self.dialect {
            options.dialect = dialect;
        }
        let mut generated = generate(&sources, &options);
        if let Some((source, kinds)) = self.published.read()? {
            if kinds.is_empty() {
                return Err("--openapi needs a --kind, such as apps/v1/Deployment".to_owned());
            }
            generated.merge(sources.len(), generate_openapi(&source, kinds, &options));
            sources.push(source);
        }
        if !generated.has_errors() {
            if let Some(name) = generated.unknown_names(&options).first() {
                let known = list(&generated.crds);
                return Err(format!("--ratcheting {name}=…: no document has this name; known: {known}"));
            }
            if let Some(name) = generated.unknown_versions(&options).first() {
                let known = list(&generated.versions);
                return Err(format!("--version {name}: no document has this version; known: {known}"));
            }
        }
        let empty = generated.crds.is_empty() && !generated.has_errors();
        if empty {
            super::checked::no_crd(&self.files);
        }
        let needed: BTreeSet<&str> = generated.files.iter().flat_map(|file| file.features()).collect();
        let written = std::mem::take(&mut generated.files).into_iter();
        let written: Vec<File> = written.map(|file| File { path: file.path, text: file.text }).collect();
        let mut done = files::write(&written, Some(&self.output))?;
        self.allow.apply(&mut generated.diagnostics);
        // Counted as by `check`: a folder of a kubebuilder project has patches beside its definitions.
        let folded = fold_kustomize(&mut generated.diagnostics, empty);
        if folded > 0 {
            done += &format!(", skipped {} of kustomize", number(folded, "document"));
        }
        let count = self.diagnostics.show(&sources, &generated.diagnostics, &To::Err, &done)?;
        for feature in needed {
            complain(&format!(
                "note: the code needs the feature `{feature}` of crdc: crdc = {{ …, features = [\"{feature}\"] }}"
            ));
        }
        Ok(count.errors == 0 && !empty)
    }
}

/// Names in one line.
fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn dialect(text: &str) -> Result<Dialect, String> {
    Dialect::from_name(text).ok_or_else(|| {
        let all = Dialect::ALL.map(Dialect::as_str).join(", ");
        format!("`{text}` is not a dialect; expected one of {all}")
    })
}

fn policy(text: &str) -> Result<(Option<String>, Ratcheting), String> {
    let (crd, name) = match text.split_once('=') {
        Some((crd, name)) => (Some(crd.to_owned()), name),
        None => (None, text),
    };
    let known = Ratcheting::ALL.into_iter().find(|policy| policy.as_str() == name);
    match known {
        Some(policy) => Ok((crd, policy)),
        None => {
            let all = Ratcheting::ALL.map(Ratcheting::as_str).join(", ");
            Err(format!("`{name}` is not a policy; expected one of {all}"))
        }
    }
}
