//! Marker lines are for the derive: nobody who reads `kubectl explain` wants them.
//! In: a schema. Out: the same, with descriptions without such lines, and without the empty paragraphs that they leave;
//! a description with nothing else goes. Texts that are values (defaults, enums, examples) are no descriptions.

use super::tree;
use crate::source::{Node, Value};
use crate::typed::item::doc::{Fence, is_marker};
use crate::typed::markers::is_known;

/// Keywords with a schema, with schemas by name, with a list of schemas.
const ONE: [&str; 4] = ["items", "additionalProperties", "additionalItems", "not"];
const NAMED: [&str; 3] = ["properties", "patternProperties", "definitions"];
const LISTED: [&str; 4] = ["allOf", "anyOf", "oneOf", "items"];

/// Takes marker lines out of all descriptions of a schema.
pub(super) fn strip(schema: &mut Node) {
    let Value::Object(members) = &mut schema.value else {
        return;
    };
    members.retain_mut(|member| match &mut member.value.value {
        Value::String(text) if member.key == "description" => match without_markers(text) {
            Some(rest) => {
                *text = rest;
                !text.is_empty()
            }
            None => true,
        },
        _ => true,
    });
    for member in members {
        let key = member.key.as_str();
        if ONE.contains(&key) && matches!(member.value.value, Value::Object(_)) {
            strip(&mut member.value);
        } else if LISTED.contains(&key) {
            tree::items_mut(&mut member.value).iter_mut().for_each(strip);
        } else if NAMED.contains(&key)
            && let Value::Object(named) = &mut member.value.value
        {
            named.iter_mut().for_each(|member| strip(&mut member.value));
        }
    }
}

/// The text without marker lines; nothing where it has none.
fn without_markers(text: &str) -> Option<String> {
    let mut fence = Fence::default();
    let mut found = false;
    let mut kept: Vec<&str> = Vec::new();
    for line in text.lines() {
        if !fence.holds(line.trim()) && is_marker(line.trim()) && is_known(line.trim()) {
            found = true;
            continue;
        }
        // What a marker stood between is one gap now.
        let blank = line.trim().is_empty();
        if !(blank && found && kept.last().is_none_or(|last| last.trim().is_empty())) {
            kept.push(line);
        }
    }
    found.then(|| kept.join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::without_markers;

    #[test]
    fn markers_leave_with_their_paragraph() {
        let of = |text: &str| without_markers(text);
        assert_eq!(of("Name.\nMore.\n\n+immutable\n+k8s:optional"), Some("Name.\nMore.".to_owned()));
        assert_eq!(of("Name.\n\n+immutable\n\nMore."), Some("Name.\n\nMore.".to_owned()));
        assert_eq!(of("+immutable\nName."), Some("Name.".to_owned()));
        assert_eq!(of("+immutable"), Some(String::new()));
        assert_eq!(of("One\n+ item of a list\n+1 vote\n+whatever it is\n\n\nrest"), None);
        assert_eq!(of("One\n```\n+immutable\n```"), None);
        assert_eq!(of("One.\n+genclient\n+k8s:foo"), Some("One.".to_owned()));
    }
}
