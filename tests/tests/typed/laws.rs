//! Property of the derive: its answer for two values equals that of generated code for their JSON: code,
//! errors, ratcheted errors and normalized value. Structs are those of the build script
//! (`crdc_oracle::random::structs`), for the tables of immutability and unions and for random schemas; values
//! are random. A failure shows the smallest values found. `CRDC_SAMPLES=N` runs N times as many pairs for
//! each of them, `CRDC_SEED` sets the first seed. `structs/crd.yaml` has what random schemas seldom have.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crdc_oracle::interpreter::Server;
use crdc_oracle::json::{Json, object, read};
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::pairs::pair;
use crdc_oracle::random::samples::{samples, seeds};
use crdc_oracle::random::shrink::shrink;
use crdc_oracle::stack::deep;
use crdc_oracle::topologies::{combinations, crd};
use crdc_tests::compiled;
use crdc_tests::typed::{ENTRIES, Entry, Unlike, compare};

/// The schemas of all structs, by the name of their entries.
fn servers() -> BTreeMap<String, Server> {
    let mut texts = vec![("".to_owned(), crd(&combinations()))];
    let root = env!("CARGO_MANIFEST_DIR");
    for folder in std::fs::read_dir(format!("{root}/unions")).unwrap() {
        if let Ok(text) = std::fs::read_to_string(folder.unwrap().path().join("crd.yaml")) {
            texts.push(("".to_owned(), text));
        }
    }
    texts.push(("".to_owned(), std::fs::read_to_string(format!("{root}/structs/crd.yaml")).unwrap()));
    for release in ["older", "newer"] {
        let text = std::fs::read_to_string(format!("{root}/skew/{release}.yaml")).unwrap();
        texts.push((release.to_owned(), text));
    }
    texts.extend(compiled::TYPED.iter().map(|(_, text)| ("".to_owned(), (*text).to_owned())));
    let mut out = BTreeMap::new();
    for (suffix, text) in texts {
        for server in load::servers("structs", &text) {
            let (kind, group, version) = (server.kind.to_lowercase(), &server.group, &server.version);
            out.insert(format!("{kind}s.{group}/{version}{suffix}"), server);
        }
    }
    out
}

#[derive(Debug, Default)]
struct Counts {
    pairs: usize,
    unsaid: usize,
    accepted: usize,
    violated: usize,
    invalid: usize,
    ratcheted: usize,
    normalized: usize,
}

/// The pairs of objects for each type.
const PAIRS: u64 = 75;
/// How many seeds may be tried for a pair. Of few structs hardly any value is one that they hold.
const TRIES: u64 = 60;

#[test]
fn typed_verdicts_are_those_of_generated_code() {
    deep(|| {
        let servers = servers();
        let counts = RefCell::new(Counts::default());
        let (mut failed, mut few) = (Vec::new(), Vec::new());
        for entry in ENTRIES {
            let server = servers.get(entry.name).unwrap_or_else(|| panic!("{} has no schema", entry.name));
            let before = counts.borrow().pairs;
            let ran = || (counts.borrow().pairs - before) as u64;
            let first = seeds(PAIRS).start;
            for seed in first..first + samples(PAIRS) * TRIES {
                if ran() == samples(PAIRS) {
                    break;
                }
                let Some((new, old)) = pair(&mut Rng::new(seed), server, entry.part) else { continue };
                let Err(why) = holds(entry, &new, old.as_ref(), &counts) else { continue };
                failed.push(format!("seed {seed}: {}", smallest(entry, new, old).unwrap_or(why)));
                break;
            }
            if failed.is_empty() && ran() < samples(PAIRS) {
                few.push(format!("{} {} {}: {}", entry.name, entry.part, entry.style, ran()));
            }
        }
        let counts = counts.into_inner();
        println!("{counts:?} of {} structs", ENTRIES.len());
        assert!(
            failed.is_empty(),
            "{} structs\n{}",
            failed.len(),
            failed.iter().take(10).cloned().collect::<Vec<_>>().join("\n")
        );
        assert!(few.is_empty(), "too few pairs of {few:#?}");
        let many = samples(1) as usize;
        assert!(
            counts.pairs > 1_250 * many && counts.accepted > 250 * many && counts.violated > 125 * many,
            "{counts:?}"
        );
        assert!(
            counts.invalid > 125 * many && counts.ratcheted > 25 * many && counts.normalized > 12 * many,
            "{counts:?}"
        );
    });
}

fn holds(entry: &Entry, new: &Json, old: Option<&Json>, counts: &RefCell<Counts>) -> Result<(), String> {
    let mut scratch = crdc::Scratch::new();
    let mut counts = counts.borrow_mut();
    match compare(entry, &new.to_string(), old.map(Json::to_string).as_deref(), &mut scratch) {
        Ok(compared) => {
            let typed = &compared.typed;
            counts.pairs += 1;
            counts.accepted += usize::from(typed.code == 200);
            counts.violated += usize::from(typed.code == 400);
            counts.invalid += usize::from(typed.code == 422);
            counts.ratcheted += usize::from(!typed.ratcheted.is_empty());
            counts.normalized += usize::from(!is(&typed.new).same(&is(&typed.stored)));
            Ok(())
        }
        Err(Unlike::Unsaid(_)) => {
            counts.unsaid += 1;
            Ok(())
        }
        Err(Unlike::Differs(why)) => Err(why),
    }
}

fn is(text: &str) -> Json {
    read(text.as_bytes()).unwrap().value
}

/// The difference for the smallest values that still differ.
fn smallest(entry: &Entry, new: Json, old: Option<Json>) -> Option<String> {
    let nobody = RefCell::new(Counts::default());
    let both = match old {
        Some(old) => object([("new", new), ("old", old)]),
        None => object([("new", new)]),
    };
    let differs = |both: &Json| {
        let new = both.get("new")?;
        holds(entry, new, both.get("old"), &nobody).err()
    };
    differs(&shrink(&both, &|both| differs(both).is_some()))
}
