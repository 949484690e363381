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
    /// Whether `dyn` stands for a type that is unknown here. Then a value of type `dyn` may be next to values
    /// of any type in a list or map literal. For servers `dyn` is a type of its own.
    pub has_unknown_types: bool,
}

impl Scope {
    /// The type of the patches of a mutation, or of its object.
    pub fn type_of_patches(&mut self, is_list: bool) -> Type {
        if is_list {
            let of = self.types.object("JSONPatch");
            self.types.list_of(of)
        } else {
            self.types.patch("Object")
        }
    }

    /// Declares `self` and `oldSelf` with a declared type. If `optional` is set, `oldSelf` is an optional.
    /// Returns the type of `self`.
    pub fn set_self(&mut self, root: DeclaredId, optional: bool) -> Type {
        self.root = Some(root);
        // Servers add a number to this name, which differs each time.
        self.declarations.set_root(root, "selfType");
        let of = self.types.declared(root, &self.declarations);
        self.variables = Variables::default();
        self.variables.declare("self", of);
        self.variables.declare("oldSelf", if optional { self.types.optional_of(of) } else { of });
        of
    }
}
