//! Go's forms of values: numbers and strings in messages, as with `%v`, `%q` and `encoding/json`, the texts
//! of durations and times, and base64. The compiler uses them for the messages of `crdc check` and for
//! constants of rules, the runtime for those of requests.

mod base64;
mod calendar;
mod duration;
mod integer;
mod json_string;
mod number;
mod quote;
mod time;

pub use base64::{decode_base64, encode_base64};
pub use calendar::{Date, date_of_day, day_of_date, days_in_month};
pub use duration::{DurationError, duration_in_seconds, parse_duration, read_duration, seconds};
pub use integer::{IntegerError, integer};
pub use json_string::{Escapes, append_json_string, json_string, write_json_content};
pub use number::{append_json_float, json_float, value_float, value_float32};
pub use quote::{is_print, quote, quote_bytes, write_quoted};
pub use time::{Layout, Time, TimeError};
