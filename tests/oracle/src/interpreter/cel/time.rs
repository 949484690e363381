//! Durations and timestamps: parsing, formatting and their parts.
//
// Go: time; cel-go: common/types/timestamp.go; kube-openapi: pkg/validation/strfmt/{duration,time}.go

use crate::expressions::compiled;

/// A point in time, and the offset of the time zone in which it was written.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// The seconds since 1970.
    seconds: i64,
    nanoseconds: u32,
    /// The offset of the time zone in seconds.
    offset: i32,
}

/// The valid range of seconds, from year 1 to 9999.
const RANGE: (i64, i64) = (-62_135_596_800, 253_402_300_799);

const BILLION: i128 = 1_000_000_000;

/// Whether a time is in the range of timestamps in CEL.
pub(super) fn in_range(time: Time) -> bool {
    (RANGE.0..=RANGE.1).contains(&time.seconds)
}

impl Time {
    /// The time of a number of seconds since 1970.
    pub(super) fn unix(seconds: i64) -> Time {
        Time { seconds, nanoseconds: 0, offset: 0 }
    }

    /// The seconds since 1970.
    pub(super) fn seconds(self) -> i64 {
        self.seconds
    }

    /// The number of nanoseconds since 1970.
    pub(super) fn instant(self) -> i128 {
        i128::from(self.seconds) * BILLION + i128::from(self.nanoseconds)
    }

    /// Whether the time is the zero value of Go's `time.Time`.
    pub(super) fn is_go_zero(self) -> bool {
        self.seconds == RANGE.0 && self.nanoseconds == 0
    }

    /// The time after a number of nanoseconds.
    pub(super) fn plus(self, nanoseconds: i128) -> Time {
        let instant = self.instant() + nanoseconds;
        Time {
            // Durations are 64-bit: no sum is beyond the range of seconds.
            seconds: instant.div_euclid(BILLION) as i64,
            nanoseconds: instant.rem_euclid(BILLION) as u32,
            offset: self.offset,
        }
    }

    /// The time as text, with the offset.
    pub(super) fn text(self) -> String {
        let local = self.seconds + i64::from(self.offset);
        let (year, month, day) = civil(local.div_euclid(86400));
        let of_day = local.rem_euclid(86400);
        let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
        let mut out = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
        if self.nanoseconds > 0 {
            out.push_str(format!(".{:09}", self.nanoseconds).trim_end_matches('0'));
        }
        if self.offset == 0 {
            out.push('Z');
        } else {
            let minutes = self.offset.abs() / 60;
            let sign = if self.offset < 0 { '-' } else { '+' };
            out.push_str(&format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60));
        }
        out
    }

    /// The same time without an offset.
    pub(super) fn in_utc(self) -> Time {
        Time { offset: 0, ..self }
    }

    /// The same time with another offset.
    pub(super) fn at_offset(self, offset: i32) -> Time {
        Time { offset, ..self }
    }

    /// A part of the time in its time zone, by the name of the function; `None` for other functions.
    pub(super) fn part(self, function: &str) -> Option<i64> {
        let local = self.seconds + i64::from(self.offset);
        let days = local.div_euclid(86400);
        let (year, month, day) = civil(days);
        let of_day = local.rem_euclid(86400);
        Some(match function {
            "getFullYear" => year,
            "getMonth" => month - 1,
            "getDayOfYear" => days - days_of(year, 1, 1),
            "getDayOfMonth" => day - 1,
            "getDate" => day,
            "getDayOfWeek" => (days + 4).rem_euclid(7),
            "getHours" => of_day / 3600,
            "getMinutes" => of_day / 60 % 60,
            "getSeconds" => of_day % 60,
            "getMilliseconds" => i64::from(self.nanoseconds / 1_000_000),
            _ => return None,
        })
    }
}

/// The year, month and day for a number of days since 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// The number of days from 1970 to a date.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The number of days from 1970 to a date; `None` if the date does not exist.
fn day(year: &str, month: &str, day: &str) -> Option<i64> {
    let (year, month, day): (i64, i64, i64) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let days = days_of(year, month, day);
    (civil(days) == (year, month, day)).then_some(days)
}

/// Parses a date such as `2024-02-29`.
pub(super) fn date(text: &str) -> Option<Time> {
    let found = compiled(r"^(\d{4})-(\d\d)-(\d\d)$")?;
    let found = found.captures(text)?;
    Some(Time::unix(day(&found[1], &found[2], &found[3])? * 86400))
}

/// Parses a time in the form of RFC 3339. As in Go, a comma may precede the fraction.
pub(super) fn strict_time(text: &str) -> Option<Time> {
    let regex =
        compiled(r"^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$")?;
    let found = regex.captures(text)?;
    let number = |index: usize| found.get(index).and_then(|text| text.as_str().parse::<i64>().ok());
    let (hour, minute, second) = (number(4)?, number(5)?, number(6)?);
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let days = day(&found[1], &found[2], &found[3])?;
    let fraction: String = format!("{:0<9}", found.get(7).map_or("", |text| text.as_str()));
    let nanoseconds = fraction.get(..9)?.parse().ok()?;
    let offset = match (found.get(8), number(9), number(10)) {
        (Some(sign), Some(hours), Some(minutes)) => {
            if hours > 24 || minutes > 60 {
                return None;
            }
            let seconds = hours * 3600 + minutes * 60;
            if sign.as_str() == "-" { -seconds } else { seconds }
        }
        _ => 0,
    };
    let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset;
    Some(Time { seconds, nanoseconds, offset: i32::try_from(offset).ok()? })
}

/// Parses a time as in a field of the format `date-time`: the zone may be absent, or lack its colon, and an
/// empty text is the time 0.
pub(super) fn lenient_time(text: &str) -> Option<Time> {
    if text.is_empty() {
        return Some(Time::unix(0));
    }
    if let Some(time) = strict_time(text) {
        return Some(time);
    }
    let regex = compiled(r"^(.*)([+-]\d\d)(\d\d)$")?;
    if let Some(found) = regex.captures(text) {
        return strict_time(&format!("{}{}:{}", &found[1], &found[2], &found[3]));
    }
    strict_time(&format!("{text}Z"))
}

/// The units of durations, in nanoseconds.
const UNITS: [(&str, i128); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Parses a duration as Go does, to nanoseconds.
pub(super) fn go_duration(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "0" {
        return Some(0);
    }
    let whole = compiled(r"(?s)^(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)[^.0-9]+)+$")?;
    if !whole.is_match(unsigned) {
        return None;
    }
    let part = compiled(r"(?s)([0-9]*)\.?([0-9]*)([^.0-9]+)")?;
    let limit = 1_i128 << 63;
    let mut total: i128 = 0;
    for found in part.captures_iter(unsigned) {
        let (_, unit) = UNITS.iter().find(|(name, _)| *name == &found[3])?;
        let whole: i128 = format!("0{}", &found[1]).parse().ok()?;
        let nanoseconds = whole.checked_mul(*unit)?;
        // Go computes the fraction with a float.
        let digits: String = found[2].chars().take(18).collect();
        let scale = 10f64.powi(i32::try_from(digits.len()).ok()?);
        let fraction: i64 = format!("0{digits}").parse().ok()?;
        let fraction = if fraction > 0 { (fraction as f64 * (*unit as f64 / scale)) as i128 } else { 0 };
        if nanoseconds > limit || nanoseconds + fraction > limit {
            return None;
        }
        total += nanoseconds + fraction;
        if total > limit {
            return None;
        }
    }
    i64::try_from(if text.starts_with('-') { -total } else { total }).ok()
}

/// Parses a duration as in a field of the format `duration`: also days and weeks, and units by their names.
pub(super) fn lenient_duration(text: &str) -> Option<i64> {
    const NAMES: [(&[&str], i64); 8] = [
        (&["ns", "nano"], 1),
        (&["us", "µs", "micro"], 1_000),
        (&["ms", "milli"], 1_000_000),
        (&["s", "sec"], 1_000_000_000),
        (&["m", "min"], 60_000_000_000),
        (&["h", "hr", "hour"], 3_600_000_000_000),
        (&["d", "day"], 86_400_000_000_000),
        (&["w", "wk", "week"], 604_800_000_000_000),
    ];
    if let Some(found) = go_duration(text) {
        return Some(found);
    }
    let regex = compiled(r"([0-9]+)[\t\n\x0C\r ]*([A-Za-zµ]+)")?;
    let (mut total, mut any) = (0i64, false);
    for found in regex.captures_iter(text) {
        let factor: i64 = found[1].parse().ok()?;
        let unit = found[2].to_lowercase();
        for (names, nanoseconds) in NAMES {
            for (index, name) in names.iter().enumerate() {
                let last = index + 1 == names.len();
                // A name that is the longest one counts once, even if it is the prefix of itself.
                if (last && unit.starts_with(name)) || unit == *name {
                    any = true;
                    total = total.wrapping_add(factor.wrapping_mul(nanoseconds));
                }
            }
        }
    }
    any.then_some(total)
}

/// A duration as `string` writes it: in seconds.
pub(super) fn duration_text(nanoseconds: i64) -> String {
    // Go: Duration.Seconds adds two floats.
    let seconds = (nanoseconds / 1_000_000_000) as f64 + (nanoseconds % 1_000_000_000) as f64 / 1e9;
    format!("{seconds}s")
}
