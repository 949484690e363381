//! Named formats (`format.dns1123Label()`). The errors of a string are supported only for formats that have a
//! single error message.
//
// apiserver: pkg/cel/library/format.go

use crate::expressions::compiled;
use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::value::{Evaluated, Value, unknown};
use crate::interpreter::has_format;

/// The names, each with its rule.
const FORMATS: [(&str, Rule); 13] = [
    ("dns1123Label", Rule::Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", 63)),
    ("dns1123Subdomain", Rule::Pattern(SUBDOMAIN, 253)),
    ("dns1035Label", Rule::Pattern("^[a-z]([-a-z0-9]*[a-z0-9])?$", 63)),
    ("qualifiedName", Rule::Unknown),
    ("dns1123LabelPrefix", Rule::Unknown),
    ("dns1123SubdomainPrefix", Rule::Unknown),
    ("dns1035LabelPrefix", Rule::Unknown),
    ("labelValue", Rule::Pattern("^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$", 63)),
    ("uri", Rule::Unknown),
    ("uuid", Rule::Schema("does not match the UUID format")),
    ("byte", Rule::Schema("invalid base64")),
    ("date", Rule::Schema("invalid date")),
    ("datetime", Rule::Schema("invalid datetime")),
];

const SUBDOMAIN: &str = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

/// How the strings of a format are validated.
enum Rule {
    /// A pattern and the greatest length. The errors are not modelled.
    Pattern(&'static str, usize),
    /// The rule of the format of schemas with the same name, and its only error.
    Schema(&'static str),
    /// A rule that is not modelled.
    Unknown,
}

/// The name, if a format has it.
fn named(name: &str) -> Option<&'static str> {
    FORMATS.iter().find(|(known, _)| *known == name).map(|(known, _)| *known)
}

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    if let (Some(name), []) = (function.strip_prefix("format.").and_then(named), args) {
        return Some(Ok(Value::Format(name)));
    }
    Some(match (function, args) {
        ("format.named", [Value::String(name)]) => {
            Ok(named(name).map_or(Value::Optional(None), |name| Value::Format(name).some()))
        }
        ("validate", [Value::Format(name), Value::String(text)]) => validate(name, text),
        ("format.named" | "validate", _) => mismatch(function, args),
        _ => return None,
    })
}

/// The value of `validate`: an optional list of errors.
fn validate<'a>(name: &str, text: &str) -> Evaluated<Value<'a>> {
    let wrong = match FORMATS.iter().find(|(known, _)| *known == name) {
        Some((_, Rule::Pattern(pattern, most))) => {
            let fits = compiled(pattern).is_some_and(|pattern| pattern.is_match(text));
            if fits && text.len() <= *most {
                return Ok(Value::Optional(None));
            }
            return unknown("what is wrong with a name");
        }
        Some((_, Rule::Schema(wrong))) => wrong,
        _ => return unknown(format!("the format {name}")),
    };
    if has_format(name, text) {
        return Ok(Value::Optional(None));
    }
    Ok(Value::strings([*wrong]).some())
}
