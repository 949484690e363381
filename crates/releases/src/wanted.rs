//! Reads versions. In: the text of a version, a range, a tag or a branch. Out: what is wanted.

use crate::pin::Wanted;
use semver::{Comparator, Op, Version, VersionReq};

/// The version of a chart: a version, or a range as Helm reads it.
// Masterminds/semver: constraints.go
pub(crate) fn of_chart(text: &str) -> Wanted {
    let text = without_digest(text);
    let bare = text.strip_prefix('=').unwrap_or(text).trim_start();
    if numbers(bare) >= 3
        && Version::parse(&bare.replace('_', "+").replacen('v', "", usize::from(bare.starts_with('v'))))
            .is_ok()
    {
        return Wanted::Exact(bare.to_owned());
    }
    if is_range(text) { Wanted::Range(text.to_owned()) } else { of_tag(text) }
}

/// A tag of a repository or of an image, or the name of a branch.
pub(crate) fn of_tag(text: &str) -> Wanted {
    let text = without_digest(text);
    if let Some(branch) = text.strip_prefix("refs/heads/") {
        return Wanted::Open(branch.to_owned());
    }
    let text = text.strip_prefix("refs/tags/").unwrap_or(text);
    match version_in(text) {
        Some(version) if numbers(version) >= 3 => Wanted::Exact(text.to_owned()),
        // A branch of a minor release, or a tag that moves.
        Some(version) if version.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()) => {
            Wanted::Range(version.to_owned())
        }
        // What follows two numbers says how an image is built: `1.19-alpine`.
        Some(version) if numbers(version) == 2 && version.contains('-') => {
            Wanted::Range(version.split('-').next().unwrap_or_default().to_owned())
        }
        _ if is_range(text) => Wanted::Range(text.to_owned()),
        _ => Wanted::Open(text.to_owned()),
    }
}

/// The version in a tag, without `v` and what is before it: `1.16.0` of `knative-v1.16.0`. The first that
/// has two numbers, or a number that is the rest of the tag.
pub(crate) fn version_in(tag: &str) -> Option<&str> {
    let end = tag.bytes().rposition(|byte| !is_of_version(byte)).map_or(0, |last| last + 1);
    let (mut may_begin, mut before) = (true, b' ');
    for (at, byte) in tag.bytes().enumerate() {
        let rest = tag.get(at..).unwrap_or_default();
        if may_begin && (byte.is_ascii_digit() || (byte == b'v' && numbers(rest) > 0)) {
            let rest = rest.strip_prefix('v').unwrap_or(rest);
            let count = numbers(rest);
            // A commit is no version, even one of digits.
            let is_last = rest.len() <= 4 && rest.bytes().all(|byte| byte.is_ascii_digit());
            if at >= end && (count >= 2 || is_last) {
                return Some(rest);
            }
        }
        // Not in the middle of a version.
        may_begin = matches!(byte, b'-' | b'/' | b'_') || (byte == b'.' && !before.is_ascii_digit());
        before = byte;
    }
    None
}

fn is_of_version(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'_')
}

/// How many numbers with dots between them a text begins with; a `v` before them does not count. Four are
/// enough, so a long text is not read to its end.
fn numbers(text: &str) -> usize {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (mut count, mut is_in_number) = (0, false);
    for byte in text.bytes().take(80) {
        match byte {
            b'0'..=b'9' if !is_in_number => (count, is_in_number) = (count + 1, true),
            b'0'..=b'9' => {}
            b'.' if is_in_number && count < 4 => is_in_number = false,
            _ => break,
        }
    }
    count
}

/// A range of versions: any of its parts.
pub(crate) struct Range(Vec<VersionReq>);

impl Range {
    /// Reads a range as Helm does. `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Range> {
        if text.len() > 1024 || !text.bytes().any(|byte| byte.is_ascii_digit() || b"*xX".contains(&byte)) {
            return None;
        }
        text.split("||").map(any_of).collect::<Option<Vec<_>>>().map(Range)
    }

    /// Whether a version is in the range. Versions before a release are only if the range names one.
    pub(crate) fn contains(&self, version: &Version) -> bool {
        self.0.iter().any(|part| part.matches(version))
    }

    /// The version that the range begins with; `None` if it begins with none, or ends with the first one.
    pub(crate) fn first(&self) -> Option<String> {
        let first = self.0.first()?.comparators.first()?;
        let (minor, patch) = (first.minor.unwrap_or(0), first.patch.unwrap_or(0));
        (!matches!(first.op, Op::Less | Op::LessEq)).then(|| format!("{}.{minor}.{patch}", first.major))
    }
}

fn is_range(text: &str) -> bool {
    Range::read(text).is_some()
}

/// One part of a range: comparisons with commas or blanks between them, or two versions with ` - `.
fn any_of(part: &str) -> Option<VersionReq> {
    if let Some((from, to)) = part.split_once(" - ") {
        let comparators =
            vec![comparator(&format!(">={}", from.trim()))?, comparator(&format!("<={}", to.trim()))?];
        return Some(VersionReq { comparators });
    }
    let mut comparators = Vec::new();
    let mut operator = String::new();
    for word in part.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
        // A blank may be between an operator and its version.
        operator.push_str(word);
        if word.bytes().all(|byte| b"<>=~^!".contains(&byte)) {
            continue;
        }
        let word = std::mem::take(&mut operator);
        if !matches!(word.as_str(), "*" | "x" | "X" | ">=*" | "~*" | "^*") {
            comparators.push(comparator(&word)?);
        }
    }
    (operator.is_empty() && !part.trim().is_empty()).then_some(VersionReq { comparators })
}

/// A comparison; without an operator it is `=`, which for fewer than three numbers means all that begin so.
fn comparator(text: &str) -> Option<Comparator> {
    let end = text.bytes().take_while(|byte| b"<>=~^".contains(byte)).count();
    let (operator, version) = (text.get(..end)?, text.get(end..)?.trim_start_matches('v'));
    let operator = match operator {
        "" | "==" => "=",
        "=>" => ">=",
        "=<" => "<=",
        "~>" => "~",
        operator => operator,
    };
    let comparator = Comparator::parse(&format!("{operator}{version}")).ok()?;
    // `1.x` is `1`, and has the operator of a wildcard only if it has none.
    Some(if comparator.op == Op::Wildcard { Comparator { op: Op::Exact, ..comparator } } else { comparator })
}

/// A text without its digest, without blanks and quotes around it.
pub(crate) fn without_digest(text: &str) -> &str {
    text.split_once('@').map_or(text, |(before, _)| before).trim()
}

#[cfg(test)]
mod tests {
    use super::{Range, of_chart, of_tag, version_in};
    use crate::pin::Wanted::{self, Exact, Open, Range as Some_};

    fn text(wanted: &Wanted) -> (char, &str) {
        match wanted {
            Exact(text) => ('=', text),
            Some_(text) => ('~', text),
            Open(text) => ('?', text),
        }
    }

    #[test]
    fn versions_of_charts_are_exact_or_ranges() {
        for (written, expected) in [
            ("1.16.2", ('=', "1.16.2")),
            ("v1.16.2", ('=', "v1.16.2")),
            ("=1.16.2", ('=', "1.16.2")),
            ("1.16.2@sha256:00", ('=', "1.16.2")),
            ("1.16.2-rc.1+build", ('=', "1.16.2-rc.1+build")),
            ("1.16.2_build", ('=', "1.16.2_build")),
            ("1.16", ('~', "1.16")),
            ("1.x", ('~', "1.x")),
            ("1.16.x", ('~', "1.16.x")),
            ("*", ('~', "*")),
            (">=1.16.0 <1.18.0", ('~', ">=1.16.0 <1.18.0")),
            (">= 1.16.0, < 1.18.0", ('~', ">= 1.16.0, < 1.18.0")),
            ("^1.2 || ~2.1", ('~', "^1.2 || ~2.1")),
            ("1.2 - 1.4", ('~', "1.2 - 1.4")),
            ("", ('?', "")),
            ("latest", ('?', "latest")),
            ("main", ('?', "main")),
            ("{{ .Values.version }}", ('?', "{{ .Values.version }}")),
            ("${VERSION}", ('?', "${VERSION}")),
        ] {
            assert_eq!(text(&of_chart(written)), expected, "{written}");
        }
    }

    #[test]
    fn tags_have_versions_and_branches_have_none() {
        for (written, expected) in [
            ("v1.16.2", ('=', "v1.16.2")),
            ("1.16.2-alpine", ('=', "1.16.2-alpine")),
            ("refs/tags/v1.16.2", ('=', "v1.16.2")),
            ("knative-v1.16.0", ('=', "knative-v1.16.0")),
            ("kustomize/v5.0.0", ('=', "kustomize/v5.0.0")),
            ("v1.16.2@sha256:00", ('=', "v1.16.2")),
            ("release-1.16", ('~', "1.16")),
            ("v1.16", ('~', "1.16")),
            ("17", ('~', "17")),
            ("1.19-alpine", ('~', "1.19")),
            ("0.14.X-alpine", ('~', "0.14.X")),
            ("main", ('?', "main")),
            ("refs/heads/release-1.16", ('?', "release-1.16")),
            ("HEAD", ('?', "HEAD")),
            ("RELEASE.2024-08-12T00-00-00Z", ('?', "RELEASE.2024-08-12T00-00-00Z")),
            ("0123456789012345678901234567890123456789", ('?', "0123456789012345678901234567890123456789")),
            ("6a6f1ae3", ('?', "6a6f1ae3")),
            (">=1.0.0", ('~', ">=1.0.0")),
        ] {
            assert_eq!(text(&of_tag(written)), expected, "{written}");
        }
    }

    #[test]
    fn versions_are_found_after_names() {
        for (tag, expected) in [
            ("oauth2-proxy-7.0.0", Some("7.0.0")),
            ("helm-v3-4.10.0", Some("4.10.0")),
            ("v1.2.3.4", Some("1.2.3.4")),
            ("1.2.3/x", None),
            ("x1.2.3", None),
            ("vv1.2.3", None),
        ] {
            assert_eq!(version_in(tag), expected, "{tag}");
        }
    }

    #[test]
    fn ranges_are_read_as_helm_reads_them() {
        for (range, version, expected) in [
            ("1.x", "1.16.2", true),
            ("1.x", "2.0.0", false),
            ("1.16", "1.16.9", true),
            ("~1.16.2", "1.17.0", false),
            ("~>1.16", "1.16.4", true),
            ("^0.2.3", "0.3.0", false),
            (">=1.2, <1.4", "1.3.9", true),
            (">=1.2 <1.4", "1.4.0", false),
            (">= 1.2 < 1.4", "1.3.0", true),
            ("1.2 - 1.4", "1.4.9", true),
            ("1.0.0 || 2.x", "2.5.0", true),
            ("*", "9.9.9", true),
            ("*", "9.9.9-rc.1", false),
            (">=1.0.0-0", "1.0.0-rc.1", true),
            (">=v1.0.0", "1.0.0", true),
        ] {
            let read = Range::read(range).map(|range| range.contains(&version.parse().expect("a version")));
            assert_eq!(read, Some(expected), "{range} {version}");
        }
        for none in ["", "latest", "main", ">", "1.2 -", "||", "1.2.3.4"] {
            assert!(Range::read(none).is_none(), "{none}");
        }
    }
}
