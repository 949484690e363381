//! What a request costs: the time of this thread, what it allocates, and the most that it holds at once.
//!
//! Compared are bodies of one and of two sizes, so that neither the machine nor the build matters.

use std::time::{Duration, Instant};

use allocation_counter::measure;

/// How much more twice the size may cost. What is linear costs twice as much, what is sorted a little more,
/// what is quadratic four times as much.
const MOST: f64 = 2.5;
/// Shorter times say nothing.
const SHORT: Duration = Duration::from_millis(2);

/// As little memory as that says nothing either.
const SMALL: u64 = 64 * 1024;

/// The least that was measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    time: Duration,
    allocated: u64,
    held: u64,
}

/// What becomes of what an answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// It is kept until all is there, with buffers that are new.
    All,
    /// It is gone through, with buffers that are warm.
    Nothing,
}

/// How long this thread ran, where the system says it: a neighbour may take the core at any time,
/// and does so the more often the longer one runs.
fn ran(since: Instant) -> Duration {
    // The account is made up when a thread gives way.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// What a run costs that keeps all that it is given.
fn once(run: &mut dyn FnMut(Keep)) -> Cost {
    let counted = measure(|| run(Keep::All));
    Cost { time: time(run), allocated: counted.bytes_total, held: counted.bytes_max }
}

/// How long one takes that keeps nothing.
fn time(run: &mut dyn FnMut(Keep)) -> Duration {
    let since = Instant::now();
    let start = ran(since);
    run(Keep::Nothing);
    ran(since).saturating_sub(start)
}

/// Runs both sizes in turn until the larger costs at most [`MOST`] times what the smaller does, or it is plain
/// that it does not. What was allocated is the same each time, and says so at once.
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

/// What costs too much more.
fn grown(one: Cost, two: Cost) -> Vec<&'static str> {
    let ratio = |two: u64, one: u64| two as f64 / one.max(1) as f64;
    let slow = ratio(two.time.as_nanos() as u64, one.time.as_nanos() as u64) > MOST && two.time > SHORT;
    // Buffers of a fixed size are in no proportion.
    let more = |two, one| ratio(two, one) > MOST && two > SMALL;
    let found = [
        slow.then_some("time"),
        more(two.allocated, one.allocated).then_some("bytes allocated"),
        more(two.held, one.held).then_some("bytes held"),
    ];
    found.into_iter().flatten().collect()
}
