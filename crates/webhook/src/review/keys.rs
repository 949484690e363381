//! Finds duplicate keys of one object. In: keys. Out: whether a key occurred before. Objects of servers have
//! few keys at a level, so usually no memory is allocated.

use std::borrow::Cow;
use std::collections::HashSet;

/// The number of keys up to which keys are compared one by one.
const FEW_KEYS: usize = 16;

/// The keys so far.
#[derive(Default)]
pub(super) struct Keys<'t> {
    few: [Option<Cow<'t, str>>; FEW_KEYS],
    others: HashSet<Cow<'t, str>>,
}

impl<'t> Keys<'t> {
    /// Adds a key. Returns whether it is new.
    pub(super) fn add(&mut self, key: Cow<'t, str>) -> bool {
        for place in &mut self.few {
            match place {
                Some(other) if *other == key => return false,
                Some(_) => {}
                None => {
                    *place = Some(key);
                    return true;
                }
            }
        }
        self.others.insert(key)
    }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use std::borrow::Cow;

    #[test]
    fn each_of_many_keys_is_new_once() {
        let mut keys = Keys::default();
        let names: Vec<String> = (0..100).map(|number| format!("k{number}")).collect();
        for is_new in [true, false] {
            for name in &names {
                assert_eq!(keys.add(Cow::Borrowed(name.as_str())), is_new, "{name}");
            }
        }
        assert!(!keys.add(Cow::Owned("k3".to_owned())) && keys.add(Cow::Borrowed("")));
    }
}
