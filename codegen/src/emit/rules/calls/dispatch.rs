//! Which of several overloads is meant, where the types of the operands are known only at run time.
//
// cel-go: common/decls/decls.go (matchesRuntimeSignature), common/types/types.go (defaultIsAssignableRuntimeType)

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::repr_of;
use crate::cel::library::Overload;
use crate::cel::program::Repr;
use crate::cel::types::Signature;
use crate::emit::rules::code::rust_type;

/// A condition for an operand, a dynamic value, beside the one that it has the representation of the parameter.
pub(super) fn guard(signature: &Signature, name: &Ident) -> Option<TokenStream> {
    match signature {
        Signature::Opaque(of) | Signature::Object(of) => Some(quote!(#name.type_name() == #of)),
        Signature::Optional(_) => Some(quote!(#name.type_name() == "optional_type")),
        Signature::List(item) => {
            let item = repr_of(item);
            if matches!(item, Repr::Dynamic | Repr::List(_) | Repr::Map(_)) {
                return None;
            }
            let item = rust_type(&item);
            Some(quote!(cel::begins_with::<#item>(c.arena, #name)))
        }
        _ => None,
    }
}

/// The code of overloads that have the same, and parameters of the same Rust types: nothing is decided at run time
/// then. The result is dynamic where it differs. These are functions on lists of any type with an order.
pub(super) fn shared(found: &[(&'static Overload, TokenStream)]) -> Option<(Vec<Repr>, Repr, TokenStream)> {
    let ((first, code), others) = found.split_first()?;
    let text = code.to_string();
    let parameters = |overload: &Overload| overload.args.iter().map(repr_of).collect::<Vec<_>>();
    let same = |a: &Repr, b: &Repr| rust_type(a).to_string() == rust_type(b).to_string();
    let own = parameters(first);
    let mut result = repr_of(&first.result);
    for (overload, code) in others {
        let theirs = parameters(overload);
        if code.to_string() != text
            || theirs.len() != own.len()
            || !own.iter().zip(&theirs).all(|(a, b)| same(a, b))
        {
            return None;
        }
        if !same(&result, &repr_of(&overload.result)) {
            result = Repr::Dynamic;
        }
    }
    Some((own, result, code.clone()))
}
