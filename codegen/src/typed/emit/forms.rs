//! How a type stands in JSON, as an expression of the runtime's forms.
//!
//! In: a [`Form`] with what markers say of it. Out: a value without size, `Optional(List { … })`, which the calls for a
//! field are given beside the field. Types that a macro cannot look into are picked by what they implement.
//!
//! Easy to break: the expression must be constant but for picks, since it stands in every call. What a value is asked stands
//! outside of options: null is asked for its place in an enumeration alone.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::Emitter;
use super::asks::is_asked;
use super::edge;
use crate::typed::item::model::{Field, Form, ListKind};

/// What the expression of a form is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    /// Comparing and normalising: what values are asked does not matter.
    Comparing,
    /// Judging, with all that is asked.
    Judging,
}

impl Emitter<'_> {
    /// The form of a field.
    pub(super) fn form_of(&mut self, field: &Field, purpose: For) -> TokenStream {
        if let Some(path) = &field.serialize_with {
            return self.written(field, path);
        }
        if field.leaf {
            return self.leaf_of(&field.ty);
        }
        self.form(&field.form, purpose)
    }

    /// The form of a type.
    pub(super) fn form(&mut self, form: &Form, purpose: For) -> TokenStream {
        let bare = self.bare(form, purpose);
        match purpose {
            For::Comparing => bare,
            For::Judging => self.asked(bare, form),
        }
    }

    /// The form of a type, without what its own values are asked.
    fn bare(&mut self, form: &Form, purpose: For) -> TokenStream {
        match form {
            Form::Scalar(..) => quote!(_crdc::Scalars),
            Form::Other(ty, _) => self.pick(ty),
            Form::Optional(inner) => {
                let inner = self.bare(inner, purpose);
                quote!(_crdc::Optional(#inner))
            }
            Form::Boxed(inner) => {
                let inner = self.bare(inner, purpose);
                quote!(_crdc::Boxed(#inner))
            }
            Form::List { kind, items, mark, .. } => {
                let item = self.form(items, purpose);
                let edge = edge::to_items(mark.map(|(marked, _)| marked));
                match kind {
                    ListKind::Plain => quote!(_crdc::List { items: #item, edge: #edge }),
                    ListKind::Atomic => quote!(_crdc::Atomic(#item)),
                    ListKind::Set => quote!(_crdc::Set { items: #item, edge: #edge }),
                    ListKind::Map(keys) => {
                        let keys = self.keys(items, keys);
                        quote!(_crdc::ListMap { items: #item, edge: #edge, keys: #keys })
                    }
                }
            }
            Form::Map { values, mark, .. } => {
                let value = self.form(values, purpose);
                let edge = edge::to_items(mark.map(|(marked, _)| marked));
                quote!(_crdc::Map { values: #value, edge: #edge })
            }
        }
    }

    /// What a type is by what it implements.
    fn pick(&mut self, ty: &syn::Type) -> TokenStream {
        // The place of the user's type, so that errors about it show there.
        let span = located(ty.span());
        if self.item.strict || self.is_parameter(ty) {
            return quote_spanned!(span=> _crdc::Nested);
        }
        self.picks = true;
        quote_spanned!(span=> (&&&&_crdc::Pick::<#ty>::new()).pick())
    }

    /// A type that is compared as a whole, whatever it implements.
    fn leaf_of(&mut self, ty: &syn::Type) -> TokenStream {
        let span = located(ty.span());
        self.picks = true;
        quote_spanned!(span=> (&&_crdc::Pick::<#ty>::new()).leaf())
    }
}

/// The place of something of the user's, as code that the user did not write.
pub(super) fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Whether anything can be wrong with a value that its own type does not exclude.
pub(super) fn is_judged(field: &Field) -> bool {
    field.serialize_with.is_none() && !field.leaf && form_is_judged(&field.form)
}

fn form_is_judged(form: &Form) -> bool {
    is_asked(form)
        || match form {
            Form::Scalar(..) => false,
            Form::Other(..) => true,
            Form::Optional(inner) | Form::Boxed(inner) => form_is_judged(inner),
            Form::List { kind, items, .. } => {
                matches!(kind, ListKind::Set | ListKind::Map(_)) || form_is_judged(items)
            }
            Form::Map { values, .. } => form_is_judged(values),
        }
}

/// Whether there may be something below a value that is normalised.
pub(super) fn is_settled(field: &Field) -> bool {
    field.serialize_with.is_none() && !field.leaf && form_is_settled(&field.form)
}

fn form_is_settled(form: &Form) -> bool {
    match form {
        Form::Scalar(..) => false,
        Form::Other(..) => true,
        Form::Optional(inner) | Form::Boxed(inner) => form_is_settled(inner),
        Form::List { kind, items, .. } => *kind != ListKind::Set && form_is_settled(items),
        Form::Map { values, .. } => form_is_settled(values),
    }
}
