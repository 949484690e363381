//! `format` of strings, slowly: with regular expressions, the address types of `std`, and hand-written
//! parsers. Shares no code with the runtime.
//
// kube-openapi: pkg/validation/strfmt, pkg/validation/validate/formats.go

mod duration;
mod email;
mod uri;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::expressions::compiled;

use super::failure::{Failure, What};
use crate::interpreter::structural::Structural;

/// The failure of a string that does not match the format of its schema; `None` if it does.
pub(super) fn check(path: &str, schema: &Structural, text: &str) -> Option<Failure> {
    let quoted = crate::json::go_quote(text);
    let words = format!("{path} in body must be of type {}: {quoted}", schema.format);
    let what = What::Type { value: text.to_owned(), text: words };
    (!schema.format.is_empty() && !has(&schema.format, text)).then(|| Failure::new(path, what))
}

/// Whether a string matches a format; unknown formats match everything.
pub fn has(format: &str, text: &str) -> bool {
    match format.replace('-', "").as_str() {
        "bsonobjectid" => is(r"[0-9a-fA-F]{24}", text),
        "byte" => is(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})", text),
        "cidr" => text.split_once('/').is_some_and(|(address, bits)| {
            let most = match loose(address) {
                Some(IpAddr::V4(_)) => 32,
                Some(IpAddr::V6(_)) => 128,
                None => return false,
            };
            is("[0-9]+", bits) && without_zeros(bits).parse::<u32>().is_ok_and(|bits| bits <= most)
        }),
        "creditcard" => credit_card(text),
        "date" => date(text),
        "datetime" => {
            let lower = text.to_lowercase();
            let time = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})";
            match lower.split('t').collect::<Vec<_>>().as_slice() {
                [day, rest, ..] => date(day) && is(time, rest),
                _ => false,
            }
        }
        "duration" => duration::has(text),
        "email" => email::has(text),
        "hexcolor" => is("#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text),
        "hostname" => hostname(text),
        "ipv4" => text.contains('.') && loose(text).is_some(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "isbn" => isbn10(text) || isbn13(text),
        "isbn10" => isbn10(text),
        "isbn13" => isbn13(text),
        "k8slongname" => {
            let label = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";
            text.len() <= 253 && is(&format!(r"{label}(?:\.{label})*"), text)
        }
        "k8sshortname" => text.len() <= 63 && is("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?", text),
        "mac" => [6, 8, 20].iter().any(|bytes| {
            let (pairs, fours) = (bytes - 1, bytes / 2 - 1);
            let two = "[0-9a-fA-F]{2}";
            is(&format!("{two}(?::{two}){{{pairs}}}|{two}(?:-{two}){{{pairs}}}"), text)
                || is(&format!(r"(?:{two}){{2}}(?:\.(?:{two}){{2}}){{{fours}}}|(?:{two}){{{bytes}}}"), text)
        }),
        "rgbcolor" => {
            let one = r"[\t\n\x0C\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\x0C\r ]*";
            is(&format!(r"rgb\({one},{one},{one}\)"), text)
        }
        "ssn" => text.len() == 11 && is("[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}", text),
        "uri" => uri::has(text),
        "uuid" => uuid("[0-9a-f]{4}", "[0-9a-f]{4}", text),
        "uuid3" => uuid("3[0-9a-f]{3}", "[0-9a-f]{4}", text),
        "uuid4" => uuid("4[0-9a-f]{3}", "[89ab][0-9a-f]{3}", text),
        "uuid5" => uuid("5[0-9a-f]{3}", "[89ab][0-9a-f]{3}", text),
        _ => true,
    }
}

/// Whether the whole string matches.
fn is(pattern: &str, text: &str) -> bool {
    compiled(&format!(r"\A(?:{pattern})\z")).is_some_and(|regex| regex.is_match(text))
}

/// Whether a text is a UUID. `version` and `variant` are patterns of its third and fourth group.
fn uuid(version: &str, variant: &str, text: &str) -> bool {
    is(&format!("(?i-u:[0-9a-f]{{8}}-?[0-9a-f]{{4}}-?{version}-?{variant}-?[0-9a-f]{{12}})"), text)
}

/// Whether a text is a date that exists.
fn date(text: &str) -> bool {
    if !is("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) {
        return false;
    }
    let part = |at: std::ops::Range<usize>| text[at].parse::<u32>().unwrap_or(0);
    let (year, month, day) = (part(0..4), part(5..7), part(8..10));
    let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
    let days = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    (1..=12).contains(&month) && (1..=days[month as usize - 1]).contains(&day)
}

/// Whether a text is a host name, by the server's pattern without redundant limits.
fn hostname(text: &str) -> bool {
    let c = r"[a-zA-Z0-9\p{S}\p{L}]";
    let dotted = r"[-a-zA-Z0-9\p{S}\p{L}]";
    let pattern = format!(r"{c}(?:-?{c}*)?|(?:{c}(?:{dotted}*{c})?\.)+[a-zA-Z\p{{L}}]{{2,}}");
    is(&pattern, text) && text.len() <= 255 && text.split('.').all(|label| label.len() <= 63)
}

/// Parses an IP address whose numbers may have leading zeros.
fn loose(text: &str) -> Option<IpAddr> {
    let mut out = String::new();
    for part in text.split_inclusive([':', '.']) {
        let (number, end) = match part.char_indices().next_back() {
            Some((at, ':' | '.')) => part.split_at(at),
            _ => (part, ""),
        };
        out.push_str(without_zeros(number));
        out.push_str(end);
    }
    let v4 = out.parse::<Ipv4Addr>().map(IpAddr::V4);
    v4.or_else(|_| out.parse::<Ipv6Addr>().map(IpAddr::V6)).ok()
}

/// A number without leading zeros; zero is `0`.
fn without_zeros(number: &str) -> &str {
    let short = number.trim_start_matches('0');
    if short.len() < number.len() && !short.starts_with(|c: char| c.is_ascii_hexdigit()) {
        &number[number.len() - short.len() - 1..]
    } else {
        short
    }
}

/// Whether the digits of a text are a number of a known card with a correct checksum.
fn credit_card(text: &str) -> bool {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let known = "4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}\
                 |3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11}";
    let mut sum = 0;
    for (index, digit) in digits.chars().rev().filter_map(|c| c.to_digit(10)).enumerate() {
        let counted = digit * (1 + index as u32 % 2);
        sum += counted / 10 + counted % 10;
    }
    is(known, &digits) && sum.is_multiple_of(10)
}

/// An ISBN without dashes and white space.
fn book(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '-' | '\t' | '\n' | '\u{c}' | '\r' | ' ')).collect()
}

fn isbn10(text: &str) -> bool {
    let digits = book(text);
    let value = |c: char| c.to_digit(10).unwrap_or(10);
    is("[0-9]{9}[0-9X]", &digits)
        && digits.chars().zip(1..).map(|(c, w)| value(c) * w).sum::<u32>().is_multiple_of(11)
}

fn isbn13(text: &str) -> bool {
    let digits = book(text);
    let values = digits.chars().filter_map(|c| c.to_digit(10));
    let sum: u32 = values.zip([1, 3].into_iter().cycle()).map(|(value, weight)| value * weight).sum();
    is("[0-9]{13}", &digits) && sum.is_multiple_of(10)
}
