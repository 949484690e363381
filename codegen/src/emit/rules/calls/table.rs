//! The table of calls as a file for an interpreter, so that it runs the code that generated rules have.
//!
//! Easy to break: each closure gets the types of its overload's signature, since an interpreter has values of any type.

use std::fmt::Write as _;

use super::{asked, code_of};
use crate::cel::library::{LIBRARIES, Overload};
use crate::cel::program::Repr;

/// The file.
pub(crate) fn interpreter_table() -> String {
    let functions = LIBRARIES.iter().flat_map(|library| library.functions);
    let found = functions.flat_map(|function| {
        let overloads = function.overloads.iter();
        overloads.filter_map(|overload| Some((function.name, overload, code_of(overload.id)?)))
    });
    let (mut ids, mut arms) = (String::new(), String::new());
    for (number, (function, overload, code)) in found.enumerate() {
        let separator = if number % 4 == 0 { "\n    " } else { " " };
        let _ = write!(ids, "{separator}\"{}\",", overload.id);
        let types = types(function, overload);
        let _ = writeln!(arms, "        {number} => apply{}::<{types}>(v, {code}),", overload.args.len());
    }
    format!(
        "//! The code of each overload. **Written by `BLESS=1 cargo test -p crdc-dynamic --test table`** from the table\n\
         //! of crdc-codegen, which compiled rules have as well.\n\n\
         use crdc::__private::cel::{{self, Context, Counted, EvalError, Evaluated, Value, library}};\n\n\
         use super::apply::{{apply0, apply1, apply2, apply3, apply4}};\n\n\
         /// The overloads; the index of each is its number.\n\
         pub(super) const OVERLOADS: &[&str] = &[{ids}\n];\n\n\
         /// Calls an overload with operands of its types.\n\
         pub(super) fn call<'a>(number: usize, c: Context<'a, Counted>, v: &[Value<'a>]) -> Evaluated<Value<'a>> {{\n\
         \x20   match number {{\n{arms}        _ => Err(EvalError::NoSuchOverload),\n    }}\n}}\n"
    )
}

/// The types of the operands and of the result.
fn types(function: &str, overload: &Overload) -> String {
    let mut types: Vec<&str> = overload.args.iter().map(|of| rust_type(&Repr::of_signature(of))).collect();
    // The value is of the type that is asked for, so it need not be known.
    types.push(if asked(function, &Repr::Dynamic).is_some() { "Value<'a>" } else { "_" });
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
