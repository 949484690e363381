//! Renders diagnostics: for people (rustc's layout), one line each for pipes, or JSON for tools.
//! In: one source and its diagnostics. Out: text. The cost per diagnostic must not depend on the size of the
//! source, and no text of the source may reach a report except through `outside`.

mod excerpt;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod markdown;
mod shown;
#[cfg(test)]
mod tests;

use crate::diag::{Diagnostic, FieldError, ServerMessage, Severity, outside};
use crate::text::{Lines, Source, Span};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer as Layout, Snippet};
use excerpt::{Excerpt, Underline, excerpts};
pub use shown::one_line;
use shown::{clean, cut};

/// The output format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Text with an excerpt of the source; see [`Format::Colour`] for colours.
    #[default]
    Human,
    /// [`Format::Human`] with terminal colours.
    Colour,
    /// `path:line:col: error[code]: message`, one line each.
    Plain,
    /// A JSON object per line: `code`, `severity`, `message`, `file`, `line`, `column`,
    /// `end_line`, `end_column` (from 1, columns in characters), `byte_start`, `byte_end`,
    /// `label`, `notes` (locations with a `message`), `help` and `server` (a string or null; `server` has
    /// one line per message), `server_errors` (`type`, `field`, `bad_value` unless it is long, `detail`).
    Json,
    /// Markdown for comments on changes: a list of diagnostics, tables of changes.
    Markdown,
}

/// A message about a location, for people: a diagnostic without a [`Code`](crate::diag::Code), of a document
/// that is no schema.
#[derive(Clone, Debug)]
pub struct Message<'d> {
    /// Determines the colour, and the first word if `level` is `None`.
    pub severity: Severity,
    /// The first word of the message, such as `error`.
    pub level: Option<&'static str>,
    /// The name in brackets after the first word.
    pub id: &'d str,
    /// The message text.
    pub words: &'d str,
    /// The primary location.
    pub span: Span,
    /// A short label for it.
    pub label: &'d str,
    /// Secondary locations, each with a short label.
    pub notes: &'d [(Span, String)],
    /// The lines below the excerpt, each with its name.
    pub lines: Vec<(&'static str, String)>,
}

/// Renders the diagnostics of one source, each ending with a line break.
#[must_use]
pub fn render(source: &Source, problems: &[Diagnostic], format: Format) -> String {
    let renderer = Renderer::new(source, format);
    problems.iter().map(|problem| renderer.show(problem)).collect()
}

/// Renders the diagnostics of one source one by one.
#[derive(Debug)]
pub struct Renderer<'a> {
    source: &'a Source,
    /// The source's name, escaped for terminals.
    name: String,
    lines: Lines<'a>,
    format: Format,
}

impl<'a> Renderer<'a> {
    /// Creates a renderer; reads the source once to index its lines.
    #[must_use]
    pub fn new(source: &'a Source, format: Format) -> Renderer<'a> {
        Renderer {
            source,
            name: outside::path(cut(&source.name).0).into_owned(),
            lines: source.lines(),
            format,
        }
    }

    /// The line starts of the source.
    #[must_use]
    pub fn lines(&self) -> &Lines<'a> {
        &self.lines
    }

    /// Renders one diagnostic, ending with a line break (with an empty line in the formats with an
    /// excerpt).
    #[must_use]
    pub fn show(&self, problem: &Diagnostic) -> String {
        match self.format {
            Format::Human => self.people(problem, Layout::plain()),
            Format::Colour => self.people(problem, Layout::styled().hyperlink(false)),
            Format::Plain => self.line(
                severity_name(problem.severity()),
                problem.code.name(),
                problem.span,
                &problem.message,
            ),
            Format::Json => self.json(problem),
            Format::Markdown => {
                let level = severity_name(problem.severity());
                self.item(level, problem.code.name(), problem.span, &problem.message, problem.help.as_deref())
            }
        }
    }

    /// `- **error** `code` at `path:line:col`: message`
    fn item(&self, level: &str, code: &str, span: Span, message: &str, help: Option<&str>) -> String {
        let level = if level == "error" { "**error**" } else { level };
        let place = self.address(span).replace('`', "?");
        let mut text = format!("- {level} `{code}` at `{place}`: {}\n", markdown::line(message));
        if let Some(help) = help {
            text += &format!("  - help: {}\n", markdown::line(help));
        }
        text
    }

    fn people(&self, problem: &Diagnostic, layout: Layout) -> String {
        let help = problem.help.iter().map(|help| ("help", help.clone()));
        let server = problem.server.iter().map(|said| ("server", said.to_string()));
        let message = Message {
            severity: problem.severity(),
            level: None,
            id: problem.code.name(),
            words: &problem.message,
            span: problem.span,
            label: &problem.label,
            notes: &problem.notes,
            lines: help.chain(server).collect(),
        };
        self.laid_out(&message, layout)
    }

    /// Renders any message that has a location for people: with an excerpt, with or without colours, or as a
    /// line or an item.
    #[must_use]
    pub fn message(&self, message: &Message<'_>) -> String {
        let &Message { severity, level, id, words, span, .. } = message;
        let level = level.unwrap_or(severity_name(severity));
        match self.format {
            Format::Plain => return self.line(level, id, span, words),
            Format::Markdown => {
                let help =
                    message.lines.iter().find(|(name, _)| *name == "help").map(|(_, words)| words.as_str());
                return self.item(level, id, span, words, help);
            }
            Format::Human | Format::Colour | Format::Json => {}
        }
        let colour = self.format == Format::Colour;
        self.laid_out(message, if colour { Layout::styled().hyperlink(false) } else { Layout::plain() })
    }

    fn laid_out(&self, message: &Message<'_>, layout: Layout) -> String {
        let level = match message.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let level = match message.level {
            Some(name) => level.with_name(name),
            None => level,
        };
        let (line, column) = self.lines.line_column(message.span.start);
        let mut group = Group::with_title(level.primary_title(clean(message.words)).id(message.id));
        let mut cut = 0;
        if self.source.text.is_empty() {
            group = group.element(Origin::path(self.name.as_str()));
        } else {
            let mut marks = vec![Underline { span: message.span, words: message.label, main: true }];
            marks.extend(message.notes.iter().map(|(span, words)| Underline {
                span: *span,
                words,
                main: false,
            }));
            let excerpts = excerpts(&self.source.text, &self.lines, marks);
            cut = excerpts.iter().map(|excerpt| excerpt.cut).sum();
            let unseen = excerpts.iter().flat_map(|excerpt| &excerpt.unseen);
            let unseen: Vec<String> = unseen.map(|(span, words)| self.far_note(*span, words)).collect();
            for excerpt in excerpts {
                group = group.element(self.snippet(excerpt));
            }
            group = group.elements(unseen.into_iter().map(|words| Level::NOTE.message(words)));
        }
        for (name, words) in &message.lines {
            let level = if *name == "help" { Level::HELP } else { Level::NOTE.with_name(*name) };
            group = group.element(level.message(clean(words)));
        }
        let mut shown = layout.render(&[group]);
        if cut > 0 {
            // The layout counts columns from the start of the excerpt, not of the line.
            let (name, seen) = (&self.name, column.saturating_sub(cut));
            let counted = format!("{name}:{line}:{seen}\n");
            shown = shown.replacen(&counted, &format!("{name}:{line}:{column}\n"), 1);
        }
        shown.push_str("\n\n");
        shown
    }

    fn snippet<'d>(&self, excerpt: Excerpt<'d>) -> Snippet<'d, Annotation<'d>> {
        let marks = excerpt.marks.into_iter().map(|(range, words, main)| {
            let kind = if main { AnnotationKind::Primary } else { AnnotationKind::Context };
            let words = Some(words).filter(|words| !words.is_empty());
            kind.span(range).label(words.map(clean))
        });
        Snippet::source(excerpt.text)
            .line_start(excerpt.first_line)
            .path(self.name.clone())
            .annotations(marks)
    }

    /// A note for a location that no excerpt shows.
    fn far_note(&self, span: Span, words: &str) -> String {
        let (line, column) = self.lines.line_column(span.start);
        format!("{} at {line}:{column}", clean(words))
    }

    fn line(&self, level: &str, code: &str, span: Span, message: &str) -> String {
        format!("{}: {level}[{code}]: {}\n", self.address(span), one_line(message))
    }

    fn json(&self, problem: &Diagnostic) -> String {
        let mut object = json::Object::new();
        object.text("code", problem.code.name());
        object.text("severity", severity_name(problem.severity()));
        object.text("message", &problem.message);
        object.text("file", &self.source.name);
        self.place(&mut object, problem.span);
        object.text("label", &problem.label);
        let notes = problem.notes.iter().map(|(span, words)| {
            let mut note = json::Object::new();
            note.text("message", words);
            self.place(&mut note, *span);
            note.finish()
        });
        object.array("notes", notes);
        object.optional("help", problem.help.as_deref());
        let said: Vec<String> = problem.server.iter().map(ToString::to_string).collect();
        object.optional("server", Some(said.join("\n")).filter(|said| !said.is_empty()).as_deref());
        let errors = problem.server.iter().filter_map(|said| match said {
            ServerMessage::Error(error) => Some(server_error(error)),
            ServerMessage::Plain(_) => None,
        });
        object.array("server_errors", errors);
        let mut shown = object.finish();
        shown.push('\n');
        shown
    }

    /// Returns `path:line:column` of a location.
    #[must_use]
    pub fn address(&self, span: Span) -> String {
        let (line, column) = self.lines.line_column(span.start);
        format!("{}:{line}:{column}", self.name)
    }

    /// Returns a location as JSON: the file and the location members of [`Format::Json`].
    #[doc(hidden)]
    #[must_use]
    pub fn place_in_json(&self, span: Span) -> String {
        let mut object = json::Object::new();
        object.text("file", &self.source.name);
        self.place(&mut object, span);
        object.finish()
    }

    fn place(&self, object: &mut json::Object, span: Span) {
        let (line, column) = self.lines.line_column(span.start);
        let (end_line, end_column) = self.lines.line_column(span.end);
        object.number("line", line);
        object.number("column", column);
        object.number("end_line", end_line);
        object.number("end_column", end_column);
        object.number("byte_start", span.start as usize);
        object.number("byte_end", span.end as usize);
    }
}

fn server_error(error: &FieldError) -> String {
    let mut object = json::Object::new();
    object.text("type", error.kind.as_str());
    object.text("field", &error.field);
    if let Some(bad) = error.bad.as_json() {
        object.verbatim("bad_value", &outside::json(&bad));
    }
    object.text("detail", &error.detail);
    object.finish()
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
