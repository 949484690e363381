//! Input: the path of a file, a line break, and its text. What the file says of releases has a place in the
//! text, and a file that says something may do so.
#![no_main]

use crdc_releases::{Said, Wanted, may_pin};
use crdc_source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let (path, text) = input.split_once('\n').unwrap_or(("a.yaml", input));
    let mut said = Said::default();
    said.add(path, &Source::new(path, text));
    let _ = (may_pin(path, text), said.lost());
    for values in [None, Some("1.2.3".to_owned())] {
        for pin in said.pins(&|_| values.clone()) {
            let (start, end) = (pin.at.span.start as usize, pin.at.span.end as usize);
            assert!(text.get(start..end).is_some() && pin.at.line > 0, "{pin:?}");
            assert!(!matches!(&pin.wanted, Wanted::Exact(version) if version.is_empty()), "{pin:?}");
        }
    }
});
