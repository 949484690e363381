//! The file of settings: a YAML mapping of names to values.

use std::path::Path;

use crdc_source::{Source, Value, parse};

/// The settings in a file: their names and their values as texts.
pub(super) fn read(path: &Path) -> Result<Vec<(String, String)>, String> {
    let failed = |why: String| format!("{}: {why}", path.display());
    let source = Source::read(path).map_err(|error| failed(error.to_string()))?;
    let (documents, problems) = parse(&source);
    if let Some(problem) = problems.first() {
        return Err(failed(problem.message.to_string()));
    }
    let [document] = documents.as_slice() else { return Err(failed("expected one document".to_owned())) };
    let Value::Object(members) = &document.value else { return Err(failed("expected a mapping".to_owned())) };
    let texts = members.iter().map(|member| {
        let text = match member.value.as_str() {
            Some(text) => text.to_owned(),
            // Numbers and booleans are used as they are written.
            None => member.value.to_json(),
        };
        (member.key.clone(), text)
    });
    Ok(texts.collect())
}
