//! Measures how time grows with the size of a document.

use std::time::{Duration, Instant};

use crdc_codegen::source::Source;

use crate::document::Family;
use crate::work::Work;

/// CPU time of this thread, if the system provides it, since other processes may interrupt it.
fn ran(since: Instant) -> Duration {
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

fn time(work: fn(&Source), source: &Source) -> Duration {
    let since = Instant::now();
    let start = ran(since);
    work(source);
    ran(since).saturating_sub(start)
}

/// The highest ratio of times for twice the document.
const MOST: f64 = 2.5;
/// A larger document that takes less time is fast enough and not measured.
const LEAST: Duration = Duration::from_millis(2);
/// Runs until a ratio counts, since disturbances differ between runs.
const TURNS: usize = 10;

/// The ratio between the minimum times for two documents: once it is small enough, or after all runs.
pub(crate) fn ratio(work: fn(&Source), small: &Source, large: &Source) -> f64 {
    // The larger document is first: a run that warms up or is disturbed then looks like growth, and is repeated. A time
    // that is too long for the small document would hide growth.
    let (mut least, mut last) = ([Duration::MAX; 2], f64::MAX);
    for _ in 0..TURNS {
        least[1] = least[1].min(time(work, large));
        least[0] = least[0].min(time(work, small));
        if least[1] < LEAST {
            return 0.0;
        }
        last = least[1].as_secs_f64() / least[0].as_secs_f64();
        if last <= MOST {
            break;
        }
    }
    last
}

/// Fails with the names of all families and tasks whose time grows too fast at three sizes: a table or cache
/// that is just too small for the larger document is too small for both documents at the next size.
pub(crate) fn all_take_linear_time(families: &[Family], work: &[Work]) {
    // Unoptimized code is about ten times slower, for linear and other work.
    let size = if cfg!(debug_assertions) { 250 } else { 3_000 };
    let only = std::env::var("CRDC_FAMILY").unwrap_or_default();
    let mut failed = Vec::new();
    for (family, document) in families.iter().filter(|(family, _)| family.contains(&only)) {
        for (what, slow, work) in work {
            let n = if *slow { size / 4 } else { size };
            let of = |n: usize| Source::new("crd.yaml", document(n));
            let ratio = |n: usize| ratio(*work, &of(n), &of(2 * n));
            let ratios: Vec<f64> =
                [n, 2 * n, 4 * n].into_iter().map(ratio).take_while(|ratio| *ratio > MOST).collect();
            if ratios.len() == 3 {
                failed.push(format!("{family}: {what}: {ratios:.2?}"));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "twice the document takes more than {MOST} times as long\n{}",
        failed.join("\n")
    );
}
