//! Compresses bodies. In: bytes. Out: the same in the format gzip.
// RFC 1952

use miniz_oxide::deflate::compress_to_vec;

/// The magic number, the method `deflate`, no flags, no time, "fastest", and an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255];

/// The level that servers compress with.
// apiserver: pkg/endpoints/handlers/responsewriters/compression.go gzipContentEncodingLevel
const LEVEL: u8 = 1;

/// The bytes in the format gzip.
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    out.extend(compress_to_vec(bytes, LEVEL));
    out.extend(checksum(bytes).to_le_bytes());
    // The length modulo 2^32.
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

const TABLE: [u32; 256] = table();

/// The checksum of each byte.
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u32, 0);
        while bit < 8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
}

/// The CRC-32 of bytes.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| TABLE[((sum ^ u32::from(*byte)) & 0xff) as usize] ^ sum >> 8)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{checksum, gzip};

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!((checksum(b""), checksum(b"123456789")), (0, 0xcbf4_3926));
    }

    #[test]
    fn the_bytes_come_back() {
        let bytes: Vec<u8> = (0..300_000_u32).map(|number| (number % 251) as u8).collect();
        let packed = gzip(&bytes);
        let deflated = &packed[10..packed.len() - 8];
        assert!(packed.len() < bytes.len() / 10);
        assert_eq!(miniz_oxide::inflate::decompress_to_vec(deflated).unwrap(), bytes);
        assert_eq!(packed[packed.len() - 8..packed.len() - 4], checksum(&bytes).to_le_bytes());
        assert_eq!(packed[packed.len() - 4..], 300_000_u32.to_le_bytes());
    }
}
