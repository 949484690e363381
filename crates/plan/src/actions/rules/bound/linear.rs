//! Linear bounds: a constant, and a rate for each byte of some values.
//!
//! Easy to break: nothing is ever negative, and zero times infinity is zero.

/// The size of a value in bytes: that of `self`, of `oldSelf`, or of the item of a loop.
pub(super) type Variable = usize;

/// `self`
pub(super) const SELF: Variable = 0;
/// `oldSelf`
pub(super) const OLD: Variable = 1;

/// A linear function of the sizes of values: a constant, and a rate for each byte of some values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Linear {
    pub(super) constant: f64,
    /// The rates by variable, ascending.
    rates: Vec<(Variable, f64)>,
}

/// The largest value of each variable.
pub(super) type Maxima = Vec<f64>;

/// The product, where zero times infinity is zero.
pub(super) fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

impl Linear {
    pub(super) fn constant(constant: f64) -> Linear {
        Linear { constant, rates: Vec::new() }
    }

    /// The infinite bound.
    pub(super) fn unknown() -> Linear {
        Linear::constant(f64::INFINITY)
    }

    /// The function whose value is the size of a value.
    pub(crate) fn of(variable: Variable) -> Linear {
        Linear { constant: 0.0, rates: vec![(variable, 1.0)] }
    }

    pub(super) fn is_constant(&self) -> bool {
        self.rates.is_empty()
    }

    pub(super) fn rate(&self, variable: Variable) -> f64 {
        self.rates.iter().find(|(own, _)| *own == variable).map_or(0.0, |(_, rate)| *rate)
    }

    pub(super) fn plus(&self, more: f64) -> Linear {
        Linear { constant: self.constant + more, rates: self.rates.clone() }
    }

    pub(super) fn scaled(&self, factor: f64) -> Linear {
        let rates = self.rates.iter().map(|(variable, rate)| (*variable, times(*rate, factor)));
        Linear {
            constant: times(self.constant, factor),
            rates: rates.filter(|(_, rate)| *rate > 0.0).collect(),
        }
    }

    fn combined(&self, other: &Linear, with: impl Fn(f64, f64) -> f64) -> Linear {
        let mut rates = self.rates.clone();
        for (variable, rate) in &other.rates {
            match rates.binary_search_by_key(variable, |(own, _)| *own) {
                Ok(at) => rates[at].1 = with(rates[at].1, *rate),
                Err(at) => rates.insert(at, (*variable, *rate)),
            }
        }
        Linear { constant: with(self.constant, other.constant), rates }
    }

    pub(super) fn add(&self, other: &Linear) -> Linear {
        self.combined(other, |a, b| a + b)
    }

    /// A bound that is at least as large as both bounds.
    pub(super) fn either(&self, other: &Linear) -> Linear {
        self.combined(other, f64::max)
    }

    /// The largest value of the function for these maxima.
    pub(super) fn most(&self, maxima: &Maxima) -> f64 {
        let of = |variable: Variable| maxima.get(variable).copied().unwrap_or(f64::INFINITY);
        self.rates.iter().fold(self.constant, |sum, (variable, rate)| sum + times(*rate, of(*variable)))
    }

    fn innermost(&self) -> Option<Variable> {
        self.rates.last().map(|(variable, _)| *variable)
    }

    /// The smaller of two bounds of the same cost. Of equal bounds, the one that depends on the innermost
    /// value, since the items of a loop share the bytes of a list.
    pub(super) fn smaller(&self, other: &Linear, maxima: &Maxima) -> Linear {
        let (a, b) = (self.most(maxima), other.most(maxima));
        let own = if a == b { self.innermost() >= other.innermost() } else { a < b };
        if own { self.clone() } else { other.clone() }
    }

    /// A bound of the product: one factor is replaced by its largest value, preferably the factor of the
    /// outer values.
    pub(super) fn product(&self, other: &Linear, maxima: &Maxima) -> Linear {
        if other.is_constant() {
            return self.scaled(other.constant);
        }
        if self.is_constant() || self.innermost() < other.innermost() {
            return other.scaled(self.most(maxima));
        }
        self.scaled(other.most(maxima))
    }

    /// The function without a variable, and the rate of the variable.
    fn split(&self, variable: Variable) -> (Linear, f64) {
        let mut rest = self.clone();
        rest.rates.retain(|(own, _)| *own != variable);
        (rest, self.rate(variable))
    }

    /// The sum over the items of a list: `count` items, whose sizes are `total` together.
    pub(super) fn over(&self, item: Variable, count: &Linear, total: &Linear, maxima: &Maxima) -> Linear {
        let (each, rate) = self.split(item);
        count.product(&each, maxima).add(&total.scaled(rate))
    }

    /// A bound for any item of a list whose size is `total`.
    pub(super) fn for_any(&self, item: Variable, total: &Linear) -> Linear {
        let (each, rate) = self.split(item);
        each.add(&total.scaled(rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_share_the_bytes_of_their_list() {
        let maxima = vec![100.0, 0.0, 100.0];
        let (list, item) = (Linear::of(SELF), Linear::of(2));
        let cost = item.scaled(0.1).plus(3.0);
        let count = list.scaled(0.25);
        let all = cost.over(2, &count, &list, &maxima);
        assert_eq!(all.most(&maxima), 25.0 * 3.0 + 0.1 * 100.0);
        assert_eq!(cost.over(2, &Linear::constant(4.0), &list, &maxima).most(&maxima), 22.0);
        assert_eq!(cost.for_any(2, &list).most(&maxima), 13.0);
    }

    #[test]
    fn the_inner_factor_of_a_product_stays() {
        let maxima = vec![100.0, 0.0, 10.0];
        let product = Linear::of(SELF).product(&Linear::of(2), &maxima);
        assert_eq!((product.rate(SELF), product.rate(2)), (0.0, 100.0));
        assert_eq!(Linear::unknown().scaled(0.0), Linear::constant(0.0));
        assert_eq!(Linear::unknown().product(&Linear::of(2), &maxima).most(&maxima), f64::INFINITY);
    }

    #[test]
    fn one_of_two_bounds_is_chosen_by_its_largest_value() {
        let maxima = vec![100.0, 100.0, 100.0];
        let (small, large) = (Linear::constant(64.0), Linear::of(SELF));
        assert_eq!(large.smaller(&small, &maxima), small);
        assert_eq!(Linear::of(2).smaller(&Linear::of(SELF), &maxima), Linear::of(2));
        assert_eq!(Linear::of(SELF).plus(1.0).either(&small), Linear::of(SELF).plus(64.0));
    }
}
