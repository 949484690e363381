//! The scope of an expression: the types that a schema declares, and its variables.

use super::checker::Variables;
use super::types::{Declarations, DeclaredId, Type, Types};

/// The types of a schema, and the variables of its rules.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The types that the schema declares.
    pub declarations: Declarations,
    /// All types in use.
    pub types: Types,
    /// The variables, such as `self`.
    pub variables: Variables,
    /// The declared type of `self`, whose limits bound the cost.
    pub root: Option<DeclaredId>,
    /// Whether `dyn` stands for types that are not known here: what is of one may be beside values of any
    /// type in a literal of a list or a map. For servers it is a type of its own.
    pub has_unknown_types: bool,
}

impl Scope {
    /// Declares `self` with a declared type, and `oldSelf`, an optional if asked. Returns the type.
    pub fn set_self(&mut self, root: DeclaredId, optional: bool) -> Type {
        self.root = Some(root);
        // Servers add a number, which differs each time.
        self.declarations.set_root(root, "selfType");
        let of = self.types.declared(root, &self.declarations);
        self.variables = Variables::default();
        self.variables.declare("self", of);
        self.variables.declare("oldSelf", if optional { self.types.optional_of(of) } else { of });
        of
    }
}
