//! Indexes of a Job in a text such as `1,3-5`. In: the text and the number of completions. Out: how many
//! indexes there are or Go's error, or the first index that two texts have both.
//
// kubernetes: pkg/apis/batch/validation/validation.go validateIndexesFormat, parseIndexInterval,
// validateFailedIndexesNotOverlapCompleted

use crdc_vocabulary::go::quote;

/// The first and the last index of a part.
type Interval = (i64, i64);

/// The number of indexes in a text.
pub(super) fn parse(text: &str, completions: i64) -> Result<i64, String> {
    if text.is_empty() {
        return Ok(0);
    }
    let (mut last, mut total) = (None, 0);
    for part in text.split(',') {
        let (first, end) = interval(part, completions)?;
        if let Some(last) = last.filter(|last| *last >= first) {
            return Err(format!("non-increasing order, previous: {last}, current: {first}"));
        }
        total += end - first + 1;
        last = Some(end);
    }
    Ok(total)
}

fn interval(part: &str, completions: i64) -> Result<Interval, String> {
    let mut limits = part.split('-');
    let first_text = limits.next().unwrap_or_default();
    let second_text = limits.next();
    if limits.next().is_some() {
        return Err(format!(
            "the fragment {} violates the requirement that an index interval can have at most two parts separated by '-'",
            quote(part)
        ));
    }
    let first = index(first_text, completions)?;
    let Some(second_text) = second_text else { return Ok((first, first)) };
    let second = index(second_text, completions)?;
    if first >= second {
        return Err(format!("non-increasing order, previous: {first}, current: {second}"));
    }
    Ok((first, second))
}

fn index(text: &str, completions: i64) -> Result<i64, String> {
    let number = text.parse::<i64>();
    let number =
        number.map_err(|_| format!("cannot convert string to integer for index: {}", quote(text)))?;
    match number >= completions {
        true => Err(format!("too large index: {}", quote(text))),
        false => Ok(number),
    }
}

/// The first index that both texts have. Parts that cannot be read are errors of their own.
pub(super) fn overlap(completed: &str, failed: &str, completions: i64) -> Option<i64> {
    let parts = |text: &str| -> Vec<Interval> {
        text.split(',').filter_map(|part| interval(part, completions).ok()).collect()
    };
    let (completed, failed) = (parts(completed), parts(failed));
    let (mut one, mut other) = (completed.iter().peekable(), failed.iter().peekable());
    while let (Some((start, end)), Some((first, last))) = (one.peek(), other.peek()) {
        if start <= last && first <= end {
            return Some(*start.max(first));
        }
        if start <= first {
            one.next();
        } else {
            other.next();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{overlap, parse};

    #[test]
    fn indexes_increase_and_are_below_the_completions() {
        for (text, wanted) in [
            ("", Ok(0)),
            ("0,2-3,7", Ok(4)),
            ("3,2", Err("non-increasing order, previous: 3, current: 2")),
            ("3-3", Err("non-increasing order, previous: 3, current: 3")),
            ("8", Err("too large index: \"8\"")),
            ("a", Err("cannot convert string to integer for index: \"a\"")),
            (
                "1-2-3",
                Err(
                    "the fragment \"1-2-3\" violates the requirement that an index interval can have at most two parts separated by '-'",
                ),
            ),
        ] {
            assert_eq!(parse(text, 8), wanted.map_err(str::to_owned), "{text}");
        }
    }

    #[test]
    fn an_index_is_completed_or_failed() {
        assert_eq!(overlap("0-2,5", "3,5-6", 8), Some(5));
        assert_eq!(overlap("0-2", "3", 8), None);
        assert_eq!(overlap("", "3", 8), None);
    }
}
