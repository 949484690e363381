//! Files of tests by their names: what kuttl and chainsaw compare a cluster with is a part of an object. In: paths. Out: whether a
//! file is one.
//!
//! Easy to break: `http-errors.yaml` may be a manifest. Only a step's number, or a folder of tests, makes a file of errors of it.
//
// https://kuttl.dev/docs/kuttl-test-harness.html: file names; https://kyverno.github.io/chainsaw: operations assert and error

use std::path::Path;

/// Folders of tests.
const FOLDERS: [&str; 7] = ["chainsaw", "e2e", "end-to-end", "kuttl", "kuttl-test", "test", "tests"];

/// Whether a file is an assertion, or a list of what must not be there.
pub(super) fn is_one(path: &Path) -> bool {
    let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { return false };
    if ["kuttl-test", "chainsaw-test", ".chainsaw"].contains(&stem) {
        return true;
    }
    let words: Vec<&str> = stem.split(['-', '_', '.']).collect();
    let (first, last) =
        (words.first().copied().unwrap_or_default(), words.last().copied().unwrap_or_default());
    let is_step = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
    let is_assert = |word: &str| ["assert", "asserts", "assertion", "assertions"].contains(&word);
    let is_error = |word: &str| ["error", "errors"].contains(&word);
    let second = words.get(1).copied().unwrap_or_default();
    let in_tests = || {
        let folders = path.parent().into_iter().flat_map(Path::components);
        folders.filter_map(|part| part.as_os_str().to_str()).any(|part| FOLDERS.contains(&part))
    };
    is_assert(last)
        || (is_step && (is_assert(second) || is_error(second) || is_error(last)))
        || ((is_assert(first)
            || is_error(last)
            || is_error(first)
            || words.iter().any(|word| is_assert(word)))
            && in_tests())
}

#[cfg(test)]
mod tests {
    use super::is_one;
    use std::path::Path;

    #[test]
    fn names_of_tests() {
        for (path, expected) in [
            ("tests/00-assert.yaml", true),
            ("a/00-errors.yaml", true),
            ("a/01-assert-ready.yaml", true),
            ("a/create-assert.yaml", true),
            ("e2e/db-errors.yaml", true),
            ("tests/e2e/assert-pods.yaml", true),
            ("a/kuttl-test.yaml", true),
            ("x/chainsaw-test.yaml", true),
            ("a/00-install.yaml", false),
            ("a/http-errors.yaml", false),
            ("a/errors.yaml", false),
            ("a/assertive.yaml", false),
            ("tests/deployment.yaml", false),
        ] {
            assert_eq!(is_one(Path::new(path)), expected, "{path}");
        }
    }
}
