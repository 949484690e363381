//! The head of a CRD: names, group, scope, versions.

use super::value::text;
use super::version;
use crdc_check::CheckedCrd;
use crdc_schema::{At, Crd, Names};
use maud::{Markup, html};

/// The title of a CRD: its kind.
pub(super) fn title(crd: &Crd) -> &str {
    crd.names.as_ref().map_or("", |names| text(&names.value.kind))
}

/// The anchor of a CRD.
pub(super) fn anchor(index: usize) -> String {
    format!("crd-{}", index + 1)
}

pub(super) fn article(index: usize, checked: &CheckedCrd) -> Markup {
    let crd = checked.crd();
    let none = Names::default();
    let names = crd.names.as_ref().map_or(&none, |names| &names.value);
    let list = |list: &Option<At<Vec<At<String>>>>| {
        list.iter().flat_map(|at| &at.value).map(|at| at.value.as_str()).collect::<Vec<_>>().join(", ")
    };
    let conversion = crd.conversion.as_ref().and_then(|at| at.value.get("strategy")?.as_str());
    let facts = [
        ("Group", text(&crd.group).to_owned()),
        ("Scope", text(&crd.scope).to_owned()),
        ("Plural", text(&names.plural).to_owned()),
        ("Singular", text(&names.singular).to_owned()),
        ("Short names", list(&names.short_names)),
        ("Categories", list(&names.categories)),
        ("Conversion", conversion.unwrap_or_default().to_owned()),
    ];
    let versions: Vec<_> = checked.versions().collect();
    let anchor = anchor(index);
    html! {
        article #(anchor) {
            header {
                h1 { (title(crd)) }
                p.name { code { (text(&crd.name)) } }
                dl.facts { @for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
                    div { dt { (name) } dd { (value) } }
                } }
                @if versions.len() > 1 {
                    nav aria-label="Versions" {
                        ul { @for (at, one) in versions.iter().enumerate() {
                            li { a href={ "#" (version::anchor(&anchor, at)) } { (text(&one.version().name)) } }
                        } }
                    }
                }
            }
            @for (at, one) in versions.iter().enumerate() { (version::section(version::anchor(&anchor, at), *one)) }
        }
    }
}
