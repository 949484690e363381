//! Memory grows as the body does: twice the body allocates and holds about twice the bytes, whichever parts
//! of the answer are read. Bytes are counted, so they are the same in each run. `cargo xtask growth` counts
//! instructions for the same requests.

use crdc::{FieldValidation, Scratch};
use crdc_hostile::objects::{Families, Keep, Sent, families, families_below};
use crdc_oracle::stack::deep;

/// The highest ratio for twice the size. Linear cost gives 2, quadratic cost 4.
const MOST: f64 = 2.5;
/// Less memory is not significant: buffers of a fixed size do not grow.
const SMALL: u64 = 32 * 1024;

const BOTH: &[FieldValidation] = &[FieldValidation::Warn, FieldValidation::Strict];

/// Names what grows too fast. At the limits of buffers, linear cost can look worse, so such a comparison is
/// repeated with the next size.
fn all_are_linear(families: Families, asked: &[FieldValidation]) {
    let mut failed = Vec::new();
    for (what, n, requests) in families {
        let mut scratch = Scratch::new();
        let sizes = [requests(n), requests(2 * n)];
        for (index, small) in sizes[0].iter().enumerate() {
            for &validation in asked {
                let mut cost = |sent: &Sent| {
                    let counted = allocation_counter::measure(|| {
                        sent.ask(validation, Keep::All, &mut scratch);
                    });
                    [counted.bytes_total, counted.bytes_max]
                };
                let grown = |one: [u64; 2], two: [u64; 2]| {
                    one.iter().zip(two).any(|(one, two)| two > SMALL && two as f64 > MOST * *one as f64)
                };
                let (one, two) = (cost(small), cost(&sizes[1][index]));
                if grown(one, two) && grown(two, cost(&requests(4 * n)[index])) {
                    failed.push(format!("{what} ({:?}, {validation:?}): {one:?}, then {two:?}", small.op));
                }
            }
        }
    }
    assert!(failed.is_empty(), "bytes allocated and held:\n{}", failed.join("\n"));
}

#[test]
fn floods_hold_linear_memory() {
    deep(|| all_are_linear(families(), BOTH));
}

#[test]
fn floods_below_long_keys_hold_linear_memory() {
    deep(|| all_are_linear(below(|is_plain| is_plain), BOTH));
}

/// Such keys only differ in how they are written, which does not depend on how the answer is read.
#[test]
fn floods_below_unusual_keys_hold_linear_memory() {
    deep(|| all_are_linear(below(|is_plain| !is_plain), &BOTH[..1]));
}

fn below(keys: fn(bool) -> bool) -> Families {
    families_below().into_iter().filter(|(what, ..)| keys(what.ends_with("plain"))).collect()
}

#[test]
fn something_is_wrong_below_every_long_key() {
    deep(|| {
        for (what, n, requests) in families_below() {
            let (code, errors, strict) =
                requests(n)[0].ask(FieldValidation::Warn, Keep::All, &mut Scratch::new());
            assert!(errors + strict > 0, "{what}: nothing is wrong ({code})");
        }
    });
}
