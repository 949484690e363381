//! Rules of requests for certificates, and of bundles of them. In: an object, or an update of one. Out:
//! errors.
//!
//! The contents of requests and certificates are only read as far as PEM goes: what Go says of malformed DER,
//! and whether a signature is right, is not checked.
//
// kubernetes: pkg/apis/certificates/validation/validation.go

use std::collections::{BTreeMap, HashMap, HashSet};

use crdc_vocabulary::go::{decode_base64, quote};
use crdc_vocabulary::{names, pem};

use super::at::At;
use super::report::Report;
use super::shown;
use super::signers::{self, LEGACY};

/// The usages of a key, sorted.
// allValidUsages
const USAGES: [&str; 23] = [
    "any",
    "cert sign",
    "client auth",
    "code signing",
    "content commitment",
    "crl sign",
    "data encipherment",
    "decipher only",
    "digital signature",
    "email protection",
    "encipher only",
    "ipsec end system",
    "ipsec tunnel",
    "ipsec user",
    "key agreement",
    "key encipherment",
    "microsoft sgc",
    "netscape sgc",
    "ocsp signing",
    "s/mime",
    "server auth",
    "signing",
    "timestamping",
];

/// A CertificateSigningRequest that is created. Updates cannot change it.
// validateCertificateSigningRequest
pub(super) fn request(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    pem_request(&spec.child("request"), report);
    let usages = spec.child("usages");
    if usages.is_empty() {
        report.required(&usages, "");
    }
    for usage in usages.items().filter(|usage| !USAGES.contains(&usage.text())) {
        report.unsupported(&usage, usage.text(), &USAGES);
    }
    let mut seen = HashSet::new();
    for usage in usages.items().filter(|usage| !seen.insert(usage.text())) {
        report.duplicate(&usage, quote(usage.text()));
    }
    let name = spec.child("signerName");
    match name.text() {
        LEGACY => {
            let detail = "the legacy signerName is not allowed via this API version";
            report.bad_text(&name, LEGACY, detail);
        }
        _ => signers::name(&name, report),
    }
    let seconds = spec.child("expirationSeconds");
    if let Some(number) = seconds.int().filter(|number| *number < 600) {
        let detail = "may not specify a duration less than 600 seconds (10 minutes)";
        report.invalid(&seconds, number, detail);
    }
}

/// The request in PEM.
// pkg/apis/certificates/helpers.go ParseCSR
fn pem_request(at: &At<'_, '_>, report: &mut Report) {
    let bytes = decode_base64(at.text().as_bytes()).unwrap_or_default();
    let is_request = pem::next(&bytes).is_some_and(|block| block.label == b"CERTIFICATE REQUEST");
    if !is_request {
        let shown = shown_bytes(at, &bytes, report.version());
        report.invalid(at, shown, "PEM block type must be CERTIFICATE REQUEST");
    }
}

/// Bytes: base64 since 1.34, and a list of Go before.
fn shown_bytes(at: &At<'_, '_>, bytes: &[u8], version: u8) -> String {
    match version {
        34.. if !at.is_set() => "null".to_owned(),
        34.. => shown::text(&at.text().replace(['\r', '\n'], "")),
        _ if !at.is_set() => "[]byte(nil)".to_owned(),
        _ => {
            let all: Vec<String> = bytes.iter().map(|byte| format!("{byte:#x}")).collect();
            format!("[]byte{{{}}}", all.join(", "))
        }
    }
}

/// The reason why a certificate is none.
// validateCertificate
pub(super) fn against_certificate(base64: &str) -> Option<String> {
    let bytes = decode_base64(base64.as_bytes()).unwrap_or_default();
    let mut rest = bytes.as_slice();
    let mut is_empty = true;
    while let Some(block) = pem::next(rest) {
        if block.label != b"CERTIFICATE" {
            let label = quote(&String::from_utf8_lossy(block.label));
            return Some(format!("only CERTIFICATE PEM blocks are allowed, found {label}"));
        }
        if block.headers {
            return Some("no PEM block headers are permitted".to_owned());
        }
        (is_empty, rest) = (false, block.rest);
    }
    (is_empty && !bytes.is_empty()).then(|| "must contain at least one CERTIFICATE PEM block".to_owned())
}

/// The most bytes of a bundle.
const BUNDLE: usize = 1024 * 1024;

/// A ClusterTrustBundle.
// ValidateClusterTrustBundle
pub(super) fn bundle(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let (metadata, spec) = (root.child("metadata"), root.child("spec"));
    let (name, signer, text) = (metadata.child("name"), spec.child("signerName"), spec.child("trustBundle"));
    if !name.text().is_empty() {
        signers::bundle_name(&name, signer.text(), report);
    }
    if !signer.text().is_empty() {
        signers::name(&signer, report);
    }
    let stored = old.map(|old| old.child("spec"));
    if stored.is_none_or(|stored| stored.child("trustBundle").text() != text.text()) {
        trust(&text, report);
    }
}

// validateTrustBundle
fn trust(at: &At<'_, '_>, report: &mut Report) {
    if at.text().len() > BUNDLE {
        return report.too_long(at, BUNDLE);
    }
    let before = report.count();
    let mut rest = at.text().as_bytes();
    let mut known: HashMap<Vec<u8>, Vec<usize>> = HashMap::new();
    let mut index = 0;
    while let Some(block) = pem::next(rest) {
        let reason = if block.label != b"CERTIFICATE" {
            Some(format!("has bad block type: {}", String::from_utf8_lossy(block.label)))
        } else if block.headers {
            Some("has PEM block headers".to_owned())
        } else if block.bytes.first() != Some(&0x30) {
            // A certificate is a sequence.
            Some("does not parse as X.509".to_owned())
        } else {
            known.entry(block.bytes).or_default().push(index);
            None
        };
        if let Some(reason) = reason {
            report.bad_text(at, "<value omitted>", &format!("entry {index} {reason}"));
        }
        rest = block.rest;
        index += 1;
    }
    if report.count() > before {
        return;
    }
    if known.is_empty() {
        report.bad_text(at, "<value omitted>", "at least one trust anchor must be provided");
    }
    let repeated: BTreeMap<usize, Vec<usize>> = known
        .into_values()
        .filter(|all| all.len() > 1)
        .filter_map(|all| Some((*all.first()?, all)))
        .collect();
    for all in repeated.into_values() {
        let all: Vec<String> = all.iter().map(usize::to_string).collect();
        let detail = format!("duplicate trust anchor (indices [{}])", all.join(" "));
        report.bad_text(at, "<value omitted>", &detail);
    }
}

/// An update of a ClusterTrustBundle.
// ValidateClusterTrustBundleUpdate
pub(super) fn bundle_update(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (spec, old) = (now.child("spec"), before.child("spec"));
    let signer = spec.child("signerName");
    if signer.text() != old.child("signerName").text() {
        report.immutable(&signer, quote(signer.text()));
    }
}

/// A PodCertificateRequest that is created.
// ValidatePodCertificateRequestCreate
pub(super) fn pod_request(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let signer = spec.child("signerName");
    signers::name(&signer, report);
    for (name, id) in
        [("podName", "podUID"), ("serviceAccountName", "serviceAccountUID"), ("nodeName", "nodeUID")]
    {
        let (name, id) = (spec.child(name), spec.child(id));
        report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
        if id.text().is_empty() {
            report.bad_text(&id, "", "must not be empty");
        }
        if id.text().len() > 128 {
            report.too_long(&id, 128);
        }
    }
    let seconds = spec.child("maxExpirationSeconds");
    // The default is a day.
    let number = seconds.int().unwrap_or(24 * 3600);
    let most = if signers::is_of_kubernetes(signer.text()) { 24 * 3600 } else { 91 * 24 * 3600 };
    if !(3600..=most).contains(&number) {
        report.invalid(&seconds, number, &format!("must be in the range [3600, {most}]"));
    }
    let has = |field: &str| !spec.child(field).text().is_empty();
    let (stub, key, proof) = (has("stubPKCS10Request"), has("pkixPublicKey"), has("proofOfPossession"));
    if report.version() >= 36 && !matches!((stub, key, proof), (true, false, false) | (false, true, true)) {
        let detail = "exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set";
        report.invalid_unseen(&spec.at_key(), detail);
    }
}
