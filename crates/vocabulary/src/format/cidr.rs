//! `cidr`: an address, a slash and a prefix length.
// kube-openapi: strfmt/default.go isCIDR; k8s.io/utils: forked/golang/net/ip.go ParseCIDR

use super::ip::{decimal, v4, v6};

/// An IPv4 or IPv6 address and a prefix length within its width. Leading zeros are allowed, and host bits may
/// be set.
pub fn cidr(content: &[u8]) -> bool {
    let Some(slash) = content.iter().position(|&b| b == b'/') else { return false };
    let (address, prefix) = (&content[..slash], &content[slash + 1..]);
    let within = |bits| decimal(prefix, bits).is_some_and(<[u8]>::is_empty);
    if v4::<true>(address) { within(32) } else { within(128) && v6::<true>(address) }
}
