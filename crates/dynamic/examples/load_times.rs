//! How long each stage of loading takes, in milliseconds: `cargo run --release -p crdc-dynamic --example
//! load_times -- CRD…`. The fastest of several runs counts.

use std::time::{Duration, Instant};

use crdc_check::{CheckOptions, check_sources_with};
use crdc_check::{CheckedCrd, Outcome};
use crdc_dynamic::validators::Validators;
use crdc_plan as plan;
use crdc_plan::actions::{Actions, Policies};
use crdc_source::{Source, parse};

const RUNS: usize = 5;

fn main() {
    println!("{:>9} {:>8} {:>8} {:>8} {:>8} {:>8}", "bytes", "parse", "check", "plan", "actions", "load");
    for name in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&name) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{name}: {error}");
                continue;
            }
        };
        let source = [Source::new(name.clone(), text.clone())];
        let parsed = fastest(|| crdc_schema::read(&parse(&source[0]).0));
        let options = CheckOptions::default();
        let checked = fastest(|| check_sources_with(&source, &[], options));
        let crds = check_sources_with(&source, &[], options);
        let accepted = || crds.iter().flat_map(|found| &found.crds).filter_map(Outcome::accepted);
        let plans = || accepted().flat_map(CheckedCrd::versions).map(plan::build).collect::<Vec<_>>();
        let (planned, plans) = (fastest(plans), plans());
        let policies = Policies::default();
        let acted = fastest(|| plans.iter().map(|plan| Actions::of(plan, policies)).collect::<Vec<_>>());
        let loaded = fastest(|| Validators::load(&source));
        print!("{:>9}", text.len());
        for time in [parsed, checked, planned, acted, loaded] {
            print!(" {:>8.2}", time.as_secs_f64() * 1e3);
        }
        println!("  {name}");
    }
}

fn fastest<T>(run: impl Fn() -> T) -> Duration {
    let one = || {
        let start = Instant::now();
        drop(run());
        start.elapsed()
    };
    (0..RUNS).map(|_| one()).min().unwrap_or_default()
}
