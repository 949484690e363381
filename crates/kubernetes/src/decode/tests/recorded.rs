//! Recorded errors of Go's decoder: a wrong value of each field of each kind of 1.36.

use crdc_source::{Source, parse_json};

use super::{NEWEST, error};

const RECORDED: &[u8] = include_bytes!("recorded.deflate");

#[test]
fn answers_are_those_of_gos_decoder() {
    let text = miniz_oxide::inflate::decompress_to_vec(RECORDED).unwrap();
    let text = String::from_utf8(text).unwrap();
    for row in text.lines() {
        let [definition, object, answers] = row.splitn(3, '\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let answers: Vec<String> = serde_json::from_str(answers).unwrap();
        let (nodes, _) = parse_json(&Source::new("a.json", object));
        let word = |key: &str| nodes[0].get(key).unwrap().as_str().unwrap();
        let known = NEWEST.find(word("apiVersion"), word("kind")).unwrap();
        assert_eq!(known.name, definition);
        let found: Vec<String> = crate::decode::problems(&NEWEST, known, &nodes[0])
            .iter()
            .map(|problem| error(problem).trim_start_matches("strict decoding error: ").to_owned())
            .collect();
        assert_eq!(found, answers, "{object}");
    }
    assert!(text.lines().count() > 2_500);
}
