//! Strings that match a format, for each format that the server knows and an unknown one, and strings that
//! nearly match.

use super::rng::Rng;

/// A format that servers ignore and the derive refuses.
pub(super) const UNKNOWN: &str = "made-up";

/// Formats as written in schemas, with strings that match them.
pub const FORMATS: [(&str, &[&str]); 27] = [
    ("bsonobjectid", &["507f1f77bcf86cd799439011"]),
    ("byte", &["YQ==", "YWI=", "YWJj", "+/+/AAAA"]),
    ("cidr", &["10.0.0.0/8", "::/0", "fe80::1/64", "010.0.0.0/08", "::ffff:1.2.3.4/96"]),
    ("creditcard", &["4111-1111-1111-1111", "5500 0000 0000 0004", "374953669708156"]),
    ("date", &["2024-02-29", "2000-12-31"]),
    ("date-time", &["2024-05-01T10:00:00Z", "2024-05-01t10:00:00.123+02:00", "2024-05-01T10:00:00Ztea"]),
    ("duration", &["1h30m", "-1.5h", "3 weeks", "0", "P1D", "1µs", "1.s"]),
    (
        "email",
        &[
            "a@b",
            "A B <a@b.c>",
            "\"q r\"@b.c",
            "g: a@b;",
            "a@[::1] (x (y))",
            "=?utf-8?q?=C3=A9?= <a@b>",
            "a@b (=?x?q?a?=)",
        ],
    ),
    ("hexcolor", &["#fff", "A0B1C2"]),
    ("hostname", &["example.com", "a-b", "my-host.example", "bücher.example"]),
    ("ipv4", &["10.0.0.1", "01.002.3.4", "::ffff:1.2.3.4"]),
    ("ipv6", &["::", "fe80::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"]),
    ("isbn", &["0321751043", "978-0321751041"]),
    ("isbn10", &["0-306-40615-2", "316148410X"]),
    ("isbn13", &["978-3-16-148410-0"]),
    ("k8s-long-name", &["a.b-1.c"]),
    ("k8s-short-name", &["a-1"]),
    ("mac", &["00:11:22:33:44:55", "0011.2233.4455", "4111111111111111"]),
    ("password", &["secret", ""]),
    ("rgbcolor", &["rgb(0,0,0)", "rgb( 12 , 255,\t100 )"]),
    ("ssn", &["111-11-1111", "191 60 2869"]),
    (
        "uri",
        &[
            "/path",
            "https://u:p@example.com:80/a%20b?c#d",
            "mailto:a@b",
            "http://[fe80::1%25en0]:80/",
            "ftp://a:b:80",
            "*",
        ],
    ),
    ("uuid", &["3d6f6a1e-5c1f-4b5e-9d0f-6a3c7a1f2b10", "3D6F6A1E5C1F4B5E9D0F6A3C7A1F2B10"]),
    ("uuid3", &["6fa459ea-ee8a-3ca4-194e-db77e160355e"]),
    ("uuid4", &["3d6f6a1e-5c1f-4b5e-9d0f-6a3c7a1f2b10"]),
    ("uuid5", &["886313e1-3b8a-5372-9b90-0c9aee199e5d"]),
    (UNKNOWN, &["anything"]),
];

/// The texts that are inserted into strings.
#[rustfmt::skip]
const EDITS: [&str; 43] = [
    "-", ".", " ", ":", "/", "%", "@", "0", "1", "9", "a", "f", "g", "T", "z", "é",
    "日", "\n", "?", "#", "=", "[", "]", "(", ")", "<", ">", "\"", "\\", ",", ";", "_",
    "+", "%25", "%e9", "::", "00", "X", "µ", "\u{7f}", "h", "=?x?b?YQ==?= ", "\t",
];

/// A string that matches a format, or nearly does.
pub fn near(rng: &mut Rng, format: &str) -> String {
    let Some((_, texts)) = FORMATS.iter().find(|(name, _)| *name == format) else { return String::new() };
    let mut text: Vec<char> = rng.pick(texts).chars().collect();
    let changes = if rng.chance(60) { 0 } else { 1 + rng.below(3) };
    for _ in 0..changes {
        let at = rng.below(text.len() + 1);
        let end = (at + 1).min(text.len());
        let new = *rng.pick(&EDITS);
        match rng.below(4) {
            0 => drop(text.drain(at..end)),
            1 => drop(text.splice(at..end, new.chars())),
            2 => {
                let other: Vec<char> = rng.pick(texts).chars().collect();
                text.truncate(at);
                text.extend(&other[rng.below(other.len() + 1)..]);
            }
            _ => drop(text.splice(at..at, new.chars())),
        }
    }
    text.into_iter().collect()
}
