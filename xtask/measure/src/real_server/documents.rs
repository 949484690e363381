//! Documents of files as JSON.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use crdc_source::{Source, files, parse};
use serde_json::Value;

/// The documents of a folder as JSON.
pub(super) fn read(folder: &Path) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for file in files(folder)? {
        let (documents, problems) = parse(&Source::read(&file)?);
        if let Some(problem) = problems.first() {
            bail!("{}: {} at byte {}", file.display(), problem.message, problem.span.start);
        }
        for document in documents {
            all.push(serde_json::from_str(&document.to_json())?);
        }
    }
    ensure!(!all.is_empty(), "{}: no documents", folder.display());
    Ok(all)
}
