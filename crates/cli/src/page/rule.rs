//! CEL rules: the expression, its message, its cost, and the servers that accept it.

use super::value::text;
use crdc_documents::outline::{Cost, Field, OutlinedRule};
use crdc_vocabulary::Minor;
use maud::{Markup, html};

/// The rules of a field.
pub(super) fn rules(field: &Field<'_>) -> Markup {
    html! {
        @if !field.rules.is_empty() {
            p.label { @if field.rules.len() == 1 { "Rule" } @else { "Rules" } }
            ul.rules { @for rule in &field.rules { li { (one(rule)) } } }
        }
    }
}

fn one(outlined: &OutlinedRule<'_>) -> Markup {
    let rule = outlined.rule;
    let message = text(&rule.message);
    html! {
        @if !message.is_empty() { p.message { (message) } }
        pre { code { (text(&rule.rule).trim()) } }
        @let expression = text(&rule.message_expression).trim();
        @if !expression.is_empty() { p.label { "Message" } pre { code { (expression) } } }
        p.note {
            @if let Some(cost) = &outlined.cost { (share(cost)) " of the cost that servers allow for a rule" }
            @if let Some(cost) = &outlined.message_cost { ", its message " (share(cost)) }
            @if outlined.since > Minor::FIRST { "; since Kubernetes " (outlined.since) }
            @for (key, since) in &outlined.dropped { "; " code { (key) } " since " (since) }
            @if let Some(path) = &rule.field_path { "; reported at " code { (path.value) } }
            @if let Some(reason) = &rule.reason { "; reason " (reason.value) }
            @if rule.optional_old_self.as_ref().is_some_and(|at| at.value) { "; " code { "oldSelf" } " is optional" }
        }
    }
}

fn share(cost: &Cost) -> Markup {
    html! {
        "At most " (cost.share)
        @if cost.times > 1 { " (" (cost.each) " × " (cost.times) ")" }
    }
}
