//! `k8s-short-name`, `k8s-long-name`: a label and a domain, nearly as DNS has them.
// kube-openapi: strfmt/kubernetes-extensions.go

/// At most 63 lower-case letters, digits and dashes, with no dash at either end.
pub fn k8sshortname(content: &[u8]) -> bool {
    content.len() <= 63 && is_label(content)
}

/// At most 253 bytes of labels with dots between them; a label alone has no limit.
pub fn k8slongname(content: &[u8]) -> bool {
    content.len() <= 253 && content.split(|&b| b == b'.').all(is_label)
}

fn is_label(text: &[u8]) -> bool {
    let ends = |byte: Option<&u8>| byte.is_some_and(|b| *b != b'-');
    let inside = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-';
    ends(text.first()) && ends(text.last()) && text.iter().all(inside)
}
