//! Finds places and excerpts in a text. In: findings with spans. Out: findings with lines, columns and
//! excerpts.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::input::STDIN;
use crate::validate::context::Settings;
use crate::validate::findings::finding::Finding;
use crate::validate::manifests::manifest;
use crate::validate::report::file_report::{Place, Placed};
use crdc_source::render::{Format, Renderer};
use crdc_source::{Source, Span};

/// Places and excerpts of a text.
pub(super) struct Excerpts<'s> {
    source: &'s Source,
    /// The origins of the documents on the standard input.
    origins: OnceCell<Vec<(usize, Option<Arc<str>>)>>,
    renderer: Renderer<'s>,
    excerpts: Option<Format>,
}

impl<'s> Excerpts<'s> {
    pub(super) fn new(source: &'s Source, settings: &Settings) -> Excerpts<'s> {
        let format = settings.excerpts.unwrap_or_default();
        Excerpts {
            source,
            origins: OnceCell::new(),
            renderer: Renderer::new(source, format),
            excerpts: settings.excerpts,
        }
    }

    /// The place of a span in the text.
    pub(super) fn place(&self, span: Span) -> Place {
        let [(line, column), (end_line, end_column)] =
            [span.start, span.end].map(|at| self.renderer.lines().line_column(at));
        Place { line, column, end_line, end_column }
    }

    /// The origin that the comment above a document names, if the text comes from the standard input.
    fn origin(&self, at: usize) -> Option<Arc<str>> {
        if self.source.name != STDIN {
            return None;
        }
        let origins = self.origins.get_or_init(|| manifest::origins(&self.source.text));
        let after = origins.partition_point(|(start, _)| *start <= at);
        origins.get(after.checked_sub(1)?)?.1.clone()
    }

    /// A finding with its place and its excerpt. `object` names the object that it is about.
    pub(super) fn placed(&self, finding: Finding, object: Option<&str>) -> Placed {
        let place = self.place(finding.span);
        let origin = self.origin(finding.span.start as usize);
        let shown = match (self.excerpts, object.is_some()) {
            (None, _) => String::new(),
            // These formats name the object and its origin.
            (Some(Format::Human | Format::Colour), true) => finding.shown(&self.renderer, object),
            (Some(_), _) => finding.shown_from(&self.renderer, object, origin.as_deref()),
        };
        Placed { finding, place, shown, origin, is_beyond: false }
    }
}
