//! Input: kinds separated by spaces, a line break, and any text as an OpenAPI document. Diagnostics have
//! spans in the text, and accepted documents give Rust that parses.
#![no_main]

use crdc_codegen::{Options, generate_openapi};
use crdc_plan::{check_openapi, explain_openapi};
use crdc_source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let (kinds, text) = input.split_once('\n').unwrap_or(("", input));
    let kinds: Vec<String> = kinds.split_whitespace().map(str::to_owned).collect();
    for name in ["fuzz.yaml", "fuzz.json"] {
        let source = Source::new(name, text);
        let checked = check_openapi(&source, &kinds);
        for problem in &checked.diagnostics {
            let spans = problem.notes.iter().map(|(span, _)| *span).chain([problem.span]);
            for span in spans {
                assert!(text.get(span.start as usize..span.end as usize).is_some(), "{problem:?}");
            }
        }
        let generated = generate_openapi(&source, &kinds, &Options::default());
        let _ = explain_openapi(&source, &kinds);
        for file in &generated.files {
            if let Err(error) = syn::parse_file(&file.text) {
                panic!("{error}\n{}", file.text);
            }
        }
    }
});
