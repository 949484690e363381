//! `x-kubernetes-validations`: CEL rules are compared as text, without evaluating them.

use super::change::{Change, Impact, Kind, Ratcheted};
use super::pair::Pair;
use crate::schema::{Rule, Schema};
use std::collections::HashMap;

pub(super) fn rules(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (list(pair.old.schema), list(pair.new.schema));
    let mut waiting: HashMap<String, Vec<&Rule>> = HashMap::new();
    for rule in old {
        waiting.entry(plain(rule)).or_default().push(rule);
    }
    let mut come = Vec::new();
    for rule in new {
        match waiting.get_mut(&plain(rule)).and_then(Vec::pop) {
            Some(old) => on_create(pair, old, rule, found),
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
        found.push(if is_transition(rule) { change.ratcheted(Some(Ratcheted::No)) } else { change });
    }
    for (rule, _) in gone.iter().zip(&replaced).filter(|(_, replaced)| !**replaced) {
        let change = pair.loosened(Kind::Rule, format!("no longer has the rule {}", shown(rule)));
        found.push(change.places(Some(rule.span), None).values(text(rule), None));
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

/// Normalizes line breaks and indentation.
fn plain(rule: &Rule) -> String {
    let text = rule.rule.as_ref().map_or("", |at| &at.value);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The message of a rule, or the start of its text.
fn shown(rule: &Rule) -> String {
    match &rule.message {
        Some(message) => crate::diag::quoted(&message.value),
        None => match plain(rule) {
            text if text.chars().count() <= 80 => format!("`{text}`"),
            text => format!("`{}…`", text.chars().take(80).collect::<String>()),
        },
    }
}

fn text(rule: &Rule) -> Option<String> {
    Some(crate::json::Json::String(plain(rule)).text())
}

fn place(rule: &Rule) -> crate::source::Span {
    rule.rule.as_ref().map_or(rule.span, |at| at.span)
}

/// Whether this is a transition rule: it uses `oldSelf` outside of string literals.
fn is_transition(rule: &Rule) -> bool {
    let text = rule.rule.as_ref().map_or("", |at| &at.value);
    let (mut word, mut quote, mut escaped) = (String::new(), None, false);
    for c in text.chars().chain([' ']) {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c.is_alphanumeric() || c == '_' => word.push(c),
            None => {
                if word == "oldSelf" {
                    return true;
                }
                word.clear();
                quote = Some(c).filter(|c| matches!(c, '"' | '\''));
            }
        }
    }
    false
}
