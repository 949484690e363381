//! The members `releases` and `catalogues` of `.crdc.yaml`. In: their values. Out: the versions of projects
//! that are in use, and the files of catalogues.

use std::path::PathBuf;

use super::error::{ConfigError, error, members};
use crdc_source::{Node, Value};

/// What the file says of catalogues.
#[derive(Debug, Default)]
pub(super) struct InFile {
    pub(super) releases: Vec<(String, String)>,
    pub(super) files: Vec<PathBuf>,
}

impl InFile {
    /// Reads `releases`: a mapping of names of projects to versions.
    pub(super) fn releases(&mut self, node: &Node, text: &str, errors: &mut Vec<ConfigError>) {
        for member in members(node, "write a mapping such as {cert-manager: 1.16}", errors) {
            // 1.10 is a number for YAML, and its zero would be lost.
            let written = match &member.value.value {
                Value::Object(_) | Value::Array(_) | Value::Null | Value::Bool(_) => None,
                _ => text.get(member.value.span.start as usize..member.value.span.end as usize),
            };
            let written = member.value.as_str().or(written).map(str::trim).filter(|text| !text.is_empty());
            match written {
                Some(version) => self.releases.push((member.key.clone(), version.to_owned())),
                None => errors.push(error(
                    member.value.span,
                    format!("`{}` has no version", member.key),
                    "write a version such as 1.16.2",
                )),
            }
        }
    }

    /// Reads `catalogues`: a list of files.
    pub(super) fn files(&mut self, node: &Node, errors: &mut Vec<ConfigError>) {
        let help = "write a list of files that crdc catalogue add made";
        let Value::Array(items) = &node.value else {
            errors.push(error(node.span, "this is not a list", help));
            return;
        };
        for item in items {
            match item.as_str().filter(|name| !name.is_empty()) {
                Some(name) => self.files.push(PathBuf::from(name)),
                None => errors.push(error(item.span, "this is not the name of a file", help)),
            }
        }
    }
}
