//! Ends calls whose own cost is above the limit of a rule. The server runs such calls and ends the rule when
//! it counts their cost. Here they are not run, since some of them would take hours.
//
// apiserver: pkg/apis/cel/config.go (PerCallLimit)

use crate::error::{EvalError, Evaluated};

/// The limit of the cost of one evaluation of a rule.
const PER_CALL: u64 = 1_000_000;

/// Ends the evaluation if a call costs too much.
///
/// # Errors
/// [`EvalError::CostLimit`]
pub(super) fn affordable(cost: u64) -> Evaluated<()> {
    if cost > PER_CALL { Err(EvalError::CostLimit) } else { Ok(()) }
}

/// A size as part of a cost.
pub(super) fn size(size: i64) -> u64 {
    u64::try_from(size).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_affordable() {
        assert_eq!(affordable(1_000_000), Ok(()));
        assert_eq!(affordable(1_000_001), Err(EvalError::CostLimit));
    }
}
