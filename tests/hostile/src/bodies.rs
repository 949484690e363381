//! Hostile bodies of requests in Kubernetes' protobuf. In: the number of repetitions. Out: the kind, and the
//! bytes of its message.
//!
//! Easy to break: a repeated field is merged into its earlier value, which must not be visited again each
//! time.

/// A family: its name, its kind with the API version, and its message by size.
pub type Family = (&'static str, [&'static str; 2], fn(usize) -> Vec<u8>);

/// A number in the encoding of protobuf.
fn varint(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 127 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// A field with bytes: its tag, their length, and the bytes.
fn field(number: usize, bytes: &[u8]) -> Vec<u8> {
    [varint(number << 3 | 2), varint(bytes.len()), bytes.to_vec()].concat()
}

/// `n` pieces, one after the other.
fn many(n: usize, piece: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    (0..n).flat_map(piece).collect()
}

/// An entry of a map, in the field of this number, with this key and no value.
fn entry(number: usize, key: usize) -> Vec<u8> {
    field(number, &field(1, key.to_string().as_bytes()))
}

/// The body around a message.
pub fn body([api_version, kind]: [&str; 2], message: &[u8]) -> Vec<u8> {
    let of = [field(1, api_version.as_bytes()), field(2, kind.as_bytes())].concat();
    [b"k8s\0".to_vec(), field(1, &of), field(2, message)].concat()
}

const CONFIG_MAP: [&str; 2] = ["v1", "ConfigMap"];
const POD: [&str; 2] = ["v1", "Pod"];

/// The families. Their size is the number of repetitions.
pub const ALL: &[Family] = &[
    ("entries of a map", CONFIG_MAP, |n| many(n, |at| entry(2, at))),
    ("entries with one key", CONFIG_MAP, |n| many(n, |_| entry(2, 0))),
    ("metadata in parts", CONFIG_MAP, |n| many(n, |at| field(1, &entry(11, at)))),
    ("empty containers", POD, |n| field(2, &many(n, |_| field(2, b"")))),
    ("numbers in one piece", POD, |n| field(2, &field(14, &field(4, &many(n, varint))))),
    ("bytes that are no text", CONFIG_MAP, |n| field(2, &field(2, &[0xff].repeat(n)))),
    ("groups in groups", CONFIG_MAP, |n| [[0xa3, 0x3f].repeat(n), [0xa4, 0x3f].repeat(n)].concat()),
    ("fields that there are not", CONFIG_MAP, |n| many(n, |at| field(100 + at, b"a"))),
    ("JSON", ["apps/v1", "ControllerRevision"], |n| {
        field(2, &field(1, format!("[{}0]", "0,".repeat(n)).as_bytes()))
    }),
];
