//! `cargo measure manifests`: measures the speed of `crdc validate`. Writes 50,000 YAML files of about 2 KB:
//! accepted objects of 20 CRDs of the record, repeated. Prints objects a second from files to verdict and the
//! memory, and the same of kubeconform, if its binary is given, with JSON Schemas of the same CRDs.
//!
//! Then the same for kinds of Kubernetes: the manifests of the tests of `crates/kubernetes`, one in each
//! file, and five hundred in each. No record is needed for these; `--native` measures nothing else.
//!
//! Objects have no status, which kubeconform validates and a server drops on a create.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Arguments of `cargo measure manifests`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// A binary of kubeconform, to compare with
    #[arg(long, value_name = "FILE")]
    kubeconform: Option<PathBuf>,
    /// Only kinds of Kubernetes
    #[arg(long)]
    native: bool,
    /// How often each is run; the best counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
}

const KINDS: usize = 20;
const OF_EACH: usize = 2_500;
/// The range of the sizes of files, in bytes.
const SIZES: std::ops::Range<usize> = 1_500..3_000;
/// The bars (targets) of issue 28: objects a second, and how many times as fast as kubeconform.
const FAST: f64 = 50_000.0;
const TIMES: f64 = 10.0;

/// Manifests of kinds of Kubernetes that are valid.
const NATIVE: &str = include_str!("../../../crates/kubernetes/src/rules/tests/valid.yaml");
/// The number of those that are in each file.
const IN_EACH: [usize; 2] = [1, 500];

/// Measures everything; returns `false` if a bar for custom resources is missed.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let home = places::target().join("manifests");
    if home.exists() {
        fs::remove_dir_all(&home)?;
    }
    let built = places::cargo().args(["build", "--quiet", "--release", "-p", "crdc-cli"]).status()?;
    ensure!(built.success(), "crdc does not build");
    let crdc = places::target().join("release/crdc");
    for in_each in IN_EACH {
        let folder = home.join(format!("native-{in_each}"));
        let count = write_native(&folder, in_each)?;
        let ours = best(Command::new(&crdc).arg("validate").arg(folder), args.runs)?;
        ensure!(ours.succeeded, "crdc validate refuses manifests that are valid");
        println!("kinds of Kubernetes, {in_each} in each file: {}", ours.words(count));
    }
    if args.native {
        return Ok(true);
    }
    custom(args, &home, &crdc)
}

/// Measures custom resources; returns `false` if a bar is missed.
fn custom(args: &Args, home: &Path, crdc: &Path) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let count = write(&shared, home)?;
    let mut validate = Command::new(crdc);
    validate.arg("validate").arg("--crd").arg(home.join("crds")).arg(home.join("objects"));
    let ours = best(&mut validate, args.runs)?;
    ensure!(ours.succeeded, "crdc validate refuses objects that the server accepted");
    println!("custom resources: {}", ours.words(count));
    let mut reached = ours.each_second(count) >= FAST;
    if let Some(kubeconform) = &args.kubeconform {
        let schemas = home.join("schemas");
        let mut publish = Command::new(crdc);
        publish.arg("publish").arg(home.join("crds")).args([
            "--as",
            "json-schema",
            "--draft",
            "7",
            "--layout",
        ]);
        publish.arg("{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json").arg("-o").arg(&schemas);
        ensure!(publish.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success(), "no JSON Schemas");
        let layout = "{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";
        let mut theirs = Command::new(kubeconform);
        theirs
            .arg("-schema-location")
            .arg(schemas.join(layout))
            .arg("-n")
            .arg(threads())
            .arg(home.join("objects"));
        let theirs = best(&mut theirs, args.runs)?;
        let times = theirs.took.as_secs_f64() / ours.took.as_secs_f64();
        println!(
            "kubeconform: {:.2?}, {} MB; crdc is {times:.1} times as fast",
            theirs.took,
            theirs.peak >> 20
        );
        reached &= times >= TIMES;
    }
    Ok(reached)
}

fn threads() -> String {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).to_string()
}

/// The result of a run of a command.
struct Ran {
    took: Duration,
    /// The highest memory, in bytes.
    peak: u64,
    succeeded: bool,
}

impl Ran {
    fn each_second(&self, count: u32) -> f64 {
        f64::from(count) / self.took.as_secs_f64()
    }

    fn words(&self, count: u32) -> String {
        let (each_second, megabytes) = (self.each_second(count), self.peak >> 20);
        format!("{count} objects in {:.2?}, {each_second:.0} a second, {megabytes} MB", self.took)
    }
}

/// The fastest of `runs` runs.
fn best(command: &mut Command, runs: usize) -> Result<Ran> {
    let runs: Vec<Ran> = (0..runs.max(1)).map(|_| measure(command)).collect::<Result<_>>()?;
    runs.into_iter().min_by_key(|ran| ran.took).context("no run")
}

fn measure(command: &mut Command) -> Result<Ran> {
    let started = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().context("cannot be run")?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ran { took: started.elapsed(), peak, succeeded: status.success() });
        }
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap_or_default();
        peak = peak.max(kilobytes << 10);
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Writes files of manifests of Kubernetes' kinds; returns the number of manifests.
fn write_native(home: &Path, in_each: usize) -> Result<u32> {
    let documents: Vec<&str> = NATIVE.split("\n---\n").collect();
    let mut texts = documents.into_iter().cycle();
    let all = KINDS * OF_EACH;
    for index in 0..all / in_each {
        let folder = home.join(format!("{:02}", index % 100));
        fs::create_dir_all(&folder)?;
        let file: Vec<&str> = texts.by_ref().take(in_each).collect();
        fs::write(folder.join(format!("{index:05}.yaml")), file.join("\n---\n"))?;
    }
    Ok(u32::try_from(all)?)
}

/// Writes the files of custom resources; returns their number.
fn write(shared: &Path, home: &Path) -> Result<u32> {
    let by_crd = objects(shared)?;
    ensure!(by_crd.len() >= KINDS, "the record has {} kinds with such objects", by_crd.len());
    let mut count = 0;
    for (crd, texts) in by_crd.iter().take(KINDS) {
        let name = crd.replace('/', "-");
        fs::create_dir_all(home.join("crds"))?;
        fs::copy(shared.join("corpus/crds").join(crd), home.join("crds").join(name))?;
        for text in texts.iter().cycle().take(OF_EACH) {
            let folder = home.join("objects").join(format!("{:02}", count % 100));
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(format!("{count:05}.yaml")), text)?;
            count += 1;
        }
    }
    Ok(count)
}

/// Accepted objects without warnings, as YAML, by CRD.
fn objects(shared: &Path) -> Result<BTreeMap<String, Vec<String>>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut files: Vec<PathBuf> =
        fs::read_dir(shared.join("golden/cases"))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    for file in files {
        for line in fs::read_to_string(&file)?.lines() {
            let mut case: Value = serde_json::from_str(line)?;
            let answer = &case["answer"];
            let is_silent = |key: &str| answer[key].as_array().is_none_or(Vec::is_empty);
            let fits = case["op"] == "create"
                && answer["accepted"] == true
                && ["warnings", "strict"].into_iter().all(is_silent);
            let Some(object) = case["object"].as_object_mut().filter(|_| fits) else { continue };
            object.remove("status");
            let mut text = String::new();
            yaml(&case["object"], 0, &mut text);
            if SIZES.contains(&text.len()) {
                found.entry(case["crd"].as_str().unwrap_or_default().to_owned()).or_default().push(text);
            }
        }
    }
    Ok(found)
}

/// Writes the members or items of a collection as kubectl does: blocks, and quotes where they are needed.
fn yaml(value: &Value, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                *out += &format!("{pad}{}:", scalar(&Value::String(key.clone())));
                below(value, indent, out);
            }
        }
        Value::Array(items) => {
            for item in items {
                if item.as_object().is_some_and(|members| !members.is_empty()) {
                    let mut inner = String::new();
                    yaml(item, indent + 2, &mut inner);
                    *out += &format!("{pad}- {}", &inner[indent + 2..]);
                } else {
                    *out += &format!("{pad}-");
                    below(item, indent, out);
                }
            }
        }
        _ => {}
    }
}

fn below(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            out.push('\n');
            yaml(value, indent + 2, out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            yaml(value, indent, out);
        }
        _ => *out += &format!(" {}\n", scalar(value)),
    }
}

fn scalar(value: &Value) -> String {
    let Value::String(text) = value else { return value.to_string() };
    let first = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let word =
        ["true", "false", "yes", "no", "on", "off", "y", "n", "null"].contains(&&*text.to_ascii_lowercase());
    if first && !word && text.chars().all(plain) { text.clone() } else { value.to_string() }
}
