//! `--dynamic`. In: cases. Out: the answers of crdc-dynamic, in this process, and the versions that it cannot
//! load. A panic counts as the answer to one case. An endless loop would not end, unlike in generated code,
//! which runs in its own process.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use crdc::{Outcome, Request, Scratch};
use crdc_conformance_runner::frame::{self, Reply};
use crdc_conformance_runner::{Answers, reply};
use crdc_dynamic::validators::{Validator, Validators};
use crdc_source::Source;

use super::{Answer, Case, Unit};

/// The stack of a thread: recorded objects may be as deep as the server allows.
const STACK: usize = 1 << 28;

/// The answers to all cases.
#[derive(Default)]
struct CaseAnswers {
    answers: Vec<(usize, Answer)>,
    failed: BTreeMap<Unit, String>,
    /// The time that each CRD took to load.
    loaded: Vec<(Duration, String)>,
}

/// A validator as the runner calls it.
struct Dynamic<'v>(Validator<'v>);

impl Answers for Dynamic<'_> {
    fn answer<'a>(&'a self, request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a> {
        self.0.answer(request, scratch)
    }
}

/// The answer to each case; `None` if its CRD cannot be loaded, with the reason in `failed`.
pub(super) fn execute(cases: &[Case], failed: &mut BTreeMap<Unit, String>) -> Result<Vec<Option<Answer>>> {
    let start = Instant::now();
    let mut of_crd: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (number, case) in cases.iter().enumerate() {
        of_crd.entry(&case.unit.crd).or_default().push(number);
    }
    let crds: Vec<_> = of_crd.into_iter().collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(CaseAnswers::default()));
    let work = || {
        while let Some((crd, numbers)) = crds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let of_one = one(crd, numbers, cases);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.answers.extend(of_one.answers);
            found.failed.extend(of_one.failed);
            found.loaded.extend(of_one.loaded);
        }
    };
    std::thread::scope(|scope| -> Result<()> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores)
            .map(|_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work))
            .collect::<Result<_, _>>()?;
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| anyhow!("a worker panicked")))
    })?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.append(&mut found.failed);
    let mut answers = vec![None; cases.len()];
    for (number, answer) in found.answers {
        answers[number] = Some(answer);
    }
    let total: Duration = found.loaded.iter().map(|(time, _)| *time).sum();
    if let Some((most, name)) = found.loaded.iter().max() {
        let (count, total, most) = (found.loaded.len(), total.as_secs_f64(), most.as_secs_f64() * 1e3);
        eprintln!("loaded {count} CRDs in {total:.1}s, the slowest in {most:.1} ms ({name})");
    }
    eprintln!("ran {} cases in {:.1}s", cases.len(), start.elapsed().as_secs_f64());
    Ok(answers)
}

/// Loads one CRD and runs its cases.
fn one(crd: &Path, numbers: &[usize], cases: &[Case]) -> CaseAnswers {
    let mut found = CaseAnswers::default();
    let name = crd.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let start = Instant::now();
    let validators = match load(crd, &name) {
        Ok(validators) => validators,
        Err(reason) => {
            let units: BTreeSet<&Unit> = numbers.iter().map(|number| &cases[*number].unit).collect();
            found.failed.extend(units.into_iter().map(|unit| (unit.clone(), reason.clone())));
            return found;
        }
    };
    found.loaded.push((start.elapsed(), name));
    let mut scratch = Scratch::default();
    for number in numbers {
        let Case { unit, op, new, old, .. } = &cases[*number];
        let Some(validator) = validators.all().find(|found| found.compiled().version == unit.version) else {
            found.failed.insert(unit.clone(), "the CRD has no such version".to_owned());
            continue;
        };
        let case = frame::Case { number: *number, entry: 0, op: *op, new, old: old.as_deref() };
        let given = AssertUnwindSafe(|| reply::answered(&case, &Dynamic(validator), &mut scratch));
        let given = panic::catch_unwind(given).unwrap_or_else(|_| {
            scratch = Scratch::default();
            Reply::trouble(*number, "it panicked; the message stands above")
        });
        found.answers.push((*number, Answer::from_reply(&given)));
    }
    found
}

fn load(crd: &Path, name: &str) -> Result<Validators, String> {
    let text = std::fs::read_to_string(crd).map_err(|error| error.to_string())?;
    let document = Source::new(name, super::spelling::as_recorded(&text));
    let loaded = panic::catch_unwind(|| Validators::load(&[document]))
        .map_err(|_| "loading panicked; its message stands above".to_owned())?;
    loaded.map_err(|error| error.to_string())
}
