//! `date`: a valid calendar day.
// kube-openapi: strfmt/date.go; Go: time/format.go Parse

/// `2006-01-02`, in the years 0000 to 9999.
pub fn date(content: &[u8]) -> bool {
    <&[u8; 10]>::try_from(content).is_ok_and(is_day)
}

pub(super) fn is_day(text: &[u8; 10]) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text else { return false };
    if ![y1, y2, y3, y4, m1, m2, d1, d2].iter().all(u8::is_ascii_digit) {
        return false;
    }
    let two = |tens: u8, ones: u8| (tens - b'0') * 10 + (ones - b'0');
    let (century, year) = (two(y1, y2), two(y3, y4));
    let leap = if year == 0 { century % 4 == 0 } else { year % 4 == 0 };
    let days = match two(m1, m2) {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&two(d1, d2))
}
