//! `ssn`: a number of the social security of the United States.
// kube-openapi: third_party/govalidator IsSSN

/// Three, two and four digits with a dash or space between them.
///
/// The server's pattern would let the separators out, but it asks for eleven bytes.
pub fn ssn(content: &[u8]) -> bool {
    let [a @ .., x, b1, b2, y, c1, c2, c3, c4] = content else { return false };
    a.len() == 3
        && [x, y].iter().all(|b| matches!(b, b'-' | b' '))
        && a.iter().chain([b1, b2, c1, c2, c3, c4]).all(u8::is_ascii_digit)
}
