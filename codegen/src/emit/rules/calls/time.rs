//! Timestamps and durations.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("timestamp_to_year", "|a| Ok(a.utc().full_year())"),
    ("timestamp_to_year_with_tz", "|a, b| Ok(a.within(library::zone::Zone::find(b)?).full_year())"),
    ("timestamp_to_month", "|a| Ok(a.utc().month())"),
    ("timestamp_to_month_with_tz", "|a, b| Ok(a.within(library::zone::Zone::find(b)?).month())"),
    ("timestamp_to_day_of_year", "|a| Ok(a.utc().day_of_year())"),
    ("timestamp_to_day_of_year_with_tz", "|a, b| Ok(a.within(library::zone::Zone::find(b)?).day_of_year())"),
    ("timestamp_to_day_of_month", "|a| Ok(a.utc().day_of_month())"),
    (
        "timestamp_to_day_of_month_with_tz",
        "|a, b| Ok(a.within(library::zone::Zone::find(b)?).day_of_month())",
    ),
    ("timestamp_to_day_of_month_1_based", "|a| Ok(a.utc().date())"),
    (
        "timestamp_to_day_of_month_1_based_with_tz",
        "|a, b| Ok(a.within(library::zone::Zone::find(b)?).date())",
    ),
    ("timestamp_to_day_of_week", "|a| Ok(a.utc().day_of_week())"),
    ("timestamp_to_day_of_week_with_tz", "|a, b| Ok(a.within(library::zone::Zone::find(b)?).day_of_week())"),
    ("timestamp_to_hours", "|a| Ok(a.utc().hours())"),
    ("timestamp_to_hours_with_tz", "|a, b| Ok(a.within(library::zone::Zone::find(b)?).hours())"),
    ("timestamp_to_minutes", "|a| Ok(a.utc().minutes())"),
    ("timestamp_to_minutes_with_tz", "|a, b| Ok(a.within(library::zone::Zone::find(b)?).minutes())"),
    ("timestamp_to_seconds", "|a| Ok(a.utc().seconds())"),
    ("timestamp_to_seconds_tz", "|a, b| Ok(a.within(library::zone::Zone::find(b)?).seconds())"),
    ("timestamp_to_milliseconds", "|a| Ok(a.utc().milliseconds())"),
    (
        "timestamp_to_milliseconds_with_tz",
        "|a, b| Ok(a.within(library::zone::Zone::find(b)?).milliseconds())",
    ),
    ("duration_to_hours", "|a| Ok(a.hours())"),
    ("duration_to_minutes", "|a| Ok(a.minutes())"),
    ("duration_to_seconds", "|a| Ok(a.seconds())"),
    ("duration_to_milliseconds", "|a| Ok(a.milliseconds())"),
    ("add_duration_duration", "|a, b| a.plus(b)"),
    ("add_duration_timestamp", "|a, b| b.plus(a)"),
    ("add_timestamp_duration", "|a, b| a.plus(b)"),
    ("subtract_duration_duration", "|a, b| a.minus(b)"),
    ("subtract_timestamp_duration", "|a, b| a.minus(b)"),
    ("subtract_timestamp_timestamp", "|a, b| a.since(b)"),
];
