//! Recognizes the assertion files of kuttl and chainsaw by their names. In: paths. Out: whether a file is an
//! assertion.
//!
//! Easy to break: `http-errors.yaml` and `10-error-pages.yaml` may be manifests. Only kuttl's own form of a
//! name is sufficient; any other name counts only near a head file of tests.
//
// kuttl: pkg/test/case.go, internal/file (a number, then the word assert or errors);
// https://kyverno.github.io/chainsaw: operations assert and error

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crdc_source::{Node, Value};

/// The names of head files: there are tests in their folder and below it.
pub(super) const HEADS: [&str; 3] = ["kuttl-test.yaml", "chainsaw-test.yaml", ".chainsaw.yaml"];

/// The number of parent folders of a file in which a head file is searched.
pub(super) const ABOVE: usize = 3;

/// Whether a file is a head file of tests.
pub(super) fn is_head(path: &Path) -> bool {
    path.file_name().is_some_and(|name| HEADS.iter().any(|head| name == *head))
        || step(path).is_some_and(|word| word.eq_ignore_ascii_case("assert"))
}

/// Whether a file is the head file of a kuttl suite, which names the folders of its tests.
pub(super) fn is_suite(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "kuttl-test.yaml")
}

/// The folders that a suite of kuttl names.
pub(super) fn folders(head: &Node) -> impl Iterator<Item = &str> {
    let folders = match head.get("testDirs").map(|folders| &folders.value) {
        Some(Value::Array(folders)) => folders.as_slice(),
        _ => &[],
    };
    folders.iter().filter_map(Node::as_str)
}

/// Whether a file is an assertion, or a list of objects that must not exist. `tested` are the folders of head
/// files.
pub(super) fn is_one(path: &Path, tested: &BTreeSet<PathBuf>) -> bool {
    if step(path)
        .is_some_and(|word| ["assert", "errors"].iter().any(|known| word.eq_ignore_ascii_case(known)))
    {
        return true;
    }
    let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { return false };
    let words: Vec<&str> = stem.split(['-', '_', '.']).collect();
    let is_assert = |word: &&str| ["assert", "asserts", "assertion", "assertions"].contains(word);
    let is_error = |word: &&str| ["error", "errors"].contains(word);
    let fits = words.iter().any(is_assert)
        || [words.first(), words.last()].into_iter().flatten().any(is_error)
        || (words.first().is_some_and(|first| is_number(first)) && words.get(1).is_some_and(is_error));
    fits && path.ancestors().skip(1).take(ABOVE).any(|folder| tested.contains(folder))
}

/// The word after the number in the name of a kuttl step.
fn step(path: &Path) -> Option<&str> {
    let mut words = path.file_stem()?.to_str()?.split('-');
    words.next().filter(|first| is_number(first))?;
    words.next()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{is_head, is_one};
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    #[test]
    fn names_of_tests() {
        let tested: BTreeSet<PathBuf> = [PathBuf::from("t")].into();
        for (path, alone, below) in [
            ("00-assert.yaml", true, true),
            ("00-errors.yaml", true, true),
            ("01-assert-ready.yaml", true, true),
            ("01-Assert.yaml", true, true),
            ("create-assert.yaml", false, true),
            ("db-errors.yaml", false, true),
            ("assert-pods.yaml", false, true),
            ("hard-assert.yaml", false, true),
            ("01-error.yaml", false, true),
            ("10-error-pages.yaml", false, true),
            ("http-errors.yaml", false, true),
            ("errors.yaml", false, true),
            ("00-install.yaml", false, false),
            ("assertive.yaml", false, false),
            ("deployment.yaml", false, false),
        ] {
            // A folder with such a name is no folder of tests.
            for folder in ["a", "test", "tests/e2e", "/builds/test/repo"] {
                assert_eq!(is_one(&Path::new(folder).join(path), &tested), alone, "{folder}/{path}");
            }
            for folder in ["t", "t/e2e", "t/e2e/one"] {
                assert_eq!(is_one(&Path::new(folder).join(path), &tested), below, "{folder}/{path}");
            }
        }
    }

    #[test]
    fn heads_of_tests() {
        for (path, expected) in [
            ("a/kuttl-test.yaml", true),
            ("x/chainsaw-test.yaml", true),
            (".chainsaw.yaml", true),
            ("a/00-assert.yaml", true),
            ("a/00-errors.yaml", false),
            ("a/assert.yaml", false),
        ] {
            assert_eq!(is_head(Path::new(path)), expected, "{path}");
        }
    }
}
