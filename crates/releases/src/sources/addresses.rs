//! Addresses of manifests of a release in any text: a line that is an item of a list, or the value of a key.
//! Machine configurations of Talos (`extraManifests`), playbooks and hooks have such lists. In: lines. Out:
//! statements.

use crate::address::remote;
use crate::collector::Collector;
use crate::pin::Wanted;
use crate::statement::What;
use crate::wanted::of_tag;
use crdc_source::Span;
use memchr::memmem;

/// What an address has that names a release.
const MARKS: [&str; 2] = ["https://raw.githubusercontent.com/", "/releases/download/"];

/// Whether a text has such an address.
pub(super) fn any(text: &str) -> bool {
    found(text).next().is_some()
}

/// Reads the addresses of a text. Kustomizations have read their own.
pub(crate) fn lines(to: &mut Collector<'_>) {
    for (start, url) in found(to.source.text.as_str()) {
        let of = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let span = Span { start: of(start), end: of(start + url.len()) };
        to.say_at(span, What::Git { url: url.to_owned(), path: String::new() }, String::new());
    }
}

/// The addresses with their offsets.
fn found(text: &str) -> impl Iterator<Item = (usize, &str)> {
    MARKS.into_iter().flat_map(move |mark| {
        let mut end = 0;
        memmem::find_iter(text.as_bytes(), mark).collect::<Vec<_>>().into_iter().filter_map(move |at| {
            // A line is looked at once, however many addresses it has.
            if at < end {
                return None;
            }
            let start = memchr::memrchr(b'\n', text.as_bytes().get(..at)?).map_or(0, |feed| feed + 1);
            end = memchr::memchr(b'\n', text.as_bytes().get(at..)?).map_or(text.len(), |feed| at + feed);
            let url = value(text.get(start..end)?)?;
            let is_exact =
                || remote(url).is_some_and(|url| matches!(of_tag(&url.reference), Wanted::Exact(_)));
            let offset = start + text.get(start..end)?.find(url)?;
            is_exact().then_some((offset, url))
        })
    })
}

/// The address of a manifest that is all of a line, but for a dash, a key and quotes.
fn value(line: &str) -> Option<&str> {
    let line = line.split(" #").next()?.trim();
    let line = line.trim_start_matches(['-', ' ']);
    let quotes = ['"', '\''];
    let is_item = line.trim_start_matches(quotes).starts_with("http");
    let value = if is_item { line } else { line.split_once(": ")?.1.trim() };
    let value = value.trim_matches(quotes);
    let is_one = value.starts_with("https://") && !value.contains([' ', '"', '\'', '{', '$', ',']);
    let is_manifest = value.ends_with(".yaml") || value.ends_with(".yml");
    (is_one && is_manifest && !line.starts_with('#')).then_some(value)
}
