//! The worst-case cost of an expression, from its typed tree and the limits of the schema.
//!
//! `walk` visits the tree, `size` knows the sizes of values, `call` the costs of functions, `path` where values
//! come from.
//!
//! Easy to break: the order of the visits. Sizes are remembered when they are first asked for.
//!
//! Servers before 1.33 know less (`forgets`): neither the sizes of what a list, map or loop has inside, nor those of variables but by
//! their paths, nor what `dyn()` is called with. They find the path of a variable where it is read.
//
// cel-go: checker/cost.go, and at v0.22.0 for older servers; apiserver: pkg/cel/library/cost.go

mod call;
mod path;
mod range;
mod size;
mod walk;

pub use range::Range;

use std::collections::HashMap;

use super::ast::{Ast, ExprId, Name};
use super::checker::Typing;
use super::library::Registry;
use super::types::{Declarations, DeclaredId, Types};
use crate::server::Minor;
use path::{Path, Paths};
use size::EntrySizes;

/// The most items, entries or bytes of a declared type: by its schema, or to see what another limit would cost.
pub type Limits<'l> = &'l dyn Fn(DeclaredId) -> u64;

/// The cost of a checked expression, as a server estimates it. `root` is the type of the rule's value, if it has a schema.
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

struct Coster<'c> {
    server: Minor,
    ast: &'c Ast,
    types: &'c Types,
    typing: &'c Typing,
    registry: &'c Registry,
    declarations: &'c Declarations,
    root: Option<DeclaredId>,
    limits: Limits<'c>,
    paths: Paths,
    /// The paths of nodes that were visited.
    path_of: Vec<Path>,
    /// The sizes that were computed, and those of elements.
    sizes: Vec<Option<Range>>,
    entry_sizes: Vec<Option<EntrySizes>>,
    /// The variables of loops.
    locals: HashMap<Name, Vec<Local>>,
}

/// A variable of a loop.
#[derive(Clone, Copy)]
struct Local {
    path: Path,
    size: Option<Range>,
    entries: Option<EntrySizes>,
    /// The range that it goes over.
    range: Option<ExprId>,
}

/// An operand of a call: the node, with what is known about its size before the call is visited.
#[derive(Clone, Copy)]
struct Operand {
    id: ExprId,
    path: Path,
    size: Option<Range>,
}

impl Coster<'_> {
    /// Whether the server forgets the sizes of variables and of what is made.
    fn forgets(&self) -> bool {
        self.server < Minor::RULE_SIZES
    }
}
