//! The code of calls as a file of crdc-cel, which evaluates programs.
//!
//! Easy to break: each closure gets the types of its overload's signature, since programs have values of any type.

use super::code_of::{code_of, is_asked};
use crate::cel::library::{LIBRARIES, Overload};
use crate::cel::program::Repr;

/// The file.
pub(crate) fn program_table() -> String {
    let functions = LIBRARIES.iter().flat_map(|library| library.functions);
    let found = functions.flat_map(|function| {
        let overloads = function.overloads.iter();
        overloads.filter_map(|overload| Some((function.name, overload, code_of(overload.id)?)))
    });
    let mut rows: Vec<String> = found
        .map(|(function, overload, code)| {
            let (id, name, operands) = (overload.id, rust_name(overload.id), overload.args.len());
            format!("    {id:?} {name}: apply{operands}::<{}>(v, {code});\n", types(function, overload))
        })
        .collect();
    rows.sort();
    let rows = rows.concat();
    format!(
        "//! The code of each overload. **Written by `BLESS=1 cargo test -p crdc-tests --test compiler overloads`** from the\n\
         //! table of crdc-codegen.\n\n\
         use super::Overload;\n\
         use super::apply::{{apply0, apply1, apply2, apply3, apply4}};\n\
         use crate::{{self as cel, Context, Evaluated, Value, library}};\n\n\
         /// A function for each overload, and a table of all.\n\
         macro_rules! overloads {{\n\
         \x20   ($c:ident, $v:ident; $($id:literal $name:ident: $code:expr;)*) => {{\n\
         \x20       $(\n\
         \x20           #[doc = $id]\n\
         \x20           #[allow(unused_variables)]\n\
         \x20           pub fn $name<'a>($c: Context<'a>, $v: &[Value<'a>]) -> Evaluated<Value<'a>> {{ $code }}\n\
         \x20       )*\n\n\
         \x20       /// All overloads, sorted by name.\n\
         \x20       pub static ALL: &[(&str, Overload)] = &[$(($id, $name)),*];\n\
         \x20   }};\n\
         }}\n\n\
         overloads! {{\n    c, v;\n{rows}}}\n"
    )
}

/// The name of the function of an overload.
pub(crate) fn rust_name(id: &str) -> String {
    let mut name = String::new();
    for c in id.chars() {
        if c.is_ascii_uppercase() && !name.ends_with('_') {
            name.push('_');
        }
        name.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    }
    if name == "type" { "type_".to_owned() } else { name }
}

/// The types of the operands and of the result.
fn types(function: &str, overload: &Overload) -> String {
    let mut types: Vec<&str> = overload.args.iter().map(|of| rust_type(&Repr::of_signature(of))).collect();
    // The value is of the type that is asked for, so it need not be known.
    types.push(if is_asked(function) { "Value<'a>" } else { "_" });
    types.join(", ")
}

fn rust_type(repr: &Repr) -> &'static str {
    match repr {
        Repr::Bool => "bool",
        Repr::Int => "i64",
        Repr::Uint => "u64",
        Repr::Double => "f64",
        Repr::String => "&'a str",
        Repr::Bytes => "&'a [u8]",
        Repr::Duration => "cel::Duration",
        Repr::Timestamp => "cel::Timestamp",
        Repr::List(_) => "cel::List<'a>",
        Repr::Map(_) => "cel::Map<'a>",
        Repr::Object(_) | Repr::Dynamic => "Value<'a>",
    }
}
