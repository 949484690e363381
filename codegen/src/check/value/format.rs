//! The formats that a default can be checked against at compile time. A format that is not
//! here is not checked.
//
// kube-openapi: pkg/validation/strfmt

/// Whether the text has the format; none if the format is not known here.
pub(super) fn matches(format: &str, text: &str) -> Option<bool> {
    match format.replace('-', "").as_str() {
        "datetime" => Some(date_time(text)),
        "date" => Some(date(text)),
        _ => None,
    }
}

/// `2006-01-02`, a day that exists.
fn date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| text.get(range).and_then(|part| part.parse::<u32>().ok());
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(
            |(i, b)| {
                if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() }
            },
        );
    let (Some(year), Some(month), Some(day)) = (digits(0..4), digits(5..7), digits(8..10)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    shape && (1..=days).contains(&day)
}

/// A day, `t`, and a time whose zone may be left to the regular expression of strfmt.
fn date_time(text: &str) -> bool {
    let text = text.to_lowercase();
    let mut parts = text.split('t');
    let (Some(day), Some(time)) = (parts.next(), parts.next()) else {
        return false;
    };
    date(day) && time_of_day(time).is_some()
}

/// `^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$`, limits kept.
fn time_of_day(text: &str) -> Option<()> {
    let two = |range: std::ops::Range<usize>| {
        text.get(range)
            .filter(|part| part.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|part| part.parse::<u32>().ok())
    };
    let (hour, minute, second) = (two(0..2)?, two(3..5)?, two(6..8)?);
    if text.get(2..3)? != ":" || text.get(5..6)? != ":" || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let rest = text.get(8..)?;
    let zone = |zone: &str| {
        let bytes = zone.as_bytes();
        zone == "z"
            || (bytes.len() == 6
                && matches!(bytes[0], b'+' | b'-')
                && bytes[3] == b':'
                && [1, 2, 4, 5].iter().all(|&i| bytes[i].is_ascii_digit()))
    };
    let mut chars = rest.chars();
    chars.next();
    let fraction = chars.as_str();
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    (zone(rest) || (digits > 0 && fraction.get(digits..).is_some_and(zone))).then_some(())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn dates_and_times_are_told_from_other_texts() {
        for good in ["2024-02-29T23:59:59Z", "2024-02-29t00:00:00.5+01:00", "2024-12-31T12:00:00z"] {
            assert_eq!(matches("date-time", good), Some(true), "{good}");
        }
        for bad in
            ["bad", "2024-02-30T00:00:00Z", "2024-02-28T24:00:00Z", "2024-02-28T00:00:00", "2024-02-28"]
        {
            assert_eq!(matches("date-time", bad), Some(false), "{bad}");
        }
        assert_eq!(matches("date", "2023-02-29"), Some(false));
        assert_eq!(matches("unheard-of", "x"), None);
    }
}
