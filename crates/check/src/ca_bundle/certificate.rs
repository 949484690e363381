//! Checks the structure of an X.509 certificate in DER. In: bytes. Out: the first error that Go's parser
//! reports.
//!
//! **Some certificates that Go refuses pass**: the contents of names, times, keys and extensions are not
//! checked. Go refuses every certificate that is refused here, with the same message.
//
// Go: crypto/x509/parser.go (parseCertificate); x/crypto: cryptobyte/asn1.go

use std::collections::HashSet;

const BOOLEAN: u8 = 0x01;
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
/// The context-specific tags `[1]` and `[2]` of optional fields, which are primitive. The tags below are
/// constructed.
const OPTIONAL: [u8; 2] = [0x81, 0x82];
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;

/// The error of the certificate, without the prefix `x509: `.
pub(super) fn fault(der: &[u8]) -> Option<String> {
    check(der).err()
}

fn check(der: &[u8]) -> Result<(), String> {
    let mut reader = Reader(der);
    let mut certificate = reader.one(SEQUENCE, "malformed certificate")?;
    let mut body = certificate.one(SEQUENCE, "malformed tbs certificate")?;
    let version = version(&mut body)?;
    let serial = body.one(INTEGER, "malformed serial number")?;
    if !is_integer(serial.0) {
        return Err("malformed serial number".to_owned());
    }
    if serial.0.first().is_some_and(|first| first & 0x80 != 0) {
        return Err("negative serial number".to_owned());
    }
    let inner = body.one(SEQUENCE, "malformed signature algorithm identifier")?;
    if inner.0 != certificate.one(SEQUENCE, "malformed algorithm identifier")?.0 {
        return Err("inner and outer signature algorithm identifiers don't match".to_owned());
    }
    algorithm(inner)?;
    name(body.one(SEQUENCE, "malformed issuer")?)?;
    let mut validity = body.one(SEQUENCE, "malformed validity")?;
    for _ in 0..2 {
        time(&mut validity)?;
    }
    name(body.one(SEQUENCE, "malformed issuer")?)?;
    let mut key = body.one(SEQUENCE, "malformed spki")?;
    algorithm(key.one(SEQUENCE, "malformed public key algorithm identifier")?)?;
    bits(&mut key, "malformed subjectPublicKey")?;
    if version > 1 {
        for (tag, said) in OPTIONAL.into_iter().zip(["malformed issuerUniqueID", "malformed subjectUniqueID"])
        {
            if body.peek() == Some(tag) {
                body.one(tag, said)?;
            }
        }
    }
    if version == 3 && body.peek() == Some(EXTENSIONS) {
        let mut holder = body.one(EXTENSIONS, "malformed extensions")?;
        extensions(holder.one(SEQUENCE, "malformed extensions")?)?;
    }
    bits(&mut certificate, "malformed signature")?;
    if reader.0.is_empty() { Ok(()) } else { Err("trailing data".to_owned()) }
}

/// The version, from 1 to 3.
fn version(body: &mut Reader<'_>) -> Result<u8, String> {
    const SAID: &str = "malformed version";
    if body.peek() != Some(VERSION) {
        return Ok(1);
    }
    let mut holder = body.one(VERSION, SAID)?;
    match (holder.one(INTEGER, SAID)?.0, holder.0) {
        (&[version @ 0..=2], []) => Ok(version + 1),
        (&[3], []) => Err("invalid version".to_owned()),
        _ => Err(SAID.to_owned()),
    }
}

fn algorithm(mut of: Reader<'_>) -> Result<(), String> {
    identifier(&mut of, "malformed OID")?;
    if of.0.is_empty() || of.any().is_some() { Ok(()) } else { Err("malformed parameters".to_owned()) }
}

fn name(mut of: Reader<'_>) -> Result<(), String> {
    while !of.0.is_empty() {
        let mut set = of.one(SET, "invalid RDNSequence")?;
        while !set.0.is_empty() {
            let mut attribute = set.one(SEQUENCE, "invalid RDNSequence: invalid attribute")?;
            identifier(&mut attribute, "invalid RDNSequence: invalid attribute type")?;
            attribute.any().ok_or("invalid RDNSequence: invalid attribute value")?;
        }
    }
    Ok(())
}

fn time(of: &mut Reader<'_>) -> Result<(), String> {
    match of.peek() {
        Some(UTC_TIME) => of.one(UTC_TIME, "malformed UTCTime")?,
        Some(GENERALIZED_TIME) => of.one(GENERALIZED_TIME, "malformed GeneralizedTime")?,
        _ => return Err("unsupported time format".to_owned()),
    };
    Ok(())
}

fn extensions(mut list: Reader<'_>) -> Result<(), String> {
    let mut seen = HashSet::new();
    while !list.0.is_empty() {
        let mut one = list.one(SEQUENCE, "malformed extension")?;
        let id = identifier(&mut one, "malformed extension OID field")?;
        if one.peek() == Some(BOOLEAN) {
            let critical = one.one(BOOLEAN, "malformed extension critical field")?;
            if !matches!(critical.0, [0 | 0xff]) {
                return Err("malformed extension critical field".to_owned());
            }
        }
        one.one(OCTET_STRING, "malformed extension value field")?;
        if !seen.insert(id) {
            return Err(format!("certificate contains duplicate extension with OID \"{}\"", dotted(id)));
        }
    }
    Ok(())
}

fn is_integer(bytes: &[u8]) -> bool {
    match bytes {
        [] => false,
        [0, second, ..] => second & 0x80 != 0,
        [0xff, second, ..] => second & 0x80 == 0,
        _ => true,
    }
}

fn bits(of: &mut Reader<'_>, said: &str) -> Result<(), String> {
    // The first byte is the number of unused bits, which are zero.
    match of.one(BIT_STRING, said)?.0 {
        [0] => Ok(()),
        [unused @ 0..=7, .., last] if last & ((1 << unused) - 1) == 0 => Ok(()),
        _ => Err(said.to_owned()),
    }
}

/// An object identifier: numbers below 2³¹, as short as they can be.
fn identifier<'a>(of: &mut Reader<'a>, said: &str) -> Result<&'a [u8], String> {
    let bytes = of.one(OBJECT_IDENTIFIER, said)?.0;
    let whole = bytes.last().is_some_and(|last| last & 0x80 == 0);
    let short = |number: &[u8]| {
        let large =
            number.len() > 5 || number.len() == 5 && number.first().is_some_and(|first| first & 0x78 != 0);
        number.first() != Some(&0x80) && !large
    };
    if whole && bytes.split_inclusive(|byte| byte & 0x80 == 0).all(short) {
        Ok(bytes)
    } else {
        Err(said.to_owned())
    }
}

/// An object identifier as it is written.
fn dotted(id: &[u8]) -> String {
    let number = |bytes: &[u8]| bytes.iter().fold(0u32, |number, byte| number << 7 | u32::from(byte & 0x7f));
    let mut numbers = id.split_inclusive(|byte| byte & 0x80 == 0).map(number);
    let first = numbers.next().unwrap_or_default();
    let top = (first / 40).min(2);
    numbers.fold(format!("{top}.{}", first - top * 40), |text, number| format!("{text}.{number}"))
}

/// The bytes that are left to read.
#[derive(Clone, Copy)]
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.0.first().copied()
    }

    /// Reads the content of an element that has this tag.
    fn one(&mut self, tag: u8, said: &str) -> Result<Reader<'a>, String> {
        match self.any() {
            Some((found, content)) if found == tag => Ok(Reader(content)),
            _ => Err(said.to_owned()),
        }
    }

    /// Reads the tag and the content of an element. Lengths must be as short as they can be.
    fn any(&mut self) -> Option<(u8, &'a [u8])> {
        let (&[tag, length], rest) = self.0.split_first_chunk::<2>()?;
        if tag & 0x1f == 0x1f {
            return None;
        }
        let (length, rest) = match length {
            0..=0x7f => (usize::from(length), rest),
            0x81..=0x84 => {
                let (digits, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
                let length = digits.iter().fold(0usize, |length, byte| length << 8 | usize::from(*byte));
                let shortest = length >= 0x80 && digits.first() != Some(&0);
                shortest.then_some((length, rest))?
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, content))
    }
}
