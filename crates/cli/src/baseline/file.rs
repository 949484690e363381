//! The file of known findings: JSON with a version, an entry on each line, sorted, so that changes and merges
//! are easy to read.
//!
//! Easy to break: **if findings are known by other members, the version changes.**

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
    /// The number of times that it is there.
    #[serde(skip_serializing_if = "is_once")]
    count: usize,
}

// The form that serde wants.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_once(count: &usize) -> bool {
    *count == 1
}

/// Reads a file.
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
            // A member that is not known makes an entry mean something else, and a flattened one would not
            // say so.
            let count = match entry.as_object_mut().and_then(|members| members.remove("count")) {
                None => 1,
                Some(count) => serde_json::from_value(count).map_err(wrong)?,
            };
            Ok((serde_json::from_value(entry).map_err(wrong)?, count))
        })
        .collect()
}

/// Writes a file.
pub(super) fn write(path: &Path, all: &BTreeMap<Key, usize>) -> Result<(), String> {
    let line = |(key, count): (&Key, &usize)| {
        let entry = Entry { key, count: *count };
        // Strings and numbers are always JSON.
        outside::json(&serde_json::to_string(&entry).unwrap_or_default()).into_owned()
    };
    let lines: Vec<String> = all.iter().map(line).collect();
    let lines = if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join(",\n")) };
    let text = format!("{{\"version\":\"{VERSION}\",\"findings\":[{lines}]}}\n");
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
