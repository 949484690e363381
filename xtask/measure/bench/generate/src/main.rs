//! The time to generate code for one CRD: the median of several runs, in seconds.

use std::time::Instant;

use crdc_codegen::{Options, generate};
use crdc_source::Source;

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&path)?;
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let sources = [Source::new("crd.yaml", text.clone())];
            let start = Instant::now();
            std::hint::black_box(generate(&sources, &Options::default()));
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{}", times[times.len() / 2]);
    Ok(())
}
