//! Functions on semantic versions: `semver(string)` and comparison. Easy to break: build metadata does not
//! count in comparisons, an empty number has the error of Go's number parser, and normalizing adds a zero
//! before a part that does not begin with a digit.
//!
//! The crate `semver` reads the same versions, but its messages differ and it has no normalizing.
//
// apiserver: pkg/cel/library/semverlib.go, pkg/cel/semver.go; github.com/blang/semver/v4 semver.go

use alloc::borrow::Cow;
use alloc::format;
use core::cmp::Ordering;

use crdc_vocabulary::go::quote;

use crate::error::{EvalError, Evaluated};

/// A version.
#[derive(Clone, Copy, Debug)]
pub struct Semver<'a> {
    numbers: [u64; 3],
    /// Identifiers with dots between them; empty if there are none.
    prerelease: &'a str,
}

impl<'a> Semver<'a> {
    /// Creates a version from its major, minor and patch number and a valid prerelease, which can be empty.
    #[must_use]
    pub const fn new(major: u64, minor: u64, patch: u64, prerelease: &'a str) -> Semver<'a> {
        Semver { numbers: [major, minor, patch], prerelease }
    }

    /// `semver(text)`.
    ///
    /// # Errors
    /// The text is no version.
    pub fn parse(text: &'a str) -> Evaluated<Semver<'a>> {
        if text.is_empty() {
            return Err(EvalError::Static("Version string empty"));
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(patch)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(EvalError::Static("No Major.Minor.Patch elements found"));
        };
        from_parts([major, minor, patch].map(Cow::Borrowed), patch)
    }

    /// `semver(text, true)`: a `v` before the version, zeros before its numbers and missing numbers are fine.
    ///
    /// # Errors
    /// The text is no version.
    pub fn normalize(text: &'a str) -> Evaluated<Semver<'a>> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let mut written = text.splitn(3, '.');
        let mut last = "";
        let mut missing = false;
        let mut parts = [const { Cow::Borrowed("0") }; 3];
        for part in &mut parts {
            match written.next() {
                Some(text) => (*part, last) = (trimmed(text), text),
                None => missing = true,
            }
        }
        if missing && last.contains(['+', '-']) {
            return Err(EvalError::Static("short version cannot contain PreRelease/Build meta data"));
        }
        from_parts(parts, if missing { "" } else { last })
    }

    /// `semver(text, normalize)`.
    ///
    /// # Errors
    /// The text is no version.
    pub fn parse_or_normalize(text: &'a str, normalize: bool) -> Evaluated<Semver<'a>> {
        if normalize { Semver::normalize(text) } else { Semver::parse(text) }
    }

    /// `isSemver(text)`, `isSemver(text, normalize)`.
    #[must_use]
    pub fn is_semver(text: &str, normalize: bool) -> bool {
        Semver::parse_or_normalize(text, normalize).is_ok()
    }

    /// `major()`. Numbers beyond 63 bits wrap.
    #[must_use]
    pub const fn major(self) -> i64 {
        self.numbers[0].cast_signed()
    }

    /// `minor()`. Numbers beyond 63 bits wrap.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.numbers[1].cast_signed()
    }

    /// `patch()`. Numbers beyond 63 bits wrap.
    #[must_use]
    pub const fn patch(self) -> i64 {
        self.numbers[2].cast_signed()
    }

    /// `compareTo(semver)`: -1, 0 or 1.
    #[must_use]
    pub fn compare_to(self, other: Semver<'_>) -> i64 {
        self.compare(other) as i64
    }

    /// `isGreaterThan(semver)`.
    #[must_use]
    pub fn is_greater_than(self, other: Semver<'_>) -> bool {
        self.compare(other).is_gt()
    }

    /// `isLessThan(semver)`.
    #[must_use]
    pub fn is_less_than(self, other: Semver<'_>) -> bool {
        self.compare(other).is_lt()
    }

    fn compare(self, other: Semver<'_>) -> Ordering {
        let prereleases = || match (self.prerelease, other.prerelease) {
            ("", "") => Ordering::Equal,
            ("", _) => Ordering::Greater,
            (_, "") => Ordering::Less,
            (left, right) => left.split('.').map(Identifier::of).cmp(right.split('.').map(Identifier::of)),
        };
        self.numbers.cmp(&other.numbers).then_with(prereleases)
    }
}

/// Whether versions are equal, whatever their build metadata.
impl PartialEq for Semver<'_> {
    fn eq(&self, other: &Semver<'_>) -> bool {
        self.compare(*other).is_eq()
    }
}

impl Eq for Semver<'_> {}

/// A part of a prerelease. Numbers are less than texts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Identifier<'a> {
    Number(u64),
    Text(&'a str),
}

impl Identifier<'_> {
    fn of(text: &str) -> Identifier<'_> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        // Numbers were checked when the version was read.
        digits.then(|| text.parse().ok()).flatten().map_or(Identifier::Text(text), Identifier::Number)
    }
}

/// The part without leading zeros, but with one zero before a first character that is no digit.
fn trimmed(part: &str) -> Cow<'_, str> {
    if part.len() <= 1 {
        return Cow::Borrowed(part);
    }
    let trimmed = part.trim_start_matches('0');
    if trimmed.starts_with(|first: char| first.is_ascii_digit()) {
        Cow::Borrowed(trimmed)
    } else {
        Cow::Owned(format!("0{trimmed}"))
    }
}

/// Creates a version from its normalized parts. `last` is the last part as it was written, which ends with
/// the same prerelease and metadata.
fn from_parts<'a>(parts: [Cow<'_, str>; 3], last: &'a str) -> Evaluated<Semver<'a>> {
    let [major, minor, patch] = parts;
    let (major, minor) = (number(&major, "Major", "major")?, number(&minor, "Minor", "minor")?);
    let patch = patch.split_once('+').map_or(patch.as_ref(), |(before, _)| before);
    let patch = patch.split_once('-').map_or(patch, |(before, _)| before);
    let patch = number(patch, "Patch", "patch")?;
    let (last, build) = last.split_once('+').map_or((last, None), |(before, build)| (before, Some(build)));
    let prerelease = last.split_once('-').map(|(_, prerelease)| prerelease);
    for identifier in prerelease.into_iter().flat_map(|text| text.split('.')) {
        check_prerelease(identifier)?;
    }
    for identifier in build.into_iter().flat_map(|text| text.split('.')) {
        if identifier.is_empty() {
            return Err(EvalError::Static("Build meta data is empty"));
        }
        if !identifier.bytes().all(is_identifier) {
            return Err(invalid("build meta data", identifier));
        }
    }
    Ok(Semver::new(major, minor, patch, prerelease.unwrap_or_default()))
}

fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

#[cold]
fn invalid(what: &str, text: &str) -> EvalError {
    EvalError::text(format!("Invalid character(s) found in {what} {}", quote(text)))
}

#[cold]
fn out_of_range(text: &str, reason: &str) -> EvalError {
    EvalError::text(format!("strconv.ParseUint: parsing {}: {reason}", quote(text)))
}

fn number(text: &str, title: &str, name: &str) -> Evaluated<u64> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid(&format!("{name} number"), text));
    }
    if text.len() > 1 && text.starts_with('0') {
        let text = quote(text);
        return Err(EvalError::text(format!("{title} number must not contain leading zeroes {text}")));
    }
    if text.is_empty() {
        return Err(out_of_range(text, "invalid syntax"));
    }
    text.parse().map_err(|_| out_of_range(text, "value out of range"))
}

fn check_prerelease(text: &str) -> Evaluated<()> {
    if text.is_empty() {
        return Err(EvalError::Static("Prerelease is empty"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return if text.bytes().all(is_identifier) { Ok(()) } else { Err(invalid("prerelease", text)) };
    }
    if text.len() > 1 && text.starts_with('0') {
        let text = quote(text);
        let reason = format!("Numeric PreRelease version must not contain leading zeroes {text}");
        return Err(EvalError::text(reason));
    }
    text.parse::<u64>().map(drop).map_err(|_| out_of_range(text, "value out of range"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn semver(text: &str) -> Semver<'_> {
        Semver::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn versions_have_an_order() {
        // The example of the specification.
        let rising = [
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1-0",
            "1.2.3-rc.1",
            "1.2.3",
            "2.0.0",
            "10.0.0",
        ];
        for (at, left) in rising.iter().enumerate() {
            for (other, right) in rising.iter().enumerate() {
                let (left, right) = (semver(left), semver(right));
                assert_eq!(left.compare_to(right), at.cmp(&other) as i64);
                assert_eq!(left.is_less_than(right), at < other);
                assert_eq!(left.is_greater_than(right), at > other);
                assert_eq!(left == right, at == other);
            }
        }
        assert_eq!(semver("1.2.3+a"), semver("1.2.3+b.c"));
    }

    #[test]
    fn numbers() {
        let found = semver("1234.56789012345.67890123456789");
        assert_eq!((found.major(), found.minor(), found.patch()), (1234, 56_789_012_345, 67_890_123_456_789));
        assert_eq!(semver("18446744073709551615.0.0").major(), -1);
        assert_eq!(semver("1.2.3-beta.1+build.1").patch(), 3);
    }

    #[test]
    fn errors_are_those_of_the_server() {
        for (text, expected) in [
            ("", "Version string empty"),
            ("v1.0", "No Major.Minor.Patch elements found"),
            ("v1.0.0", "Invalid character(s) found in major number \"v1\""),
            (" 1.0.0", "Invalid character(s) found in major number \" 1\""),
            ("1. 0.0", "Invalid character(s) found in minor number \" 0\""),
            ("1.0.0 ", "Invalid character(s) found in patch number \"0 \""),
            ("1.0.0.0", "Invalid character(s) found in patch number \"0.0\""),
            ("01.1.1", "Major number must not contain leading zeroes \"01\""),
            ("1.01.1", "Minor number must not contain leading zeroes \"01\""),
            ("1.1.01", "Patch number must not contain leading zeroes \"01\""),
            ("1..1", "strconv.ParseUint: parsing \"\": invalid syntax"),
            (
                "18446744073709551616.0.0",
                "strconv.ParseUint: parsing \"18446744073709551616\": value out of range",
            ),
            ("1.2.3-", "Prerelease is empty"),
            ("1.2.3-a..b", "Prerelease is empty"),
            ("1.2.3-a_b", "Invalid character(s) found in prerelease \"a_b\""),
            ("1.2.3-01", "Numeric PreRelease version must not contain leading zeroes \"01\""),
            ("1.2.3+", "Build meta data is empty"),
            ("1.2.3+é", "Invalid character(s) found in build meta data \"é\""),
        ] {
            assert_eq!(
                Semver::parse(text).map_err(|error| format!("{error}")).err().as_deref(),
                Some(expected)
            );
            assert!(!Semver::is_semver(text, false));
        }
        assert!(Semver::is_semver("1.2.3-beta.1+build.1", false));
        assert!(Semver::is_semver("1.2.3+a-b.01", false));
        assert!(Semver::is_semver("1.2.3--", false));
    }

    #[test]
    fn versions_are_normalized() {
        for (text, expected) in [
            ("v1.0.0", "1.0.0"),
            ("v01.01", "1.1.0"),
            ("01.01.01", "1.1.1"),
            ("1", "1.0.0"),
            ("00.000.0000-rc.1", "0.0.0-rc.1"),
            ("1.2.-rc.1", "1.2.0-rc.1"),
        ] {
            assert_eq!(Semver::normalize(text), Semver::parse(expected), "{text}");
        }
        for (text, expected) in [
            ("", "strconv.ParseUint: parsing \"\": invalid syntax"),
            ("vv1.0.0", "Invalid character(s) found in major number \"0v1\""),
            (" 1.0.0", "Invalid character(s) found in major number \"0 1\""),
            ("1. 0.0", "Invalid character(s) found in minor number \"0 0\""),
            ("1.0-rc", "short version cannot contain PreRelease/Build meta data"),
            ("1.0.0-01", "Numeric PreRelease version must not contain leading zeroes \"01\""),
        ] {
            let found = Semver::normalize(text).map_err(|error| format!("{error}")).err();
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
    }
}
