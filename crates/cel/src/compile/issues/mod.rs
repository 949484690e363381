//! The errors of an expression: `list` has the errors and cel-go's text of all of them, `kind` what each
//! is about, as data, with its message; `syntax`, `literal`, `macros` and `format` are its larger parts.

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
