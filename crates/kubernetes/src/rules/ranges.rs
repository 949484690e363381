//! Rules of the kinds that divide the addresses of a cluster: IPAddress and ServiceCIDR.
//
// kubernetes: pkg/apis/networking/validation/validation.go; apimachinery: pkg/util/validation/ip.go

use std::net::{IpAddr, Ipv6Addr};

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::{read, read_range};
use super::at::At;
use super::changes::differ;
use super::report::Report;
use super::shown;

/// The reason why a text is not an address as Go writes it.
// IsValidIP
pub(super) fn against_address(text: &str) -> Option<String> {
    let Some(address) = read(text) else {
        return Some("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)".to_owned());
    };
    if let IpAddr::V4(_) = address
        && text.split('.').any(|digits| digits.len() > 1 && digits.starts_with('0'))
    {
        return Some("must not have leading 0s".to_owned());
    }
    if let IpAddr::V6(mapped) = address
        && mapped.to_ipv4_mapped().is_some()
    {
        return Some("must not be an IPv4-mapped IPv6 address".to_owned());
    }
    let canonical = canonical(address);
    (canonical != text).then(|| format!("must be in canonical form ({})", quote(&canonical)))
}

/// An address as Go writes it.
fn canonical(address: IpAddr) -> String {
    address.to_canonical().to_string()
}

/// The reason why the name of an IPAddress is none, in the words of a version.
fn against_name(text: &str, version: u8) -> Option<String> {
    match (version, read(text)) {
        (33.., _) => against_address(text),
        // Go has more reasons for texts that look like addresses.
        (_, None) => Some(format!("ParseAddr({}): unable to parse IP", quote(text))),
        (_, Some(_)) => against_address(text).map(|_| "must be a canonical format IP address".to_owned()),
    }
}

/// An IPAddress, whose name is the address.
// ValidateIPAddress
pub(super) fn address(root: &At<'_, '_>, report: &mut Report) {
    let metadata = root.child("metadata");
    for field in ["generateName", "name"] {
        let name = metadata.child(field);
        let reason = Some(name.text()).filter(|text| !text.is_empty());
        if let Some(reason) = reason.and_then(|text| against_name(text, report.version())) {
            report.bad_text(&name, name.text(), &reason);
        }
    }
    let spec = root.child("spec");
    let parent = spec.child("parentRef");
    if !parent.is_set() {
        report.required(&parent, "");
        return;
    }
    let group = parent.child("group");
    if !group.text().is_empty() {
        report.against(&group, group.text(), names::against_name(group.text().as_bytes()));
    }
    for (field, is_required) in [("resource", true), ("name", true), ("namespace", false)] {
        let at = parent.child(field);
        match at.text() {
            "" if is_required => report.required(&at, ""),
            "" => {}
            text => report.against(&at, text, names::against_segment(text.as_bytes())),
        }
    }
}

/// An update of an IPAddress.
// ValidateIPAddressUpdate
pub(super) fn address_update(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (spec, old) = (now.child("spec"), before.child("spec"));
    let (parent, stored) = (spec.child("parentRef"), old.child("parentRef"));
    let fields = ["group", "resource", "namespace", "name"];
    if fields.iter().any(|field| parent.child(field).text() != stored.child(field).text()) {
        let version = report.version();
        let shown: Vec<(&str, String)> =
            [("Group", "group"), ("Resource", "resource"), ("Namespace", "namespace"), ("Name", "name")]
                .map(|(name, field)| (name, shown::text_in(version, parent.child(field).text())))
                .into();
        let shown = shown::structure("networking.ParentReference", &shown, version);
        report.immutable(&parent, if parent.is_set() { shown } else { shown::null(version) });
    }
}

/// A ServiceCIDR that is created.
// ValidateServiceCIDR
pub(super) fn service_range(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    ranges(&spec.child("cidrs"), report);
}

// validateServiceCIDRSpec
fn ranges(list: &At<'_, '_>, report: &mut Report) {
    let version = report.version();
    let whole = || {
        let fields = [("CIDRs", shown::list(list, version))];
        shown::structure("networking.ServiceCIDRSpec", &fields, version)
    };
    match list.len() {
        0 => return report.required(list, "at least one CIDR required"),
        1 | 2 => {}
        _ => return report.invalid(list, whole(), "may only hold up to 2 values"),
    }
    let families: Vec<Option<bool>> =
        list.items().map(|range| read_range(range.text()).map(|(address, _)| address.is_ipv4())).collect();
    let detail = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
    if version < 33 {
        let is_dual = matches!(families.as_slice(), [Some(one), Some(other)] if one != other);
        if list.len() == 2 && !is_dual {
            return report.invalid(list, whole(), detail);
        }
    }
    for range in list.items() {
        for reason in against_range(range.text(), version) {
            report.bad_text(&range, range.text(), &reason);
        }
    }
    if version >= 33
        && let [Some(one), Some(other)] = families.as_slice()
        && one == other
    {
        report.invalid(list, shown::list(list, version), detail);
    }
}

/// The reasons why a text is no range as Go writes it.
// IsValidCIDR; before 1.33 validateCIDR
fn against_range(text: &str, version: u8) -> Vec<String> {
    let (address, bits) = text.split_once('/').unwrap_or((text, ""));
    let has_zeros = |text: &str| text.split('.').any(|part| part.len() > 1 && part.starts_with('0'));
    let found = read_range(text);
    let first = found.map(|(address, bits)| super::addresses::first_of(address, bits));
    let written = first.zip(found).map(|(first, (_, bits))| format!("{}/{bits}", canonical(first)));
    let is_mapped = matches!(found, Some((IpAddr::V6(address), _)) if is_mapped(address));
    let has_bits = first != found.map(|(address, _)| address);
    let Some(written) = written else {
        return vec![match version {
            33.. => "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)".to_owned(),
            _ if !text.contains('/') => format!("netip.ParsePrefix({}): no '/'", quote(text)),
            _ if read(address).is_none() => format!(
                "netip.ParsePrefix({}): ParseAddr({}): unable to parse IP",
                quote(text),
                quote(address)
            ),
            _ => format!("netip.ParsePrefix({}): prefix length out of range", quote(text)),
        }];
    };
    if version < 33 {
        let bits = has_bits.then(|| "wrong CIDR format, IP doesn't match network IP address".to_owned());
        let form = (written != text).then(|| "CIDR not in RFC 5952 canonical format".to_owned());
        return bits.into_iter().chain(form).collect();
    }
    let reason = match () {
        () if (!address.contains(':') && has_zeros(address)) || has_zeros(bits) => {
            "must not have leading 0s in IP or prefix length".to_owned()
        }
        () if is_mapped => "must not have an IPv4-mapped IPv6 address".to_owned(),
        () if has_bits => "must not have bits set beyond the prefix length".to_owned(),
        () if written != text => format!("must be in canonical form ({})", quote(&written)),
        () => return Vec::new(),
    };
    vec![reason]
}

fn is_mapped(address: Ipv6Addr) -> bool {
    address.to_ipv4_mapped().is_some()
}

/// An update of a ServiceCIDR: since 1.33 a second range can be added.
// ValidateServiceCIDRUpdate
pub(super) fn service_range_update(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (spec, old) = (now.child("spec"), before.child("spec"));
    let (list, stored) = (spec.child("cidrs"), old.child("cidrs"));
    let adds = report.version() >= 33 && (stored.len(), list.len()) == (1, 2);
    if (report.version() < 33 || list.len() != stored.len()) && !adds {
        if differ(list.node(), stored.node()) {
            report.immutable(&list, shown::list(&list, report.version()));
        }
        return;
    }
    for (range, old) in list.items().zip(stored.items()) {
        if range.text() != old.text() {
            report.immutable(&range, quote(range.text()));
        }
    }
    if adds {
        ranges(&list, report);
    }
}
