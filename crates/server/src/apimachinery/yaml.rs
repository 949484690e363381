//! Converts YAML to JSON and back. In: a YAML document. Out: the text of its JSON.

use crdc_admission::Refusal;
use crdc_source::{Node, Source, Value, json_value, parse};

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

/// Converts JSON to YAML, with sorted keys; `None` if the text is no JSON or nests too deep.
// sigs.k8s.io/yaml: yaml.go JSONToYAML
pub(crate) fn to_yaml(text: &[u8]) -> Option<String> {
    let mut node = json_value(std::str::from_utf8(text).ok()?)?;
    sort(&mut node);
    Some(crdc_source::to_yaml(&node))
}

fn sort(node: &mut Node) {
    match &mut node.value {
        Value::Object(members) => {
            members.sort_by(|one, other| one.key.cmp(&other.key));
            members.iter_mut().for_each(|member| sort(&mut member.value));
        }
        Value::Array(items) => items.iter_mut().for_each(sort),
        _ => {}
    }
}
