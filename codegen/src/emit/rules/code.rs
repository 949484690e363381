//! A piece of code that computes a value.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::cel::program::{Attribute, Repr};

/// Code for a part of a program.
#[derive(Clone)]
pub(super) struct Code {
    tokens: TokenStream,
    pub(super) repr: Repr,
    /// Whether the tokens are a `Result`.
    fallible: bool,
}

impl Code {
    /// Code for a value.
    pub(super) fn plain(tokens: TokenStream, repr: Repr) -> Code {
        Code { tokens, repr, fallible: false }
    }

    /// Code for a value or an error.
    pub(super) fn evaluated(tokens: TokenStream, repr: Repr) -> Code {
        Code { tokens, repr, fallible: true }
    }

    /// The code that evaluates this one and counts a chain of selections.
    pub(super) fn counted(self, attribute: Attribute) -> Code {
        let Code { tokens, repr, fallible } = self;
        let tokens = match attribute {
            Attribute::Free => tokens,
            Attribute::Unit => quote!(cel::attribute(c, #tokens)),
            Attribute::TakenBack => quote!(cel::tested(c, #tokens)),
        };
        Code { tokens, repr, fallible }
    }

    /// The value, if it cannot fail.
    pub(super) fn infallible(&self) -> Option<&TokenStream> {
        (!self.fallible).then_some(&self.tokens)
    }

    /// The value or an error.
    pub(super) fn result(self) -> TokenStream {
        let tokens = self.tokens;
        if self.fallible { tokens } else { quote!(Ok(#tokens)) }
    }

    /// The value or an error, in another representation.
    pub(super) fn result_as(self, repr: &Repr) -> TokenStream {
        self.converted(repr).result()
    }

    /// The value or an error, as an operand of a call.
    pub(super) fn operand_as(self, repr: &Repr) -> TokenStream {
        self.converted_by(repr, |to| quote!(cel::operand::<#to>)).result()
    }

    /// The same in another representation.
    pub(super) fn converted(self, repr: &Repr) -> Code {
        self.converted_by(repr, |to| quote!(<#to as CelType<'a>>::from_value))
    }

    /// The same in another representation, for which a function converts values of any type.
    fn converted_by(self, repr: &Repr, from_value: impl Fn(TokenStream) -> TokenStream) -> Code {
        if self.repr.is_like(repr) {
            return Code { repr: repr.clone(), ..self };
        }
        let tokens = self.tokens;
        let (convert, from) = (from_value(rust_type(repr)), rust_type(&self.repr));
        // `self` and `oldSelf` may be values of another type.
        if matches!((&self.repr, repr, self.fallible), (Repr::Object(_), Repr::Dynamic, false)) {
            return Code { tokens: quote!(cel::object_value(#tokens)), repr: Repr::Dynamic, fallible: true };
        }
        let tokens = match (repr, self.fallible) {
            (Repr::Dynamic, true) => quote!((#tokens).map(<#from as CelType<'a>>::into_value)),
            (Repr::Dynamic, false) => quote!(<#from as CelType<'a>>::into_value(#tokens)),
            (_, true) => {
                let value = Code { tokens, repr: self.repr, fallible: true }.converted(&Repr::Dynamic).tokens;
                quote!((#value).and_then(#convert))
            }
            (_, false) => {
                let value =
                    Code { tokens, repr: self.repr, fallible: false }.converted(&Repr::Dynamic).tokens;
                quote!(#convert(#value))
            }
        };
        let fallible = self.fallible || *repr != Repr::Dynamic;
        Code { tokens, repr: repr.clone(), fallible }
    }
}

/// The Rust type of a representation.
pub(super) fn rust_type(repr: &Repr) -> TokenStream {
    match repr {
        Repr::Bool => quote!(bool),
        Repr::Int => quote!(i64),
        Repr::Uint => quote!(u64),
        Repr::Double => quote!(f64),
        Repr::String => quote!(&'a str),
        Repr::Bytes => quote!(&'a [u8]),
        Repr::Duration => quote!(cel::Duration),
        Repr::Timestamp => quote!(cel::Timestamp),
        Repr::List(_) => quote!(cel::List<'a>),
        Repr::Map(_) => quote!(cel::Map<'a>),
        Repr::Object(_) => quote!(Node<'a>),
        Repr::Dynamic => quote!(Value<'a>),
    }
}

/// The name of a variable of a loop.
pub(super) fn local(local: usize) -> Ident {
    format_ident!("v{local}")
}
