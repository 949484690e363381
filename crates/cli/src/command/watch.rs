//! `--watch`: does the work of a command again whenever a file that it reads changes. In: the files. Out: one
//! round after the other, until the process is interrupted.
//!
//! The times and lengths of files are compared. A watch of the operating system would report nothing for
//! targets of links and on some network drives. Easy to break: the state is taken before the files are read,
//! or a change meanwhile is missed.

use std::collections::HashMap;
use std::fs;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::git::GitTree;
use crate::count::number;
use crate::failure::Failure;
use crate::input;
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

/// The files and folders that a command reads.
pub(super) struct Watched<'c> {
    pub(super) inputs: &'c [PathBuf],
    /// Files of the inputs that do not count.
    pub(super) ignored: &'c [regex::Regex],
    pub(super) trust: Trust,
    /// Other paths that are read.
    pub(super) others: Vec<PathBuf>,
    pub(super) commits: Vec<GitTree<'c>>,
}

/// What a round says of the next one.
pub(super) struct Next {
    /// The result of the command if no file will change, since nobody reads its output any more.
    pub(super) end: Option<bool>,
    /// Files that this round names, beside those that are known before.
    pub(super) others: Vec<PathBuf>,
}

/// The time of a file's last change, and its length; `None` if the file does not exist.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// The state of all files, by which a change is noticed.
#[derive(PartialEq, Eq)]
struct State {
    files: Vec<(PathBuf, Stamp)>,
    /// Files that only a round names.
    found: Vec<(PathBuf, Stamp)>,
    commits: Vec<String>,
}

impl Watched<'_> {
    /// Runs rounds until the process is interrupted, or no program reads its output any more.
    ///
    /// # Errors
    /// A file can be read only once.
    pub(super) fn watch(self, mut round: impl FnMut() -> Result<Next, Failure>) -> Result<bool, Failure> {
        self.check()?;
        let mut seen = State { files: self.files(), found: Vec::new(), commits: self.commits() };
        loop {
            if stdout().is_terminal() {
                write(&To::Out, CLEAR)?;
            }
            match round() {
                Ok(Next { end: Some(passed), .. }) => return Ok(passed),
                Ok(Next { others, .. }) => {
                    // Those that were known before keep their state, or a change meanwhile is missed.
                    let known: HashMap<PathBuf, Stamp> = seen.found.drain(..).collect();
                    let now = others.into_iter().map(|file| {
                        let stamp = known.get(&file).copied().unwrap_or_else(|| stamp(&file));
                        (file, stamp)
                    });
                    seen.found.extend(now);
                }
                // The next change may correct it.
                Err(failure) => complain(&failure),
            }
            let there = seen.files.iter().chain(&seen.found).filter(|(_, stamp)| stamp.is_some()).count();
            write(&To::Err, &format!("watching {}\n", number(there, "file")))?;
            self.wait(&mut seen);
        }
    }

    /// Refuses files that can be read only once.
    fn check(&self) -> Result<(), Failure> {
        for path in self.inputs.iter().chain(&self.others) {
            if input::is_stdin(path) {
                return Err("--watch cannot read the standard input (-) again: name files".to_owned());
            }
            if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
                return Err(format!("--watch cannot read {} again: name files", path.display()));
            }
        }
        Ok(())
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
            let now = State { files: self.files(), found: stamped(&seen.found), commits };
            if now == *seen {
                continue;
            }
            *seen = now;
            for _ in 0..MOST_WAITS {
                sleep(SETTLES);
                let (files, found) = (self.files(), stamped(&seen.found));
                if (&files, &found) == (&seen.files, &seen.found) {
                    break;
                }
                (seen.files, seen.found) = (files, found);
            }
            return;
        }
    }
}

/// The state of these files now.
fn stamped(files: &[(PathBuf, Stamp)]) -> Vec<(PathBuf, Stamp)> {
    files.iter().map(|(file, _)| (file.clone(), stamp(file))).collect()
}

fn stamp(file: &Path) -> Stamp {
    let metadata = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.modified().ok(), metadata.len()))
}
