//! Comments that tell Renovate what a value is a version of, and the comment with which Flux says its
//! own. In: the lines of a text, which need not be YAML. Out: statements.
//
// https://docs.renovatebot.com/modules/manager/regex: comments before or beside a value

use crate::collector::Collector;
use crate::pin::Wanted;
use crate::statement::What;
use crate::wanted::{of_tag, version_in, without_digest};
use crdc_source::Span;
use memchr::memmem;

/// Reads the comments of a text.
pub(crate) fn comments(to: &mut Collector<'_>) {
    let text = to.source.text.as_str();
    for (word, read) in [("renovate:", renovate as fn(usize, &mut Collector<'_>)), ("Flux Version:", flux)] {
        // A line is read once, however often it has the word.
        let mut end = 0;
        for at in memmem::find_iter(text.as_bytes(), word.as_bytes()) {
            if at >= end {
                let (start, whole) = line(text, at);
                end = start + whole.len();
                read(at + word.len(), to);
            }
        }
    }
}

/// `# Flux Version: v2.4.0`
fn flux(after: usize, to: &mut Collector<'_>) {
    let (start, line) = line(&to.source.text, after);
    let value = to.source.text.get(after..start + line.len()).unwrap_or_default().trim();
    if line.starts_with('#') && matches!(of_tag(value), Wanted::Exact(_)) {
        let what = What::Git { url: "https://github.com/fluxcd/flux2".to_owned(), path: String::new() };
        let (value, span) = (value.to_owned(), span(start, line));
        to.say_at(span, what, value);
    }
}

/// `# renovate: datasource=github-releases depName=o/r`, with the value in the same line or in the next.
fn renovate(after: usize, to: &mut Collector<'_>) {
    let text = to.source.text.as_str();
    let (start, whole) = line(text, after);
    let Some(hash) = whole.find(['#', '/']).filter(|hash| start + hash < after) else { return };
    let words = text.get(after..start + whole.len()).unwrap_or_default();
    let before = whole.get(..hash).unwrap_or_default();
    let (at, value) = if before.trim().is_empty() {
        let next = start + whole.len() + 1;
        if next >= text.len() {
            return;
        }
        line(text, next)
    } else {
        (start, before)
    };
    let Some(version) = value_of(value) else { return };
    if let Some(what) = subject(words) {
        to.say_at(span(at, value), what, version);
    }
}

/// What the words of a comment name.
fn subject(words: &str) -> Option<What> {
    let of = |name: &str| {
        let value = words.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        value.map(|value| value.trim_matches(['"', '\'', ',']).to_owned())
    };
    let name = of("packageName").or_else(|| of("lookupName")).or_else(|| of("depName"));
    let name = name.or_else(|| of("image")).filter(|name| !name.is_empty())?;
    let registry = of("registryUrl").or_else(|| of("repository")).or_else(|| of("registryUrls"));
    match of("datasource").as_deref()? {
        "github-releases" | "github-tags" | "github-release-attachments" => {
            let url = format!("https://github.com/{name}");
            Some(What::Git { url, path: String::new() })
        }
        "gitlab-releases" | "gitlab-tags" => {
            let host = registry.unwrap_or_else(|| "https://gitlab.com".to_owned());
            Some(What::Git { url: format!("{}/{name}", host.trim_end_matches('/')), path: String::new() })
        }
        "git-tags" | "git-refs" => Some(What::Git { url: name, path: String::new() }),
        "docker" => Some(What::Image { name }),
        "helm" => Some(What::Chart { repository: registry.unwrap_or_default(), name }),
        _ => None,
    }
}

/// The version in a line: the last part of its value that looks like one.
fn value_of(line: &str) -> Option<String> {
    let line = line.split_once(" #").map_or(line, |(value, _)| value);
    if line.trim_start().starts_with('#') {
        return None;
    }
    let value = line.split_once(['=', ':']).map_or(line, |(_, value)| value);
    let value = without_digest(value);
    let parts = value.rsplit(['/', ':', '=', '?', ' ', '"', '\'', ',']);
    let mut versions = parts.filter(|part| version_in(part).is_some_and(|version| version.contains('.')));
    versions.next().map(str::to_owned)
}

/// The line of an offset, and where it starts.
fn line(text: &str, at: usize) -> (usize, &str) {
    let before = text.get(..at).unwrap_or_default();
    let start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1);
    let rest = text.get(start..).unwrap_or_default();
    let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
    (start, rest.get(..end).unwrap_or_default())
}

fn span(start: usize, line: &str) -> Span {
    let blank = line.len() - line.trim_start().len();
    let of = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span { start: of(start + blank), end: of(start + line.trim_end().len()) }
}
