//! `crdc check --from`: finds the server version from which each document works. In: the documents, and the
//! oldest relevant version. Out: a line for each document, and whether all documents work from that version
//! on.

use std::path::PathBuf;

use super::checked::no_crd;
use crate::failure::Failure;
use crate::output::Diagnostics;
use crate::place::{To, write};
use crdc_check::{Stop, WorksFrom, works_from};
use crdc_source::Source;
use crdc_source::diag::outside;
use crdc_source::render::{Format, Renderer};
use crdc_vocabulary::Minor;

/// Reports all documents. `files` are named in the message if they contain no document, which is a failure
/// unless `as_found` is set.
pub(super) fn run(
    sources: &[Source],
    from: Minor,
    (output, to): (Diagnostics, &To),
    files: &[PathBuf],
    as_found: bool,
) -> Result<bool, Failure> {
    let (found, elsewhere) = works_from(sources, from);
    if !elsewhere.is_empty() {
        output.show(sources, &elsewhere, &To::Err, "outside of CustomResourceDefinitions")?;
    } else if found.is_empty() {
        if !as_found {
            no_crd(files);
        }
        return Ok(as_found);
    }
    let json = output.format(to) == Format::Json;
    let mut text = String::new();
    for one in &found {
        let Some(source) = sources.get(one.source) else { continue };
        let line = if json { in_json(one, source) } else { line(one, source, from.max(Minor::NEWEST)) };
        text.push_str(&line);
        text.push('\n');
    }
    write(to, &text)?;
    Ok(elsewhere.is_empty() && found.iter().all(|one| one.since == Some(from)))
}

/// The name of a document; empty if it has none.
fn name(one: &WorksFrom) -> &str {
    if one.name.is_empty() { "a CustomResourceDefinition without a name" } else { &one.name }
}

fn line(one: &WorksFrom, source: &Source, newest: Minor) -> String {
    let name = outside::line(name(one)).into_owned();
    let Some(stop) = &one.stop else {
        let since = one.since.unwrap_or(newest);
        return format!("{}: {name}: works from {since} on", source.name);
    };
    let place = Renderer::new(source, Format::Plain).address(stop.problem.span);
    let works = match one.since {
        Some(since) => format!("works from {since} on"),
        None => format!("does not work on {}", stop.server),
    };
    let Stop { server, does, path, what, more, .. } = stop;
    let (path, what) = (outside::line(path), outside::line(what));
    let more = if *more > 0 { format!(" (and {more} more)") } else { String::new() };
    format!("{place}: {name}: {works}; {server} {does} {path}: {what}{more}")
}

fn in_json(one: &WorksFrom, source: &Source) -> String {
    let stop = one.stop.as_ref().map(|stop| {
        let (line, column) = source.line_column(stop.problem.span.start);
        serde_json::json!({
            "version": stop.server.to_string(),
            "does": stop.does,
            "line": line,
            "column": column,
            "path": stop.path,
            "what": stop.what,
            "code": stop.problem.code.name(),
            "message": stop.problem.message,
            "more": stop.more,
        })
    });
    let since = one.since.map(|since| since.to_string());
    serde_json::json!({"file": source.name, "crd": one.name, "worksFrom": since, "stoppedBy": stop})
        .to_string()
}
