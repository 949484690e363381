//! The types of expressions. Equal types have the same number (`table`), so comparing and copying types is
//! cheap however deep they are. As trees, types such as `[x, x]` nested in itself would double with each
//! level.
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
