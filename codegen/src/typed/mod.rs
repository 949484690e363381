//! The front end of the derive: a struct or an enum in, with the markers in its comments; an [`Item`] and everything that
//! is wrong with it out. Another front end of the plan: its schema ([`schema`]) says what a CustomResourceDefinition would.
//!
//! `item/` reads syn's tree, `markers/` the comments, `rules/` puts what they say at the types, and refuses what
//! cannot be. Each of them goes on after a problem, so that all are told at once.
//!
//! Easy to break: one item is all that is seen. What another type is, only the compiler knows: it is `Form::Other`.

mod derive;
pub mod diag;
mod emit;
pub mod item;
pub mod markers;
mod rules;
pub mod schema;
#[cfg(test)]
mod tests;

pub use derive::{derive, derive_union};
pub use diag::{Diagnostics, Problem};
pub use item::model::{
    Body, Choice, ChoiceVariant, Constraints, Data, Field, Form, Item, Key, ListKind, Member, Object, Scalar,
    Tagging, Union, Variant,
};

/// Reads an item with its markers, and says what is wrong with it.
///
/// Never fails and never panics: with problems, the item is what is left without what they are about.
///
/// ```
/// use crdc_codegen::typed::{Body, read};
///
/// let input = syn::parse_str("struct Spec {\n/// +immutable\nname: String }").unwrap();
/// let (item, problems) = read(&input);
/// assert!(problems.is_empty());
/// let Body::Object(object) = item.body else { panic!() };
/// assert!(object.fields[0].mark.is_some());
/// ```
#[must_use]
pub fn read(input: &syn::DeriveInput) -> (Item, Diagnostics) {
    let mut problems = Diagnostics::default();
    let item = item::read::read(input, &mut problems);
    (item, problems)
}
