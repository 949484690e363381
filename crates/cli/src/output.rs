//! Prints diagnostics: the names of their formats on the command line, colours, and counts.
//! `crdc_source::render` renders the formats.
//!
//! Commands have `--format` for the form of what they report. `-o`, `--output` is a place in all of them: of
//! the report ([`Output`]), or of the documents that they write, and then the report goes beside
//! ([`Diagnostics`]).

use crate::count::number;
use crate::failure::Failure;
use crate::place::{Place, To, write};
use clap::{Args, ValueEnum};
use crdc_check::Located;
use crdc_source::Source;
use crdc_source::diag::{Severity, outside};
use crdc_source::render::{Format, Renderer};
use std::io::Write;
use std::path::PathBuf;

/// How a command shows what it reports.
#[derive(Args)]
pub(crate) struct Output {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    diagnostics: Diagnostics,
}

/// How diagnostics are shown.
#[derive(Args, Clone, Copy)]
pub(crate) struct Diagnostics {
    /// The format of the report
    #[arg(long = "format", value_enum, default_value_t, value_name = "FORMAT")]
    shape: DiagnosticFormat,
    #[command(flatten)]
    terminal: Terminal,
}

/// The terminal of a report.
#[derive(Args, Clone, Copy)]
pub(crate) struct Terminal {
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
}

/// The formats of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticFormat {
    /// For people: each with an excerpt of the text
    #[default]
    #[value(aliases = ["human", "pretty"])]
    Text,
    /// One line each
    Plain,
    /// JSON, an object on each line
    Json,
    /// Markdown, for a comment on a change
    Markdown,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// The number of diagnostics.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
}

impl Output {
    /// Opens the place of the report. A file that the command reads is refused.
    pub(crate) fn open(&self, read: &[PathBuf]) -> Result<To, Failure> {
        self.place.open(read)
    }

    /// The format of the report.
    pub(crate) fn diagnostics(&self) -> Diagnostics {
        self.diagnostics
    }
}

impl Diagnostics {
    /// In this format.
    pub(crate) fn new(shape: DiagnosticFormat, terminal: Terminal) -> Diagnostics {
        Diagnostics { shape, terminal }
    }

    /// Prints the diagnostics and a summary line; counts them.
    pub(crate) fn show(
        &self,
        sources: &[Source],
        found: &[Located],
        to: &To,
        done: &str,
    ) -> Result<Count, Failure> {
        self.show_first(sources, found, usize::MAX, to, done)
    }

    /// The same; prints as many of the diagnostics as `most` says, and counts all.
    pub(crate) fn show_first(
        &self,
        sources: &[Source],
        found: &[Located],
        most: usize,
        to: &To,
        done: &str,
    ) -> Result<Count, Failure> {
        let format = self.format(to);
        let mut count = Count::default();
        let mut text = String::new();
        let mut renderer: Option<(usize, Renderer<'_>)> = None;
        for (index, located) in found.iter().enumerate() {
            let Some(source) = sources.get(located.source) else {
                continue;
            };
            match located.diagnostic.severity() {
                Severity::Error => count.errors += 1,
                Severity::Warning => count.warnings += 1,
            }
            if index >= most {
                continue;
            }
            if renderer.as_ref().is_none_or(|(index, _)| *index != located.source) {
                renderer = Some((located.source, Renderer::new(source, format)));
            }
            if let Some((_, renderer)) = &renderer {
                text.push_str(&renderer.show(&located.diagnostic));
            }
        }
        match self.shape {
            DiagnosticFormat::Json => {}
            // A paragraph after the list.
            DiagnosticFormat::Markdown if !text.is_empty() => text += &format!("\n{}", count.line(done)),
            _ => text.push_str(&count.line(done)),
        }
        write(to, &text)?;
        Ok(count)
    }

    /// The requested format for this output.
    pub(crate) fn format(&self, to: &To) -> Format {
        match self.shape {
            DiagnosticFormat::Text if self.terminal.is_colored(to) => Format::Colour,
            DiagnosticFormat::Text => Format::Human,
            DiagnosticFormat::Plain => Format::Plain,
            DiagnosticFormat::Json => Format::Json,
            DiagnosticFormat::Markdown => Format::Markdown,
        }
    }

    /// Whether programs read it, so that nothing else may be in it.
    pub(crate) fn is_for_programs(&self) -> bool {
        self.shape == DiagnosticFormat::Json
    }
}

impl Terminal {
    fn is_colored(self, to: &To) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            // https://no-color.org
            Color::Auto => {
                to.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }
}

impl Count {
    fn line(self, done: &str) -> String {
        match (self.errors, self.warnings) {
            (0, 0) => format!("{done}: no errors\n"),
            (errors, 0) => format!("{done}: {}\n", number(errors, "error")),
            (0, warnings) => format!("{done}: no errors, {}\n", number(warnings, "warning")),
            (errors, warnings) => {
                format!("{done}: {}, {}\n", number(errors, "error"), number(warnings, "warning"))
            }
        }
    }
}

/// Prints why the command failed, in names and words of others.
pub(crate) fn complain(failure: &str) {
    // If this cannot be written either, nothing can be done.
    let _ = writeln!(std::io::stderr().lock(), "crdc: {}", outside::lines(failure));
}
