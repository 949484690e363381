//! Checks the CA bundle of a conversion webhook. In: its bytes. Out: the server's error if it cannot load the
//! bundle.
//!
//! A server loads the certificates that it can parse, and ignores the rest of the bundle. Only if it can
//! parse no certificate, it reports the first one that it cannot parse. So the code that finds the error
//! rarely runs.
//
// client-go: transport/transport.go (rootCertPool); Go: crypto/x509/cert_pool.go (AppendCertsFromPEM)

mod certificate;

use crdc_vocabulary::pem;

/// The server's error for a bundle without a valid certificate.
pub(super) fn fault(bundle: &[u8]) -> Option<String> {
    let certificates = || {
        let mut rest = bundle;
        std::iter::from_fn(move || {
            let block = pem::next(rest)?;
            rest = block.rest;
            Some(block)
        })
    };
    let is_certificate = |block: &pem::Block<'_>| block.label == b"CERTIFICATE" && !block.headers;
    if certificates().any(|block| is_certificate(&block) && certificate::fault(&block.bytes).is_none()) {
        return None;
    }
    let first = certificates()
        .filter(is_certificate)
        .find_map(|block| certificate::fault(&block.bytes))
        .map(|fault| format!("failed to parse certificate: x509: {fault}"));
    // Bytes after the last block are read as one more block.
    let ends = certificates().last().map_or(bundle, |block| block.rest).is_empty();
    let fault = first.unwrap_or_else(|| {
        match ends {
            true => "no valid certificate authority data seen",
            false => "unable to parse bytes as PEM block",
        }
        .to_owned()
    });
    Some(format!("unable to load root certificates: {fault}"))
}

#[cfg(test)]
mod tests {
    use super::fault;
    use crdc_vocabulary::go;

    // certificate.pem: openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=test -days 36500

    fn pem(label: &str, body: &str) -> String {
        format!("-----BEGIN {label}-----\n{body}\n-----END {label}-----\n")
    }

    #[test]
    fn a_bundle_needs_one_certificate() {
        let good = include_str!("certificate.pem");
        let key = pem("PRIVATE KEY", "AAAA");
        let broken = pem("CERTIFICATE", "AAAA");
        for bundle in [
            good.to_owned(),
            good.replace('\n', "\r\n"),
            format!("a comment\n{good}and another"),
            format!("{key}{broken}{good}"),
            format!("{good}{broken}"),
        ] {
            assert_eq!(fault(bundle.as_bytes()), None, "{bundle}");
        }
    }

    #[test]
    fn a_fault_reads_as_the_server_says_it() {
        let good = include_str!("certificate.pem");
        let body: String = good.lines().filter(|line| !line.starts_with('-')).collect();
        let der = go::decode_base64(body.as_bytes()).unwrap_or_default();
        let of = |der: &[u8]| pem("CERTIFICATE", &go::encode_base64(der));
        let longer: Vec<u8> = der.iter().copied().chain([0]).collect();
        let other_algorithm: Vec<u8> = {
            let at = der.windows(9).rposition(|part| part == b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b");
            let mut der = der.clone();
            at.and_then(|at| der.get_mut(at + 8)).into_iter().for_each(|byte| *byte += 1);
            der
        };
        let cut = der.get(..der.len() - 1).unwrap_or_default();
        let with_header = good.replacen("-----\n", "-----\nName: value\n\n", 1);
        for (bundle, said) in [
            ("\n".to_owned(), "unable to parse bytes as PEM block"),
            ("dummy".to_owned(), "unable to parse bytes as PEM block"),
            (body.clone(), "unable to parse bytes as PEM block"),
            (good.replace("BEGIN CERT", "BEGIN  CERT"), "unable to parse bytes as PEM block"),
            (good.replace("MII", "M!I"), "unable to parse bytes as PEM block"),
            (pem("PRIVATE KEY", "AAAA"), "no valid certificate authority data seen"),
            (with_header, "no valid certificate authority data seen"),
            (pem("PRIVATE KEY", "AAAA") + "end", "unable to parse bytes as PEM block"),
            (pem("CERTIFICATE", ""), "failed to parse certificate: x509: malformed certificate"),
            (of(cut), "failed to parse certificate: x509: malformed certificate"),
            (of(&longer), "failed to parse certificate: x509: trailing data"),
            (of(b"\x30\x00"), "failed to parse certificate: x509: malformed tbs certificate"),
            (of(b"\x30\x02\x30\x00"), "failed to parse certificate: x509: malformed serial number"),
            (
                of(&other_algorithm),
                "failed to parse certificate: x509: inner and outer signature algorithm identifiers don't match",
            ),
        ] {
            let expected = format!("unable to load root certificates: {said}");
            assert_eq!(fault(bundle.as_bytes()), Some(expected), "{bundle}");
        }
    }

    #[test]
    fn no_bytes_panic() {
        let good = include_str!("certificate.pem").as_bytes();
        for len in 0..good.len() {
            fault(&good[..len]);
            fault(&good[len..]);
        }
        for text in [
            "-----BEGIN \n-----END ",
            "-----BEGIN X-----\n-----END X-----",
            "-----BEGIN X-----\na: b\n-----END X: -----\n-----END X-----",
            "\n-----END \n-----BEGIN \n-----END -----",
            "-----BEGIN -----\n-----END -----",
        ] {
            fault(text.as_bytes());
        }
    }
}
