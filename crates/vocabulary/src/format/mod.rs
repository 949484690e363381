//! The string formats that the server supports.
//!
//! In: the content of a string. Out: whether it has the format. The server's checks differ from the standards
//! they are named after and are followed exactly; every file cites the code it follows. Each check is linear
//! and accepts any bytes; decoded strings are always valid UTF-8.
// kube-openapi: pkg/validation/strfmt

mod base64;
mod bson_object_id;
mod cidr;
mod credit_card;
mod date;
mod date_time;
mod duration;
mod email;
mod hex_color;
mod hostname;
mod ip;
mod isbn;
mod kubernetes_name;
mod mac;
mod rgb_color;
mod ssn;
mod uri;
mod uuid;

pub use base64::byte;
pub use bson_object_id::bsonobjectid;
pub use cidr::cidr;
pub use credit_card::creditcard;
pub use date::date;
pub use date_time::datetime;
pub use duration::{DurationError, duration, parse_duration};
pub use email::email;
pub use hex_color::hexcolor;
pub use hostname::hostname;
pub use ip::{ipv4, ipv6};
pub use isbn::{isbn, isbn10, isbn13};
pub use kubernetes_name::{k8slongname, k8sshortname};
pub use mac::mac;
pub use rgb_color::rgbcolor;
pub use ssn::ssn;
pub use uri::uri;
pub use uuid::{uuid, uuid3, uuid4, uuid5};

/// Whether the content of a string has a format.
pub type Check = fn(&[u8]) -> bool;

/// A format that the server supports.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name without dashes. The function of the format in this module has the same name.
    pub name: &'static str,
    /// The check; `None` if every string has the format.
    pub check: Option<Check>,
}

const fn format(name: &'static str, check: Check) -> Format {
    Format { name, check: Some(check) }
}

/// All formats, sorted by name.
pub const ALL: &[Format] = &[
    format("bsonobjectid", bsonobjectid),
    format("byte", byte),
    format("cidr", cidr),
    format("creditcard", creditcard),
    format("date", date),
    format("datetime", datetime),
    format("duration", duration),
    format("email", email),
    format("hexcolor", hexcolor),
    format("hostname", hostname),
    format("ipv4", ipv4),
    format("ipv6", ipv6),
    format("isbn", isbn),
    format("isbn10", isbn10),
    format("isbn13", isbn13),
    format("k8slongname", k8slongname),
    format("k8sshortname", k8sshortname),
    format("mac", mac),
    Format { name: "password", check: None },
    format("rgbcolor", rgbcolor),
    format("ssn", ssn),
    format("uri", uri),
    format("uuid", uuid),
    format("uuid3", uuid3),
    format("uuid4", uuid4),
    format("uuid5", uuid5),
];

/// The format with this name, ignoring dashes. `None` if the server does not support it.
pub fn find(name: &str) -> Option<&'static Format> {
    ALL.iter().find(|format| name.bytes().filter(|&b| b != b'-').eq(format.name.bytes()))
}
