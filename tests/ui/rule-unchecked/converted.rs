//! Types with rules that serde writes or reads in place of others.
use serde::{Deserialize, Serialize};

#[derive(Clone, Deserialize, Serialize, crdc::Rules)]
struct Raw {
    /// +k8s:minimum=1
    port: i32,
}

#[derive(Clone, Deserialize, Serialize, crdc::Rules)]
#[serde(from = "Raw", into = "Raw")]
struct Both {
    port: i32,
}

#[derive(Clone, Deserialize, Serialize, crdc::Rules)]
#[serde(try_from = "Vec<Raw>")]
struct Read {
    port: i32,
}

#[derive(Clone, Serialize, crdc::Rules)]
#[serde(into = "Option<Vec<Raw>>")]
enum Written {
    On,
}

#[derive(Clone, Deserialize, Serialize, crdc::Rules)]
#[serde(from = "Raw", into = "Raw")]
#[crdc(unchecked_rules)]
struct Checked {
    port: i32,
}

#[derive(Clone, Serialize)]
struct Foreign {
    port: i32,
}

#[derive(Clone, Serialize, crdc::Rules)]
#[serde(into = "Foreign")]
#[crdc(strict)]
struct Strict {
    port: i32,
}

macro_rules! converted {
    ($($one:ident)*) => {$(
        impl From<Raw> for $one {
            fn from(raw: Raw) -> $one {
                $one { port: raw.port }
            }
        }
        impl From<$one> for Raw {
            fn from(one: $one) -> Raw {
                Raw { port: one.port }
            }
        }
    )*};
}
converted!(Both Checked);

impl TryFrom<Vec<Raw>> for Read {
    type Error = &'static str;
    fn try_from(raw: Vec<Raw>) -> Result<Read, &'static str> {
        raw.first().map(|raw| Read { port: raw.port }).ok_or("empty")
    }
}

impl From<Written> for Option<Vec<Raw>> {
    fn from(_: Written) -> Option<Vec<Raw>> {
        None
    }
}

impl From<Strict> for Foreign {
    fn from(strict: Strict) -> Foreign {
        Foreign { port: strict.port }
    }
}

fn main() {}
