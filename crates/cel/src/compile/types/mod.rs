//! The types of expressions. Equal types are one number, so comparing and copying them is cheap however deep
//! they are: `[x, x]` nested in itself would otherwise double with each level (`table`).
//
// cel-go: common/types/types.go

mod assign;
mod declared;
mod format;
mod instance;
mod table;

pub(super) use assign::Bindings;
pub use declared::{Declarations, Declared, DeclaredId, Shape};
pub(super) use instance::Params;
pub use table::{Kind, Type, Types};
