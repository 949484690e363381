//! Times contestants. In: contestants. Out: their times in nanoseconds. All run in every round, in rotating
//! order. Results are kept per round, so that ratios can be computed within a round.

pub mod updates;

use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A function that does its work once and returns whether it succeeded.
pub type Contestant<'a> = Box<dyn FnMut() -> bool + 'a>;

const ROUNDS: usize = 101;
/// The time that each contestant runs per round.
const TURN: Duration = Duration::from_millis(1);

/// Prints the line of each object. Ends at the first that cannot be measured.
pub fn print_each(
    objects: &[String],
    measure: impl Fn(&Path) -> Result<serde_json::Value, Box<dyn Error>>,
) -> ExitCode {
    for object in objects {
        match measure(Path::new(object)) {
            Ok(line) => println!("{line}"),
            Err(error) => {
                eprintln!("{object}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Nanoseconds per run of each contestant, one value per round.
pub fn contest<'n>(contestants: &mut [(&'n str, Contestant<'_>)]) -> BTreeMap<&'n str, Vec<f64>> {
    let runs: Vec<u32> = contestants.iter_mut().map(|(_, run)| calibrate(run)).collect();
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for round in 0..ROUNDS {
        for turn in 0..contestants.len() {
            let index = (round + turn) % contestants.len();
            let (name, run) = &mut contestants[index];
            let time = time(run, runs[index]).as_secs_f64() * 1e9 / f64::from(runs[index]);
            times.entry(name).or_default().push(time);
        }
    }
    times
}

/// The number of runs per turn. The first run is not counted: it allocates what later ones use, and one that
/// takes half of a turn would leave one run, which the others' turns before it make slow.
fn calibrate(run: &mut Contestant<'_>) -> u32 {
    black_box(run());
    let mut runs = 1;
    loop {
        let taken = time(run, runs);
        if taken >= TURN / 2 || runs >= 1 << 24 {
            let scale = TURN.as_secs_f64() / taken.as_secs_f64().max(1e-9);
            return ((f64::from(runs) * scale) as u32).max(1);
        }
        runs *= 2;
    }
}

fn time(run: &mut Contestant<'_>, runs: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..runs {
        black_box(run());
    }
    start.elapsed()
}
