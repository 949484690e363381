//! With a used scratch, the validation of valid values allocates nothing: creates, updates without changes
//! and updates with changes, for the structs of the build script.

use std::collections::BTreeMap;

use allocation_counter::measure;
use crdc_oracle::json;
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::pairs::pair;
use crdc_oracle::topologies::{combinations, crd};
use crdc_tests::compiled;
use crdc_tests::typed::{Entry, of};

/// Valid updates of random values, and creates of the stored values.
fn valid(entry: &Entry, server: &crdc_oracle::interpreter::Server) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for seed in 0..400 {
        let Some((new, old)) = pair(&mut Rng::new(seed), server, entry.part) else { continue };
        let old = old.map(|old| old.to_string());
        let Ok(verdict) = (entry.validate)(&new.to_string(), old.as_deref()) else { continue };
        if verdict.code == 200 && verdict.ratcheted.is_empty() {
            found.push((verdict.stored.clone(), None));
            found.push((verdict.stored.clone(), Some(verdict.stored)));
            found.push((new.to_string(), old));
        }
    }
    found
}

#[test]
fn valid_values_allocate_nothing() {
    let mut texts = vec![crd(&combinations())];
    texts.extend(compiled::TYPED.iter().map(|(_, text)| (*text).to_owned()));
    for folder in ["metrics", "places", "members", "volumes"] {
        let path = format!("{}/unions/{folder}/crd.yaml", env!("CARGO_MANIFEST_DIR"));
        texts.push(std::fs::read_to_string(path).unwrap());
    }
    let (mut checked, mut updates) = (BTreeMap::<&str, usize>::new(), 0);
    for text in texts {
        let server = load::servers("structs", &text).remove(0);
        let name = format!("{}s.{}/{}", server.kind.to_lowercase(), server.group, server.version);
        for entry in of(&name) {
            let mut scratch = crdc::typed::Scratch::new();
            for (new, old) in valid(entry, &server) {
                let Ok(mut check) = (entry.check)(&new, old.as_deref()) else { continue };
                // Ratcheted errors may allocate.
                if !check(&mut scratch) || !scratch.ratcheted().is_empty() {
                    continue;
                }
                let mut passed = false;
                let counted = measure(|| passed = check(&mut scratch));
                assert!(passed);
                let head = format!("{name} {} {}", entry.part, entry.style);
                assert_eq!(counted.count_total, 0, "{head}: {} bytes\n{new}\n{old:?}", counted.bytes_total);
                *checked.entry(entry.name).or_default() += 1;
                updates += usize::from(old.is_some());
            }
        }
    }
    println!("{checked:?}, {updates} updates");
    assert!(checked.len() > 8 && updates > 1_000, "{checked:?}");
    // Check that the counter works.
    assert!(measure(|| drop(json::Json::from("text"))).count_total > 0);
}
