//! Time zones of the functions of timestamps: UTC, offsets such as `+02:00`, names such as `Europe/Berlin`.
//! Easy to break: an offset is any two integers around a colon, and only its first byte decides the sign of
//! minutes.
//!
//! Names need the feature `cel-timezones`, which adds the IANA database to a program. Servers have the
//! database of their image, so that both can differ in rules of recent years.
//
// cel-go: common/types/timestamp.go (timeZone); Go: time/zoneinfo.go LoadLocation

use alloc::format;
use alloc::string::ToString;

use crdc_vocabulary::go;

use crate::error::{EvalError, Evaluated};

/// A time zone.
#[derive(Clone, Copy, Debug)]
pub struct Zone(ZoneKind);

#[derive(Clone, Copy, Debug)]
enum ZoneKind {
    /// A fixed offset in seconds east of UTC.
    Fixed(i64),
    #[cfg(feature = "timezones")]
    Named(&'static tz::TimeZoneRef<'static>),
}

impl Zone {
    /// Coordinated universal time.
    pub const UTC: Zone = Zone(ZoneKind::Fixed(0));

    /// A zone with the same offset all the time, in seconds east of UTC.
    #[must_use]
    pub const fn fixed(seconds: i32) -> Zone {
        Zone(ZoneKind::Fixed(seconds as i64))
    }

    /// Finds a zone.
    ///
    /// # Errors
    /// The text has a colon and is no offset, or there is no zone with this name.
    pub fn find(text: &str) -> Evaluated<Zone> {
        let Some((hours, minutes)) = text.split_once(':') else { return named(text) };
        let number = |text| go::integer(text).map_err(|error| EvalError::text(error.to_string()));
        let (hours, minutes) = (number(hours)?, number(minutes)?);
        let hours = hours.wrapping_mul(60);
        let minutes =
            if text.starts_with('-') { hours.wrapping_sub(minutes) } else { hours.wrapping_add(minutes) };
        // Go counts in nanoseconds, which wrap.
        Ok(Zone(ZoneKind::Fixed(go::seconds(minutes.wrapping_mul(60_000_000_000)) as i64)))
    }

    /// Seconds east of UTC at an instant in seconds since 1970.
    #[cfg_attr(not(feature = "timezones"), allow(unused_variables))]
    pub(super) fn offset_at(self, instant: i64) -> i64 {
        match self.0 {
            ZoneKind::Fixed(seconds) => seconds,
            #[cfg(feature = "timezones")]
            ZoneKind::Named(zone) => {
                // Fails only beyond years that timestamps cannot have.
                zone.find_local_time_type(instant).map_or(0, |found| i64::from(found.ut_offset()))
            }
        }
    }
}

fn named(name: &str) -> Evaluated<Zone> {
    // The local zone of servers is UTC.
    if matches!(name, "" | "UTC" | "Local") {
        return Ok(Zone::UTC);
    }
    if name.contains("..") || name.starts_with(['/', '\\']) {
        return Err(EvalError::Static("time: invalid location name"));
    }
    in_database(name)
}

/// Looks a name up. The database ignores the case of names, Go does not.
#[cfg(feature = "timezones")]
fn in_database(name: &str) -> Evaluated<Zone> {
    let known = tzdb_data::TZ_NAMES.contains(&name);
    let found = known.then(|| tzdb_data::find_tz(name.as_bytes())).flatten();
    found
        .map(|zone| Zone(ZoneKind::Named(zone)))
        .ok_or_else(|| EvalError::text(format!("unknown time zone {name}")))
}

/// Without the feature there is no database. Generated code requires the feature if a zone can have a name.
#[cfg(not(feature = "timezones"))]
fn in_database(name: &str) -> Evaluated<Zone> {
    Err(EvalError::text(format!("the time zone {name} needs the feature `cel-timezones` of crdc")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_any_two_integers() {
        for (text, seconds) in [
            ("UTC", 0),
            ("", 0),
            ("-00:00", 0),
            ("02:00", 7_200),
            ("+11:00", 39_600),
            ("-02:30", -9_000),
            ("-00:30", -1_800),
            ("+1:-15", 2_700),
            ("99:99", 362_340),
            ("9223372036854775807:0", -3_600),
        ] {
            let zone = Zone::find(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(zone.offset_at(0), seconds, "{text}");
        }
    }

    #[test]
    fn errors_are_those_of_go() {
        for (text, expected) in [
            #[cfg(feature = "timezones")]
            ("Mars/Olympus", "unknown time zone Mars/Olympus"),
            #[cfg(feature = "timezones")]
            ("europe/berlin", "unknown time zone europe/berlin"),
            #[cfg(not(feature = "timezones"))]
            ("Europe/Berlin", "the time zone Europe/Berlin needs the feature `cel-timezones` of crdc"),
            ("/etc/passwd", "time: invalid location name"),
            ("a/../b", "time: invalid location name"),
            (":", "strconv.Atoi: parsing \"\": invalid syntax"),
            ("+02:30:15", "strconv.Atoi: parsing \"30:15\": invalid syntax"),
            ("1:99999999999999999999", "strconv.Atoi: parsing \"99999999999999999999\": value out of range"),
        ] {
            assert_eq!(Zone::find(text).map_err(|error| error.to_string()).err().as_deref(), Some(expected));
        }
    }

    #[cfg(feature = "timezones")]
    #[test]
    fn names_have_the_rules_of_their_years() {
        for (name, instant, seconds) in [
            ("Europe/Berlin", 1_700_000_000, 3_600),
            ("Europe/Berlin", 1_690_000_000, 7_200),
            ("Europe/Dublin", 1_690_000_000, 3_600),
            ("America/St_Johns", 1_234_490_400, -12_600),
            ("Australia/Sydney", 1_234_567_890, 39_600),
            // Before the first rule, and beyond the last one.
            ("Europe/Berlin", -62_135_596_800, 3_208),
            ("America/New_York", 253_394_000_000, -14_400),
        ] {
            let zone = Zone::find(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(zone.offset_at(instant), seconds, "{name} {instant}");
        }
    }
}
