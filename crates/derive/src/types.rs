//! Determines the serialized forms of types. In: types. Out: forms. Types of `std` are identified by the last
//! segment of their path.
//!
//! Easy to break: an unknown type is `Other`, which assumes nothing about it. So is a type of `std` with the
//! wrong number of arguments, and an alias.

use super::model::{Constraints, Form, Keys, ListKind, Scalar};

/// The form of a type, without markers.
pub(crate) fn form(ty: &syn::Type) -> Form {
    let other = || Form::Other(Box::new(ty.clone()), Constraints::default());
    match ty {
        syn::Type::Group(group) => form(&group.elem),
        syn::Type::Paren(paren) => form(&paren.elem),
        syn::Type::Array(array) => {
            let count = length(&array.len);
            list(
                &array.elem,
                ListKind::Plain,
                Constraints { min_items: count, max_items: count, array: count, ..Constraints::default() },
            )
        }
        syn::Type::Slice(slice) => list(&slice.elem, ListKind::Plain, Constraints::default()),
        syn::Type::Reference(reference) => match form(&reference.elem) {
            text @ Form::Scalar(..) => text,
            _ => other(),
        },
        syn::Type::Path(path) if path.qself.is_none() => named(&path.path).unwrap_or_else(other),
        _ => other(),
    }
}

/// The length in `[T; 3]`, if it is a literal.
fn length(expression: &syn::Expr) -> Option<i64> {
    match super::doc::ungrouped(expression) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

fn list(items: &syn::Type, kind: ListKind, constraints: Constraints) -> Form {
    Form::List { kind, items: Box::new(form(items)), mark: None, constraints }
}

fn named(path: &syn::Path) -> Option<Form> {
    let last = path.segments.last()?;
    let name = last.ident.to_string();
    let types = arguments(&last.arguments)?;
    let none = Constraints::default;
    Some(match (name.as_str(), types.as_slice()) {
        (name, []) => Form::Scalar(scalar(name)?, none()),
        ("Option", [inner]) => Form::Optional(Box::new(form(inner))),
        ("Box" | "Rc" | "Arc", [inner]) => Form::Boxed(Box::new(form(inner))),
        ("Cow", [inner]) => match form(inner) {
            text @ Form::Scalar(Scalar::Text, _) => text,
            _ => return None,
        },
        ("Vec" | "VecDeque" | "LinkedList", [items]) => list(items, ListKind::Plain, none()),
        ("BTreeSet", [items]) | ("HashSet", [items] | [items, _]) => list(items, ListKind::Set, none()),
        ("BTreeMap", [keys, values]) | ("HashMap", [keys, values] | [keys, values, _]) => {
            let keys = if matches!(form(keys), Form::Scalar(..)) { Keys::Scalars } else { Keys::Others };
            Form::Map { keys, values: Box::new(form(values)), atomic: false, mark: None, constraints: none() }
        }
        _ => return None,
    })
}

/// The type arguments of a path; `None` if there are arguments other than types and lifetimes.
fn arguments(arguments: &syn::PathArguments) -> Option<Vec<&syn::Type>> {
    match arguments {
        syn::PathArguments::None => Some(Vec::new()),
        syn::PathArguments::Parenthesized(_) => None,
        syn::PathArguments::AngleBracketed(list) => {
            let found =
                list.args.iter().filter(|argument| !matches!(argument, syn::GenericArgument::Lifetime(_)));
            found
                .map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect()
        }
    }
}

// schemars: json_schema_impls/primitives.rs
fn scalar(name: &str) -> Option<Scalar> {
    let integer = |format, unsigned| Scalar::Integer { format, unsigned };
    Some(match name {
        "bool" => Scalar::Bool,
        "String" | "str" => Scalar::Text,
        "char" => Scalar::Char,
        "f32" => Scalar::Number { format: "float" },
        "f64" => Scalar::Number { format: "double" },
        "i8" => integer("int8", false),
        "i16" => integer("int16", false),
        "i32" => integer("int32", false),
        "i64" => integer("int64", false),
        "i128" => integer("int128", false),
        "isize" => integer("int", false),
        "u8" => integer("uint8", true),
        "u16" => integer("uint16", true),
        "u32" => integer("uint32", true),
        "u64" => integer("uint64", true),
        "u128" => integer("uint128", true),
        "usize" => integer("uint", true),
        _ => return None,
    })
}

/// Whether the last segment of a type's path is this name, ignoring options and boxes.
pub(crate) fn is_named(ty: &syn::Type, name: &str) -> bool {
    match ty {
        syn::Type::Group(group) => is_named(&group.elem, name),
        syn::Type::Paren(paren) => is_named(&paren.elem, name),
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let holds = ["Option", "Box", "Rc", "Arc"].iter().any(|outer| last.ident == *outer);
            let inner = arguments(&last.arguments).unwrap_or_default();
            last.ident == name || (holds && inner.iter().any(|inner| is_named(inner, name)))
        }),
        _ => false,
    }
}

/// Whether a type may be any JSON: by its name, and the module before it if there is one.
pub(crate) fn is_any_json(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    if !["Value", "JSON", "RawExtension"].iter().any(|name| is_named(ty, name)) {
        return false;
    }
    let module = path.path.segments.iter().rev().nth(1);
    module.is_none_or(|module| {
        ["serde_json", "value", "runtime", "v1"].iter().any(|known| module.ident == *known)
    })
}

/// A type in a message: with spaces only between words and after commas.
pub(crate) fn shown(ty: &syn::Type) -> String {
    let written = quote::ToTokens::to_token_stream(ty).to_string();
    let letter =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let mut out = String::with_capacity(written.len());
    let mut rest = written.chars().peekable();
    while let Some(next) = rest.next() {
        let last = out.chars().next_back();
        let words = letter(last) && rest.peek().is_some_and(|next| letter(Some(*next)) || *next == '\'');
        if !next.is_whitespace() || last == Some(',') || words {
            out.push(next);
        }
    }
    out
}
