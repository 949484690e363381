//! Go's formatting of numbers and strings, as in messages of the server: `%v`, `%q` and `encoding/json`. The
//! compiler uses it for the messages of `crdc check`, the runtime for those of requests.

mod number;
mod quote;

pub use number::{append_json_float, json_float, value_float, value_float32};
pub use quote::{is_print, quote, write_quoted};
