//! Prints diagnostics to the terminal: format, colours, counts.

use super::Failure;
use clap::{Args, ValueEnum};
use crdc_codegen::Located;
use crdc_codegen::diag::{Format, Renderer, Severity, outside};
use crdc_codegen::source::Source;
use std::io::{IsTerminal, Write};

/// How diagnostics are shown.
#[derive(Args)]
pub(crate) struct Output {
    /// The format of diagnostics: with an excerpt, one line each, JSON with one object per line, or Markdown
    #[arg(long, value_enum, default_value_t = Shape::Human)]
    format: Shape,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    Human,
    Plain,
    Json,
    Markdown,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// The output stream: diagnostics are the result of `check`, and a by-product of the other commands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Out,
    Err,
}

/// The number of diagnostics.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) errors: usize,
    pub(super) warnings: usize,
}

impl Output {
    /// Prints the diagnostics and a summary line; counts them.
    pub(super) fn show(
        &self,
        sources: &[Source],
        found: &[Located],
        to: To,
        done: &str,
    ) -> Result<Count, Failure> {
        let format = self.format(to);
        let mut count = Count::default();
        let mut text = String::new();
        let mut renderer: Option<(usize, Renderer<'_>)> = None;
        for located in found {
            let Some(source) = sources.get(located.source) else {
                continue;
            };
            match located.diagnostic.severity() {
                Severity::Error => count.errors += 1,
                Severity::Warning => count.warnings += 1,
            }
            if renderer.as_ref().is_none_or(|(index, _)| *index != located.source) {
                renderer = Some((located.source, Renderer::new(source, format)));
            }
            if let Some((_, renderer)) = &renderer {
                text.push_str(&renderer.show(&located.diagnostic));
            }
        }
        match self.format {
            Shape::Json => {}
            // A paragraph behind the list.
            Shape::Markdown if !text.is_empty() => text += &format!("\n{}", count.line(done)),
            _ => text.push_str(&count.line(done)),
        }
        write(to, &text)?;
        Ok(count)
    }

    /// The requested format for this output.
    pub(crate) fn format(&self, to: To) -> Format {
        match self.format {
            Shape::Human if self.colored(to) => Format::Colour,
            Shape::Human => Format::Human,
            Shape::Plain => Format::Plain,
            Shape::Json => Format::Json,
            Shape::Markdown => Format::Markdown,
        }
    }

    fn colored(&self, to: To) -> bool {
        let terminal = match to {
            To::Out => std::io::stdout().is_terminal(),
            To::Err => std::io::stderr().is_terminal(),
        };
        match self.color {
            Color::Always => true,
            Color::Never => false,
            // https://no-color.org
            Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
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

/// `1 error`, `2 errors`.
pub(crate) fn number(count: usize, of: &str) -> String {
    if count == 1 { format!("1 {of}") } else { format!("{count} {of}s") }
}

/// Writes to one of the two outputs. A closed pipe is not an error.
pub(crate) fn write(to: To, text: &str) -> Result<(), Failure> {
    write_if_read(to, text).map(drop)
}

/// The same; whether the pipe was open.
pub(super) fn write_if_read(to: To, text: &str) -> Result<bool, Failure> {
    let written = match to {
        To::Out => std::io::stdout().lock().write_all(text.as_bytes()),
        To::Err => std::io::stderr().lock().write_all(text.as_bytes()),
    };
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("cannot write: {error}")),
    }
}

/// Prints why the command failed, in names and words of others.
pub(crate) fn complain(failure: &str) {
    // If this cannot be written either, nothing can be done.
    let _ = writeln!(std::io::stderr().lock(), "crdc: {}", outside::lines(failure));
}
