//! `cargo xtask growth`: measures how the cost of hostile input grows, with callgrind, for each task of
//! `tests/hostile` at three sizes. Counts of instructions do not depend on the load of the machine. The sizes
//! double, and the costs of one more value are compared, so that a constant cost does not hide growth: (c(4n)
//! - c(2n)) / (c(2n) - c(n)) is 2 for linear cost, a little more for sorting, 4 for quadratic cost.
//!
//! A task that grows too fast is counted again at larger sizes, since caches and limits that begin between
//! two sizes look like growth once. Two tasks are quadratic on purpose: **a run that does not find them
//! fails.** All tasks take about half an hour on two cores, so CI counts one part of them, and another part
//! for each commit.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// The highest growth of a task that is not quadratic.
const MOST_GROWTH: f64 = 2.6;
/// If the largest size takes at most this number of instructions more than the middle one, growth is not
/// computed.
const FEW_INSTRUCTIONS: u64 = 400_000;
/// The function whose instructions are counted.
const COUNTED_FUNCTION: &str = "crdc_hostile::growth::counted";
/// The names of tasks that are quadratic on purpose begin with this.
const QUADRATIC: &str = "quadratic";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only tasks whose names have this text
    #[arg(long, default_value = "")]
    only: String,
    /// Only one part of so many, such as 3/12
    #[arg(long, default_value = "0/1", value_parser = part)]
    part: (usize, usize),
    /// Print the counts of all tasks
    #[arg(long)]
    words: bool,
}

/// A task with its sizes and counts.
struct Counts {
    name: String,
    sizes: Vec<u64>,
    instructions: Vec<u64>,
}

impl Counts {
    /// The growth of the cost of one more value; `None` if the cost is too small.
    fn growth(&self) -> Option<f64> {
        let [one, two, four] = self.instructions[..] else { return None };
        let (first, second) = (two.saturating_sub(one).max(1), four.saturating_sub(two));
        (second > FEW_INSTRUCTIONS).then(|| second as f64 / first as f64)
    }

    /// Whether each doubling of the size costs far more than twice as much. A limit that begins between two
    /// sizes does not have this effect.
    fn is_steep(&self) -> bool {
        self.instructions.windows(2).all(|pair| pair[1] as f64 > MOST_GROWTH * pair[0] as f64)
    }

    /// The growth, the name and the counts in a line.
    fn line(&self) -> String {
        let growth = self.growth().map_or("-".to_owned(), |growth| format!("{growth:.2}"));
        let counts: Vec<String> = self
            .sizes
            .iter()
            .zip(&self.instructions)
            .map(|(size, count)| format!("{size}: {count}"))
            .collect();
        format!("{growth:>6}  {}  ({})", self.name, counts.join(", "))
    }
}

/// Counts the tasks, and prints those that grow too fast; returns whether there are none, and the quadratic
/// ones were found.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let status = places::cargo()
        .args(["build", "--quiet", "--package", "crdc-hostile", "--bin", "growth"])
        .current_dir(places::repository())
        .status()?;
    ensure!(status.success(), "cannot build the program growth");
    let mut all = count("controls", &["controls".to_owned()])?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (part, parts) = args.part;
    let by_thread: Vec<Result<Vec<Counts>>> = std::thread::scope(|scope| {
        let of_core = |core: usize| {
            let arguments =
                [(part + core * parts).to_string(), (parts * cores).to_string(), args.only.clone()];
            scope.spawn(move || count(&core.to_string(), &arguments))
        };
        let threads: Vec<_> = (0..cores).map(of_core).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked")))
            .collect()
    });
    for counts in by_thread {
        all.extend(counts?);
    }
    if args.words {
        all.iter().for_each(|counts| println!("{}", counts.line()));
    }
    let grows = |counts: &&Counts| counts.growth().is_some_and(|growth| growth > MOST_GROWTH);
    let (controls, tasks): (Vec<&Counts>, Vec<&Counts>) =
        all.iter().partition(|counts| counts.name.starts_with(QUADRATIC));
    let (found, missed): (Vec<&Counts>, Vec<&Counts>) = controls.iter().copied().partition(grows);
    let mut failed = Vec::new();
    for suspect in tasks.iter().copied().filter(grows) {
        let larger = count("larger", &["larger".to_owned(), suspect.name.clone()])?;
        failed.extend(larger.into_iter().filter(Counts::is_steep));
    }
    failed.iter().for_each(|counts| println!("grows too fast: {}", counts.line()));
    missed.iter().for_each(|counts| println!("is quadratic and was not found: {}", counts.line()));
    println!(
        "growth: {} tasks, {} grow by more than {MOST_GROWTH}; {} of {} that are quadratic on purpose were found",
        tasks.len(),
        failed.len(),
        found.len(),
        controls.len()
    );
    ensure!(tasks.len() > 1, "no task has a name with {:?}", args.only);
    Ok(failed.is_empty() && missed.is_empty() && found.len() == 2)
}

/// Parses `K/N`.
fn part(text: &str) -> Result<(usize, usize), String> {
    let (part, parts) = text.split_once('/').ok_or("expected K/N, such as 3/12")?;
    let read = |text: &str| text.parse::<usize>().map_err(|error| format!("{text:?}: {error}"));
    match (read(part)?, read(parts)?) {
        (part, parts) if part < parts => Ok((part, parts)),
        _ => Err("K must be less than N".to_owned()),
    }
}

/// Runs the program with these arguments under callgrind, which writes a file for each call of the counted
/// function. Returns the counts of each task.
fn count(folder: &str, arguments: &[String]) -> Result<Vec<Counts>> {
    let folder = places::target().join("growth").join(folder);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-line=no", "--collect-atstart=no"])
        // Stacks of threads are larger than valgrind expects.
        .args(["--main-stacksize=8388608", "--max-stackframe=536870912"])
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()))
        .args([format!("--toggle-collect={COUNTED_FUNCTION}"), format!("--dump-after={COUNTED_FUNCTION}")])
        .arg(places::target().join("debug/growth"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .context("cannot run valgrind: install the package of that name")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the program growth failed under callgrind:\n{said}");
    let mut all: Vec<Counts> = Vec::new();
    for (index, line) in String::from_utf8(output.stdout)?.lines().enumerate() {
        let (size, name) = line.split_once('\t').with_context(|| format!("unexpected line {line:?}"))?;
        let instructions = total(&folder.join(format!("counts.{}", index + 1)))?;
        if all.last().is_none_or(|last| last.name != name) {
            all.push(Counts { name: name.to_owned(), sizes: Vec::new(), instructions: Vec::new() });
        }
        if let Some(last) = all.last_mut() {
            last.sizes.push(size.parse()?);
            last.instructions.push(instructions);
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(all)
}

/// The number of instructions in a file of callgrind.
fn total(path: &Path) -> Result<u64> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{}: callgrind did not find {COUNTED_FUNCTION}", path.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("summary: "));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.with_context(|| format!("{}: no total of instructions", path.display()))
}
