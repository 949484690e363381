//! Parts of timestamps and durations.
//
// cel-go: common/stdlib/standard.go

use super::overload::{Cost, Function, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "getFullYear",
        since: Minor::FIRST,
        doc: "the year, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_year", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_year_with_tz", &[Timestamp, String], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getMonth",
        since: Minor::FIRST,
        doc: "the month, from 0, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_month", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_month_with_tz", &[Timestamp, String], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getDayOfYear",
        since: Minor::FIRST,
        doc: "the day of the year, from 0, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_day_of_year", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_day_of_year_with_tz", &[Timestamp, String], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getDayOfMonth",
        since: Minor::FIRST,
        doc: "the day of the month, from 0, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_day_of_month", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_day_of_month_with_tz", &[Timestamp, String], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getDate",
        since: Minor::FIRST,
        doc: "the day of the month, from 1, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_day_of_month_1_based", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_day_of_month_1_based_with_tz", &[Timestamp, String], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getDayOfWeek",
        since: Minor::FIRST,
        doc: "the day of the week, from 0 for Sunday, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_day_of_week", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_day_of_week_with_tz", &[Timestamp, String], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getHours",
        since: Minor::FIRST,
        doc: "the hour, or a duration in hours, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_hours", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_hours_with_tz", &[Timestamp, String], Int, Cost::Unit),
            on("duration_to_hours", &[Duration], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getMinutes",
        since: Minor::FIRST,
        doc: "the minute, or a duration in minutes, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_minutes", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_minutes_with_tz", &[Timestamp, String], Int, Cost::Unit),
            on("duration_to_minutes", &[Duration], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getSeconds",
        since: Minor::FIRST,
        doc: "the second, or a duration in seconds, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_seconds", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_seconds_tz", &[Timestamp, String], Int, Cost::Unit),
            on("duration_to_seconds", &[Duration], Int, Cost::Unit),
        ],
    },
    Function {
        name: "getMilliseconds",
        since: Minor::FIRST,
        doc: "the milliseconds, in UTC or in a time zone",
        overloads: &[
            on("timestamp_to_milliseconds", &[Timestamp], Int, Cost::Unit),
            on("timestamp_to_milliseconds_with_tz", &[Timestamp, String], Int, Cost::Unit),
            on("duration_to_milliseconds", &[Duration], Int, Cost::Unit),
        ],
    },
];
