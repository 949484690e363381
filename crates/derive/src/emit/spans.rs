//! Chooses spans for generated code that could cause errors: the user's code.

use proc_macro2::Span;
use syn::spanned::Spanned;

use crate::model::Field;

/// The location of user code, with the hygiene of the macro.
pub(super) fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The span of the type of a field.
pub(crate) fn place(field: &Field) -> Span {
    located(field.ty.span())
}
