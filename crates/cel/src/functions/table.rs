//! The macro in which the tables of functions are written.
//!
//! ```text
//! "charAt" since Minor::FIRST, "the character at an index" { size: Size::Character }:
//!     STRING_CHAR_AT_INT = on "string_char_at_int" [String, Int] -> String, Cost::Unit
//!         => |c, a: &str, b: i64| library::strings::char_at(c.arena, a, b);
//! ```
//!
//! An entry begins with the function: the version from which new rules may use it, the description of its
//! result, and the fields that differ from `overload::FUNCTION`. Its overloads follow: the name of the
//! constant, whether the overload is called `on` a value, its identifier, its types, its cost in the worst
//! case, with `counts: …` its cost at run time if that differs from the function's, and its code. In the
//! code, `c` is the context, and operands have Rust types.

/// Declares the functions of a library, and a constant for each overload.
macro_rules! functions {
    (@option) => { None };
    (@option $of:expr) => { Some($of) };
    (@code) => { None };
    (@code |$c:pat_param $(, $operand:ident: $of:ty)*| $body:expr) => {
        Some(|$c, values| {
            let [$($operand),*] = values else { return Err($crate::error::EvalError::NoSuchOverload) };
            $(let $operand = <$of as $crate::values::CelType<'_>>::from_value(*$operand)?;)*
            let result: $crate::error::Evaluated<_> = $body;
            result.map($crate::values::CelType::into_value)
        })
    };
    ($(
        $function:literal since $since:expr, $doc:literal $({ $($field:ident: $value:expr),* })?:
        $(
            $name:ident = $kind:ident $id:literal [$($arg:expr),*] -> $result:expr, $cost:expr
                $(, counts: $counts:expr)?
                $(=> |$c:pat_param $(, $operand:ident: $of:ty)*| $body:expr)?;
        )*
    )*) => {
        $($(
            #[doc = concat!("`", $id, "`")]
            pub const $name: super::overload::Overload = crate::functions::overload::Overload {
                constant: stringify!($name),
                counts: functions!(@option $($counts)?),
                code: functions!(@code $(|$c $(, $operand: $of)*| $body)?),
                ..$kind($id, &[$($arg),*], $result, $cost)
            };
        )*)*

        #[allow(clippy::needless_update, reason = "an entry may say all there is")]
        pub(super) const FUNCTIONS: &[super::overload::Function] = &[$(
            super::overload::Function {
                name: $function,
                since: $since,
                doc: $doc,
                $($($field: $value,)*)?
                overloads: &[$($name),*],
                ..super::overload::FUNCTION
            }
        ),*];
    };
}
