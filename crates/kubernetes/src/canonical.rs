//! Writes scalars of Kubernetes' own kinds as Go writes them after decoding. In: a type with an encoder of
//! its own, or `[]byte`, and a value in JSON. Out: the text that Go writes instead.
//!
//! Easy to break: a value that Go refuses has no such text and stays, so that the decoder's error shows it.
//
// apimachinery: pkg/api/resource/quantity.go MarshalJSON; pkg/apis/meta/v1/{time,micro_time}.go MarshalJSON

use crdc_vocabulary::go::{Layout, Time, decode_base64, encode_base64};
use serde_json::Value;

use crate::definition::{Definition, Shape, Type};
use crate::kinds::Kinds;
use crate::quantity::{Quantity, trimmed};

/// The text that Go writes for a scalar of a type; `None` if it writes the value as it is.
///
/// - A quantity gets the largest unit in which it is whole: `1` for `1000m`, `"2"` for the number 2. A number
///   with an exponent, such as `1e3`, counts as written without it.
/// - Times are in UTC, without a fraction of a second; a `MicroTime` has six digits of one.
/// - `[]byte` is base64 without line breaks.
///
/// ```
/// use crdc_kubernetes::{Kinds, archive::Archive, canonical};
/// use serde_json::json;
///
/// let kinds = Kinds::of(Archive::built_in()?, "1.36".parse()?).ok_or("no such version")?;
/// let status = kinds.named("io.k8s.api.core.v1.ContainerStateRunning").ok_or("no such type")?;
/// let started = &status.field("startedAt").ok_or("no such field")?.value;
/// let text = canonical(&kinds, started, &json!("2026-01-31T12:00:00.5+02:00"));
/// assert_eq!(text.as_deref(), Some("2026-01-31T10:00:00Z"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn canonical(kinds: &Kinds, of: &Type, value: &Value) -> Option<String> {
    let text = match (of, value) {
        (Type::Bytes, Value::String(text)) => encode_base64(&decode_base64(text.as_bytes()).ok()?),
        (Type::Named(id), value) => of_definition(kinds.get(*id)?, value)?,
        _ => return None,
    };
    (value.as_str() != Some(&text)).then_some(text)
}

fn of_definition(definition: &Definition, value: &Value) -> Option<String> {
    match (&definition.shape, value) {
        (Shape::Quantity, Value::String(text)) => Quantity::read(trimmed(text)).map(|found| found.text()),
        (Shape::Quantity, Value::Number(number)) => {
            Quantity::read(&number.to_string()).map(|found| found.text())
        }
        (Shape::Time, Value::String(text)) => {
            let time = Time::parse(text, Layout::Rfc3339).ok()?;
            Some(Time { nanoseconds: 0, offset: 0, ..time }.to_string())
        }
        (Shape::MicroTime, Value::String(text)) => {
            let time = Time::parse(text, Layout::Rfc3339Micro).ok()?;
            let seconds = Time { nanoseconds: 0, offset: 0, ..time }.to_string();
            Some(format!("{}.{:06}Z", seconds.trim_end_matches('Z'), time.nanoseconds / 1000))
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::canonical;
    use crate::archive::Archive;
    use crate::kinds::Kinds;
    use serde_json::{Value, json};

    /// The text for a value of a field.
    fn text(definition: &str, field: &str, value: &Value) -> Option<String> {
        let kinds = Kinds::of(Archive::built_in().unwrap(), "1.36".parse().unwrap()).unwrap();
        let definition = kinds.named(&format!("io.k8s.api.{definition}")).unwrap();
        canonical(&kinds, &definition.field(field).unwrap().value, value)
    }

    #[test]
    fn quantities_have_the_largest_unit_that_is_whole() {
        for (value, written) in [
            (json!(2), Some("2")),
            (json!(0.5), Some("500m")),
            (json!(0), Some("0")),
            (json!("1000m"), Some("1")),
            (json!("1024Mi"), Some("1Gi")),
            (json!(" 1 "), Some("1")),
            (json!("0.1"), Some("100m")),
            (json!("500m"), None),
            (json!("1Gi"), None),
            // Go refuses these.
            (json!("1\n"), None),
            (json!("ten"), None),
            (json!(null), None),
            (json!([]), None),
        ] {
            let found = text("core.v1.ResourceFieldSelector", "divisor", &value);
            assert_eq!(found.as_deref(), written, "{value}");
        }
    }

    #[test]
    fn times_are_in_utc() {
        for (value, written) in [
            ("2026-01-31T12:00:00.5+02:00", Some("2026-01-31T10:00:00Z")),
            ("2026-01-31T00:30:00+01:00", Some("2026-01-30T23:30:00Z")),
            ("2026-01-31T10:00:00Z", None),
            ("yesterday", None),
        ] {
            let found = text("core.v1.ContainerStateRunning", "startedAt", &json!(value));
            assert_eq!(found.as_deref(), written, "{value}");
        }
        for (value, written) in [
            ("2026-01-31T12:00:00.123456+02:00", Some("2026-01-31T10:00:00.123456Z")),
            ("2026-01-31T10:00:00.000000Z", None),
            ("2026-01-31T10:00:00Z", None),
        ] {
            let found = text("coordination.v1.LeaseSpec", "renewTime", &json!(value));
            assert_eq!(found.as_deref(), written, "{value}");
        }
    }

    #[test]
    fn bytes_have_no_line_breaks() {
        for (value, written) in [("aGk\n=", Some("aGk=")), ("aGk=", None), ("-", None)] {
            let found = text("certificates.v1.CertificateSigningRequestSpec", "request", &json!(value));
            assert_eq!(found.as_deref(), written, "{value}");
        }
    }
}
