//! Compares `x-kubernetes-validations`. CEL rules are compared by their tokens and not evaluated: a rule is
//! added, removed, replaced, the same with other white space, or the same with another message.
//!
//! A rule whose expression changed is reported as "may break", since the values that it refuses are not
//! computed. Servers compare the texts of rules, and exempt unchanged rules from limits on functions, so a
//! rule with other white space is reported too.

use super::change::{Change, Effect, Impact, Kind, Ratcheted};
use super::pair::Pair;
use crdc_schema::{At, Rule, Schema};
use std::collections::HashMap;

pub(super) fn rules(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (list(pair.old.schema), list(pair.new.schema));
    let mut waiting: HashMap<String, Vec<&Rule>> = HashMap::new();
    for rule in old {
        waiting.entry(plain(rule)).or_default().push(rule);
    }
    let mut come = Vec::new();
    for rule in new {
        match waiting.get_mut(&plain(rule)).and_then(|list| counterpart(list, rule)) {
            Some(old) => {
                on_create(pair, old, rule, found);
                spaced(pair, old, rule, found);
                reworded(pair, old, rule, found);
            }
            None => come.push(rule),
        }
    }
    let mut gone: Vec<&Rule> = waiting.into_values().flatten().collect();
    gone.sort_by_key(|rule| rule.span);
    // A rule with the same message is the same rule with different text.
    let mut by_message: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, rule) in gone.iter().enumerate() {
        if let Some(message) = &rule.message {
            by_message.entry(&message.value).or_default().push(index);
        }
    }
    let mut replaced = vec![false; gone.len()];
    for rule in come {
        let same = rule.message.as_ref().and_then(|message| by_message.get_mut(message.value.as_str()));
        let before = same.and_then(Vec::pop).or_else(|| (gone.len() == 1 && !replaced[0]).then_some(0));
        let said = |verb: &str| format!("{verb} {}", shown(rule));
        let change = match before.filter(|index| !replaced[*index]) {
            Some(index) => {
                replaced[index] = true;
                let old = gone[index];
                let change = pair.changed(Kind::Rule, said("has a different rule:"));
                change.places(Some(old.span), Some(place(rule))).values(text(old), text(rule))
            }
            // Rules are not evaluated, so it is unknown whether an object violates it.
            None => pair
                .tightened(Kind::Rule, said("has a new rule:"))
                .impact(Impact::MayBreak)
                .places(None, Some(place(rule)))
                .values(None, text(rule)),
        };
        // Transition rules only apply to changed values, and are not ratcheted.
        found.push(match rule.uses_old_self() {
            true => Change { is_transition: true, ..change.ratcheted(Some(Ratcheted::No)) },
            false => change,
        });
    }
    for (rule, _) in gone.iter().zip(&replaced).filter(|(_, replaced)| !**replaced) {
        let change = pair.loosened(Kind::Rule, format!("no longer has the rule {}", shown(rule)));
        found.push(change.places(Some(rule.span), None).values(text(rule), None));
    }
}

/// Removes and returns the most similar rule: a rule with the same message, or else the first rule.
fn counterpart<'s>(list: &mut Vec<&'s Rule>, rule: &Rule) -> Option<&'s Rule> {
    let same = |old: &&Rule| value(&old.message) == value(&rule.message);
    let index = list.iter().position(same).unwrap_or(0);
    (index < list.len()).then(|| list.remove(index))
}

fn value(at: &Option<At<String>>) -> &str {
    at.as_ref().map_or("", |at| at.value.as_str())
}

/// Compares the texts of equal rules.
fn spaced(pair: &Pair<'_>, old: &Rule, new: &Rule, found: &mut Vec<Change>) {
    // YAML adds and removes the last line break.
    if value(&old.rule).trim() == value(&new.rule).trim() {
        return;
    }
    let said = format!("has the same rule with other white space or comments: {}", shown(new));
    let change = pair.placed(Change::new(Kind::Rule, Effect::Changed, Impact::Harmless, said));
    let help = "servers compare texts: for them it is a new rule, with the functions that new rules may use";
    found.push(change.places(Some(old.span), Some(place(new))).help(help));
}

/// Compares the messages and other reported fields of equal rules.
fn reworded(pair: &Pair<'_>, old: &Rule, new: &Rule, found: &mut Vec<Change>) {
    let parts = [
        ("message", &old.message, &new.message),
        ("messageExpression", &old.message_expression, &new.message_expression),
        ("reason", &old.reason, &new.reason),
        ("fieldPath", &old.field_path, &new.field_path),
    ];
    for (keyword, was, now) in parts {
        let (before, after) = (value(was), value(now));
        if before == after {
            continue;
        }
        let rule = short(written(new));
        let said = match (before, after) {
            ("", _) => format!("has a rule that now has a {keyword}: {rule}"),
            (_, "") => format!("has a rule that no longer has a {keyword}: {rule}"),
            _ => format!("has a rule with another {keyword}: {rule}"),
        };
        let json =
            |text: &str| (!text.is_empty()).then(|| crdc_source::json::Json::String(text.to_owned()).text());
        let at = |at: &Option<At<String>>, rule: &Rule| at.as_ref().map_or(rule.span, |at| at.span);
        let change = pair.placed(Change::new(Kind::Rule, Effect::Changed, Impact::Harmless, said));
        let change = change.places(Some(at(was, old)), Some(at(now, new)));
        found.push(change.values(json(before), json(after)).help("it refuses the same values"));
    }
}

/// Compares `optionalOldSelf` of equal rules.
fn on_create(pair: &Pair<'_>, old: &Rule, new: &Rule, found: &mut Vec<Change>) {
    let flag = |rule: &Rule| rule.optional_old_self.as_ref().is_some_and(|at| at.value);
    let change = match (flag(old), flag(new)) {
        (false, true) => pair
            .tightened(
                Kind::Rule,
                format!("has a rule that now also applies without an old value: {}", shown(new)),
            )
            .impact(Impact::MayBreak)
            .ratcheted(Some(Ratcheted::No)),
        (true, false) => pair.loosened(
            Kind::Rule,
            format!("has a rule that now only applies with an old value: {}", shown(new)),
        ),
        _ => return,
    };
    found.push(change.places(Some(old.span), Some(place(new))).values(text(old), text(new)));
}

fn list(schema: &Schema) -> &[Rule] {
    schema.x_validations.as_ref().map_or(&[], |at| &at.value)
}

/// The rule without differences of white space and comments.
fn plain(rule: &Rule) -> String {
    let text = value(&rule.rule);
    crdc_cel::compile::normalized(text).unwrap_or_else(|| text.trim().to_owned())
}

/// The message of a rule, or the start of its text.
fn shown(rule: &Rule) -> String {
    match &rule.message {
        Some(message) => crdc_source::diag::quoted(&message.value),
        None => short(written(rule)),
    }
}

/// The text of a rule on one line.
fn written(rule: &Rule) -> String {
    let text = value(&rule.rule).trim();
    if text.contains(['\n', '\r']) {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    text.to_owned()
}

fn short(text: String) -> String {
    match text {
        text if text.chars().count() <= 80 => format!("`{text}`"),
        text => format!("`{}…`", text.chars().take(80).collect::<String>()),
    }
}

fn text(rule: &Rule) -> Option<String> {
    Some(crdc_source::json::Json::String(written(rule)).text())
}

fn place(rule: &Rule) -> crdc_source::Span {
    rule.rule.as_ref().map_or(rule.span, |at| at.span)
}
