//! Ranges of sizes and costs, with arithmetic that stops at the largest number.
//
// cel-go: checker/cost.go

/// The least and the most of a size or cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub min: u64,
    /// The most.
    pub max: u64,
}

impl Range {
    pub(super) const UNKNOWN: Range = Range { min: 0, max: u64::MAX };
    /// The neutral element of a union of ranges.
    pub(super) const NONE: Range = Range { min: u64::MAX, max: 0 };
    pub(super) const ZERO: Range = Range::fixed(0);
    pub(super) const ONE: Range = Range::fixed(1);

    pub(super) const fn fixed(value: u64) -> Range {
        Range { min: value, max: value }
    }

    pub(super) fn plus(self, other: Range) -> Range {
        Range { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }

    pub(super) fn times(self, other: Range) -> Range {
        Range { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    pub(super) fn scaled(self, factor: f64) -> Range {
        Range { min: scale(self.min, factor), max: scale(self.max, factor) }
    }

    pub(super) fn union(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// The product of a value and a factor, rounded up.
fn scale(value: u64, factor: f64) -> u64 {
    let value = value as f64;
    if value > 0.0 && factor > 0.0 && value > u64::MAX as f64 / factor {
        return u64::MAX;
    }
    // The cast stops at the largest number.
    (value * factor).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stops_at_the_largest_number() {
        assert_eq!(Range::UNKNOWN.plus(Range::ONE), Range { min: 1, max: u64::MAX });
        assert_eq!(Range::UNKNOWN.times(Range::fixed(2)).max, u64::MAX);
        assert_eq!(Range::UNKNOWN.scaled(0.1), Range { min: 0, max: 1_844_674_407_370_955_264 });
        assert_eq!(Range::UNKNOWN.scaled(2.0).max, u64::MAX);
        assert_eq!(Range::fixed(11).scaled(0.1), Range::fixed(2));
    }
}
