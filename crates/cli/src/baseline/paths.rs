//! Names of files in a baseline: relative to its folder, so that the folder in which the command runs does
//! not matter. In: names of the command line. Out: one name for each file.
//!
//! Only names are compared, since a file that was removed still has a name in the baseline.

use std::path::{Component, Path, PathBuf};

use crate::input::STDIN;

/// A folder that names are relative to.
#[derive(Debug, Default)]
pub(super) struct Place(PathBuf);

impl Place {
    /// The folder of a file.
    pub(super) fn of(file: &Path) -> Place {
        Place(clean(file).parent().map(Path::to_owned).unwrap_or_default())
    }

    /// The working folder.
    pub(super) fn here() -> Place {
        Place(clean(Path::new("")))
    }

    /// The absolute name of a file whose name is relative to this folder.
    pub(super) fn absolute(&self, name: &str) -> String {
        if name == STDIN { name.to_owned() } else { slashes(&clean(&self.0.join(name))) }
    }

    /// The name of a file relative to this folder.
    pub(super) fn relative(&self, absolute: &str) -> String {
        if absolute == STDIN {
            return absolute.to_owned();
        }
        let path = Path::new(absolute);
        let mut above = PathBuf::new();
        for folder in self.0.ancestors() {
            match path.strip_prefix(folder) {
                // A file on another drive has no relative name.
                Ok(_) if folder.parent().is_none() && !above.as_os_str().is_empty() => break,
                Ok(below) => return slashes(&above.join(below)),
                Err(_) => above.push(".."),
            }
        }
        absolute.to_owned()
    }
}

/// Whether a file exists; the standard input is no file.
pub(super) fn is_there(absolute: &str) -> bool {
    absolute == STDIN || Path::new(absolute).exists()
}

/// An absolute path without `.` and `..`.
fn clean(path: &Path) -> PathBuf {
    let absolute =
        if path.as_os_str().is_empty() { std::env::current_dir() } else { std::path::absolute(path) };
    let mut out = PathBuf::new();
    for component in absolute.unwrap_or_else(|_| path.to_owned()).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            other => out.push(other),
        }
    }
    out
}

fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::Place;
    use std::path::Path;

    #[test]
    fn a_file_has_one_name() {
        let place = Place::of(Path::new("ci/known.json"));
        for (name, expected) in [
            ("deploy/a.yaml", "../deploy/a.yaml"),
            ("./deploy/./a.yaml", "../deploy/a.yaml"),
            ("ci/b.yaml", "b.yaml"),
            ("deploy/../ci/b.yaml", "b.yaml"),
            ("<stdin>", "<stdin>"),
        ] {
            let absolute = Place::here().absolute(name);
            assert_eq!(place.relative(&absolute), expected, "{name}");
            assert_eq!(place.absolute(expected), absolute, "{name}");
        }
    }
}
