//! Estimates the worst-case cost of an expression from its typed tree and the limits of the schema.
//!
//! `walk` visits the tree, `size` computes the sizes of values, `call` the costs of functions, and `path` the
//! path of each value from the value of the rule.
//!
//! Easy to break: the order of the visits. A size is stored when it is first computed, and not computed
//! again.
//!
//! Servers before 1.33 use fewer sizes (`forgets`). They ignore the sizes of elements of lists, maps and
//! loops, the size of the argument of `dyn()`, and the sizes of variables, except by their paths. They look
//! up the path of a variable where the variable is read.
//
// cel-go: checker/cost.go, and at v0.22.0 for older servers; apiserver: pkg/cel/library/cost.go

mod call;
mod coster;
mod path;
mod range;
mod size;
mod walk;

pub use coster::Limits;
pub use range::Range;

use std::collections::HashMap;

use super::ast::Ast;
use super::checker::Typing;
use super::registry::Registry;
use super::types::{Declarations, DeclaredId, Types};
use coster::Coster;
use crdc_vocabulary::Minor;
use path::{Path, Paths};

/// The cost of a checked expression, as a server estimates it. `root` is the type of the rule's value, if it
/// has a schema.
#[allow(clippy::too_many_arguments)]
pub(super) fn cost(
    server: Minor,
    ast: &Ast,
    types: &Types,
    typing: &Typing,
    registry: &Registry,
    declarations: &Declarations,
    root: Option<DeclaredId>,
    limits: Limits<'_>,
) -> Range {
    let mut coster = Coster {
        server,
        ast,
        types,
        typing,
        registry,
        declarations,
        root,
        limits,
        paths: Paths::default(),
        path_of: vec![Path::default(); ast.len()],
        sizes: vec![None; ast.len()],
        entry_sizes: vec![None; ast.len()],
        locals: HashMap::new(),
    };
    ast.root().map_or(Range::ZERO, |root| coster.cost(root))
}
