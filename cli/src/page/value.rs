//! Constants of a document, such as defaults, as JSON.

use crdc_codegen::plan::Json;
use crdc_codegen::source::Node;
use maud::{Markup, html};

/// On one line.
pub(super) fn line(node: &Node) -> String {
    Json::from_node(node).text()
}

/// Short values in the line, long ones as a block.
pub(super) fn shown(node: &Node) -> Markup {
    let text = line(node);
    html! {
        @if text.len() > 80 { pre { code { (text) } } } @else { code { (text) } }
    }
}
