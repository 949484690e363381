//! Concave bounds: the highest cost of the rules at and below a value, as a function of the size of that
//! value. Because these functions are concave, the largest sum over values that share the bytes of a list or
//! an object can be computed exactly.

use super::linear::times;

/// The number of lines above which neighbouring lines are joined.
const MOST_LINES: usize = 32;

/// A function of a size: its value at zero, and lines whose slopes fall.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Concave {
    start: f64,
    /// The length and the slope of each line. The function is constant after the last.
    lines: Vec<(f64, f64)>,
}

impl Concave {
    /// The smallest of several lines, by their values at zero and their slopes.
    pub(super) fn smallest_of(lines: &[(f64, f64)]) -> Concave {
        let mut lines: Vec<(f64, f64)> = lines.to_vec();
        // The line with the smallest value at zero is the lowest one there. Lines that follow it have smaller
        // slopes.
        lines.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let Some(&(start, mut slope)) = lines.first() else { return Concave::default() };
        let (mut at, mut value) = (0.0, start);
        let mut found = Concave { start, lines: Vec::new() };
        loop {
            // The next line that is lower.
            let crossings = lines.iter().filter(|(_, other)| *other < slope).map(|(constant, other)| {
                let below = (constant + other * at - value).max(0.0);
                (below / (slope - other), *other)
            });
            let Some((length, next)) = crossings.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))
            else {
                found.lines.push((f64::INFINITY, slope));
                return found;
            };
            if !length.is_finite() {
                found.lines.push((f64::INFINITY, slope));
                return found;
            }
            found.lines.push((length, slope));
            value += times(slope, length);
            at += length;
            slope = next;
        }
    }

    pub(super) fn at(&self, size: f64) -> f64 {
        let (mut left, mut value) = (size, self.start);
        for (length, slope) in &self.lines {
            let used = left.min(*length);
            value += times(used, *slope);
            left -= used;
            if left <= 0.0 {
                break;
            }
        }
        value
    }

    /// The sum for one value.
    pub(super) fn plus(&self, other: &Concave) -> Concave {
        let mut sum = Concave { start: self.start + other.start, lines: Vec::new() };
        let (mut own, mut theirs) = (self.lines.iter().copied(), other.lines.iter().copied());
        const REST: (f64, f64) = (f64::INFINITY, 0.0);
        let (mut a, mut b) = (own.next().unwrap_or(REST), theirs.next().unwrap_or(REST));
        loop {
            let length = a.0.min(b.0);
            sum.lines.push((length, a.1 + b.1));
            if length.is_infinite() {
                return sum;
            }
            (a.0, b.0) = (a.0 - length, b.0 - length);
            if a.0 <= 0.0 {
                a = own.next().unwrap_or(REST);
            }
            if b.0 <= 0.0 {
                b = theirs.next().unwrap_or(REST);
            }
        }
    }

    /// The sum for two values that share bytes: the bytes are distributed so that the sum is largest.
    pub(super) fn sharing(&self, other: &Concave) -> Concave {
        let mut lines: Vec<(f64, f64)> = self.lines.iter().chain(&other.lines).copied().collect();
        lines.sort_by(|a, b| b.1.total_cmp(&a.1));
        lines.dedup_by(|next, line| {
            let equal = next.1 == line.1;
            line.0 += if equal { next.0 } else { 0.0 };
            equal
        });
        while lines.len() > MOST_LINES {
            // The steeper slope is a bound of both.
            lines = lines.chunks(2).map(|two| (two.iter().map(|line| line.0).sum(), two[0].1)).collect();
        }
        Concave { start: self.start + other.start, lines }
    }

    /// The sum for the items of a list, of which none is smaller than `smallest`.
    pub(super) fn of_items(&self, most: Option<f64>, smallest: f64) -> Concave {
        let smallest = smallest.max(1.0);
        let first = (times(most.unwrap_or(f64::INFINITY), smallest), self.at(smallest) / smallest);
        let mut lines = vec![first];
        if let Some(most) = most {
            let mut skipped = smallest;
            for (length, slope) in &self.lines {
                let rest = (length - skipped).max(0.0);
                skipped = (skipped - length).max(0.0);
                if rest > 0.0 {
                    lines.push((times(rest, most), *slope));
                }
            }
        }
        Concave { start: 0.0, lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(size: f64) -> f64 {
        (10.0 + 2.0 * size).min(50.0 + size).min(200.0)
    }

    fn function() -> Concave {
        Concave::smallest_of(&[(200.0, 0.0), (10.0, 2.0), (300.0, 1.0), (50.0, 1.0)])
    }

    #[test]
    fn the_smallest_line_counts() {
        for size in [0.0, 1.0, 39.0, 40.0, 41.0, 150.0, 1000.0] {
            assert_eq!(function().at(size), least(size), "{size}");
        }
        assert_eq!(Concave::default().at(5.0), 0.0);
        assert_eq!(Concave::smallest_of(&[(f64::INFINITY, 0.0), (1.0, 2.0)]).at(4.0), 9.0);
    }

    #[test]
    fn sums_are_those_of_one_size() {
        let other = Concave::smallest_of(&[(0.0, 3.0), (30.0, 0.0)]);
        let sum = function().plus(&other);
        for size in [0.0, 5.0, 10.0, 20.0, 40.0, 500.0] {
            assert_eq!(sum.at(size), least(size) + (3.0 * size).min(30.0), "{size}");
        }
    }

    #[test]
    fn bytes_go_where_they_cost_most() {
        let other = Concave::smallest_of(&[(0.0, 3.0), (30.0, 0.0)]);
        let shared = function().sharing(&other);
        for size in [0.0, 7.0, 10.0, 49.0, 51.0, 900.0] {
            let best = (0..=20).map(|part| size * f64::from(part) / 20.0).chain([10.0_f64.min(size)]);
            let best = best.map(|theirs| other.at(theirs) + least(size - theirs)).fold(0.0, f64::max);
            assert!(shared.at(size) >= best - 1e-9, "{size}: {} {best}", shared.at(size));
            assert!(shared.at(size) <= best + 2.0, "{size}: {} {best}", shared.at(size));
        }
    }

    #[test]
    fn items_are_as_many_and_as_equal_as_they_can_be() {
        let items = function().of_items(Some(4.0), 5.0);
        let expected =
            |size: f64| if size <= 20.0 { size / 5.0 * least(5.0) } else { 4.0 * least(size / 4.0) };
        for size in [0.0, 3.0, 20.0, 100.0, 160.0, 1000.0] {
            assert!((items.at(size) - expected(size)).abs() < 1e-9, "{size}");
        }
        assert_eq!(function().of_items(None, 5.0).at(1000.0), 4000.0);
    }
}
