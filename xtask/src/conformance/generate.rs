//! Generates code for the versions of CRDs. In: versions of CRDs. Out: their generated code, or the reason
//! for its absence. The compiler runs in this process; a panic of the compiler counts as a failure of one
//! CRD.

use std::collections::{BTreeMap, BTreeSet};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crdc_codegen::Options;
use crdc_source::Source;
use crdc_source::diag::Severity;

use super::Unit;

/// Generated code of one version.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(super) unit: Unit,
    /// The name of the unit type, which answers requests.
    pub(super) type_name: String,
    pub(super) text: String,
}

/// The result for each requested version.
#[derive(Default)]
pub(crate) struct Generated {
    pub(super) units: Vec<Code>,
    pub(super) failed: BTreeMap<Unit, String>,
}

/// Generates all `units`, file by file, on every core.
pub(crate) fn generate(units: &BTreeSet<Unit>) -> Generated {
    let start = Instant::now();
    let mut versions: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
    for unit in units {
        versions.entry(&unit.crd).or_default().push(&unit.version);
    }
    let crds: Vec<_> = versions.iter().collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some((crd, versions)) = crds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let files = one(crd);
            let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            found.push((crd.to_path_buf(), versions, files));
            if found.len().is_multiple_of(100) {
                eprintln!("generated {}/{} CRDs", found.len(), crds.len());
            }
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (0..cores).map(|_| scope.spawn(work)).for_each(drop);
    });

    let mut generated = Generated::default();
    for (crd, versions, files) in found.into_inner().unwrap_or_default() {
        collect(&mut generated, &crd, versions, files);
    }
    generated.units.sort_by(|a, b| a.unit.cmp(&b.unit));
    let bytes: usize = generated.units.iter().map(|code| code.text.len()).sum();
    let (count, time) = (generated.units.len(), start.elapsed().as_secs_f64());
    let size = bytes as f64 / 1e6;
    eprintln!("generated {} CRDs, {count} versions, {size:.1} MB in {time:.1}s", crds.len());
    generated
}

/// The generated files of one CRD by version, or the compiler's errors.
fn one(crd: &Path) -> Result<BTreeMap<String, (String, String)>, String> {
    let text = std::fs::read_to_string(crd).map_err(|error| error.to_string())?;
    let text = super::spelling::as_recorded(&text);
    // The name omits the directory, so that the same CRD has the same code on every machine.
    let name = crd.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let generated =
        panic::catch_unwind(|| crdc_codegen::generate(&[Source::new(name, text)], &Options::default()))
            .map_err(|_| "the compiler panicked; its message stands above".to_owned())?;
    if generated.files.is_empty() {
        let errors: Vec<_> = generated
            .diagnostics
            .into_iter()
            .map(|located| located.diagnostic)
            .filter(|diagnostic| diagnostic.code.severity() == Severity::Error)
            .map(|diagnostic| diagnostic.message)
            .take(3)
            .collect();
        return Err(format!("nothing was generated: {}", errors.join("; ")));
    }
    let file = |file: crdc_codegen::GeneratedFile| (file.version, (file.type_name, file.text));
    Ok(generated.files.into_iter().map(file).collect())
}

fn collect(
    generated: &mut Generated,
    crd: &Path,
    versions: &[&str],
    files: Result<BTreeMap<String, (String, String)>, String>,
) {
    let (mut files, reason) = match files {
        Ok(files) => (files, "this version was not generated".to_owned()),
        Err(error) => (BTreeMap::new(), error),
    };
    for version in versions {
        let unit = Unit { crd: PathBuf::from(crd), version: (*version).to_owned() };
        match files.remove(*version) {
            Some((type_name, text)) => generated.units.push(Code { unit, type_name, text }),
            None => {
                generated.failed.insert(unit, reason.clone());
            }
        }
    }
}
