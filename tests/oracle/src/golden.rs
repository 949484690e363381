//! Compares goldens, files with the expected output of a test. In: a file and the present output. Out: the
//! difference. With `BLESS=1` the file is written instead.
//!
//! Easy to break: a test must check all of its goldens before it fails; it calls [`none`] at the end.

use std::path::Path;

/// Whether goldens are written instead of compared.
#[must_use]
pub fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// The file and first line at which the content differs; `None` if it does not. A missing file counts as
/// empty.
#[must_use]
pub fn differs(path: &Path, now: &str) -> Option<String> {
    if is_blessing() {
        std::fs::write(path, now).unwrap();
        return None;
    }
    let known = std::fs::read_to_string(path).unwrap_or_default();
    if known == now {
        return None;
    }
    let line = known.lines().zip(now.lines()).take_while(|(known, now)| known == now).count();
    let of = |text: &str| text.lines().nth(line).unwrap_or("nothing more").to_owned();
    Some(format!("{}:{}\n  was {}\n  now {}", path.display(), line + 1, of(&known), of(now)))
}

/// Fails with all differences.
///
/// # Panics
///
/// If there is any.
#[track_caller]
pub fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} goldens differ (BLESS=1 accepts):\n{}", wrong.len(), wrong.join("\n"));
}
