//! Reads which releases the files say are in use. In: the inputs. Out: what they say.
//!
//! Files that are no manifests say it too: kustomizations, charts, values. A lock beside a chart is read,
//! although no manifest has its name.

use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use crate::validate::folder::Sort;
use crate::validate::folder::input::Input;
use crdc_releases::{Said, may_pin};
use crdc_source::Source;

/// What the inputs with these indices say, on all cores.
pub(super) fn said(inputs: &[Input], indices: &[usize], threads: usize) -> Said {
    let size = indices.len().div_ceil(threads.max(1)).max(1);
    let read = |indices: &[usize]| {
        let mut said = Said::default();
        for input in indices.iter().filter_map(|index| inputs.get(*index)) {
            if input.left_out.is_some_and(|sort| sort != Sort::OtherFile) {
                continue;
            }
            let (source, name) = (input.read(), input.name());
            if may_pin(&name, &source.text) {
                said.add(&name, &source);
            }
            if let Some((path, source)) = lock_beside(&name) {
                said.add(&path, &source);
            }
        }
        said
    };
    thread::scope(|scope| {
        let started: Vec<_> = indices.chunks(size).map(|part| scope.spawn(move || read(part))).collect();
        let mut all = Said::default();
        for thread in started {
            // A panic in a thread is passed on.
            all.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
}

/// The lock of a chart, if this is the head of one.
fn lock_beside(name: &str) -> Option<(String, Source)> {
    let path = Path::new(name);
    let lock = match path.file_name()?.to_str()? {
        "Chart.yaml" => "Chart.lock",
        "requirements.yaml" => "requirements.lock",
        _ => return None,
    };
    let path = path.with_file_name(lock);
    // The command line does not name this file, so errors of reading it are ignored.
    Some((path.to_string_lossy().into_owned(), Source::read(&path).ok()?))
}
