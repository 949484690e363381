//! Compares JSON values. In: JSON texts. Out: whether they are equal: numbers by value, members in any order,
//! the last of duplicate keys. Numbers are read as by the server: integers in the range of int64 exactly,
//! others as float64; `1` equals `1.0`.

use serde::Deserialize;
use serde_json::{Number, Value};

/// Parses a text of any depth; the caller must provide enough stack.
pub(crate) fn parse(text: &str) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = Value::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Whether two texts are the same JSON value; a text that is not JSON equals only itself.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a == b || matches!((parse(a), parse(b)), (Ok(a), Ok(b)) if equal(&a, &b))
}

/// Whether two values are equal.
pub(crate) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => numbers(a, b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| equal(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Whether two numbers are equal by value.
fn numbers(a: &Number, b: &Number) -> bool {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.as_f64() == b.as_f64(),
        (Some(int), None) => b.as_f64().is_some_and(|float| exactly(int, float)),
        (None, Some(int)) => a.as_f64().is_some_and(|float| exactly(int, float)),
    }
}

/// Whether the float is exactly this integer, not only nearest to it.
fn exactly(int: i64, float: f64) -> bool {
    // 2^63 is not an int64, and the cast would saturate.
    float.fract() == 0.0 && float.abs() < 9_223_372_036_854_775_808.0 && float as i64 == int
        || int == i64::MIN && float == -9_223_372_036_854_775_808.0
}

/// The first path at which `b` differs from `a`, and the kind of difference; `None` if they are equal.
pub(crate) fn difference(a: &Value, b: &Value) -> Option<(String, &'static str)> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let of_a = a.iter().find_map(|(key, a)| match b.get(key) {
                None => Some((format!(".{key}"), "missing")),
                Some(b) => difference(a, b).map(|(path, how)| (format!(".{key}{path}"), how)),
            });
            let extra = || b.keys().find(|key| !a.contains_key(*key));
            of_a.or_else(|| extra().map(|key| (format!(".{key}"), "extra")))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut items = a.iter().zip(b).enumerate();
            items.find_map(|(index, (a, b))| {
                difference(a, b).map(|(path, how)| (format!("[{index}]{path}"), how))
            })
        }
        (Value::Array(_), Value::Array(_)) => Some((String::new(), "another length")),
        (a, b) if equal(a, b) => None,
        (a, b) if std::mem::discriminant(a) == std::mem::discriminant(b) => {
            Some((String::new(), "another value"))
        }
        _ => Some((String::new(), "another type")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        for (a, b) in [
            ("1", "1.0"),
            ("100", "1e2"),
            ("-0", "0.0"),
            ("9007199254740993", "9007199254740993"),
            ("-9223372036854775808", "-9223372036854775808.0"),
            ("9223372036854775808", "9.223372036854775808e18"),
            // Beyond int64 the server has only floats.
            ("18446744073709551615", "18446744073709551616"),
            ("0.1", "0.10000000000000000555"),
        ] {
            assert!(same(a, b) && same(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("9007199254740993", "9007199254740992"),
            ("9007199254740993", "9007199254740993.0"),
            ("9223372036854775807", "9223372036854775808"),
            ("1", "1.5"),
            ("1", r#""1""#),
            ("0", "false"),
            ("null", "0"),
        ] {
            assert!(!same(a, b) && !same(b, a), "{a} {b}");
        }
    }

    #[test]
    fn members_have_no_order_and_items_do() {
        assert!(same(r#"{"a":1,"b":[1,2.0]}"#, r#"{ "b":[1.0,2],"a":0,"a":1 }"#));
        assert!(!same("[1,2]", "[2,1]"));
        assert!(!same(r#"{"a":null}"#, "{}"));
        assert!(same(r#""\u0061""#, r#""a""#));
        assert!(!same("{", "{}"));
    }

    #[test]
    fn the_first_difference_has_a_place() {
        let found = |a: &str, b: &str| difference(&parse(a).unwrap(), &parse(b).unwrap());
        let a = r#"{"s":{"l":[1,{"x":1}]}}"#;
        assert_eq!(found(a, a), None);
        assert_eq!(found(a, r#"{"s":{"l":[1,{}]}}"#), Some((".s.l[1].x".into(), "missing")));
        assert_eq!(found(a, r#"{"s":{"l":[1]}}"#), Some((".s.l".into(), "another length")));
        assert_eq!(found("{}", a), Some((".s".into(), "extra")));
        assert_eq!(found("1", "\"1\""), Some((String::new(), "another type")));
    }
}
