//! Versions of releases and charts, and their order.

use std::cmp::Ordering;
use std::fmt;

/// The version of a release: a number such as `1.16.2`, the commit of a snapshot, or another word.
///
/// Words come before numbers, numbers before snapshots: a snapshot was taken after all releases of a
/// catalogue.
///
/// ```
/// use crdc_catalogue::Version;
///
/// assert!(Version::new("v1.9.0") < Version::new("1.16.2"));
/// assert_eq!(Version::new("v0.85"), Version::new("0.85.0"));
/// assert!(Version::new("@4c0987a").is_snapshot());
/// ```
#[derive(Clone, Debug)]
pub struct Version {
    text: String,
    order: Order,
}

/// What versions are compared by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Word(String),
    Number(semver::Version),
    Snapshot(String),
}

impl Version {
    /// Parses a version; `v` before a digit is left out, and missing numbers are 0.
    #[must_use]
    pub fn new(text: &str) -> Version {
        if let Some(commit) = text.strip_prefix('@') {
            return Version { text: text.to_owned(), order: Order::Snapshot(commit.to_owned()) };
        }
        let number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
        let text = text.strip_prefix('v').filter(|rest| number(rest)).unwrap_or(text);
        let order = match semver::Version::parse(text).or_else(|_| semver::Version::parse(&filled(text))) {
            Ok(version) => Order::Number(version),
            Err(_) => Order::Word(text.to_owned()),
        };
        Version { text: text.to_owned(), order }
    }

    /// Whether it is the commit of a snapshot.
    #[must_use]
    pub fn is_snapshot(&self) -> bool {
        matches!(self.order, Order::Snapshot(_))
    }

    /// The commit of a snapshot.
    #[must_use]
    pub fn commit(&self) -> Option<&str> {
        match &self.order {
            Order::Snapshot(commit) => Some(commit),
            _ => None,
        }
    }

    /// The semantic version, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<&semver::Version> {
        match &self.order {
            Order::Number(version) => Some(version),
            _ => None,
        }
    }

    /// Whether both are numbers of the same minor version.
    #[must_use]
    pub fn same_minor(&self, other: &Version) -> bool {
        match (self.number(), other.number()) {
            (Some(one), Some(other)) => one.major == other.major && one.minor == other.minor,
            _ => false,
        }
    }

    /// As it was written, without `v`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Numbers as a semantic version has them: three, without zeros in front. Further ones are taken for a build;
/// what follows `-` or `+` stays.
fn filled(text: &str) -> String {
    let (numbers, rest) = text.split_at(text.find(['-', '+']).unwrap_or(text.len()));
    let plain = |number: &str| match number.trim_start_matches('0') {
        "" if !number.is_empty() => "0".to_owned(),
        plain => plain.to_owned(),
    };
    let numbers: Vec<String> = numbers.split('.').map(plain).collect();
    let part = |index| numbers.get(index).map_or("0", String::as_str);
    let build = numbers
        .get(3..)
        .filter(|build| !build.is_empty())
        .map_or(String::new(), |build| format!("+{}", build.join(".")));
    format!("{}.{}.{}{rest}{build}", part(0), part(1), part(2))
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Version) -> bool {
        self.order == other.order
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        self.order.cmp(&other.order)
    }
}
