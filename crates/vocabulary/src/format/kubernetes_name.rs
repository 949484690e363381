//! `k8s-short-name`, `k8s-long-name`: a label and a domain name, similar to those of DNS.
// kube-openapi: strfmt/kubernetes-extensions.go

/// At most 63 lower-case letters, digits and dashes, without a dash at either end.
pub fn k8sshortname(content: &[u8]) -> bool {
    content.len() <= 63 && is_label(content)
}

/// Labels separated by dots, at most 253 bytes in total. A single label has no limit.
pub fn k8slongname(content: &[u8]) -> bool {
    content.len() <= 253 && content.split(|&b| b == b'.').all(is_label)
}

fn is_label(text: &[u8]) -> bool {
    let ends = |byte: Option<&u8>| byte.is_some_and(|b| *b != b'-');
    let inside = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-';
    ends(text.first()) && ends(text.last()) && text.iter().all(inside)
}
