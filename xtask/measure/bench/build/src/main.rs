//! Calls the whole module, so that the linker keeps it.

use crdc::{Resource, Scratch};

fn main() {
    let mut scratch = Scratch::default();
    let mut accepted = 0;
    let bodies: Vec<Vec<u8>> = std::env::args().skip(1).map(String::into_bytes).collect();
    for new in &bodies {
        for old in &bodies {
            accepted += u32::from(crdc_bench_build::Kind::create(new, &mut scratch).accepted());
            accepted += u32::from(crdc_bench_build::Kind::update(new, old, &mut scratch).accepted());
            accepted += u32::from(crdc_bench_build::Kind::update_status(new, old, &mut scratch).accepted());
        }
    }
    println!("{accepted}");
}
