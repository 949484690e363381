//! A table of values by the place of a schema. In: JSON pointers, or the steps from one place to the next.
//! Out: the values at a place. **Each step is stored once**, however many places are below it: with a pointer
//! for each place, a long name would be stored once for each.
//
// RFC 6901

use std::borrow::Cow;
use std::collections::HashMap;

/// The place of the whole schema.
pub(crate) const ROOT: usize = 0;

/// Values by place.
#[derive(Debug)]
pub struct Places<'t, T> {
    /// The number of the place after a step from another one.
    steps: HashMap<(usize, Cow<'t, str>), usize>,
    values: HashMap<usize, Vec<T>>,
}

impl<T> Default for Places<'_, T> {
    fn default() -> Self {
        Places { steps: HashMap::new(), values: HashMap::new() }
    }
}

impl<'t, T> Places<'t, T> {
    /// The place after a step.
    pub(crate) fn step(&mut self, from: usize, step: impl Into<Cow<'t, str>>) -> usize {
        let new = self.steps.len() + 1;
        *self.steps.entry((from, step.into())).or_insert(new)
    }

    /// Adds a value at a place.
    pub(crate) fn add(&mut self, place: usize, value: T) {
        self.values.entry(place).or_default().push(value);
    }

    /// Adds a value at the place that a pointer leads to, if it is a pointer.
    pub(crate) fn add_at(&mut self, pointer: &'t str, value: T) {
        if let Some(steps) = steps(pointer) {
            let place = steps.into_iter().fold(ROOT, |place, step| self.step(place, step));
            self.add(place, value);
        }
    }

    /// The values at the place that a pointer leads to, if there are any.
    #[must_use]
    pub fn get(&self, pointer: &str) -> Option<&[T]> {
        let place = steps(pointer)?.into_iter().try_fold(ROOT, |place, step| self.next(place, &step))?;
        self.values.get(&place).map(Vec::as_slice)
    }

    /// Whether no place has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Creates a position that begins at the root.
    pub(crate) fn way(&self) -> WayTo<'_, 't, T> {
        WayTo { places: self, passed: vec![Some(ROOT)] }
    }

    fn next(&self, from: usize, step: &str) -> Option<usize> {
        self.steps.get(&(from, Cow::Borrowed(step))).copied()
    }
}

/// A position that follows a walk through schemas.
pub trait Way {
    /// Moves one step down.
    fn enter(&mut self, step: &str);
    /// Moves back to the value around.
    fn leave(&mut self);
}

/// The JSON pointer of the position.
impl Way for String {
    fn enter(&mut self, step: &str) {
        self.push('/');
        for c in step.chars() {
            match c {
                '~' => self.push_str("~0"),
                '/' => self.push_str("~1"),
                c => self.push(c),
            }
        }
    }

    fn leave(&mut self) {
        self.truncate(self.rfind('/').unwrap_or_default());
    }
}

/// Several positions that move together.
impl<W: Way, const N: usize> Way for [W; N] {
    fn enter(&mut self, step: &str) {
        self.iter_mut().for_each(|way| way.enter(step));
    }

    fn leave(&mut self) {
        self.iter_mut().for_each(Way::leave);
    }
}

/// The position of a walk among places.
pub(crate) struct WayTo<'p, 't, T> {
    places: &'p Places<'t, T>,
    /// The places from the root on; no place is below a missing one.
    passed: Vec<Option<usize>>,
}

impl<'p, T> WayTo<'p, '_, T> {
    /// The values at the position.
    pub(crate) fn values(&self) -> &'p [T] {
        let here = self.passed.last().copied().flatten();
        here.and_then(|place| self.places.values.get(&place)).map_or(&[], Vec::as_slice)
    }
}

impl<T> Way for WayTo<'_, '_, T> {
    fn enter(&mut self, step: &str) {
        let here = self.passed.last().copied().flatten();
        self.passed.push(here.and_then(|place| self.places.next(place, step)));
    }

    fn leave(&mut self) {
        self.passed.pop();
    }
}

/// The steps of a JSON pointer. `None` if the text is not a JSON pointer.
fn steps(pointer: &str) -> Option<Vec<Cow<'_, str>>> {
    let mut steps = pointer.split('/');
    if steps.next() != Some("") {
        return None;
    }
    steps.map(unescaped).collect()
}

/// The step with this spelling.
fn unescaped(written: &str) -> Option<Cow<'_, str>> {
    let Some((first, rest)) = written.split_once('~') else { return Some(Cow::Borrowed(written)) };
    let mut step = first.to_owned();
    for part in rest.split('~') {
        let (escaped, part) = part
            .strip_prefix('0')
            .map(|part| ('~', part))
            .or_else(|| Some(('/', part.strip_prefix('1')?)))?;
        step.push(escaped);
        step.push_str(part);
    }
    Some(Cow::Owned(step))
}

#[cfg(test)]
mod tests {
    use super::{Places, ROOT, Way};

    #[test]
    fn pointers_lead_where_their_steps_do() {
        let mut places = Places::default();
        let names = ["a", "a/b", "a~b", "a~1b", "~", "/", "~0", "", "é"];
        for (number, name) in names.iter().enumerate() {
            let place = places.step(ROOT, "properties");
            let place = places.step(place, *name);
            places.add(place, number);
        }
        let (mut pointer, mut way) = (String::new(), places.way());
        for (number, name) in names.iter().enumerate() {
            for step in ["properties", name] {
                pointer.enter(step);
                way.enter(step);
            }
            assert_eq!(places.get(&pointer), Some(&[number] as &[_]), "{pointer}");
            assert_eq!(way.values(), [number], "{pointer}");
            let mut same = Places::default();
            same.add_at(&pointer, ());
            assert_eq!(same.get(&pointer), Some(&[()] as &[_]));
            way.enter("items");
            way.enter("a");
            assert_eq!(way.values(), [0; 0]);
            (0..4).for_each(|_| way.leave());
            (0..2).for_each(|_| pointer.leave());
            assert_eq!((pointer.as_str(), way.values()), ("", &[] as &[_]));
        }
    }

    #[test]
    fn what_is_no_pointer_leads_nowhere() {
        let mut places = Places::default();
        for pointer in ["a", "a/b", "/~", "/~2", "/a~", "/a~~0", "~0/"] {
            places.add_at(pointer, ());
            assert_eq!((places.get(pointer), places.is_empty()), (None, true), "{pointer}");
        }
        places.add_at("", ());
        assert_eq!(places.get(""), Some(&[()] as &[_]));
        assert_eq!([places.get("/"), places.get("//"), places.get("/a")], [None; 3]);
    }
}
