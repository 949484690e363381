//! Converts YAML to JSON. In: a YAML document. Out: the text of its JSON.

use crdc_admission::Refusal;
use crdc_source::{Source, parse};

/// Converts a YAML document to JSON.
pub(crate) fn from_yaml(text: &[u8]) -> Result<Vec<u8>, Refusal> {
    let text = std::str::from_utf8(text).map_err(|error| Refusal::bad_request(error.to_string()))?;
    let (nodes, problems) = parse(&Source::new("body", text));
    match (nodes.first(), problems.first()) {
        (_, Some(problem)) => Err(Refusal::bad_request(format!("error parsing YAML: {}", problem.message))),
        (Some(node), None) => Ok(node.to_json().into_bytes()),
        (None, None) => Ok(Vec::new()),
    }
}
