//! Parses queries of URLs. In: the text after the question mark. Out: the values of each key. Easy to break:
//! a pair with a semicolon or a wrong encoding is left out, all other pairs are kept.
//
// Go: net/url/url.go parseQuery

use alloc::vec::Vec;

use super::escape::{Mode, text_of, unescape};
use crate::arena::Arena;

/// The values of each key, sorted by key. Sorting is bounded by the length of the query.
pub(super) fn parse<'a>(query: &'a str, arena: &'a Arena) -> &'a [(&'a str, &'a [&'a str])] {
    let pairs = query.split('&').filter(|pair| !pair.is_empty() && !pair.contains(';'));
    let pairs = pairs.filter_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let part = |text| unescape(text, Mode::Query, arena).ok();
        Some((part(key)?, part(value)?))
    });
    let mut pairs: Vec<(&[u8], &[u8])> = pairs.collect();
    // Stable: values keep their order.
    pairs.sort_by_key(|(key, _)| *key);
    let keys = pairs.chunk_by(|left, right| left.0 == right.0).map(|pairs| {
        let values = pairs.iter().map(|(_, value)| text_of(value, arena));
        let key = pairs.first().map_or(&[][..], |(key, _)| key);
        (text_of(key, arena), &*arena.alloc_slice_fill_iter(values.collect::<Vec<_>>()))
    });
    arena.alloc_slice_fill_iter(keys.collect::<Vec<_>>())
}
