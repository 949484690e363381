//! Reads the definitions and objects that a server starts with. In: a file, a folder, or a text. Out: the
//! documents in it.
//!
//! Easy to break: folders may contain files of other tools, such as `kustomization.yaml`. In a text, and in a
//! file that is named itself, every document must be an object.

use std::fmt;
use std::path::{Path, PathBuf};

use crdc_source::render::{Format, render};
use crdc_source::{Node, Source, Value, files, parse};

/// A file, a folder, or a text.
pub(crate) enum Input {
    Path(PathBuf),
    Text(String),
}

impl Input {
    /// The objects of the input, each with the name of its file.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or a document is no object.
    pub(crate) fn objects(&self) -> Result<Vec<(String, Node)>, String> {
        let is_folder = self.is_folder();
        let mut found = Vec::new();
        for source in self.sources()? {
            let (nodes, problems) = parse(&source);
            if !problems.is_empty() {
                return Err(render(&source, &problems, Format::Plain).trim_end().to_owned());
            }
            for node in nodes {
                if node.get("kind").is_some() {
                    found.push((source.name.clone(), node));
                } else if !is_folder && !matches!(node.value, Value::Null) {
                    return Err(format!("{}: a document without `kind` is no object", source.name));
                }
            }
        }
        Ok(found)
    }

    pub(crate) fn is_folder(&self) -> bool {
        matches!(self, Input::Path(path) if path.is_dir())
    }

    fn sources(&self) -> Result<Vec<Source>, String> {
        let path = match self {
            Input::Text(text) => return Ok(vec![Source::new("text", text.as_str())]),
            Input::Path(path) => path,
        };
        let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let all = files(path).map_err(|error| failed(path, error))?;
        all.iter().map(|file| Source::read(file).map_err(|error| failed(file, error))).collect()
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Path(path) => path.display().fmt(f),
            Input::Text(_) => f.write_str("text"),
        }
    }
}
