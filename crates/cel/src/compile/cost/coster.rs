//! The state of estimating: what was computed of nodes, and the variables of loops.

use std::collections::HashMap;

use super::path::{Path, Paths};
use super::range::Range;
use crate::compile::ast::{Ast, ExprId, Name};
use crate::compile::checker::Typing;
use crate::compile::registry::Registry;
use crate::compile::types::{Declarations, DeclaredId, Types};
use crdc_vocabulary::Minor;

/// The most items, entries or bytes of a declared type: by its schema, or to see what another limit would
/// cost.
pub type Limits<'l> = &'l dyn Fn(DeclaredId) -> u64;

/// An expression whose cost is estimated.
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
    /// The sizes that were computed, and those of elements.
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
    /// The range that it goes over.
    pub(super) range: Option<ExprId>,
}

/// An operand of a call: the node, with what is known about its size before the call is visited.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) id: ExprId,
    pub(super) path: Path,
    pub(super) size: Option<Range>,
}

impl Coster<'_> {
    /// Whether the server forgets the sizes of variables and of what is made.
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
