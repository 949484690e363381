//! The compile errors of an expression. `list` contains all errors of an expression and formats them as
//! cel-go does. `kind` describes a single error as data, with its message; `syntax`, `literal`, `macros` and
//! `format` are its larger variants.

mod format;
mod kind;
mod list;
mod literal;
mod macros;
mod shown_type;
mod syntax;

pub use format::FormatError;
pub use kind::IssueKind;
pub use list::{Issue, Issues};
pub use literal::LiteralError;
pub use macros::MacroError;
pub use shown_type::ShownType;
pub use syntax::SyntaxError;
