//! Properties of generated texts: what was written is read, every span lies inside its parent's and reads as
//! the same value in isolation, and corrupted text causes no panic.

use super::super::{Node, Source, Span, Value, parse, to_flow_yaml};
use super::generate::{self, Random};
use super::same;
use crate::render::{Format, render};

const ROUNDS: u64 = 3000;

#[test]
fn what_is_written_is_read() {
    for seed in 0..ROUNDS {
        let mut random = Random(seed);
        let value = generate::value(&mut random, 4);
        let (name, text) = written(&mut random, &value);
        let (documents, problems) = parse(&Source::new(name, text.as_str()));
        assert_eq!(problems, [], "seed {seed}: {text}");
        assert_eq!(documents.len(), 1, "seed {seed}: {text}");
        assert!(same(&documents[0], &value), "seed {seed}: {text}\n{:?}", documents[0]);
    }
}

#[test]
fn what_is_written_on_one_line_is_read_in_any_place() {
    for seed in 0..ROUNDS {
        let value = generate::value(&mut Random(seed ^ 0xf10), 4);
        let line = to_flow_yaml(&value);
        assert!(!line.contains('\n'), "seed {seed}: {line}");
        for text in [format!("- {line}\n"), format!("[{line}]\n")] {
            let (documents, problems) = parse(&Source::new("a.yaml", text.as_str()));
            assert_eq!(problems, [], "seed {seed}: {text}");
            let Value::Array(items) = &documents[0].value else { panic!("seed {seed}: {text}") };
            assert!(items.len() == 1 && same(&items[0], &value), "seed {seed}: {text}");
        }
    }
}

#[test]
fn places_nest_and_read_as_their_values() {
    for seed in 0..ROUNDS {
        let mut random = Random(seed ^ 0x5eed);
        let value = generate::value(&mut random, 3);
        let (name, text) = written(&mut random, &value);
        let (documents, _) = parse(&Source::new(name, text.as_str()));
        let whole = Span { start: 0, end: u32::try_from(text.len()).unwrap() };
        for document in &documents {
            nested(document, whole, &text);
            alone(document, name, &text);
        }
    }
}

#[test]
fn damage_does_no_harm() {
    for seed in 0..ROUNDS {
        let mut random = Random(seed ^ 0xdead);
        let value = generate::value(&mut random, 3);
        let (name, text) = written(&mut random, &value);
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(chars.len() + 1);
            match random.below(3) {
                0 => chars.truncate(at),
                1 if at < chars.len() => {
                    chars.remove(at);
                }
                _ => {
                    chars.insert(at, random.pick(&['\t', '\n', '"', '[', '}', ':', '-', '&', '\0', 'é', '?']))
                }
            }
        }
        let text: String = chars.into_iter().collect();
        let source = Source::new(name, text.as_str());
        let (documents, problems) = parse(&source);
        let whole = Span { start: 0, end: u32::try_from(text.len()).unwrap() };
        for problem in &problems {
            within(problem.span, whole, &text);
            problem.notes.iter().for_each(|(span, _)| within(*span, whole, &text));
        }
        assert!(problems.is_sorted_by_key(|problem| problem.span));
        assert_eq!(problems.is_empty(), render(&source, &problems, Format::Human).is_empty());
        // Corruption may create an alias; the nodes below an alias have spans elsewhere.
        if !text.contains('*') {
            documents.iter().for_each(|document| nested(document, whole, &text));
        }
    }
}

fn written(random: &mut Random, value: &Node) -> (&'static str, String) {
    let mut text = String::new();
    if random.below(4) == 0 && matches!(value.value, Value::Array(_) | Value::Object(_)) {
        generate::json(random, value, &mut text);
        return ("a.json", text);
    }
    text.push_str("---");
    generate::yaml(random, value, 0, false, &mut text);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    ("a.yaml", text)
}

fn within(span: Span, parent: Span, text: &str) {
    assert!(span.start <= span.end && parent.contains(span), "{span:?} in {parent:?}: {text}");
    for at in [span.start, span.end] {
        assert!(text.is_char_boundary(at as usize), "{at} in {text}");
    }
}

fn nested(node: &Node, parent: Span, text: &str) {
    within(node.span, parent, text);
    match &node.value {
        Value::Array(items) => {
            items.iter().for_each(|item| nested(item, node.span, text));
            assert!(items.is_sorted_by_key(|item| (item.span.start, item.span.end)), "{text}");
        }
        Value::Object(members) => {
            for member in members {
                within(member.key_span, node.span, text);
                nested(&member.value, node.span, text);
                assert!(member.key_span.end <= member.value.span.start, "{text}");
            }
            assert!(members.is_sorted_by_key(|member| member.key_span), "{text}");
        }
        _ => {}
    }
}

/// The text of every node, moved to its original column, reads as the node.
fn alone(node: &Node, name: &str, text: &str) {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line..start].chars().count();
    let piece = format!("{}{}\n", " ".repeat(column), &text[start..end]);
    let (documents, problems) = parse(&Source::new(name, piece.as_str()));
    // The header of a block scalar is not part of its span, nor are the blank lines that `|+` keeps.
    let above = text[..line].trim_end();
    let block = text[line..start].trim().is_empty() && ["|", "|-", "|+"].iter().any(|h| above.ends_with(h));
    if !block && !piece.contains("|+") {
        assert_eq!(problems, [], "{piece:?} of {text}");
        match documents.as_slice() {
            [] => assert_eq!(node.value, Value::Null, "{piece:?} of {text}"),
            [read] => assert!(same(read, node), "{piece:?} of {text}"),
            _ => panic!("{piece:?} of {text}"),
        }
    }
    match &node.value {
        Value::Array(items) => items.iter().for_each(|item| alone(item, name, text)),
        Value::Object(members) => members.iter().for_each(|m| alone(&m.value, name, text)),
        _ => {}
    }
}
