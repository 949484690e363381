//! Functions of semantic versions.
//
// blang/semver v4; apiserver: pkg/cel/library/semverlib.go

use std::cmp::Ordering;

use crate::expressions::compiled;
use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::value::{Evaluated, Value, unknown};

/// A version.
#[derive(Clone, Debug)]
pub struct Semver {
    numbers: [u64; 3],
    /// The pre-release parts, after the dash.
    before: Vec<String>,
}

impl Semver {
    /// The order of two versions.
    pub(in crate::interpreter::cel) fn cmp(&self, other: &Semver) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| {
            match (self.before.is_empty(), other.before.is_empty()) {
                (true, true) => Ordering::Equal,
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => {
                    let order = |(a, b): (&String, &String)| match (a.parse::<u64>(), b.parse::<u64>()) {
                        (Ok(a), Ok(b)) => a.cmp(&b),
                        (Ok(_), Err(_)) => Ordering::Less,
                        (Err(_), Ok(_)) => Ordering::Greater,
                        (Err(_), Err(_)) => a.cmp(b),
                    };
                    let first = self.before.iter().zip(&other.before).map(order).find(|order| order.is_ne());
                    first.unwrap_or_else(|| self.before.len().cmp(&other.before.len()))
                }
            }
        })
    }
}

/// Parses a version; `None` if the text is not one.
fn read(text: &str) -> Option<Semver> {
    let number = "(0|[1-9][0-9]*)";
    let part = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
    let build = r"(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?";
    let regex = compiled(&format!(r"^{number}\.{number}\.{number}(?:-({part}(?:\.{part})*))?{build}$"))?;
    let found = regex.captures(text)?;
    let number = |index: usize| found[index].parse::<u64>().ok();
    let before = found.get(4).map_or("", |before| before.as_str());
    if before.split('.').any(|part| part.chars().all(|c| c.is_ascii_digit()) && part.len() > 18) {
        return None;
    }
    let before = before.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    Some(Semver { numbers: [number(1)?, number(2)?, number(3)?], before })
}

/// A version without a leading `v`, without leading zeros, and with zeros for missing parts; `None` if a
/// version with missing parts has a pre-release or a build.
fn normalized(text: &str) -> Option<String> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut parts: Vec<String> = text.splitn(3, '.').map(str::to_owned).collect();
    for part in &mut parts {
        if part.len() > 1 {
            let trimmed = part.trim_start_matches('0');
            let starts = trimmed.starts_with(|c: char| c.is_ascii_digit());
            *part = if starts { trimmed.to_owned() } else { format!("0{trimmed}") };
        }
    }
    if parts.len() < 3 && parts.last()?.contains(['+', '-']) {
        return None;
    }
    parts.resize(3, "0".to_owned());
    Some(parts.join("."))
}

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    use Value::{Bool, Int, Semver, String};
    let read_with = |text: &str, normalize: bool| {
        if normalize { normalized(text).and_then(|text| read(&text)) } else { read(text) }
    };
    let part = |number: u64| {
        i64::try_from(number).map_or_else(|_| unknown("a large version"), |number| Ok(Int(number)))
    };
    Some(match (function, args) {
        ("isSemver", [String(text)]) => Ok(read(text).is_some().into()),
        ("isSemver", [String(text), Bool(normalize)]) => Ok(read_with(text, *normalize).is_some().into()),
        ("semver", [String(text), rest @ ..]) => match read_with(text, matches!(rest, [Bool(true)])) {
            Some(version) => Ok(Semver(version.into())),
            None => unknown("the error of a wrong version"),
        },
        ("isGreaterThan", [Semver(a), Semver(b)]) => Ok(a.cmp(b).is_gt().into()),
        ("isLessThan", [Semver(a), Semver(b)]) => Ok(a.cmp(b).is_lt().into()),
        ("compareTo", [Semver(a), Semver(b)]) => Ok(Int(a.cmp(b) as i64)),
        ("major", [Semver(of)]) => part(of.numbers[0]),
        ("minor", [Semver(of)]) => part(of.numbers[1]),
        ("patch", [Semver(of)]) => part(of.numbers[2]),
        (
            "isSemver" | "semver" | "isGreaterThan" | "isLessThan" | "compareTo" | "major" | "minor"
            | "patch",
            _,
        ) => mismatch(function, args),
        _ => return None,
    })
}
