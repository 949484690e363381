//! The front end of the derive. In: a struct or an enum with markers in its doc comments. Out: an [`Item`]
//! and its problems. Its schema ([`schema`]) corresponds to that of a CustomResourceDefinition.
//!
//! `item/` reads syn's tree and `markers/` reads the comments. `rules/` attaches the markers to the types and
//! rejects invalid ones. All of them continue after a problem, so that every problem is reported at once.
//!
//! Easy to break: the derive sees a single item. Only the compiler knows other types, which are `Form::Other`
//! here.

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

/// Reads an item with its markers and reports its problems.
///
/// Never fails and never panics. If there are problems, the item lacks the parts that they concern.
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
