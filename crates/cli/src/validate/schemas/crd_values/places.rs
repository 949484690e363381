//! Maps places of a CRD with replaced variables to places of the original text. In: the original CRD, and the
//! loaded CRD. Out: places.

use crdc_source::{Member, Node, Span, Value};

/// The original CRD and the loaded CRD: their values correspond, but have different places.
pub(crate) struct Written {
    pub(crate) written: Node,
    pub(crate) loaded: Node,
}

impl Written {
    /// The original place for a place of the loaded text. `texts` are the original text and the loaded text.
    pub(crate) fn span(&self, span: Span, texts: (&str, &str)) -> Span {
        let (mut written, mut loaded) = (&self.written, &self.loaded);
        loop {
            if loaded.span == span {
                return written.span;
            }
            let next = match (&written.value, &loaded.value) {
                (Value::Object(written), Value::Object(loaded)) => {
                    let at = loaded.partition_point(|member| member.value.span.end <= span.start);
                    let at = if is_last(loaded, at, span) { at - 1 } else { at };
                    match (written.get(at), loaded.get(at)) {
                        (Some(key), Some(Member { key_span, .. })) if is_within(span, *key_span) => {
                            return key.key_span;
                        }
                        (Some(written), Some(loaded)) => Some((&written.value, &loaded.value)),
                        _ => None,
                    }
                }
                (Value::Array(written), Value::Array(loaded)) => {
                    let at = loaded.partition_point(|item| item.span.end <= span.start);
                    written.get(at).zip(loaded.get(at))
                }
                _ => None,
            };
            match next.filter(|(_, loaded)| is_within(span, loaded.span)) {
                Some(next) => (written, loaded) = next,
                None => return inside(written.span, loaded.span, span, texts),
            }
        }
    }
}

/// Whether a place is the end of the member before it.
fn is_last(members: &[Member], at: usize, span: Span) -> bool {
    at.checked_sub(1).and_then(|before| members.get(before)).is_some_and(|before| before.value.span == span)
}

fn is_within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The original place for a place within a value: the place of the whole value, unless both texts contain the
/// same characters.
fn inside(written: Span, loaded: Span, span: Span, texts: (&str, &str)) -> Span {
    let empty = Span { start: written.start, end: written.start };
    if span.start == span.end && span.start <= loaded.start {
        return empty;
    }
    let is_quoted = |text: &str, span: Span| {
        text.get(span.start as usize..).is_some_and(|text| text.starts_with(['"', '\'']))
    };
    let (mine, other) = (unquoted(texts.0, written), unquoted(texts.1, loaded));
    if mine.is_none() || mine != other || span.start < loaded.start {
        return written;
    }
    let quote = |text: &str, span: Span| u32::from(is_quoted(text, span));
    let shift = written.start + quote(texts.0, written);
    let moved = |at: u32| shift + at.saturating_sub(loaded.start + quote(texts.1, loaded));
    let place = Span { start: moved(span.start), end: moved(span.end) };
    if is_within(place, written) { place } else { written }
}

/// The text at a place, without its quotes.
fn unquoted(text: &str, span: Span) -> Option<&str> {
    let text = text.get(span.start as usize..span.end as usize)?;
    let text = text.strip_prefix(['"', '\'']).unwrap_or(text);
    Some(text.strip_suffix(['"', '\'']).unwrap_or(text))
}
