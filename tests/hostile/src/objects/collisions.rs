//! Different strings with equal hashes.

// The runtime's own hash function, so that the strings still collide if it changes.
use crdc_object::hash;

/// At least `n` distinct strings with the same hash. Every sixteen bytes take one of two ways between two
/// states: the second word cancels the difference of the first.
pub fn colliding(n: usize) -> Vec<String> {
    let levels = n.next_power_of_two().trailing_zeros() as usize;
    let plain = |word: u64| {
        word.to_le_bytes().iter().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'))
    };
    let mut state = (levels * 16) as u64;
    let mut rng = crdc_oracle::random::Rng::new(7);
    let mut word = || u64::from_le_bytes([(); 8].map(|()| b'0' + rng.below(75) as u8));
    let mut all = vec![Vec::new()];
    for _ in 0..levels {
        let (ways, after) = loop {
            let (one, other, next) = (word(), word(), word());
            let (left, right) = (hash::mix(state, one), hash::mix(state, other));
            let last = next ^ left ^ right;
            if one != other && [one, other, next, last].into_iter().all(plain) {
                break ([[one, next], [other, last]], hash::mix(left, next));
            }
        };
        state = after;
        all = all
            .iter()
            .flat_map(|start: &Vec<u8>| {
                ways.map(|way| [start.as_slice(), &way.map(u64::to_le_bytes).concat()].concat())
            })
            .collect();
    }
    let first = hash::of_bytes(&all[0]);
    assert!(all.iter().all(|bytes| hash::of_bytes(bytes) == first), "the hash is another");
    all.into_iter().map(|bytes| String::from_utf8(bytes).unwrap()).collect()
}
