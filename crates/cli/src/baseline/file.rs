//! The file of known findings: JSON with a version and one entry on each line. The entries are sorted, so
//! that changes and merges are easy to read.
//!
//! Easy to break: a change of the members that identify a finding needs another version, or old files would
//! match nothing.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::key::Key;
use crdc_source::diag::outside;

/// The version of the file.
const VERSION: &str = "v1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: String,
    findings: Vec<serde_json::Value>,
}

#[derive(Serialize)]
struct Entry<'k> {
    #[serde(flatten)]
    key: &'k Key,
    /// The number of occurrences of the finding.
    #[serde(skip_serializing_if = "is_once")]
    count: usize,
}

// serde requires this signature.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_once(count: &usize) -> bool {
    *count == 1
}

/// Reads a file of known findings.
pub(super) fn read(path: &Path) -> Result<Vec<(Key, usize)>, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {name}: {error}; --write-baseline {name} makes it"))?;
    let wrong = |error: serde_json::Error| format!("{name} was not written by --write-baseline: {error}");
    let Document { version, findings } = serde_json::from_str(&text).map_err(wrong)?;
    if version != VERSION {
        return Err(format!(
            "{name} has the version {version:?}, and this crdc reads {VERSION:?}: write it again"
        ));
    }
    findings
        .into_iter()
        .map(|mut entry| {
            // An unknown member could change the meaning of an entry, and serde does not report unknown
            // members of a flattened struct.
            let count = match entry.as_object_mut().and_then(|members| members.remove("count")) {
                None => 1,
                Some(count) => serde_json::from_value(count).map_err(wrong)?,
            };
            Ok((serde_json::from_value(entry).map_err(wrong)?, count))
        })
        .collect()
}

/// Writes a file of known findings.
pub(super) fn write(path: &Path, all: &BTreeMap<Key, usize>) -> Result<(), String> {
    let line = |(key, count): (&Key, &usize)| {
        let entry = Entry { key, count: *count };
        // A key and a number can always be written as JSON.
        outside::json(&serde_json::to_string(&entry).unwrap_or_default()).into_owned()
    };
    let lines: Vec<String> = all.iter().map(line).collect();
    let lines = if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join(",\n")) };
    let text = format!("{{\"version\":\"{VERSION}\",\"findings\":[{lines}]}}\n");
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
