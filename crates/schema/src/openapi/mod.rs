//! Reads published OpenAPI documents as resources. In: published OpenAPI documents. Out: resources: for each
//! requested kind a `Crd` equivalent to its definition, and the definitions that its schema refers to.
//!
//! In order of use: `restore` reads what `crdc publish --extensions` keeps, `document` distinguishes v3 from
//! v2 and finds definitions, `kinds` finds the requested kinds (`kind`), `resource` reads the paths of a
//! kind, `closure` reads everything it reaches, `resolve` converts published schemas to the form of a CRD,
//! `graph` finds definitions on a cycle, `expanded` counts what references in branches stand for. **A
//! reference stays a reference**: definitions are never inlined, so nothing grows beyond the size of the
//! document.
//
// kube-openapi: pkg/builder3, pkg/builder; apiextensions-apiserver: pkg/controller/openapi

mod closure;
mod document;
mod expanded;
mod foreign;
mod graph;
mod kind;
mod kinds;
mod links;
mod marks;
mod parts;
mod paths;
mod published;
mod reference;
mod resolve;
mod resolved;
mod resource;
mod restore;

pub use published::Published;
pub use resolve::for_each as each_nested;
pub use resolved::resolved;
pub use resource::SCALE;
pub use restore::{DROPPED, MARK, METADATA};

use crdc_source::Node;
use crdc_source::diag::{Code, Diagnostic};
use document::Document;

/// The maximum number of schemas read if no kind is named: ten times what all kinds of a cluster need.
const MOST_SCHEMAS: usize = 1 << 20;

/// Reads the requested kinds, named `GROUP/VERSION/KIND` (`VERSION/KIND` in the core group) or by their
/// definitions; all resources if none is named.
pub fn read(documents: &mut [Node], wanted: &[String]) -> (Vec<Published>, Vec<Diagnostic>) {
    documents.iter_mut().for_each(restore::restore);
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
        // Each kind is read with everything it reaches. Kinds that are named explicitly are always read.
        if wanted.is_empty() && schemas > MOST_SCHEMAS && published.len() < found.len() {
            let message =
                format!("the document is too large to compile all its {} kinds at once", found.len());
            let help = "name some with `--kind`".to_owned();
            let problem = Diagnostic::new(Code::OpenapiKind, document.span, message);
            problems.push(Diagnostic { help: Some(help), ..problem });
            break;
        }
    }
    (published, problems)
}
