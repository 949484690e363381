//! `cargo xtask fuzz`: compares generated code with the interpreter over random CRDs until the time is up. A
//! batch of CRDs is compiled to one binary under `target/differential`, which sends random requests to both
//! sides and prints the smallest request with different answers. Equal seeds give equal CRDs and requests.
//! With `--structs`, CRDs are restricted to what structs can have, and the derive on such structs is compared
//! too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use crdc_codegen::{Options, Ratcheting, generate};
use crdc_oracle::json::{Json, read};
use crdc_oracle::random::structs::{self, Style};
use crdc_oracle::random::{resources, rules, schema, unions};
use crdc_source::Source;
use crdc_source::diag::Severity;

use places::write_if_changed;

/// Options of `fuzz`.
#[derive(Parser)]
pub(crate) struct Args {
    /// How long to run; a running batch is completed
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// The seed of the first CRD.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many CRDs to compile at once
    #[arg(long, default_value_t = 24)]
    batch: u64,
    /// How many requests to send for each CRD
    #[arg(long, default_value_t = 3000)]
    requests: u64,
    /// No rules in the CRDs
    #[arg(long)]
    without_rules: bool,
    /// Compare the derive on structs for the CRDs as well
    #[arg(long)]
    structs: bool,
    /// Stop at the first batch with a difference
    #[arg(long)]
    first: bool,
}

/// Runs the fuzzer; returns `false` if there is a difference.
pub(crate) fn run(args: &Args) -> Result<bool> {
    ensure!(args.batch > 0 && args.requests > 0, "--batch and --requests must be greater than 0");
    let home = places::target().join("differential");
    let start = Instant::now();
    let end = Duration::from_secs_f64((args.minutes * 60.0).max(0.0));
    let (mut seed, mut crds, mut refused, mut differing) = (args.seed, 0u64, 0u64, 0u64);
    let mut written = Written::default();
    let mut evaluated = Evaluated::default();
    while seed == args.seed || start.elapsed() < end {
        let seeds = seed..seed + args.batch;
        seed = seeds.end;
        let first = seeds.start;
        let batch: Vec<Code> = seeds.filter_map(|seed| code(seed, args, &mut written)).collect();
        refused += args.batch - batch.len() as u64;
        crds += batch.len() as u64;
        let compiled = Instant::now();
        let binary = compile(&home, &batch, args.structs)?;
        let asked = Instant::now();
        // Each batch has its own requests, which depend only on its seed.
        let output = std::process::Command::new(&binary)
            .args([first.to_string(), args.requests.to_string()])
            .stderr(std::process::Stdio::inherit())
            .output()
            .with_context(|| binary.display().to_string())?;
        let (status, said) = (output.status, String::from_utf8_lossy(&output.stdout).into_owned());
        evaluated.add(&said);
        print!("{said}");
        println!(
            "seeds {first}..{seed}: {} CRDs, compiled in {:.1}s, {} requests each in {:.1}s: {}",
            batch.len(),
            (asked - compiled).as_secs_f64(),
            args.requests,
            asked.elapsed().as_secs_f64(),
            if status.success() { "no difference".to_owned() } else { format!("DIFFERENT ({status})") },
        );
        differing += u64::from(!status.success());
        if args.first && differing > 0 {
            break;
        }
    }
    // Each request is a create, and an update and status update if possible.
    println!(
        "fuzz: seeds {}..{seed}, {crds} CRDs and {} pairs of objects in {:.0}s, {refused} CRDs refused, \
         {differing} batches with differences; {} rules, {} dropped as random CRDs' rules may be refused; {} answers \
         equal, {} rules evaluated for them, {} answers not known to the interpreter",
        args.seed,
        crds * args.requests,
        start.elapsed().as_secs_f64(),
        written.rules,
        written.dropped,
        evaluated.answers,
        evaluated.rules,
        evaluated.unknown,
    );
    if args.structs {
        let [pairs, accepted, refused, ruled, unsaid] = evaluated.structs;
        println!(
            "structs: {pairs} pairs of values with equal answers, {accepted} accepted, {refused} refused, {ruled} by rules; \
             {unsaid} pairs that structs cannot hold; {} parts without structs: {:?}",
            written.without.values().sum::<usize>(),
            written.without,
        );
    }
    ensure!(refused * 5 < crds, "too many CRDs were refused: {refused}, and only {crds} compiled");
    Ok(differing == 0)
}

/// The counts of what was written into all CRDs.
#[derive(Default)]
struct Written {
    rules: usize,
    dropped: usize,
    /// The number of parts without structs, by reason.
    without: BTreeMap<String, usize>,
}

/// The counts that the programs of all batches printed.
#[derive(Default)]
struct Evaluated {
    answers: u64,
    rules: u64,
    unknown: u64,
    /// The counts in the line about structs.
    structs: [u64; 5],
}

impl Evaluated {
    /// Adds the counts in the last lines of a batch's output.
    fn add(&mut self, said: &str) {
        fn numbers(line: &str) -> impl Iterator<Item = u64> {
            line.split(|c: char| !c.is_ascii_digit()).filter_map(|text| text.parse().ok())
        }
        let of_structs = |line: &&str| line.starts_with("structs: ");
        // The counts are not the last line if a difference of structs follows.
        let of_json = |line: &&str| line.ends_with(" not known");
        let last = said.lines().rfind(of_json).unwrap_or_default();
        for (sum, number) in
            [&mut self.answers, &mut self.rules, &mut self.unknown].into_iter().zip(numbers(last))
        {
            *sum += number;
        }
        let structs = said.lines().rfind(of_structs).unwrap_or_default();
        for (sum, number) in self.structs.iter_mut().zip(numbers(structs)) {
            *sum += number;
        }
    }
}

/// A CRD that compiles.
struct Code {
    seed: u64,
    crd: String,
    ratcheting: Ratcheting,
    type_name: String,
    text: String,
    /// The structs of its parts: the part, a module, and whether the other part has rules.
    structs: Vec<(&'static str, String, bool)>,
}

/// The CRD of a seed with its generated code; `None` if crdc refuses it, which is possible for a random CRD.
fn code(seed: u64, args: &Args, written: &mut Written) -> Option<Code> {
    let mut crd = match args.structs {
        false => resources::crd(seed),
        true if seed % 4 == 3 => structs::restrict::crd(&unions::crd(seed)).to_string(),
        true => structs::restrict::crd(&schema::crd(seed)).to_string(),
    };
    if !args.without_rules {
        let with = rules::add(seed, &crd);
        written.rules += with.rules;
        written.dropped += with.dropped;
        crd = with.crd;
    }
    let mut parts = Vec::new();
    if args.structs {
        let mut restricted = read(crd.as_bytes()).ok()?.value;
        structs::restrict::rules(&mut restricted);
        crd = restricted.to_string();
        parts = structs_of(seed, &restricted, written);
    }
    // The derive always has the ratcheting policy of servers.
    let ratcheting = match args.structs {
        true => Ratcheting::default(),
        false => Ratcheting::ALL[(seed % Ratcheting::ALL.len() as u64) as usize],
    };
    let source = Source::new(format!("{seed}.json"), crd.as_str());
    let generated = generate(&[source], &Options { ratcheting, ..Options::default() });
    let mut errors = generated.diagnostics.iter().map(|located| &located.diagnostic);
    if let Some(error) = errors.find(|diagnostic| diagnostic.severity() == Severity::Error) {
        println!("seed {seed} is refused: {}", error.message);
        return None;
    }
    let file = generated.files.into_iter().next()?;
    Some(Code { seed, crd, ratcheting, type_name: file.type_name, text: file.text, structs: parts })
}

/// The structs of `spec` and `status`, where structs can have all of it, and whether the other one has rules.
fn structs_of(seed: u64, crd: &Json, written: &mut Written) -> Vec<(&'static str, String, bool)> {
    let versions = crd.get("spec").and_then(|spec| spec.get("versions")).and_then(Json::as_array);
    let schema = versions.and_then(|versions| versions.first()?.get("schema")?.get("openAPIV3Schema"));
    let mut found = Vec::new();
    let part_of = |part| schema.and_then(|schema| schema.get("properties")?.get(part));
    for (part, other) in [("spec", "status"), ("status", "spec")] {
        let Some(of) = part_of(part) else { continue };
        let ruled =
            part_of(other).is_some_and(|other| other.to_string().contains("x-kubernetes-validations"));
        match structs::whole(of, part, Style::varied(seed)) {
            Ok(text) => found.push((part, text, ruled)),
            Err(why) => *written.without.entry(why).or_default() += 1,
        }
    }
    found
}

/// Writes and compiles the crate of a batch; returns its binary.
fn compile(home: &Path, batch: &[Code], structs: bool) -> Result<PathBuf> {
    let repository = places::repository();
    let lock = std::fs::read(repository.join("Cargo.lock")).unwrap_or_default();
    if write_if_changed(&home.join("repository.lock"), &lock)? {
        std::fs::write(home.join("Cargo.lock"), &lock)?;
    }
    let manifest = format!(
        "[package]\nname = \"batch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         crdc = {{ path = {:?}, features = [\"cel-regex\"] }}\ncrdc-oracle = {{ path = {:?}{} }}\nserde = {{ version = \"1\", features = [\"derive\"] }}\n\n[workspace]\n\n\
         [profile.dev]\ndebug = 0\nincremental = false\n\n[profile.dev.package.\"*\"]\nopt-level = 1\n\n\
         [profile.dev.package.crdc-codegen]\nopt-level = 0\n",
        repository.join("runtime"),
        repository.join("tests/oracle"),
        if structs { ", features = [\"typed\"]" } else { "" },
    );
    write_if_changed(&home.join("Cargo.toml"), manifest.as_bytes())?;
    let mut main = String::from("use crdc_oracle::differential::{Entry, main as run};\n");
    if structs {
        main.push_str("use crdc_oracle::typed::{self, Entry as Typed, batch::{Crd, main as run_structs}};\n");
    }
    let (mut entries, mut typed) = (String::new(), String::new());
    for (at, code) in batch.iter().enumerate() {
        write_if_changed(&home.join(format!("src/c{at}.rs")), code.text.as_bytes())?;
        write_if_changed(&home.join(format!("src/c{at}.json")), code.crd.as_bytes())?;
        let Code { seed, ratcheting, type_name, .. } = code;
        let ratcheting = ratcheting.as_str();
        writeln!(main, "/// Seed {seed}.\nmod c{at} {{ include!(\"c{at}.rs\"); }}")?;
        writeln!(
            entries,
            "        Entry {{ crd: include_str!(\"c{at}.json\"), ratcheting: {ratcheting:?}, \
             compiled: <c{at}::{type_name} as crdc::Resource>::compiled }},"
        )?;
        let mut parts = String::new();
        for (part, text, ruled) in &code.structs {
            let allowed = "#[allow(warnings, clippy::all)]";
            writeln!(main, "{allowed}\nmod c{at}_{part} {{ include!(\"c{at}_{part}.rs\"); }}")?;
            write_if_changed(&home.join(format!("src/c{at}_{part}.rs")), text.as_bytes())?;
            write!(
                parts,
                "Typed {{ ruled_elsewhere: {ruled}, ..Typed::of::<c{at}_{part}::Whole>(\"seed {seed}\", {part:?}, |_| <c{at}::{type_name} as crdc::Resource>::compiled()) }}, "
            )?;
        }
        writeln!(typed, "        Crd {{ crd: include_str!(\"c{at}.json\"), parts: &[{parts}] }},")?;
    }
    if structs {
        writeln!(
            main,
            "static STRUCTS: &[Crd] = &[\n{typed}];\nfn main() -> std::process::ExitCode {{\n    let first = run(&[\n{entries}    ]);\n    \
             let second = run_structs(STRUCTS);\n    if first == std::process::ExitCode::SUCCESS {{ second }} else {{ first }}\n}}"
        )?;
    } else {
        writeln!(main, "fn main() -> std::process::ExitCode {{\n    run(&[\n{entries}    ])\n}}")?;
    }
    write_if_changed(&home.join("src/main.rs"), main.as_bytes())?;
    let target = home.join("target");
    let status = places::cargo()
        .args(["build", "--quiet", "--manifest-path"])
        .arg(home.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status()
        .context("cargo")?;
    ensure!(status.success(), "the batch in {} does not compile", home.display());
    Ok(target.join("debug").join(format!("batch{}", std::env::consts::EXE_SUFFIX)))
}
