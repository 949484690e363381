//! `--watch`: validates again whenever a file that was read changes. In: the command. Out: a report for each
//! round, until the process is interrupted.
//!
//! The times and lengths of files are compared. A watch of the operating system would report nothing for
//! targets of links and on some network drives. Easy to break: the state is taken before the files are read,
//! or a change meanwhile is missed.

use std::fs;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::options::Validate;
use crate::command::git::GitTree;
use crate::config::USUAL;
use crate::count::number;
use crate::failure::Failure;
use crate::input;
use crate::kubernetes_version::Wanted;
use crate::output::complain;
use crate::place::{To, write};
use crate::validate::folder::input::is_ignored;
use crdc_source::Trust;

/// The time between two comparisons.
const POLL: Duration = Duration::from_millis(300);

/// Tools write several files, or one file in several steps: a round waits until nothing changes for this
/// long.
const SETTLES: Duration = Duration::from_millis(100);

/// The highest number of such waits.
const MOST_WAITS: usize = 20;

/// Commits are compared at every tenth comparison, since that starts a git process.
const COMMITS_EVERY: usize = 10;

/// The control sequence that clears a terminal and moves the cursor to its top.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// Validates until the process is interrupted, or no program reads its output any more.
///
/// # Errors
/// A file can be read only once.
pub(super) fn watch(command: &Validate) -> Result<bool, Failure> {
    let watched = Watched::of(command)?;
    let mut seen = State { files: watched.files(), commits: watched.commits() };
    loop {
        if stdout().is_terminal() {
            write(&To::Out, CLEAR)?;
        }
        match command.round() {
            Ok(round) if !round.is_read => return Ok(round.passed),
            Ok(_) => {}
            // The next change may correct it.
            Err(failure) => complain(&failure),
        }
        let there = seen.files.iter().filter(|(_, stamp)| stamp.is_some()).count();
        write(&To::Err, &format!("watching {}\n", number(there, "file")))?;
        watched.wait(&mut seen);
    }
}

/// The files and folders that the command reads.
struct Watched<'c> {
    inputs: &'c [PathBuf],
    ignored: &'c [regex::Regex],
    trust: Trust,
    /// The paths of CRDs, OpenAPI documents, stored objects and the configuration.
    others: Vec<&'c Path>,
    commits: Vec<GitTree<'c>>,
}

/// The time of a file's last change, and its length; `None` if the file does not exist.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// The state of all files, by which a change is noticed.
#[derive(PartialEq, Eq)]
struct State {
    files: Vec<(PathBuf, Stamp)>,
    commits: Vec<String>,
}

impl<'c> Watched<'c> {
    fn of(command: &'c Validate) -> Result<Watched<'c>, Failure> {
        let mut watched = Watched {
            inputs: &command.files,
            ignored: &command.ignore_filename_pattern,
            trust: command.trust(),
            others: vec![command.config.as_deref().unwrap_or(Path::new(USUAL))],
            commits: Vec::new(),
        };
        for path in command.crd.iter().chain(&command.old) {
            match GitTree::of(path) {
                Some(tree) => watched.commits.push(tree),
                None => watched.others.push(path),
            }
        }
        watched.others.extend(command.around.iter().map(PathBuf::as_path));
        watched.others.extend(command.openapi.iter().chain(&command.substitute_file).map(PathBuf::as_path));
        watched.others.extend(command.baseline.baseline.as_deref());
        watched.others.extend(command.schema_location.iter().filter_map(|location| location.path()));
        if let Some(Wanted::File(file)) = &command.kubernetes {
            watched.others.push(Path::new(file));
        }
        for path in watched.inputs.iter().map(PathBuf::as_path).chain(watched.others.iter().copied()) {
            if input::is_stdin(path) {
                return Err("--watch cannot read the standard input (-) again: name files".to_owned());
            }
            if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
                return Err(format!("--watch cannot read {} again: name files", path.display()));
            }
        }
        Ok(watched)
    }

    /// The files that exist now, including the files in folders.
    fn files(&self) -> Vec<(PathBuf, Stamp)> {
        let mut all = Vec::new();
        let mut add = |path: &Path, ignored: &[regex::Regex]| {
            // A folder that cannot be read is watched by its own path.
            let walked = crdc_source::walk(&[path], self.trust).pop().and_then(Result::ok);
            let files = walked.map_or_else(|| vec![path.to_owned()], |walked| walked.files);
            let files = files.into_iter().filter(|file| !is_ignored(file, ignored));
            all.extend(files.map(|file| {
                let stamp = stamp(&file);
                (file, stamp)
            }));
        };
        self.inputs.iter().for_each(|path| add(path, self.ignored));
        self.others.iter().for_each(|path| add(path, &[]));
        all
    }

    fn commits(&self) -> Vec<String> {
        self.commits.iter().flat_map(|tree| tree.commits(self.inputs)).collect()
    }

    /// Waits until the state differs from `seen` and no longer changes.
    fn wait(&self, seen: &mut State) {
        for poll in 1_usize.. {
            sleep(POLL);
            let asks_git = poll.is_multiple_of(COMMITS_EVERY);
            let commits = if asks_git { self.commits() } else { seen.commits.clone() };
            let now = State { files: self.files(), commits };
            if now == *seen {
                continue;
            }
            *seen = now;
            for _ in 0..MOST_WAITS {
                sleep(SETTLES);
                let files = self.files();
                if files == seen.files {
                    break;
                }
                seen.files = files;
            }
            return;
        }
    }
}

fn stamp(file: &Path) -> Stamp {
    let metadata = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.modified().ok(), metadata.len()))
}
