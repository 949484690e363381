//! Calls with a constant text whose value is made at build time: durations, timestamps, and quantities that fit a number.
//! A call whose text is wrong is left to the run time, which knows the error.
//
// cel-go: interpreter/planner.go (planning evaluates conversions of constants)

use crdc_vocabulary::go::{Layout, Time, parse_duration};
use crdc_vocabulary::quantity;
use crdc_vocabulary::rules::TIMESTAMPS;
use proc_macro2::TokenStream;
use quote::quote;

use crate::cel::ast::Constant;
use crate::cel::program::{Expr, Op};

/// The code of an overload for a constant operand: a closure that makes the value.
pub(super) fn code_for_constant(overload: &str, args: &[Expr]) -> Option<TokenStream> {
    let [Expr { op: Op::Constant(Constant::String(text)), .. }] = args else { return None };
    match overload {
        "string_to_duration" => {
            let nanoseconds = parse_duration(text.as_bytes())?;
            Some(quote!(|_| Ok(cel::Duration::new(#nanoseconds))))
        }
        "string_to_timestamp" => {
            let Time { seconds, nanoseconds, offset } = Time::parse(text, Layout::Rfc3339).ok()?;
            let fits = TIMESTAMPS.contains(&seconds);
            fits.then(|| quote!(|_| Ok(cel::Timestamp::new(#seconds, #nanoseconds, #offset))))
        }
        "string_to_quantity" => {
            let (value, scale) = quantity::parse(text.as_bytes()).ok()?.small()?;
            // A rule may change a quantity, so each evaluation has its own.
            let made = quote!(library::quantity::Quantity::new(#value, #scale, c.arena));
            Some(quote!(|_| Ok(Value::Quantity(#made))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::cel::program::Repr;

    fn code(overload: &str, text: &str) -> Option<String> {
        let op = Op::Constant(Constant::String(text.to_owned()));
        let constant = Expr { op, repr: Repr::String, span: (0, 0) };
        code_for_constant(overload, &[constant]).map(|code| code.to_string().replace(' ', ""))
    }

    #[test]
    fn values_are_made_at_build_time() {
        let duration = code("string_to_duration", "1h0.5s").unwrap();
        assert_eq!(duration, "|_|Ok(cel::Duration::new(3600500000000i64))");
        let timestamp = code("string_to_timestamp", "1970-01-01T01:00:00.25+01:00").unwrap();
        assert_eq!(timestamp, "|_|Ok(cel::Timestamp::new(0i64,250000000u32,3600i32))");
        let quantity = code("string_to_quantity", "1.5Mi");
        assert_eq!(quantity, None);
        let quantity = code("string_to_quantity", "-100m").unwrap();
        assert!(quantity.contains("Quantity::new(-100i64,-3i32,c.arena)"), "{quantity}");
    }

    #[test]
    fn what_fails_is_left_to_the_run_time() {
        for (overload, text) in [
            ("string_to_duration", "1 hour"),
            ("string_to_timestamp", "0000-12-31T00:00:00Z"),
            ("string_to_timestamp", "1970-01-01"),
            ("string_to_quantity", "much"),
            ("string_to_ip", "::1"),
        ] {
            assert_eq!(code(overload, text), None, "{overload} {text}");
        }
    }
}
