//! Converts between dates of the proleptic Gregorian calendar and days since 1970.

/// A year, which can be negative, a month from 1 and a day from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// The year 0 is the one before 1.
    pub year: i64,
    /// The month, from 1 to 12.
    pub month: i64,
    /// The day, from 1 to 31.
    pub day: i64,
}

/// The number of days of a month.
#[must_use]
pub fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01. A day beyond the end of its month counts on into the next one.
#[must_use]
pub fn day_of_date(date: Date) -> i64 {
    let Date { year, month, day } = date;
    // Years that begin in March, in cycles of 400.
    let year = if month <= 2 { year - 1 } else { year };
    let (cycle, of_cycle) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    cycle * 146_097 + of_cycle * 365 + of_cycle / 4 - of_cycle / 100 + of_year - 719_468
}

/// The date of a day since 1970-01-01.
#[must_use]
pub fn date_of_day(day: i64) -> Date {
    let days = day + 719_468;
    let (cycle, of_cycle) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_cycle - of_cycle / 1_460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
    let of_year = of_cycle - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * shifted + 2) / 5 + 1, (shifted + 2) % 12 + 1);
    Date { year: cycle * 400 + year + i64::from(month <= 2), month, day }
}

#[cfg(test)]
mod tests {
    use super::{Date, date_of_day, day_of_date, days_in_month};

    #[test]
    fn every_day_of_some_centuries_follows_the_one_before() {
        let mut expected = Date { year: -1, month: 1, day: 1 };
        let first = day_of_date(expected);
        for day in first..first + 4 * 146_097 {
            assert_eq!(date_of_day(day), expected);
            assert_eq!(day_of_date(expected), day);
            expected.day += 1;
            if expected.day > days_in_month(expected.year, expected.month) {
                expected = Date { day: 1, month: expected.month + 1, ..expected };
            }
            if expected.month > 12 {
                expected = Date { month: 1, year: expected.year + 1, ..expected };
            }
        }
        assert_eq!(date_of_day(0), Date { year: 1970, month: 1, day: 1 });
    }
}
