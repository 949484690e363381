//! The cost of a request: CPU time of this thread, allocated bytes, and peak memory.
//!
//! Sizes are compared with each other, so the results do not depend on the machine or the build.

use std::time::{Duration, Instant};

use allocation_counter::measure;

/// The highest ratio for twice the size. Linear cost gives 2, sorting a little more, quadratic cost 4.
const MOST: f64 = 2.5;
/// Shorter times are not significant. The runtime is optimized in debug builds too (`profile.dev` of the workspace).
const SHORT: Duration = Duration::from_micros(250);

/// Less memory is not significant.
const SMALL: u64 = 32 * 1024;

/// The minimum of the measurements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    time: Duration,
    allocated: u64,
    held: u64,
}

/// What happens to the values of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Kept until the end, with new buffers.
    All,
    /// Dropped one by one, with warm buffers.
    Nothing,
}

/// CPU time of this thread, if the system provides it, since other processes may interrupt it, longer runs
/// more often.
fn ran(since: Instant) -> Duration {
    // The kernel updates the value when a thread yields.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// The cost of a run that keeps all values.
fn once(run: &mut dyn FnMut(Keep)) -> Cost {
    let counted = measure(|| run(Keep::All));
    Cost { time: time(run), allocated: counted.bytes_total, held: counted.bytes_max }
}

/// The time of a run that keeps nothing.
fn time(run: &mut dyn FnMut(Keep)) -> Duration {
    let since = Instant::now();
    let start = ran(since);
    run(Keep::Nothing);
    ran(since).saturating_sub(start)
}

/// Runs both sizes alternately until the ratio is at most [`MOST`] or clearly not. Allocations are the same
/// each time, so they need one run.
pub(super) fn compare(
    what: &str,
    small: &mut dyn FnMut(Keep),
    large: &mut dyn FnMut(Keep),
) -> Result<(), String> {
    let (mut one, mut two) = (once(small), once(large));
    for _ in 0..20 {
        let failed = grown(one, two);
        if failed.is_empty() {
            return Ok(());
        }
        if failed != ["time"] || two.time > one.time * 8 {
            break;
        }
        one.time = one.time.min(time(small));
        two.time = two.time.min(time(large));
    }
    let failed = grown(one, two);
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("{what}: {}: {one:?}, then {two:?}", failed.join(", ")))
    }
}

/// Which costs grow too fast.
fn grown(one: Cost, two: Cost) -> Vec<&'static str> {
    let ratio = |two: u64, one: u64| two as f64 / one.max(1) as f64;
    let slow = ratio(two.time.as_nanos() as u64, one.time.as_nanos() as u64) > MOST && two.time > SHORT;
    // Buffers of a fixed size do not grow.
    let more = |two, one| ratio(two, one) > MOST && two > SMALL;
    let found = [
        slow.then_some("time"),
        more(two.allocated, one.allocated).then_some("bytes allocated"),
        more(two.held, one.held).then_some("bytes held"),
    ];
    found.into_iter().flatten().collect()
}
