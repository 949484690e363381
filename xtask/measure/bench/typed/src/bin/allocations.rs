//! Prints the number of allocations of a valid update with a warm scratch: `normalize_with`,
//! `validate_update` and `validate_create`.

use crdc::Rules;
use crdc::typed::Scratch;
use crdc_bench_typed::object;
use operator::BackupSpec;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (old, new) = object::specs();
    let old: BackupSpec = serde_json::from_value(old)?;
    let mut new: BackupSpec = serde_json::from_value(new)?;
    let mut scratch = Scratch::new();
    let mut accepted = new.validate_update(&old, &mut scratch).is_ok();
    new.normalize_with(Some(&old), &mut scratch);
    let info = allocation_counter::measure(|| {
        new.normalize_with(Some(&old), &mut scratch);
        accepted &= new.validate_update(&old, &mut scratch).is_ok();
        accepted &= new.validate_create(&mut scratch).is_ok();
    });
    if !accepted {
        return Err("the update is refused".into());
    }
    println!("{}", info.count_total);
    Ok(())
}
