//! Normalizes timestamps of metadata. In: text. Out: the same instant in the server's stored form, or the
//! message of Go's `time.Parse(time.RFC3339, …)`.
// apimachinery: pkg/apis/meta/v1/time.go

use alloc::string::{String, ToString};

use crdc_vocabulary::go::{Layout, Time};

/// Go's zero time, the first instant of year 1, in seconds since 1970.
const ZERO: i64 = -62_135_596_800;

/// `text` in UTC with whole seconds; `None` for Go's zero time.
///
/// # Errors
/// Go's parse error.
pub(super) fn normalize(text: &str) -> Result<Option<String>, String> {
    let time = Time::parse(text, Layout::Rfc3339).map_err(|error| error.to_string())?;
    if time.seconds == ZERO && time.nanoseconds == 0 {
        return Ok(None);
    }
    Ok(Some(Time { nanoseconds: 0, offset: 0, ..time }.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use alloc::format;

    use super::*;

    const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

    fn check(text: &str, expected: &str) {
        let got = normalize(text).unwrap_or_else(Some).unwrap_or_else(|| "zero".into());
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn instants() {
        check("2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z");
        check("2024-05-01T10:00:00.999+02:30", "2024-05-01T07:30:00Z");
        check("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00Z");
        check("2024-12-31T23:30:00-24:60", "2025-01-02T00:30:00Z");
        check("2024-05-01T9:00:00,5Z", "2024-05-01T09:00:00Z");
        check("9999-12-31T23:59:59-01:00", "10000-01-01T00:59:59Z");
        check("0000-01-01T00:00:00+01:00", "-0001-12-31T23:00:00Z");
        check("0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z");
        check("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z");
        check("2000-12-31T00:00:00Z", "2000-12-31T00:00:00Z");
    }

    #[test]
    fn zero() {
        check("0001-01-01T00:00:00Z", "zero");
        check("0001-01-01T01:00:00+01:00", "zero");
        check("0001-01-01T00:00:00.0000000001Z", "zero");
        check("0001-01-01T00:00:00.1Z", "0001-01-01T00:00:00Z");
    }

    #[test]
    fn errors() {
        let cannot = |text: &str, rest: &str, element: &str| {
            check(
                text,
                &format!("parsing time \"{text}\" as \"{LAYOUT}\": cannot parse \"{rest}\" as \"{element}\""),
            );
        };
        cannot("bad", "bad", "2006");
        cannot("", "", "2006");
        cannot("2024", "", "-");
        cannot("2024-5-01T00:00:00Z", "5-01T00:00:00Z", "01");
        cannot("2024-05-01 10:00:00Z", " 10:00:00Z", "T");
        cannot("2024-05-01t10:00:00z", "t10:00:00z", "T");
        cannot("2018-11-06T23:-14:18Z", "-14:18Z", "04");
        cannot("2024-05-01T10:00:00", "", "Z07:00");
        cannot("2024-05-01T10:00:00z", "z", "Z07:00");
        cannot("2024-05-01T10:00:00+0100", "+0100", "Z07:00");
        cannot("2024-05-01T10:00:00*01:00", "*01:00", "Z07:00");
        cannot("2024-05-01T10:00:00.Z", ".Z", "Z07:00");
        check("2024-13-01T10:00:00Z", "parsing time \"2024-13-01T10:00:00Z\": month out of range");
        check("2024-02-30T10:00:00Z", "parsing time \"2024-02-30T10:00:00Z\": day out of range");
        check("2024-02-03T24:00:00Z", "parsing time \"2024-02-03T24:00:00Z\": hour out of range");
        check("2024-02-03T23:00:60Z", "parsing time \"2024-02-03T23:00:60Z\": second out of range");
        check(
            "2024-02-03T23:00:00+25:00",
            "parsing time \"2024-02-03T23:00:00+25:00\": time zone offset hour out of range",
        );
        check(
            "2024-02-03T23:00:00Zé\"",
            "parsing time \"2024-02-03T23:00:00Z\\xc3\\xa9\\\"\": extra text: \"\\xc3\\xa9\\\"\"",
        );
    }
}
