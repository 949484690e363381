//! Checks schedules of cron. In: a text. Out: the server's reason against it.
//
// github.com/robfig/cron/v3: parser.go ParseStandard

use std::fmt::Write as _;

use crdc_vocabulary::go::{quote, read_duration};

use super::time_zones;

struct Field {
    least: u64,
    most: u64,
    names: &'static [&'static str],
}

const FIELDS: [Field; 5] = [
    Field { least: 0, most: 59, names: &[] },
    Field { least: 0, most: 23, names: &[] },
    Field { least: 1, most: 31, names: &[] },
    Field {
        least: 1,
        most: 12,
        names: &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
    },
    Field { least: 0, most: 6, names: &["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

/// Reads a schedule.
pub(super) fn parse(text: &str) -> Result<(), String> {
    let mut rest = text;
    if text.starts_with("TZ=") || text.starts_with("CRON_TZ=") {
        let Some((zone, after)) = text.split_once(' ') else {
            // The parser of Go panics.
            return Err("invalid schedule format: runtime error: slice bounds out of range [:-1]".to_owned());
        };
        let zone = zone.split_once('=').map_or("", |(_, zone)| zone);
        time_zones::find(zone).map_err(|reason| format!("provided bad location {zone}: {reason}"))?;
        rest = after.trim();
    }
    if rest.starts_with('@') {
        return descriptor(rest);
    }
    let fields: Vec<&str> = rest.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        let mut shown = String::new();
        for (index, field) in fields.iter().enumerate() {
            let _ = write!(shown, "{}{field}", if index == 0 { "" } else { " " });
        }
        return Err(format!("expected exactly 5 fields, found {}: [{shown}]", fields.len()));
    }
    fields.iter().zip(&FIELDS).try_for_each(|(text, field)| {
        // Empty parts are dropped: `FieldsFunc`.
        text.split(',').filter(|part| !part.is_empty()).try_for_each(|part| range(part, field))
    })
}

fn descriptor(text: &str) -> Result<(), String> {
    match text {
        "@yearly" | "@annually" | "@monthly" | "@weekly" | "@daily" | "@midnight" | "@hourly" => Ok(()),
        _ => match text.strip_prefix("@every ") {
            Some(duration) => read_duration(duration.as_bytes())
                .map(drop)
                .map_err(|error| format!("failed to parse duration {text}: {error}")),
            None => Err(format!("unrecognized descriptor: {text}")),
        },
    }
}

/// `number | number "-" number [ "/" number ]`
fn range(text: &str, field: &Field) -> Result<(), String> {
    let mut parts = text.split('/');
    let (low_high, step, more) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let mut ends = low_high.split('-');
    let (low, high, third) = (ends.next().unwrap_or_default(), ends.next(), ends.next());
    let (start, mut end);
    if low == "*" || low == "?" {
        (start, end) = (field.least, field.most);
    } else {
        start = number_or_name(low, field)?;
        end = match (high, third) {
            (None, _) => start,
            (Some(high), None) => number_or_name(high, field)?,
            _ => return Err(format!("too many hyphens: {text}")),
        };
    }
    let step = match (step, more) {
        (None, _) => 1,
        (Some(step), None) => {
            let step = number(step)?;
            // `N/step` means `N-max/step`.
            if high.is_none() && low != "*" && low != "?" {
                end = field.most;
            }
            step
        }
        _ => return Err(format!("too many slashes: {text}")),
    };
    if start < field.least {
        return Err(format!("beginning of range ({start}) below minimum ({}): {text}", field.least));
    }
    if end > field.most {
        return Err(format!("end of range ({end}) above maximum ({}): {text}", field.most));
    }
    if start > end {
        return Err(format!("beginning of range ({start}) beyond end of range ({end}): {text}"));
    }
    if step == 0 {
        return Err(format!("step of range should be a positive number: {text}"));
    }
    Ok(())
}

fn number_or_name(text: &str, field: &Field) -> Result<u64, String> {
    let lower = text.to_lowercase();
    match field.names.iter().zip(field.least..).find(|(name, _)| **name == lower) {
        Some((_, number)) => Ok(number),
        None => number(text),
    }
}

// strconv.Atoi
fn number(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        let quoted = quote(text);
        return Err(format!(
            "failed to parse int from {text}: strconv.Atoi: parsing {quoted}: invalid syntax"
        ));
    }
    if text.starts_with('-') && digits.bytes().any(|digit| digit != b'0') {
        return Err(format!("negative number ({text}) not allowed: {text}"));
    }
    digits.parse::<i64>().map(i64::unsigned_abs).map_err(|_| {
        format!("failed to parse int from {text}: strconv.Atoi: parsing {}: value out of range", quote(text))
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn schedules() {
        for good in [
            "*/5 * * * *",
            "0 3 * * 1-5",
            "@daily",
            "@every 1h30m",
            "0 0 1 JAN *",
            "0 0 * * sun",
            "0,30 8-18/2 ? * MON-FRI",
            "5/15 * * * *",
            "TZ=UTC 0 0 * * *",
        ] {
            assert_eq!(parse(good), Ok(()), "{good}");
        }
        for (bad, reason) in [
            ("* * * *", "expected exactly 5 fields, found 4: [* * * *]"),
            ("* * * * * *", "expected exactly 5 fields, found 6: [* * * * * *]"),
            ("60 * * * *", "end of range (60) above maximum (59): 60"),
            ("0 0 0 * *", "beginning of range (0) below minimum (1): 0"),
            ("0 0 * * 7", "end of range (7) above maximum (6): 7"),
            ("a * * * *", "failed to parse int from a: strconv.Atoi: parsing \"a\": invalid syntax"),
            ("@often", "unrecognized descriptor: @often"),
            ("*/0 * * * *", "step of range should be a positive number: */0"),
            ("5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"),
            ("1-2-3 * * * *", "too many hyphens: 1-2-3"),
            ("5000000000 * * * *", "end of range (5000000000) above maximum (59): 5000000000"),
            (
                "9999999999999999999 * * * *",
                "failed to parse int from 9999999999999999999: strconv.Atoi: parsing \"9999999999999999999\": value out of range",
            ),
            ("@every 5", "failed to parse duration @every 5: time: missing unit in duration \"5\""),
            ("@every 5x", "failed to parse duration @every 5x: time: unknown unit \"x\" in duration \"5x\""),
            ("@every 1h5", "failed to parse duration @every 1h5: time: missing unit in duration \"1h5\""),
            ("@every x", "failed to parse duration @every x: time: invalid duration \"x\""),
            (
                "@every 1.5.1h",
                "failed to parse duration @every 1.5.1h: time: missing unit in duration \"1.5.1h\"",
            ),
            ("@every .h", "failed to parse duration @every .h: time: invalid duration \".h\""),
            ("@every ", "failed to parse duration @every : time: invalid duration \"\""),
            (
                "@every 99999999999999999999x",
                "failed to parse duration @every 99999999999999999999x: time: invalid duration \"99999999999999999999x\"",
            ),
            (
                "@every 1\u{e9}",
                "failed to parse duration @every 1\u{e9}: time: unknown unit \"\\xc3\\xa9\" in duration \"1\\xc3\\xa9\"",
            ),
            ("1/2/3 * * * *", "too many slashes: 1/2/3"),
        ] {
            assert_eq!(parse(bad), Err(reason.to_owned()), "{bad}");
        }
    }
}
