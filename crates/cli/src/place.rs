//! The target of `-o`, `--output`. In: a path of the command line. Out: a place to write to.
//!
//! Easy to break: the file is created when text is written, since it may be in a folder that the command
//! reads.

use std::cell::OnceCell;
use std::convert::Infallible;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::Failure;

/// The option of commands that print one text.
#[derive(Args)]
pub(crate) struct Place {
    /// The file that is written; - is the standard output, which is the default
    #[arg(short, long, value_name = "FILE", value_parser = not_a_format)]
    output: Option<PathBuf>,
}

/// The option `--out`, which older versions had.
#[derive(Args)]
pub(crate) struct Renamed {
    #[arg(long = "out", hide = true, value_name = "PATH", value_parser = renamed)]
    _out: Option<Infallible>,
}

/// All formats of reports. In older versions, `-o` named one of them.
pub(crate) const FORMATS: [&str; 10] =
    ["text", "human", "pretty", "plain", "json", "markdown", "junit", "tap", "sarif", "github"];

/// Parses a place. The name of a format is refused, since such a user expects the report on the standard
/// output.
pub(crate) fn not_a_format(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() {
        return Err("the name of a file is missing".to_owned());
    }
    if FORMATS.iter().any(|format| format.eq_ignore_ascii_case(text)) {
        return Err(format!(
            "a format is written --format {text}; this is the place, and for a file of this name write ./{text}"
        ));
    }
    Ok(PathBuf::from(text))
}

fn renamed(text: &str) -> Result<Infallible, String> {
    Err(format!("write --output {text}"))
}

/// The destination of a text: the standard output for requested results, the standard error for messages, or
/// a file.
pub(crate) enum To {
    Out,
    Err,
    File(Made),
    /// What is written here is lost, as another report says it.
    Nowhere,
}

/// A file that is created when text is first written to it.
pub(crate) struct Made {
    path: PathBuf,
    file: OnceCell<File>,
}

impl Place {
    /// Opens the place. A file that the command reads is refused.
    pub(crate) fn open(&self, read: &[PathBuf]) -> Result<To, Failure> {
        To::at(self.output.as_deref(), read)
    }
}

impl To {
    /// The place of `-o`; the standard output without it. A file that the command reads is refused.
    ///
    /// # Errors
    /// The place is a file of `read`.
    pub(crate) fn at(path: Option<&Path>, read: &[PathBuf]) -> Result<To, Failure> {
        let Some(path) = path.filter(|path| !is_stdout(path)) else { return Ok(To::Out) };
        let same = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
        let there = same(path);
        if there.is_some() && read.iter().any(|read| same(read) == there) {
            return Err(format!("--output {}: the file is read, and would be lost", path.display()));
        }
        Ok(To::File(Made { path: path.to_owned(), file: OnceCell::new() }))
    }

    /// Whether it is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        match self {
            To::Out => stdout().is_terminal(),
            To::Err => stderr().is_terminal(),
            To::File(_) | To::Nowhere => false,
        }
    }

    fn write_all(&self, text: &[u8]) -> io::Result<()> {
        match self {
            To::Out => stdout().lock().write_all(text),
            To::Err => stderr().lock().write_all(text),
            To::File(made) => made.write_all(text),
            To::Nowhere => Ok(()),
        }
    }
}

impl Made {
    fn write_all(&self, text: &[u8]) -> io::Result<()> {
        if self.file.get().is_none() {
            // The file was not created before.
            let _ = self.file.set(File::create(&self.path)?);
        }
        self.file.get().map_or(Ok(()), |mut file| file.write_all(text))
    }
}

/// Whether the path stands for the standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes to a destination. A closed pipe is not an error.
pub(crate) fn write(to: &To, text: &str) -> Result<(), Failure> {
    write_if_read(to, text).map(drop)
}

/// Writes to a destination, and returns whether the pipe was open.
pub(crate) fn write_if_read(to: &To, text: &str) -> Result<bool, Failure> {
    match (to.write_all(text.as_bytes()), to) {
        (Ok(()), _) => Ok(true),
        (Err(error), _) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        (Err(error), To::File(made)) => Err(format!("cannot write {}: {error}", made.path.display())),
        (Err(error), _) => Err(format!("cannot write: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::FORMATS;
    use crate::output::DiagnosticFormat;
    use crate::validate::report::ReportFormat;
    use clap::ValueEnum;

    fn names<F: ValueEnum + 'static>() -> Vec<String> {
        let values = F::value_variants().iter().filter_map(F::to_possible_value);
        values.flat_map(|value| value.get_name_and_aliases().map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn all_formats_are_known() {
        for name in [names::<DiagnosticFormat>(), names::<ReportFormat>()].concat() {
            assert!(FORMATS.contains(&name.as_str()), "{name}");
        }
    }
}
