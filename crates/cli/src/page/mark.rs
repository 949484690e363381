//! Renders the marks of a field: badges beside its name, and their meaning.

use crdc_documents::outline::{Field, Mark, Member};
use maud::{Markup, html};

/// The marks of a field, without the marks that its type implies.
pub(super) fn shown<'f>(field: &'f Field<'_>) -> impl Iterator<Item = &'f Mark> {
    field.marks.iter().filter(|mark| mark.name != field.type_name)
}

/// The badges beside the name of a field.
pub(super) fn badges(field: &Field<'_>) -> Markup {
    html! {
        @if field.required { " " span.badge.required { "required" } }
        @for mark in shown(field) {
            " " span.badge.crdc[!mark.served] title=(mark.words) { (mark.name) }
        }
    }
}

/// The meanings of the marks, as items of a list of definitions.
pub(super) fn meanings(field: &Field<'_>) -> Markup {
    html! { @for mark in shown(field) { (meaning(mark)) } }
}

fn meaning(mark: &Mark) -> Markup {
    html! {
        div { dt { (capital(&mark.name)) } dd {
            (mark.words)
            @if !mark.served { " " span.note { "(" code { (mark.keyword) } ", enforced by crdc; servers do not read it)" } }
            @if !mark.members.is_empty() { (members(&mark.members)) }
        } }
    }
}

fn members(members: &[Member]) -> Markup {
    html! {
        ul.members { @for member in members {
            li {
                code { "\"" (member.value) "\"" } " selects "
                @match &member.field {
                    Some(field) => { code { (field) } @if member.optional { ", which may be unset" } }
                    None => "no field"
                }
            }
        } }
    }
}

fn capital(name: &str) -> String {
    let mut characters = name.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
