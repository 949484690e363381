//! Published OpenAPI documents in, resources out: for each kind that is asked for a `Crd` as its own
//! definition would read, and the definitions that its schema refers to.
//!
//! In the order of use: `document` tells v3 from v2 and finds definitions, `kinds` finds what was asked
//! for, `resource` what the paths say of it, `closure` reads what it reaches, in which `resolve` turns
//! the spellings of published documents into those of a CRD, `graph` says which definitions lie on
//! a cycle. **A reference stays a reference**: nobody writes a definition out, so nothing grows beyond
//! the document.
//
// kube-openapi: pkg/builder3, pkg/builder; apiextensions-apiserver: pkg/controller/openapi

mod closure;
mod document;
mod foreign;
mod graph;
mod kinds;
mod links;
mod marks;
mod parts;
mod paths;
mod reference;
mod resolve;
mod resolved;
mod resource;
#[cfg(test)]
mod tests;

pub(crate) use resolved::resolved;

use crate::diag::{Code, Diagnostic};
use crate::references::Definitions;
use crate::schema::Crd;
use crate::source::Node;
use document::Document;

/// How many schemas are read where no kind is named: ten times what all kinds of a cluster ask for.
const MOST_SCHEMAS: usize = 1 << 20;

/// One kind of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published {
    /// What a CRD of it would say: names, scope, one version with the schema of the object.
    pub(crate) crd: Option<Crd>,
    /// What its schema refers to.
    pub(crate) definitions: Definitions,
    /// Problems of reading it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many schemas were read.
    schemas: usize,
}

/// Reads the kinds that are asked for, as `GROUP/VERSION/KIND` (`VERSION/KIND` in the core group) or
/// by the names of their definitions; all resources where none are.
pub(crate) fn read(documents: &[Node], wanted: &[String]) -> (Vec<Published>, Vec<Diagnostic>) {
    let document = match Document::of(documents) {
        Ok(document) => document,
        Err(problem) => return (Vec::new(), vec![*problem]),
    };
    let mut problems = Vec::new();
    let found = kinds::find(&document, wanted, &mut problems);
    let mut published = Vec::new();
    let mut schemas = 0;
    for kind in &found {
        let one = closure::read(&document, kind);
        schemas += one.schemas;
        published.push(one);
        // Each kind is read with all that it reaches; whoever names kinds gets all of them.
        if wanted.is_empty() && schemas > MOST_SCHEMAS && published.len() < found.len() {
            let message = format!("the document is too large for all its {} kinds at once", found.len());
            let help = "name some with `--kind`".to_owned();
            let problem = Diagnostic::new(Code::OpenapiKind, document.span, message);
            problems.push(Diagnostic { help: Some(help), ..problem });
            break;
        }
    }
    (published, problems)
}
