#![allow(clippy::unwrap_used)]

#[cfg(not(loom))]
use super::Unchanged;
use super::{Key, Slots};

fn key() -> Key {
    Key::new("default", "a")
}

#[cfg(not(loom))]
#[test]
fn only_the_current_version_is_changed() {
    let slots = Slots::default();
    assert_eq!(slots.replace(&key(), 1, |_| 0), Err(Unchanged::Missing));
    assert_eq!(slots.insert(key(), |version| version * 10), Ok(10));
    assert_eq!(slots.insert(key(), |_| 0), Err(10));
    assert_eq!(slots.replace(&key(), 1, |version| version * 10), Ok(20));
    assert_eq!(slots.replace(&key(), 1, |_| 0), Err(Unchanged::Stale));
    assert_eq!(slots.check(&key(), 2), Ok(()));
    assert_eq!(slots.remove(&key(), 1), Err(Unchanged::Stale));
    assert_eq!(slots.of_namespace("default"), [20]);
    assert!(slots.of_namespace("defaul").is_empty());
    assert_eq!(slots.remove(&key(), 2), Ok(()));
    assert_eq!(slots.remove(&key(), 2), Err(Unchanged::Missing));
    assert_eq!(slots.get(&key()), None);
    assert_eq!(slots.len(), 0);
}

/// Every interleaving of two increments and a deletion with a new creation: no increment is lost, nobody
/// changes a removed value, and nobody waits forever.
#[cfg(loom)]
#[test]
fn no_interleaving_loses_a_change() {
    use loom::sync::Arc;

    loom::model(|| {
        let slots: Arc<Slots<u64>> = Arc::new(Slots::default());
        slots.insert(key(), |_| 0).unwrap();
        let increment = |slots: &Slots<u64>| {
            let (version, value) = slots.get(&key())?;
            slots.replace(&key(), version, |_| value + 1).ok()
        };
        let other = {
            let slots = Arc::clone(&slots);
            loom::thread::spawn(move || increment(&slots))
        };
        let third = {
            let slots = Arc::clone(&slots);
            loom::thread::spawn(move || {
                let (version, _) = slots.get(&key())?;
                slots.remove(&key(), version).ok()?;
                slots.insert(key(), |_| 100).ok()
            })
        };
        let own = increment(&slots);
        let (other, third) = (other.join().unwrap(), third.join().unwrap());
        let (_, value) = slots.get(&key()).unwrap();
        let done = [own, other].iter().flatten().count() as u64;
        match third {
            None => assert_eq!(value, done),
            // Increments before the removal are gone with the value.
            Some(_) => {
                let after = [own, other].iter().flatten().filter(|value| **value > 100).count() as u64;
                assert_eq!(value, 100 + after);
            }
        }
    });
}
