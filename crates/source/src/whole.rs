//! Floats that are whole numbers, in the form in which clients send them.

/// The value of a float after Go's JSON encoder and the server's JSON decoder: `1.0` is written `1` and read
/// as an integer.
pub(super) fn through_json(value: f64) -> Result<i64, f64> {
    // encoding/json: floatEncoder writes 'f' below 1e21. Display prints the same digits.
    if value.fract() == 0.0 && value.abs() < 1e21 {
        let text = value.to_string();
        text.parse::<i64>().map_err(|_| value)
    } else {
        Err(value)
    }
}
