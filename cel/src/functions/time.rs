//! Parts of timestamps and durations.
//
// cel-go: common/stdlib/standard.go

use super::apply::{apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, on};
use super::signature::Signature::*;
use crate::{self as cel, library};
use crdc_vocabulary::Minor;

/// `timestamp_to_year`
pub const TIMESTAMP_TO_YEAR: Overload = on("timestamp_to_year", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().full_year())));

/// `timestamp_to_year_with_tz`
pub const TIMESTAMP_TO_YEAR_WITH_TZ: Overload =
    on("timestamp_to_year_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).full_year()))
    });

/// `timestamp_to_month`
pub const TIMESTAMP_TO_MONTH: Overload = on("timestamp_to_month", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().month())));

/// `timestamp_to_month_with_tz`
pub const TIMESTAMP_TO_MONTH_WITH_TZ: Overload =
    on("timestamp_to_month_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).month()))
    });

/// `timestamp_to_day_of_year`
pub const TIMESTAMP_TO_DAY_OF_YEAR: Overload = on("timestamp_to_day_of_year", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().day_of_year())));

/// `timestamp_to_day_of_year_with_tz`
pub const TIMESTAMP_TO_DAY_OF_YEAR_WITH_TZ: Overload =
    on("timestamp_to_day_of_year_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).day_of_year()))
    });

/// `timestamp_to_day_of_month`
pub const TIMESTAMP_TO_DAY_OF_MONTH: Overload =
    on("timestamp_to_day_of_month", &[Timestamp], Int, Cost::Unit)
        .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().day_of_month())));

/// `timestamp_to_day_of_month_with_tz`
pub const TIMESTAMP_TO_DAY_OF_MONTH_WITH_TZ: Overload =
    on("timestamp_to_day_of_month_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| {
            Ok(a.within(library::zone::Zone::find(b)?).day_of_month())
        })
    });

/// `timestamp_to_day_of_month_1_based`
pub const TIMESTAMP_TO_DAY_OF_MONTH_1_BASED: Overload =
    on("timestamp_to_day_of_month_1_based", &[Timestamp], Int, Cost::Unit)
        .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().date())));

/// `timestamp_to_day_of_month_1_based_with_tz`
pub const TIMESTAMP_TO_DAY_OF_MONTH_1_BASED_WITH_TZ: Overload =
    on("timestamp_to_day_of_month_1_based_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).date()))
    });

/// `timestamp_to_day_of_week`
pub const TIMESTAMP_TO_DAY_OF_WEEK: Overload = on("timestamp_to_day_of_week", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().day_of_week())));

/// `timestamp_to_day_of_week_with_tz`
pub const TIMESTAMP_TO_DAY_OF_WEEK_WITH_TZ: Overload =
    on("timestamp_to_day_of_week_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).day_of_week()))
    });

/// `timestamp_to_hours`
pub const TIMESTAMP_TO_HOURS: Overload = on("timestamp_to_hours", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().hours())));

/// `timestamp_to_hours_with_tz`
pub const TIMESTAMP_TO_HOURS_WITH_TZ: Overload =
    on("timestamp_to_hours_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).hours()))
    });

/// `duration_to_hours`
pub const DURATION_TO_HOURS: Overload = on("duration_to_hours", &[Duration], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Duration, _>(v, |a| Ok(a.hours())));

/// `timestamp_to_minutes`
pub const TIMESTAMP_TO_MINUTES: Overload = on("timestamp_to_minutes", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().minutes())));

/// `timestamp_to_minutes_with_tz`
pub const TIMESTAMP_TO_MINUTES_WITH_TZ: Overload =
    on("timestamp_to_minutes_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).minutes()))
    });

/// `duration_to_minutes`
pub const DURATION_TO_MINUTES: Overload = on("duration_to_minutes", &[Duration], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Duration, _>(v, |a| Ok(a.minutes())));

/// `timestamp_to_seconds`
pub const TIMESTAMP_TO_SECONDS: Overload = on("timestamp_to_seconds", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().seconds())));

/// `timestamp_to_seconds_tz`
pub const TIMESTAMP_TO_SECONDS_TZ: Overload =
    on("timestamp_to_seconds_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| Ok(a.within(library::zone::Zone::find(b)?).seconds()))
    });

/// `duration_to_seconds`
pub const DURATION_TO_SECONDS: Overload = on("duration_to_seconds", &[Duration], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Duration, _>(v, |a| Ok(a.seconds())));

/// `timestamp_to_milliseconds`
pub const TIMESTAMP_TO_MILLISECONDS: Overload =
    on("timestamp_to_milliseconds", &[Timestamp], Int, Cost::Unit)
        .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.utc().milliseconds())));

/// `timestamp_to_milliseconds_with_tz`
pub const TIMESTAMP_TO_MILLISECONDS_WITH_TZ: Overload =
    on("timestamp_to_milliseconds_with_tz", &[Timestamp, String], Int, Cost::Unit).runs(|_, v| {
        apply2::<cel::Timestamp, &str, _>(v, |a, b| {
            Ok(a.within(library::zone::Zone::find(b)?).milliseconds())
        })
    });

/// `duration_to_milliseconds`
pub const DURATION_TO_MILLISECONDS: Overload = on("duration_to_milliseconds", &[Duration], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Duration, _>(v, |a| Ok(a.milliseconds())));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "getFullYear",
        since: Minor::FIRST,
        doc: "the year, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_YEAR, TIMESTAMP_TO_YEAR_WITH_TZ],
        ..FUNCTION
    },
    Function {
        name: "getMonth",
        since: Minor::FIRST,
        doc: "the month, from 0, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_MONTH, TIMESTAMP_TO_MONTH_WITH_TZ],
        ..FUNCTION
    },
    Function {
        name: "getDayOfYear",
        since: Minor::FIRST,
        doc: "the day of the year, from 0, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_DAY_OF_YEAR, TIMESTAMP_TO_DAY_OF_YEAR_WITH_TZ],
        ..FUNCTION
    },
    Function {
        name: "getDayOfMonth",
        since: Minor::FIRST,
        doc: "the day of the month, from 0, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_DAY_OF_MONTH, TIMESTAMP_TO_DAY_OF_MONTH_WITH_TZ],
        ..FUNCTION
    },
    Function {
        name: "getDate",
        since: Minor::FIRST,
        doc: "the day of the month, from 1, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_DAY_OF_MONTH_1_BASED, TIMESTAMP_TO_DAY_OF_MONTH_1_BASED_WITH_TZ],
        ..FUNCTION
    },
    Function {
        name: "getDayOfWeek",
        since: Minor::FIRST,
        doc: "the day of the week, from 0 for Sunday, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_DAY_OF_WEEK, TIMESTAMP_TO_DAY_OF_WEEK_WITH_TZ],
        ..FUNCTION
    },
    Function {
        name: "getHours",
        since: Minor::FIRST,
        doc: "the hour, or a duration in hours, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_HOURS, TIMESTAMP_TO_HOURS_WITH_TZ, DURATION_TO_HOURS],
        ..FUNCTION
    },
    Function {
        name: "getMinutes",
        since: Minor::FIRST,
        doc: "the minute, or a duration in minutes, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_MINUTES, TIMESTAMP_TO_MINUTES_WITH_TZ, DURATION_TO_MINUTES],
        ..FUNCTION
    },
    Function {
        name: "getSeconds",
        since: Minor::FIRST,
        doc: "the second, or a duration in seconds, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_SECONDS, TIMESTAMP_TO_SECONDS_TZ, DURATION_TO_SECONDS],
        ..FUNCTION
    },
    Function {
        name: "getMilliseconds",
        since: Minor::FIRST,
        doc: "the milliseconds, in UTC or in a time zone",
        overloads: &[TIMESTAMP_TO_MILLISECONDS, TIMESTAMP_TO_MILLISECONDS_WITH_TZ, DURATION_TO_MILLISECONDS],
        ..FUNCTION
    },
];
