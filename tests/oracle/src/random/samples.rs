//! The number of random cases of a property test. Few by default, so that all tests take minutes.

/// The number of cases: `usual`, times `CRDC_SAMPLES` if that is set.
pub fn samples(usual: u64) -> u64 {
    usual * number("CRDC_SAMPLES").unwrap_or(1)
}

/// The seeds of `samples(usual)` cases, from `CRDC_SEED` on, or from 0.
pub fn seeds(usual: u64) -> std::ops::Range<u64> {
    let first = number("CRDC_SEED").unwrap_or(0);
    first..first + samples(usual)
}

/// The number in an environment variable; `None` if there is none.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
