//! The budgets for the costs of rules: one for each rule and message, one for all of a version.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/cel_validation.go (TotalCost)

/// The most that a rule or message may cost.
pub(super) const OF_RULE: u64 = 10_000_000;
/// The most that all rules of a version may cost.
pub(super) const OF_VERSION: u64 = 100_000_000;
/// The most rules that an error names if the version costs too much.
const RULES_NAMED: usize = 4;

/// The costs of a version's rules so far.
pub(super) struct Total<P> {
    pub(super) sum: u64,
    /// The most expensive rules with their places, the most expensive first.
    pub(super) most: Vec<(u64, P)>,
}

impl<P> Default for Total<P> {
    fn default() -> Self {
        Total { sum: 0, most: Vec::new() }
    }
}

impl<P> Total<P> {
    pub(super) fn add(&mut self, cost: u64, place: impl FnOnce() -> P) {
        self.sum = self.sum.saturating_add(cost);
        if cost < OF_VERSION / 100 {
            return;
        }
        let at = self.most.partition_point(|(more, _)| *more >= cost);
        if at < RULES_NAMED {
            self.most.insert(at, (cost, place()));
            self.most.truncate(RULES_NAMED);
        }
    }
}

/// The factor by which a cost is over its budget.
pub(super) fn factor(cost: u64, budget: u64) -> String {
    let factor = cost as f64 / budget as f64;
    if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    }
}

/// The server's message.
pub(super) fn exceeded(what: &str, cost: u64, budget: u64) -> String {
    let advice = "try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared";
    format!("{what} exceeds budget by factor of {} ({advice})", factor(cost, budget))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_shown_as_the_server_does() {
        assert_eq!(factor(10_500_000, OF_RULE), "1.050000x");
        assert_eq!(factor(25_000_000, OF_RULE), "2.5x");
        assert_eq!(factor(u64::MAX, OF_RULE), "more than 100x");
    }

    #[test]
    fn the_most_expensive_are_named() {
        let mut total = Total::default();
        for (index, cost) in [2, 1, 5, 3, 4, 6].into_iter().enumerate() {
            total.add(cost * 1_000_000, || index);
        }
        total.add(999_999, || 9);
        let named: Vec<usize> = total.most.iter().map(|(_, place)| *place).collect();
        assert_eq!(named, [5, 2, 4, 3]);
        assert_eq!(total.sum, 21_999_999);
    }
}
