//! The table of functions that return parts of timestamps and durations.
//
// cel-go: common/stdlib/standard.go

use super::overload::{Cost, on};
use super::signature::Signature::*;
use crate::library;
use crate::scalars::duration;
use crate::scalars::timestamp;
use crdc_vocabulary::Minor;

functions! {
    "getFullYear" since Minor::FIRST, "the year, in UTC or in a time zone":
        TIMESTAMP_TO_YEAR = on "timestamp_to_year" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().full_year());
        TIMESTAMP_TO_YEAR_WITH_TZ = on "timestamp_to_year_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).full_year());
    "getMonth" since Minor::FIRST, "the month, from 0, in UTC or in a time zone":
        TIMESTAMP_TO_MONTH = on "timestamp_to_month" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().month());
        TIMESTAMP_TO_MONTH_WITH_TZ = on "timestamp_to_month_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).month());
    "getDayOfYear" since Minor::FIRST, "the day of the year, from 0, in UTC or in a time zone":
        TIMESTAMP_TO_DAY_OF_YEAR = on "timestamp_to_day_of_year" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().day_of_year());
        TIMESTAMP_TO_DAY_OF_YEAR_WITH_TZ = on "timestamp_to_day_of_year_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).day_of_year());
    "getDayOfMonth" since Minor::FIRST, "the day of the month, from 0, in UTC or in a time zone":
        TIMESTAMP_TO_DAY_OF_MONTH = on "timestamp_to_day_of_month" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().day_of_month());
        TIMESTAMP_TO_DAY_OF_MONTH_WITH_TZ = on "timestamp_to_day_of_month_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).day_of_month());
    "getDate" since Minor::FIRST, "the day of the month, from 1, in UTC or in a time zone":
        TIMESTAMP_TO_DAY_OF_MONTH_1_BASED = on "timestamp_to_day_of_month_1_based" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().date());
        TIMESTAMP_TO_DAY_OF_MONTH_1_BASED_WITH_TZ = on "timestamp_to_day_of_month_1_based_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).date());
    "getDayOfWeek" since Minor::FIRST, "the day of the week, from 0 for Sunday, in UTC or in a time zone":
        TIMESTAMP_TO_DAY_OF_WEEK = on "timestamp_to_day_of_week" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().day_of_week());
        TIMESTAMP_TO_DAY_OF_WEEK_WITH_TZ = on "timestamp_to_day_of_week_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).day_of_week());
    "getHours" since Minor::FIRST, "the hour, or a duration in hours, in UTC or in a time zone":
        TIMESTAMP_TO_HOURS = on "timestamp_to_hours" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().hours());
        TIMESTAMP_TO_HOURS_WITH_TZ = on "timestamp_to_hours_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).hours());
        DURATION_TO_HOURS = on "duration_to_hours" [Duration] -> Int, Cost::Unit
            => |_, a: duration::Duration| Ok(a.hours());
    "getMinutes" since Minor::FIRST, "the minute, or a duration in minutes, in UTC or in a time zone":
        TIMESTAMP_TO_MINUTES = on "timestamp_to_minutes" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().minutes());
        TIMESTAMP_TO_MINUTES_WITH_TZ = on "timestamp_to_minutes_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).minutes());
        DURATION_TO_MINUTES = on "duration_to_minutes" [Duration] -> Int, Cost::Unit
            => |_, a: duration::Duration| Ok(a.minutes());
    "getSeconds" since Minor::FIRST, "the second, or a duration in seconds, in UTC or in a time zone":
        TIMESTAMP_TO_SECONDS = on "timestamp_to_seconds" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().seconds());
        TIMESTAMP_TO_SECONDS_TZ = on "timestamp_to_seconds_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).seconds());
        DURATION_TO_SECONDS = on "duration_to_seconds" [Duration] -> Int, Cost::Unit
            => |_, a: duration::Duration| Ok(a.seconds());
    "getMilliseconds" since Minor::FIRST, "the milliseconds, in UTC or in a time zone":
        TIMESTAMP_TO_MILLISECONDS = on "timestamp_to_milliseconds" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.utc().milliseconds());
        TIMESTAMP_TO_MILLISECONDS_WITH_TZ = on "timestamp_to_milliseconds_with_tz" [Timestamp, String] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp, b: &str| Ok(a.within(library::zone::Zone::find(b)?).milliseconds());
        DURATION_TO_MILLISECONDS = on "duration_to_milliseconds" [Duration] -> Int, Cost::Unit
            => |_, a: duration::Duration| Ok(a.milliseconds());
}
