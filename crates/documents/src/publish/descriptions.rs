//! Removes marker lines from descriptions: markers are for the derive, not for readers of `kubectl explain`.
//! In: a schema. Out: the same schema, whose descriptions have no marker lines and no empty paragraphs in
//! their place. A description that becomes empty is removed. If a rule is lost with its line, a warning is
//! reported. Strings that are values (defaults, enums, examples) are not descriptions.

use super::problem::{Problem, Step, field};
use super::tree;
use crdc_derive::doc::{Fence, is_marker};
use crdc_derive::markers::{is_known, is_rule};
use crdc_source::diag::Code;
use crdc_source::{Node, Value};

/// Keywords with a schema, with schemas by name, with a list of schemas.
const ONE: [&str; 4] = ["items", "additionalProperties", "additionalItems", "not"];
const NAMED: [&str; 3] = ["properties", "patternProperties", "definitions"];
const LISTED: [&str; 4] = ["allOf", "anyOf", "oneOf", "items"];

/// Removes marker lines from all descriptions of a schema. A marker that is found here is a rule that was not
/// passed to `Publish`: where a type has rules, [`own`] has already removed its markers.
pub(super) fn strip(schema: &mut Node, steps: &mut Vec<Step>, problems: &mut Vec<Problem>) {
    if let Some(marker) = own(schema) {
        let message = format!(
            "`{}`: the description contains `{marker}`, but no rules were given for this field",
            field(steps)
        );
        let help =
            "derive `crdc::Rules` for the type with this marker; if it has rules, pass them with `.rules(…)`";
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

/// Removes marker lines from the description of a schema, but not of nested ones. Returns the first marker
/// that is a rule.
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

/// The text without marker lines, and the first of them that is a rule; `None` if it has no marker lines.
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
        // The gaps before and after a marker become one.
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
