//! Marker lines are for the derive: nobody who reads `kubectl explain` wants them.
//! In: a schema. Out: the same, with descriptions without such lines, and without the empty paragraphs that they leave;
//! a description with nothing else goes; a warning where a rule is lost with its line. Texts that are values (defaults,
//! enums, examples) are no descriptions.

use super::problem::{Problem, Step, field};
use super::tree;
use crate::diag::Code;
use crate::source::{Node, Value};
use crate::typed::item::doc::{Fence, is_marker};
use crate::typed::markers::{is_known, is_rule};

/// Keywords with a schema, with schemas by name, with a list of schemas.
const ONE: [&str; 4] = ["items", "additionalProperties", "additionalItems", "not"];
const NAMED: [&str; 3] = ["properties", "patternProperties", "definitions"];
const LISTED: [&str; 4] = ["allOf", "anyOf", "oneOf", "items"];

/// Takes marker lines out of all descriptions of a schema. A marker that is found is a rule that nobody has: where a type has
/// rules, [`own`] was here before.
pub(super) fn strip(schema: &mut Node, steps: &mut Vec<Step>, problems: &mut Vec<Problem>) {
    if let Some(marker) = own(schema) {
        let message =
            format!("`{}`: `{marker}` is said of it, and no rules were given for this place", field(steps));
        let help = "derive `crdc::Rules` for the type that says so, too; where it has rules, give them with `.rules(…)`";
        problems.push(Problem::new(Code::PublishUnruled, steps, message).help(help));
    }
    let Value::Object(members) = &mut schema.value else {
        return;
    };
    for member in members {
        let key = member.key.as_str();
        steps.push(Step::Key(key.to_owned()));
        if ONE.contains(&key) && matches!(member.value.value, Value::Object(_)) {
            strip(&mut member.value, steps, problems);
        } else if LISTED.contains(&key) {
            for (index, item) in tree::items_mut(&mut member.value).iter_mut().enumerate() {
                steps.push(Step::Index(index));
                strip(item, steps, problems);
                steps.pop();
            }
        } else if NAMED.contains(&key)
            && let Value::Object(named) = &mut member.value.value
        {
            for member in named {
                steps.push(Step::Key(member.key.clone()));
                strip(&mut member.value, steps, problems);
                steps.pop();
            }
        }
        steps.pop();
    }
}

/// Takes marker lines out of the description of a schema, not of what is in it. Gives the first that says something of values.
pub(super) fn own(schema: &mut Node) -> Option<String> {
    let Value::Object(members) = &mut schema.value else { return None };
    let mut rule = None;
    members.retain_mut(|member| match &mut member.value.value {
        Value::String(text) if member.key == "description" => match without_markers(text) {
            Some((rest, found)) => {
                *text = rest;
                rule = found;
                !text.is_empty()
            }
            None => true,
        },
        _ => true,
    });
    rule
}

/// The text without marker lines, and the first of them that is a rule; nothing where it has none.
fn without_markers(text: &str) -> Option<(String, Option<String>)> {
    let mut fence = Fence::default();
    let mut found = false;
    let mut rule = None;
    let mut kept: Vec<&str> = Vec::new();
    for line in text.lines() {
        if !fence.holds(line.trim()) && is_marker(line.trim()) && is_known(line.trim()) {
            found = true;
            rule = rule.or_else(|| is_rule(line.trim()).then(|| line.trim().to_owned()));
            continue;
        }
        // What a marker stood between is one gap now.
        let blank = line.trim().is_empty();
        if !(blank && found && kept.last().is_none_or(|last| last.trim().is_empty())) {
            kept.push(line);
        }
    }
    found.then(|| (kept.join("\n").trim().to_owned(), rule))
}

#[cfg(test)]
mod tests {
    use super::without_markers;

    #[test]
    fn markers_leave_with_their_paragraph() {
        let of = |text: &str| without_markers(text).map(|(rest, _)| rest);
        assert_eq!(of("Name.\nMore.\n\n+immutable\n+k8s:optional"), Some("Name.\nMore.".to_owned()));
        assert_eq!(of("Name.\n\n+immutable\n\nMore."), Some("Name.\n\nMore.".to_owned()));
        assert_eq!(of("+immutable\nName."), Some("Name.".to_owned()));
        assert_eq!(of("+immutable"), Some(String::new()));
        assert_eq!(of("One\n+ item of a list\n+1 vote\n+whatever it is\n\n\nrest"), None);
        assert_eq!(of("One\n```\n+immutable\n```"), None);
        assert_eq!(of("One.\n+genclient\n+k8s:foo"), Some("One.".to_owned()));
        let rule = |text: &str| without_markers(text).and_then(|(_, rule)| rule);
        assert_eq!(rule("One.\n+genclient\n+k8s:optional\n+immutable"), Some("+k8s:optional".to_owned()));
        assert_eq!(rule("One.\n+genclient"), None);
    }
}
