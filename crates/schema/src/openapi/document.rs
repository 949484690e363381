//! The version of an OpenAPI document, and where its definitions and paths are.

use std::collections::HashMap;

use super::paths::Paths;
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::{Member, Node, Span, Value};

/// The two published forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `swagger: "2.0"`, `definitions`.
    V2,
    /// `openapi: 3.x`, `components.schemas`.
    V3,
}

impl Dialect {
    /// The prefix of a reference to a definition.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Dialect::V2 => "#/definitions/",
            Dialect::V3 => "#/components/schemas/",
        }
    }
}

/// The parts of a document.
pub(super) struct Document<'n> {
    pub(super) dialect: Dialect,
    /// The span to report when something is missing.
    pub(super) span: Span,
    /// The definitions in document order.
    pub definitions: &'n [Member],
    by_name: HashMap<&'n str, &'n Member>,
    pub(super) paths: Paths<'n>,
}

impl<'n> Document<'n> {
    /// The document of a source; the source must contain exactly one.
    pub(crate) fn of(documents: &'n [Node]) -> Result<Document<'n>, Box<Diagnostic>> {
        let [node] = documents else {
            let span = documents.get(1).map_or(Span::default(), |second| second.span);
            let count = documents.len();
            return Err(problem(span, format!("expected one OpenAPI document, found {count} documents")));
        };
        let word = |key: &str| node.get(key).and_then(Node::as_str);
        let (dialect, definitions) = match (word("swagger"), word("openapi")) {
            (Some("2.0"), _) => (Dialect::V2, node.member("definitions")),
            (_, Some(version)) if version.starts_with("3.") => {
                (Dialect::V3, node.get("components").and_then(|components| components.member("schemas")))
            }
            _ => {
                let member = node.member("openapi").or_else(|| node.member("swagger"));
                let span = member.map_or(start(node), |member| member.value.span);
                let message = match member {
                    Some(_) => "unsupported OpenAPI version",
                    None => "not an OpenAPI document: it has neither `openapi` nor `swagger`",
                };
                return Err(problem(span, message.to_owned()));
            }
        };
        let members = definitions.map(|member| &member.value.value);
        let Some(Value::Object(definitions)) = members else {
            let name = if dialect == Dialect::V2 { "definitions" } else { "components.schemas" };
            return Err(problem(start(node), format!("the document has no `{name}`")));
        };
        let paths = match node.get("paths").map(|paths| &paths.value) {
            Some(Value::Object(paths)) => paths.as_slice(),
            _ => &[],
        };
        let by_name = definitions.iter().map(|member| (member.key.as_str(), member)).collect();
        Ok(Document { dialect, span: start(node), definitions, by_name, paths: Paths::of(paths) })
    }

    /// The definition with that name.
    pub(super) fn definition(&self, name: &str) -> Option<&'n Member> {
        self.by_name.get(name).copied()
    }
}

/// The first key of a node, or its first byte.
fn start(node: &Node) -> Span {
    match &node.value {
        Value::Object(members) => members.first().map_or(node.span, |first| first.key_span),
        _ => Span { start: node.span.start, end: node.span.start },
    }
}

fn problem(span: Span, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic {
        help: Some(
            "pass a document that a server publishes: `kubectl get --raw /openapi/v3/apis/apps/v1`, or `/openapi/v2`"
                .to_owned(),
        ),
        ..Diagnostic::new(Code::OpenapiDocument, span, message)
    })
}
