//! Checks names of signers, such as `example.com/issuer`, and of the bundles of their certificates.
//
// kubernetes: pkg/apis/core/validation/names.go

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;

/// The signer of the requests of old clients.
pub(super) const LEGACY: &str = "kubernetes.io/legacy-unknown";
const DOMAIN: usize = 253;
const LABEL: usize = 63;

/// The name of a signer.
// ValidateSignerName
pub(super) fn name(at: &At<'_, '_>, report: &mut Report) {
    let text = at.text();
    if text.is_empty() {
        return report.required(at, "");
    }
    let Some((domain, path)) = text.split_once('/').filter(|(_, path)| !path.contains('/')) else {
        let detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
        return report.bad_text(at, text, detail);
    };
    if domain.len() > DOMAIN {
        report.too_long(at, DOMAIN);
    }
    // Only the first label that is wrong is reported.
    let rule: fn(&[u8]) -> names::Reasons = names::against_namespace;
    for (part, rule) in [(domain, rule), (path, names::against_name)] {
        let found = part.split('.').find_map(|label| {
            let reasons = rule(label.as_bytes());
            (!reasons.is_empty()).then_some((label, reasons))
        });
        if let Some((label, reasons)) = found {
            for reason in reasons {
                report.bad_text(at, part, &format!("validating label {}: {reason}", quote(label)));
            }
        }
        if part == domain && !domain.contains('.') {
            report.bad_text(at, domain, "should be a domain with at least two segments separated by dots");
        }
    }
    let most = DOMAIN + 1 + DOMAIN + LABEL + 1;
    if text.len() > most {
        report.too_long(at, most);
    }
}

/// Whether a signer is one of Kubernetes.
// IsKubernetesSignerName
pub(super) fn is_of_kubernetes(signer: &str) -> bool {
    let (domain, _) = signer.split_once('/').unwrap_or((signer, ""));
    domain == "kubernetes.io" || domain.ends_with(".kubernetes.io")
}

/// The name of a bundle: that of its signer is in front.
// ValidateClusterTrustBundleName
pub(super) fn bundle_name(at: &At<'_, '_>, signer: &str, report: &mut Report) {
    let name = at.text();
    let rest = if signer.is_empty() {
        if name.contains(':') {
            let detail = "ClusterTrustBundle without signer name must not have \":\" in its name";
            return report.bad_text(at, name, detail);
        }
        name
    } else {
        let prefix = format!("{}:", signer.replace('/', ":"));
        let Some(rest) = name.strip_prefix(prefix.as_str()) else {
            let detail =
                format!("ClusterTrustBundle for signerName {signer} must be named with prefix {prefix}");
            return report.bad_text(at, name, &detail);
        };
        rest
    };
    report.against(at, name, names::against_name(rest.as_bytes()));
}
