//! `ssn`: a United States social security number.
// kube-openapi: third_party/govalidator IsSSN

/// Three, two and four digits, separated by dashes or spaces.
///
/// The server's pattern makes the separators optional, but the server also requires eleven bytes.
pub fn ssn(content: &[u8]) -> bool {
    let [a @ .., x, b1, b2, y, c1, c2, c3, c4] = content else { return false };
    a.len() == 3
        && [x, y].iter().all(|b| matches!(b, b'-' | b' '))
        && a.iter().chain([b1, b2, c1, c2, c3, c4]).all(u8::is_ascii_digit)
}
