//! `--baseline FILE`: marks known findings. In: the baseline file, and the findings of a run. Out: whether
//! each finding is known, and the known findings that no longer occur.
//!
//! The key of a known finding is its file, object, field, name and message. The line is not part of it, so
//! that texts may move. The number of occurrences counts: if two are known, a third is new.
//!
//! Easy to break: a run that reads only some of the files changes nothing about known findings in the others.

mod file;
mod key;
mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::count::number;
use crdc_source::diag::outside;
pub(crate) use key::Key;
use paths::Place;

/// What the command line says about known findings.
#[derive(clap::Args)]
pub(crate) struct BaselineOptions {
    /// Findings that are known: they are counted, and neither shown nor errors
    #[arg(help_heading = "Known findings", long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all findings to a file for --baseline; what --baseline says of files that are not read now is
    /// kept
    #[arg(help_heading = "Known findings", long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Show this many findings at most; totals and the exit code do not change
    #[arg(help_heading = "The report", long, value_name = "NUMBER")]
    pub(crate) max_findings: Option<usize>,
}

/// The known findings, and the findings of this run.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    /// The known findings that were not found yet, with the number of their occurrences.
    left: BTreeMap<Key, usize>,
    /// The known findings that were found, with the number of their occurrences.
    found: BTreeMap<Key, usize>,
    /// The absolute names of the files that were read.
    files: BTreeSet<String>,
    from: Option<PathBuf>,
    to: Option<PathBuf>,
    /// The absolute names of the baseline files.
    own: Vec<String>,
    /// The working folder, if a baseline is used.
    here: Place,
}

/// The known findings after a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ended {
    /// The findings that no longer occur, with the number of their former occurrences.
    pub(crate) gone: Vec<(Key, usize)>,
    from: Option<PathBuf>,
    /// The baseline file that was written, and its number of findings.
    written: Option<(PathBuf, usize)>,
}

impl Baseline {
    /// Reads the baseline file that the command line names, if any.
    ///
    /// # Errors
    /// The sentence that the file cannot be read, or is no baseline.
    pub(crate) fn load(options: &BaselineOptions) -> Result<Baseline, String> {
        let BaselineOptions { baseline: from, write_baseline: to, .. } = options;
        let mut baseline = Baseline { from: from.clone(), to: to.clone(), ..Baseline::default() };
        if !baseline.is_used() {
            return Ok(baseline);
        }
        baseline.here = Place::here();
        let own = from.iter().chain(to).map(|path| baseline.here.absolute(&path.to_string_lossy()));
        baseline.own = own.collect();
        // The file to be written does not exist before the first run.
        let Some(path) = from.as_deref().filter(|path| from != to || path.exists()) else {
            return Ok(baseline);
        };
        let place = Place::of(path);
        for (mut key, count) in file::read(path)? {
            key.file = place.absolute(&key.file);
            add(&mut baseline.left, key, count);
        }
        Ok(baseline)
    }

    /// Whether the command line names a baseline.
    pub(crate) fn is_used(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    /// Whether a file is a baseline file of this run, and so no manifest.
    pub(crate) fn is_in(&self, file: &str) -> bool {
        self.is_used() && self.own.contains(&self.here.absolute(file))
    }

    /// Records that a file is read, so that known findings about it must occur. Returns the name of the file
    /// in keys; `None` without a baseline.
    pub(crate) fn reads(&mut self, file: &str) -> Option<String> {
        if !self.is_used() {
            return None;
        }
        let file = self.here.absolute(file);
        self.files.insert(file.clone());
        Some(file)
    }

    /// Whether a finding is known; counts it. Every finding is known if the run writes a baseline.
    pub(crate) fn knows(&mut self, key: Key) -> bool {
        let left = self.left.get_mut(&key).filter(|left| **left > 0);
        let is_known = left.is_some() || self.to.is_some();
        if let Some(left) = left {
            *left -= 1;
        }
        if self.to.is_some() {
            add(&mut self.found, key, 1);
        }
        is_known
    }

    /// Returns the known findings that were not found, and writes the baseline file that the command line
    /// names.
    ///
    /// # Errors
    /// The sentence that the file cannot be written.
    pub(crate) fn end(self) -> Result<Ended, String> {
        let Baseline { left, mut found, files, from, to, .. } = self;
        let left = left.into_iter().filter(|(_, count)| *count > 0);
        let is_settled = |(key, _): &(Key, usize)| files.contains(&key.file) || !paths::is_there(&key.file);
        let (gone, unread): (Vec<_>, Vec<_>) = left.partition(is_settled);
        let Some(to) = to else {
            return Ok(Ended { gone: shown(gone, from.as_deref()), from, written: None });
        };
        for (key, count) in unread {
            add(&mut found, key, count);
        }
        let place = Place::of(&to);
        let all =
            found.into_iter().map(|(key, count)| (Key { file: place.relative(&key.file), ..key }, count));
        let all: BTreeMap<Key, usize> = all.collect();
        file::write(&to, &all)?;
        Ok(Ended { gone: Vec::new(), from, written: Some((to, sum(all.values()))) })
    }
}

/// Adds a count. The sum is bounded, since counts come from a file and may be of any size.
fn add(all: &mut BTreeMap<Key, usize>, key: Key, count: usize) {
    let known = all.entry(key).or_default();
    *known = known.saturating_add(count);
}

fn sum<'c>(counts: impl Iterator<Item = &'c usize>) -> usize {
    counts.copied().fold(0, usize::saturating_add)
}

/// The findings with file names relative to the folder of the baseline.
fn shown(gone: Vec<(Key, usize)>, from: Option<&Path>) -> Vec<(Key, usize)> {
    let place = from.map_or_else(Place::here, Place::of);
    gone.into_iter().map(|(key, count)| (Key { file: place.relative(&key.file), ..key }, count)).collect()
}

impl Ended {
    /// The lines for people; empty if the baseline has nothing to report.
    pub(crate) fn lines(&self) -> String {
        let mut out = String::new();
        let path = |path: &Path| outside::line(&path.display().to_string()).into_owned();
        if let (Some(from), false) = (&self.from, self.gone.is_empty()) {
            let count = sum(self.gone.iter().map(|(_, count)| count));
            let them = if count == 1 { "it" } else { "them" };
            let (count, from) = (number(count, "known finding"), path(from));
            out += &format!(
                "no longer found: {count} of {from}; --write-baseline {from} removes {them} from the file:\n"
            );
            for (key, count) in &self.gone {
                let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
                out += &format!("  {}{times}\n", key.words());
            }
        }
        if let Some((to, count)) = &self.written {
            out += &format!("wrote {} to {}\n", number(*count, "known finding"), path(to));
        }
        out
    }
}

/// The limit of the number of findings that are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    most: usize,
    /// The number of findings so far.
    seen: usize,
}

impl Limit {
    pub(crate) fn of(options: &BaselineOptions) -> Limit {
        Limit { most: options.max_findings.unwrap_or(usize::MAX), seen: 0 }
    }

    /// The number of findings that may be shown.
    pub(crate) fn most(self) -> usize {
        self.most
    }

    /// Whether the limit is reached, or there is no limit: then further findings change nothing.
    pub(crate) fn is_decided(self) -> bool {
        self.most == usize::MAX || self.seen >= self.most
    }

    /// Counts findings.
    pub(crate) fn add(&mut self, count: usize) {
        self.seen += count;
    }

    /// Whether the next finding is shown; counts it.
    pub(crate) fn shows_next(&mut self) -> bool {
        self.seen += 1;
        self.seen <= self.most
    }

    /// The number of findings that were not shown.
    pub(crate) fn hidden(self) -> usize {
        self.seen.saturating_sub(self.most)
    }

    /// The line for people; empty if all findings were shown.
    pub(crate) fn line(self) -> String {
        match self.hidden() {
            0 => String::new(),
            hidden => format!("{} not shown: --max-findings {}\n", number(hidden, "more finding"), self.most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Baseline, BaselineOptions, Key};
    use std::path::PathBuf;

    fn key(file: &str, message: &str) -> Key {
        Key {
            file: file.to_owned(),
            object: None,
            field: None,
            id: "a".to_owned(),
            message: message.to_owned(),
        }
    }

    fn load(from: Option<&PathBuf>, to: Option<&PathBuf>) -> Baseline {
        let options =
            BaselineOptions { baseline: from.cloned(), write_baseline: to.cloned(), max_findings: None };
        Baseline::load(&options).expect("it can be read")
    }

    #[test]
    fn counts_matter_and_files_that_were_not_read_are_left_alone() {
        let folder = std::env::temp_dir().join(format!("crdc-baseline-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("deep")).expect("the folder can be made");
        let (path, other) = (folder.join("deep/known.json"), folder.join("other.json"));
        let [read, unread, deleted] =
            ["read.yaml", "unread.yaml", "deleted.yaml"].map(|name| folder.join(name).display().to_string());
        for file in [&read, &unread] {
            std::fs::write(file, "").expect("the file can be written");
        }
        let mut first = load(None, Some(&path));
        for file in [&read, &read, &unread, &deleted] {
            assert!(first.knows(key(file, "x")));
        }
        assert_eq!(first.end().expect("written").written.map(|(_, count)| count), Some(4));
        let mut second = load(Some(&path), None);
        second.reads(&read);
        assert!(!second.knows(key(&read, "y")));
        assert_eq!([0; 3].map(|_| second.knows(key(&read, "x"))), [true, true, false]);
        let gone = second.end().expect("nothing is written").gone;
        assert_eq!(gone, [(key("../deleted.yaml", "x"), 1)]);
        // Entries of files that were not read are kept, and paths are those of the new folder.
        let mut third = load(Some(&path), Some(&other));
        third.reads(&read);
        third.knows(key(&read, "x"));
        third.end().expect("written");
        let text = std::fs::read_to_string(&other).expect("it was written");
        assert!(
            text.contains("\"file\":\"read.yaml\"") && text.contains("\"file\":\"unread.yaml\""),
            "{text}"
        );
        assert!(!text.contains("deleted") && !text.contains("count"), "{text}");
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
