//! The comparison of goldens itself.

use std::path::Path;

use crdc_oracle::golden::{differs, is_blessing};

#[test]
fn the_first_line_that_differs_is_shown() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracle/src/golden.rs");
    let text = std::fs::read_to_string(&path).unwrap();
    if !is_blessing() {
        assert_eq!(differs(&path, &text), None);
        let other = text.replacen("use std::path::Path;", "use std::path::PathBuf;", 1);
        let shown = differs(&path, &other).unwrap();
        let line = text.lines().zip(1..).find(|(line, _)| *line == "use std::path::Path;").unwrap().1;
        let expected = format!(":{line}\n  was use std::path::Path;\n  now use std::path::PathBuf;");
        assert!(shown.ends_with(&expected), "{shown}");
        assert!(differs(Path::new("/nowhere"), "a").unwrap().ends_with("was nothing more\n  now a"));
    }
}
