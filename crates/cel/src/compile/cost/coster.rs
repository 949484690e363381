//! The state of an estimate: the computed paths and sizes of nodes, and the variables of loops.

use std::collections::HashMap;

use super::path::{Path, Paths};
use super::range::Range;
use crate::compile::ast::{Ast, ExprId, Name};
use crate::compile::checker::Typing;
use crate::compile::registry::Registry;
use crate::compile::types::{Declarations, DeclaredId, Types};
use crdc_vocabulary::Minor;

/// Returns the most items, entries or bytes of a declared type: the limit of its schema, or another one, to
/// estimate the cost under that limit.
pub type Limits<'l> = &'l dyn Fn(DeclaredId) -> u64;

/// The estimate of an expression's cost.
pub(super) struct Coster<'c> {
    pub(super) server: Minor,
    pub(super) ast: &'c Ast,
    pub(super) types: &'c Types,
    pub(super) typing: &'c Typing,
    pub(super) registry: &'c Registry,
    pub(super) declarations: &'c Declarations,
    pub(super) root: Option<DeclaredId>,
    pub(super) limits: Limits<'c>,
    pub(super) paths: Paths,
    /// The paths of nodes that were visited.
    pub(super) path_of: Vec<Path>,
    /// The sizes of nodes that were computed; `entry_sizes` has those of their elements.
    pub(super) sizes: Vec<Option<Range>>,
    pub(super) entry_sizes: Vec<Option<EntrySizes>>,
    /// The variables of loops.
    pub(super) locals: HashMap<Name, Vec<Local>>,
}

/// A variable of a loop.
#[derive(Clone, Copy)]
pub(super) struct Local {
    pub(super) path: Path,
    pub(super) size: Option<Range>,
    pub(super) entries: Option<EntrySizes>,
    /// The list or map that the loop goes over.
    pub(super) range: Option<ExprId>,
}

/// An operand of a call: the node, with its path and its size as they were known before the call was visited.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) id: ExprId,
    pub(super) path: Path,
    pub(super) size: Option<Range>,
}

impl Coster<'_> {
    /// Whether the server does not use the sizes of variables and of values that the expression creates.
    pub(super) fn forgets(&self) -> bool {
        self.server < Minor::RULE_SIZES
    }
}

/// The sizes of the keys and values of a list or map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntrySizes {
    pub(super) is_list: bool,
    pub(super) key: Range,
    pub(super) value: Range,
}

impl EntrySizes {
    pub(super) fn union(one: Option<EntrySizes>, two: Option<EntrySizes>) -> Option<EntrySizes> {
        let (one, two) = (one?, two?);
        let (key, value) = (one.key.union(two.key), one.value.union(two.value));
        Some(EntrySizes { is_list: one.is_list, key, value })
    }
}
