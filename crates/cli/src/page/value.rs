//! Values of a document: texts, and constants such as defaults, as JSON.

use crdc_schema::At;
use crdc_source::Node;
use crdc_source::json::Json;
use maud::{Markup, html};

/// A text; empty if there is none.
pub(super) fn text(at: &Option<At<String>>) -> &str {
    at.as_ref().map_or("", |at| &at.value)
}

/// A value on one line.
pub(super) fn line(node: &Node) -> String {
    Json::from_node(node).text()
}

/// Renders a short value in the line, and a long one as a block.
pub(super) fn shown(node: &Node) -> Markup {
    let text = line(node);
    html! {
        @if text.len() > 80 { pre { code { (text) } } } @else { code { (text) } }
    }
}
