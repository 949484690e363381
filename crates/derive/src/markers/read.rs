//! Reads the markers of one position. In: the lines of one position. Out: their markers. Unknown, misspelled,
//! misplaced, malformed or duplicate markers are reported at their line.

use super::{At, Given, Marker, MarkerSet, REGISTRY, Spelling, Stand, Takes, argument, foreign, line};
use crate::diag::{Diagnostics, Problem};
use crate::doc::Line;
use crdc_source::diag::Code;
use crdc_source::diag::nearest;
use crdc_source::json::Json;

/// Reads the markers of one position.
pub(crate) fn read(lines: &[Line], stand: Stand, problems: &mut Diagnostics) -> MarkerSet {
    let mut markers = MarkerSet::default();
    for line in lines {
        one(&line.text, At { span: line.span, text: line.text.clone() }, stand, &mut markers, problems);
    }
    markers
}

/// Reads one line; `at` is the span of the whole line.
fn one(text: &str, at: At, stand: Stand, markers: &mut MarkerSet, problems: &mut Diagnostics) {
    let parts = line::parts(text);
    // controller-gen has separate names for the rules of items.
    if let Some(inner) = parts.name.strip_prefix("kubebuilder:validation:items:") {
        let inner = format!("+kubebuilder:validation:{inner}{}", parts.rest);
        return one(&inner, at, Stand::Each, markers.each_mut(), problems);
    }
    // The stage of a Kubernetes feature: only the rule after it matters.
    if matches!(parts.name, "k8s:alpha" | "k8s:beta")
        && let Some((_, inner)) = parts.rest.split_once("=+")
    {
        return one(&format!("+{inner}"), at, stand, markers, problems);
    }
    let found: Vec<(&'static Marker, &'static Spelling)> = spellings(parts.name).collect();
    if found.is_empty() {
        return unknown(parts, &at, markers, problems);
    }
    let given = found.iter().find_map(|(marker, spelling)| {
        argument::given(parts.rest, spelling.takes).ok().map(|given| (*marker, given))
    });
    match given {
        Some((marker, given)) => note(marker, given, at, stand, markers, problems),
        None => {
            markers.garbled.extend(found.iter().map(|(marker, _)| marker.name));
            let expected: Vec<String> = found
                .iter()
                .filter_map(|(_, spelling)| argument::given(parts.rest, spelling.takes).err())
                .collect();
            let help = if argument::holds_a_marker(parts.rest) {
                "write each marker on its own line".to_owned()
            } else {
                format!("expected {}", expected.join(", or "))
            };
            problems.add(Problem::new(
                Code::MarkerArgument,
                at.span,
                format!("invalid or missing argument in `{}`", shown(&at.text)),
                help,
            ));
        }
    }
}

/// Adds the marker that a keyword of an attribute stands for. Returns whether it can have this value.
pub(crate) fn of_keyword(
    name: &str,
    value: &Json,
    at: At,
    stand: Stand,
    markers: &mut MarkerSet,
    problems: &mut Diagnostics,
) -> bool {
    let Some(marker) = REGISTRY.iter().find(|marker| marker.name == name) else { return false };
    let given = marker.spellings.iter().find_map(|spelling| argument::of_json(value, spelling.takes));
    given.map(|given| note(marker, given, at, stand, markers, problems)).is_some()
}

fn note(
    marker: &'static Marker,
    given: Given,
    at: At,
    stand: Stand,
    markers: &mut MarkerSet,
    problems: &mut Diagnostics,
) {
    if !marker.stands.contains(&stand) {
        let places: Vec<&str> = marker.stands.iter().map(|stand| stand.words()).collect();
        let here = match stand {
            Stand::Item => "types",
            Stand::Field => "fields",
            Stand::Variant => "variants",
            Stand::Each => "items and values",
        };
        let places = places.join(" or ");
        problems.add(Problem::new(
            Code::MarkerMisplaced,
            at.span,
            format!("`{}` is allowed on {places}, not on {here}", shown(&at.text)),
            format!("move it or remove it; its meaning is: \"{}.\"", first_sentence(marker.meaning)),
        ));
        return;
    }
    let mut same = markers.log.iter().filter(|logged| std::ptr::eq(logged.marker, marker));
    // A marker with the same words is the duplicate; any other may conflict.
    if let Some(earlier) = same.clone().find(|logged| logged.at.text == at.text).or_else(|| same.next()) {
        // Two tools may require different spellings of the same marker.
        let same_words = earlier.at.text == at.text;
        if earlier.given == given && !same_words && !marker.repeats {
            return;
        }
        if same_words || !marker.repeats {
            let message = if same_words {
                format!("duplicate marker `{}`", shown(&at.text))
            } else {
                format!("`{}` and `{}` conflict", shown(&earlier.at.text), shown(&at.text))
            };
            let problem = Problem::new(Code::MarkerTwice, at.span, message, "keep one of them");
            problems.add(problem.beside(earlier.at.span, "the other one is here"));
            if !same_words {
                markers.garbled.push(marker.name);
            }
            return;
        }
    }
    if let Given::Marker(inner) = &given {
        return one(inner, at, Stand::Each, markers.each_mut(), problems);
    }
    markers.log.push(super::marker::Logged { marker, given: given.clone(), at: at.clone() });
    (marker.say)(markers, given, at);
}

pub(super) fn spellings(name: &str) -> impl Iterator<Item = (&'static Marker, &'static Spelling)> {
    let all =
        REGISTRY.iter().flat_map(|marker| marker.spellings.iter().map(move |spelling| (*marker, spelling)));
    all.filter(move |(_, spelling)| spelling.name == name)
}

fn unknown(parts: line::Parts<'_>, at: &At, markers: &mut MarkerSet, problems: &mut Diagnostics) {
    let name = parts.name;
    if let Some((meaning, help)) = foreign::refused(name) {
        problems.add(Problem::new(
            Code::MarkerUnsupported,
            at.span,
            format!("unsupported marker `+{name}`: it declares {meaning}"),
            help,
        ));
        return;
    }
    if foreign::is_left_alone(name) {
        return;
    }
    let help = match meant(name) {
        // A sentence may begin with a word that resembles a marker.
        Some(_) if line::is_prose(parts) && !foreign::is_ours(name) => return,
        Some(meant) => {
            markers.garbled.extend(spellings(meant).map(|(marker, _)| marker.name));
            format!("did you mean `+{meant}`?")
        }
        None if foreign::is_ours(name) => {
            "use a marker that `docs/markers.md` lists, or remove it".to_owned()
        }
        None => return,
    };
    let message = format!("unknown marker `{}`", shown(&format!("+{name}")));
    problems.add(Problem::new(Code::MarkerUnknown, at.span, message, help));
}

/// The spelling that was probably meant. The prefix up to the last colon is long and is compared separately;
/// otherwise all names with the same prefix would be similar.
fn meant(name: &str) -> Option<&'static str> {
    let (space, own) = split(name);
    // The arguments of a rule follow a colon.
    let with_words = || {
        let meant = near(name.rsplit_once(':')?.0)?;
        spellings(meant).any(|(_, spelling)| spelling.takes == Takes::RuleWords).then_some(meant)
    };
    // The right word with the prefix of another tool.
    let elsewhere = || known().find(|known| split(known).1.eq_ignore_ascii_case(own));
    let whole = || nearest(name, known()).filter(|_| known().all(|known| split(known).0 != space));
    near(name).or_else(with_words).or_else(elsewhere).or_else(whole)
}

/// The nearest name with the same prefix.
fn near(name: &str) -> Option<&'static str> {
    let (space, own) = split(name);
    let inside: Vec<_> = known().map(split).filter(|(other, _)| *other == space).collect();
    let near = nearest(own, inside.iter().map(|(_, own)| *own))?;
    known().find(|known| split(known) == (space, near))
}

fn known() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().flat_map(|marker| marker.spellings).map(|spelling| spelling.name)
}

/// Splits a name after its last colon.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.rfind(':').map_or(0, |colon| colon + 1))
}

/// A marker in a message, truncated if it is too long.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}
