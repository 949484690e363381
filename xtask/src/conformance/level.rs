//! The levels at which answers are compared. The summary line has the first five; `--min` accepts any.

/// A part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// Accepted or not.
    Verdict,
    /// The stored or refused object.
    Object,
    /// Errors as a set of (type, field).
    Errors,
    /// Errors as a set, with messages and values; the message of a 400.
    Messages,
    /// Unknown and duplicate fields.
    Strict,
    /// Errors that were ratcheted because their value did not change.
    Ratcheted,
    /// Warnings other than those of `Strict`.
    Warnings,
    /// The cost of the rules, where they ran and the record has it.
    CelCost,
}

impl Level {
    pub(super) const COUNT: usize = 8;
    pub(super) const ALL: [Self; Self::COUNT] = [
        Self::Verdict,
        Self::Object,
        Self::Errors,
        Self::Messages,
        Self::Strict,
        Self::Ratcheted,
        Self::Warnings,
        Self::CelCost,
    ];
    /// The levels for CRDs, which crdc does not store or decode strictly.
    pub(super) const OF_CRDS: [Self; 4] = [Self::Verdict, Self::Errors, Self::Messages, Self::Warnings];
    /// The levels in the summary line.
    pub(super) const COMPARED: [Self; 5] =
        [Self::Verdict, Self::Object, Self::Errors, Self::Messages, Self::Strict];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Object => "object",
            Self::Errors => "errors",
            Self::Messages => "messages",
            Self::Strict => "strict",
            Self::Ratcheted => "ratcheted",
            Self::Warnings => "warnings",
            Self::CelCost => "cel_cost",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == name)
    }
}

/// The result of comparing one answer: a boolean for each level; `None` if the level cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparison([Option<bool>; Level::COUNT]);

impl Comparison {
    /// The same result for every level.
    pub(super) fn all(equal: bool) -> Self {
        Self([Some(equal); Level::COUNT])
    }

    pub(super) fn set(&mut self, level: Level, equal: Option<bool>) {
        self.0[level as usize] = equal;
    }

    pub(super) fn get(&self, level: Level) -> Option<bool> {
        self.0[level as usize]
    }

    /// The levels at which the answers differ.
    pub(super) fn missed(&self) -> impl Iterator<Item = Level> {
        Level::ALL.into_iter().filter(|level| self.get(*level) == Some(false))
    }
}

/// The number of equal cases for each level.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(super) cases: usize,
    equal: [usize; Level::COUNT],
    validated: [usize; Level::COUNT],
}

impl Tally {
    pub(super) fn add(&mut self, comparison: &Comparison) {
        self.cases += 1;
        for level in Level::ALL {
            let result = comparison.get(level);
            self.equal[level as usize] += usize::from(result == Some(true));
            self.validated[level as usize] += usize::from(result.is_some());
        }
    }

    /// The share of equal cases, exactly.
    pub(super) fn ratio(&self, level: Level) -> f64 {
        let (equal, validated) = (self.equal[level as usize], self.validated[level as usize]);
        if validated == 0 { 1.0 } else { equal as f64 / validated as f64 }
    }

    /// Hundredths of a percent, rounded down: 10000 means that all cases are equal.
    pub(super) fn hundredths(&self, level: Level) -> usize {
        let (equal, validated) = (self.equal[level as usize], self.validated[level as usize]);
        (equal * 10_000).checked_div(validated).unwrap_or(10_000)
    }

    /// The percentage of equal answers as text.
    pub(super) fn percent(&self, level: Level) -> String {
        let hundredths = self.hundredths(level);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_one_is_not_a_hundred() {
        let mut tally = Tally::default();
        for number in 0..100_000 {
            let mut comparison = Comparison::all(true);
            comparison.set(Level::Object, Some(number != 0));
            comparison.set(Level::Errors, (number > 1).then_some(number > 2));
            tally.add(&comparison);
        }
        assert_eq!(tally.percent(Level::Verdict), "100.00");
        assert_eq!(tally.percent(Level::Object), "99.99");
        assert_eq!(tally.hundredths(Level::Errors), 9_999);
    }
}
