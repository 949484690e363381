//! Keys of maps of every length around the blocks that are searched at once, with what needs care at either
//! end of them: compiled code answers like the interpreter.

use crdc_oracle::record::Op;
use crdc_tests::compiled;

use crate::comparison::Comparison;

/// What is put in front of a key or after it: plain text, other characters, escapes, and what is not
/// allowed.
const PARTS: [&str; 8] = ["", "é", "\u{7f}", r"\u0041", r"\n", r"\/", "\t", "\""];

#[test]
fn keys_of_every_length() {
    let mut probes = Comparison::of("vectors/probe.yaml", "probes.vectors.example.com");
    for length in 0..36 {
        let plain = "k".repeat(length);
        for part in PARTS {
            for (key, space) in [(format!("{part}{plain}"), ""), (format!("{plain}{part}"), " ")] {
                let other = "l".repeat(length + 1);
                // The keys ascend, or the second one is the first one again.
                for second in [&other, &key] {
                    let map = format!(r#"{{"{key}"{space}:"a",{space}"{second}":"b"{space}}}"#);
                    for (metadata, v) in [(format!(r#","annotations":{map}"#), "1"), (String::new(), &*map)] {
                        probes.create(&format!(
                            r#"{{"apiVersion":"vectors.example.com/v1","kind":"Probe","metadata":{{"name":"probe"{metadata}}},"spec":{{"v":{v}}}}}"#
                        ));
                    }
                }
            }
        }
    }
    probes.assert_more_than(1000, 500);
}

/// Texts that end in a key or after one, and keys that are no UTF-8, are refused and do not panic.
#[test]
fn keys_that_are_cut_or_no_text() {
    let compiled = compiled::find("probes.vectors.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let object = |key: &str| {
        format!(
            r#"{{"apiVersion":"vectors.example.com/v1","kind":"Probe","metadata":{{"name":"probe","labels":{{"{key}":"a","z":"b"}}}},"spec":{{"v":{{"{key}":1}}}}}}"#
        )
    };
    for length in [1, 14, 15, 16, 17, 31, 32, 33] {
        let body = object(&"k".repeat(length)).into_bytes();
        assert_eq!(compiled::run(compiled, Op::Create, &body, b"", &mut scratch).code, 201);
        for end in 0..body.len() {
            let given = compiled::run(compiled, Op::Create, &body[..end], b"", &mut scratch);
            assert_eq!(given.code, 400, "{}", body[..end].escape_ascii());
        }
        for (at, _) in body.iter().enumerate().filter(|(_, byte)| **byte == b'k') {
            let mut body = body.clone();
            body[at] = 0xFF;
            compiled::run(compiled, Op::Create, &body, b"", &mut scratch);
        }
    }
}
