//! Certificates of webhooks. In: DER. Out: what decides whether Go trusts a certificate, and its words.
// go: crypto/x509/{parser,verify}.go; RFC 5280

use std::net::IpAddr;

use crdc_admission::{seconds_of, time_of};
use crdc_vocabulary::go::quote;

const SUBJECT_ALT_NAME: &[u8] = b"\x55\x1d\x11";
const EXTENDED_KEY_USAGE: &[u8] = b"\x55\x1d\x25";
const ANY_USAGE: &[u8] = b"\x55\x1d\x25\x00";
const SERVER_AUTH: &[u8] = b"\x2b\x06\x01\x05\x05\x07\x03\x01";
const COMMON_NAME: &[u8] = b"\x55\x04\x03";
const ORGANIZATION: &[u8] = b"\x55\x04\x0a";
const RSA: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01";
const ELLIPTIC_CURVE: &[u8] = b"\x2a\x86\x48\xce\x3d\x02\x01";

const SEQUENCE: u8 = 0x30;
const OBJECT_IDENTIFIER: u8 = 0x06;
const OCTET_STRING: u8 = 0x04;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;
const DNS_NAME: u8 = 0x82;
const IP_ADDRESS: u8 = 0x87;

/// The number of names from which Go counts them instead.
const MOST_NAMES: usize = 100;

/// Elements of DER, one after the other.
struct Elements<'a>(&'a [u8]);

impl<'a> Iterator for Elements<'a> {
    type Item = (u8, &'a [u8]);

    /// The tag and the contents of the next element; `None` at the end, and where the bytes are no element.
    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        let [tag, first, rest @ ..] = self.0 else { return None };
        let (length, rest) = match *first {
            short @ ..0x80 => (usize::from(short), rest),
            long => {
                let (bytes, rest) = rest.split_at_checked(usize::from(long & 0x7f))?;
                if bytes.len() > 4 {
                    return None;
                }
                (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
            }
        };
        let (contents, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((*tag, contents))
    }
}

impl<'a> Elements<'a> {
    /// The contents of the next element, which has this tag.
    fn tagged(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.next().filter(|(found, _)| *found == tag).map(|(_, contents)| contents)
    }
}

/// A certificate.
pub(super) struct Certificate<'a> {
    pub(super) issuer: &'a [u8],
    pub(super) subject: &'a [u8],
    not_before: i64,
    not_after: i64,
    /// The algorithm of the key.
    algorithm: &'a [u8],
    /// Whether there is an extension with names.
    has_names: bool,
    dns_names: Vec<&'a [u8]>,
    addresses: Vec<IpAddr>,
    /// The usages of the key; `None` if there is no such extension.
    usages: Option<Vec<&'a [u8]>>,
}

impl<'a> Certificate<'a> {
    /// Reads a certificate; `None` if the bytes are none.
    pub(super) fn read(der: &'a [u8]) -> Option<Certificate<'a>> {
        let whole = Elements(der).tagged(SEQUENCE)?;
        let mut parts = Elements(Elements(whole).tagged(SEQUENCE)?);
        if parts.0.first() == Some(&VERSION) {
            parts.next()?;
        }
        // The serial number and the algorithm of the signature.
        parts.next()?;
        parts.tagged(SEQUENCE)?;
        let issuer = parts.tagged(SEQUENCE)?;
        let mut validity = Elements(parts.tagged(SEQUENCE)?);
        let (not_before, not_after) = (time(validity.next()?)?, time(validity.next()?)?);
        let subject = parts.tagged(SEQUENCE)?;
        let mut key = Elements(parts.tagged(SEQUENCE)?);
        let algorithm = Elements(key.tagged(SEQUENCE)?).tagged(OBJECT_IDENTIFIER)?;
        let mut certificate = Certificate {
            issuer,
            subject,
            not_before,
            not_after,
            algorithm,
            has_names: false,
            dns_names: Vec::new(),
            addresses: Vec::new(),
            usages: None,
        };
        let extensions = parts.find(|(tag, _)| *tag == EXTENSIONS);
        let list =
            extensions.and_then(|(_, contents)| Elements(contents).tagged(SEQUENCE)).unwrap_or_default();
        for (_, extension) in Elements(list) {
            certificate.extend(extension);
        }
        Some(certificate)
    }

    /// Reads an extension.
    fn extend(&mut self, extension: &'a [u8]) {
        let mut parts = Elements(extension);
        let Some(of) = parts.tagged(OBJECT_IDENTIFIER) else { return };
        let Some((_, value)) = parts.find(|(tag, _)| *tag == OCTET_STRING) else { return };
        let Some(list) = Elements(value).tagged(SEQUENCE) else { return };
        match of {
            SUBJECT_ALT_NAME => {
                self.has_names = true;
                for (tag, name) in Elements(list) {
                    match tag {
                        DNS_NAME => self.dns_names.push(name),
                        IP_ADDRESS => self.addresses.extend(address(name)),
                        _ => {}
                    }
                }
            }
            EXTENDED_KEY_USAGE => self.usages = Some(Elements(list).map(|(_, usage)| usage).collect()),
            _ => {}
        }
    }

    /// Why the certificate is not valid at a time, in seconds since 1970.
    pub(super) fn untimely(&self, now: i64) -> Option<String> {
        let (relation, limit) = match () {
            () if now < self.not_before => ("before", self.not_before),
            () if now > self.not_after => ("after", self.not_after),
            () => return None,
        };
        let (now, limit) = (time_of(now), time_of(limit));
        let why = format!("current time {now} is {relation} {limit}");
        Some(format!("x509: certificate has expired or is not yet valid: {why}"))
    }

    /// Why the certificate is not for a host that it does not name.
    // go: crypto/x509/verify.go HostnameError
    pub(super) fn other_host(&self, host: &str) -> String {
        let is_common = self.name(COMMON_NAME).is_some_and(|name| name.eq_ignore_ascii_case(host));
        if !self.has_names && is_common {
            return "x509: certificate relies on legacy Common Name field, use SANs instead".to_owned();
        }
        let (names, unit): (Vec<String>, _) = if host.parse::<IpAddr>().is_ok() {
            if self.addresses.is_empty() {
                return format!(
                    "x509: cannot validate certificate for {host} because it doesn't contain any IP SANs"
                );
            }
            (self.addresses.iter().map(IpAddr::to_string).collect(), "IP SANs")
        } else {
            (self.dns_names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect(), "names")
        };
        match names.len() {
            0 => format!("x509: certificate is not valid for any names, but wanted to match {host}"),
            count @ MOST_NAMES.. => {
                format!("x509: certificate is valid for {count} {unit}, but none matched {host}")
            }
            _ => format!("x509: certificate is valid for {}, not {host}", names.join(", ")),
        }
    }

    /// Whether a server may use the certificate.
    pub(super) fn is_for_servers(&self) -> bool {
        let Some(usages) = &self.usages else { return true };
        usages.iter().any(|usage| [ANY_USAGE, SERVER_AUTH].contains(usage))
    }

    /// The remark that this authority seems to have issued a certificate, but did not sign it.
    // go: crypto/x509/verify.go UnknownAuthorityError, crypto/x509/x509.go checkSignature
    pub(super) fn did_not_sign(&self) -> String {
        let why = match self.algorithm {
            RSA => "crypto/rsa: verification error",
            ELLIPTIC_CURVE => "x509: ECDSA verification failure",
            _ => "x509: Ed25519 verification failure",
        };
        let name = self.name(COMMON_NAME).or_else(|| self.name(ORGANIZATION)).unwrap_or_default();
        format!(
            " (possibly because of {} while trying to verify candidate authority certificate {})",
            quote(why),
            quote(&name)
        )
    }

    /// A part of the subject's name.
    fn name(&self, of: &[u8]) -> Option<String> {
        let parts = Elements(self.subject).flat_map(|(_, set)| Elements(set)).filter_map(|(_, part)| {
            let mut part = Elements(part);
            (part.tagged(OBJECT_IDENTIFIER)? == of).then(|| part.next()).flatten()
        });
        parts.last().map(|(_, text)| String::from_utf8_lossy(text).into_owned())
    }
}

/// A time in seconds since 1970.
fn time((tag, digits): (u8, &[u8])) -> Option<i64> {
    let text = std::str::from_utf8(digits).ok()?;
    let text = match tag {
        UTC_TIME => {
            let century = if text.get(..2)?.parse::<u8>().ok()? < 50 { "20" } else { "19" };
            format!("{century}{text}")
        }
        GENERALIZED_TIME => text.to_owned(),
        _ => return None,
    };
    let part = |range: std::ops::Range<usize>| text.get(range);
    let (date, clock) =
        ([part(0..4)?, part(4..6)?, part(6..8)?], [part(8..10)?, part(10..12)?, part(12..14)?]);
    seconds_of(&format!("{}T{}{}", date.join("-"), clock.join(":"), text.get(14..)?))
}

fn address(bytes: &[u8]) -> Option<IpAddr> {
    let four = <[u8; 4]>::try_from(bytes).map(IpAddr::from);
    four.or_else(|_| <[u8; 16]>::try_from(bytes).map(IpAddr::from)).ok()
}

#[cfg(test)]
mod tests;
