//! `creditcard`: a card number of a known network. Characters other than digits are ignored.
// kube-openapi: third_party/govalidator IsCreditCard

/// Checks the prefix, length and checksum of the digits, and ignores all other characters.
pub fn creditcard(content: &[u8]) -> bool {
    // One more than the longest number.
    let mut digits = [0; 17];
    let mut count = 0;
    for byte in content.iter().filter(|b| b.is_ascii_digit()) {
        let Some(slot) = digits.get_mut(count) else { return false };
        *slot = byte - b'0';
        count += 1;
    }
    let Some(digits) = digits.get(..count) else { return false };
    let known = matches!(
        (digits, count),
        ([4, ..], 13 | 16)
            | ([5, 1..=5, ..] | [6, 0, 1, 1, ..] | [6, 5, ..] | [3, 5, ..], 16)
            | ([3, 4 | 7, ..] | [2, 1, 3, 1, ..] | [1, 8, 0, 0, ..], 15)
            | ([3, 0, 0..=5, ..] | [3, 6 | 8, ..], 14)
    );
    known && luhn(digits)
}

/// Every second digit from the right is doubled and counts as the sum of its digits.
fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, &digit)| match (index % 2, digit) {
            (0, digit) => u32::from(digit),
            (_, digit @ 0..=4) => u32::from(digit) * 2,
            (_, digit) => u32::from(digit) * 2 - 9,
        })
        .sum();
    sum.is_multiple_of(10)
}
