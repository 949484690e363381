//! Decodes values by the nodes of a plan.
//!
//! Easy to break: the calls are the same, in the same order, as in the code that `emit` writes
//! (`crdc-codegen`: `emit/object.rs`, `array.rs`, `string.rs`, `number.rs`, `mixed.rs`).

use super::node::{Form, Known, Limits, List, Mixed, Node, Numbers, Objects, Print, Texts, Word};
use super::runtime::{
    Array, Check, Decode, DecodePlan, DecodeResult, Decoder, Fingerprints, Key, Member, Number, Object, Rule,
};
use crdc_plan::actions::{Fits, Items, MemberKind, Others, Role};

/// The nodes of a plan, for decoding.
#[derive(Clone, Copy)]
pub(super) struct Decoding<'p> {
    pub(super) plan: &'p dyn DecodePlan,
    pub(super) nodes: &'p [Option<Node<'p>>],
}

impl<'p> Decoding<'p> {
    /// Decodes a value and validates its alternatives.
    pub(super) fn node(self, id: usize, d: &mut Decoder<'_, 'p>, m: Member) -> DecodeResult {
        let Some(Some(node)) = self.nodes.get(id) else { return d.any(m) };
        if node.is_definition {
            d.nested()?;
        }
        let Some(alternatives) = &node.alternatives else { return self.value(node, d, m) };
        let at = d.here();
        self.value(node, d, m)?;
        d.alternatives(at, alternatives);
        Ok(())
    }

    fn value(self, node: &'p Node<'p>, d: &mut Decoder<'_, 'p>, m: Member) -> DecodeResult {
        match &node.form {
            Form::Object(objects) => match objects.words {
                1 => self.object::<1>(node, objects, d, m),
                2..=4 => self.object::<4>(node, objects, d, m),
                5..=32 => self.object::<32>(node, objects, d, m),
                _ => self.object::<1024>(node, objects, d, m),
            },
            Form::Array(list) => {
                let mut l = Array::new();
                if d.array(&mut l, m, &node.shape)? { self.items(list, d, &mut l) } else { Ok(()) }
            }
            Form::String(texts) if !texts.is_read => {
                if d.string(m, &node.shape)? {
                    values(texts.values, d);
                }
                Ok(())
            }
            Form::String(texts) => {
                let Some(mut c) = d.text(m, &node.shape)? else { return Ok(()) };
                if check_text(texts, &mut c) {
                    values(texts.values, d);
                }
                Ok(())
            }
            Form::Number(numbers) => {
                if let Some(n) = d.number(m, &node.shape)? {
                    check_number(numbers, n, |rule| d.raise(rule));
                    values(numbers.values, d);
                }
                Ok(())
            }
            Form::Boolean => {
                if d.boolean(m, &node.shape)?.is_some() {
                    values(node.shape.values, d);
                }
                Ok(())
            }
            Form::Mixed(mixed) => self.mixed(node, mixed, d, m),
        }
    }

    fn mixed(
        self,
        node: &'p Node<'p>,
        mixed: &'p Mixed<'p>,
        d: &mut Decoder<'_, 'p>,
        m: Member,
    ) -> DecodeResult {
        let Mixed { object, array, string, number } = mixed;
        match (d.peek(), object, array, string, number) {
            (b'{', Some((objects, admitted)), ..) => match objects.words {
                1 => self.open_object::<1>(node, (objects, *admitted), d, m),
                2..=4 => self.open_object::<4>(node, (objects, *admitted), d, m),
                5..=32 => self.open_object::<32>(node, (objects, *admitted), d, m),
                _ => self.open_object::<1024>(node, (objects, *admitted), d, m),
            },
            (b'[', _, Some((list, admitted)), ..) => {
                let mut l = Array::new();
                d.open_array(&mut l, m)?;
                if !admitted {
                    l.raise(d, &node.shape.rule);
                }
                self.items(list, d, &mut l)
            }
            (b'"', _, _, Some((texts, admitted)), _) => {
                d.open_string(m)?;
                if !admitted {
                    d.mismatch(&node.shape);
                }
                if !texts.is_read || check_text(texts, &mut d.check()) {
                    values(texts.values, d);
                }
                Ok(())
            }
            (b'-' | b'0'..=b'9', .., Some(numbers)) => {
                if let Some(n) = d.number(m, &node.shape)? {
                    check_number(numbers, n, |rule| d.raise(rule));
                    values(numbers.values, d);
                }
                Ok(())
            }
            _ => d.unexpected(m, &node.shape),
        }
    }

    fn object<const N: usize>(
        self,
        node: &'p Node<'p>,
        objects: &'p Objects<'p>,
        d: &mut Decoder<'_, 'p>,
        m: Member,
    ) -> DecodeResult {
        let mut o = Object::<N>::new();
        let Some(first) = d.object(&mut o, m, &node.shape)? else { return Ok(()) };
        self.members(objects, d, &mut o, first)
    }

    fn open_object<const N: usize>(
        self,
        node: &'p Node<'p>,
        (objects, admitted): (&'p Objects<'p>, bool),
        d: &mut Decoder<'_, 'p>,
        m: Member,
    ) -> DecodeResult {
        let mut o = Object::<N>::new();
        d.open_object(&mut o, m)?;
        if !admitted {
            o.raise(d, &node.shape.rule);
        }
        let first = d.first_key()?;
        self.members(objects, d, &mut o, first)
    }

    fn members<'t, const N: usize>(
        self,
        objects: &'p Objects<'p>,
        d: &mut Decoder<'t, 'p>,
        o: &mut Object<N>,
        first: Option<Key<'t>>,
    ) -> DecodeResult {
        let mut next = first;
        if objects.embedded {
            d.embedded(o);
        }
        while let Some(key) = next {
            match find(objects.known, key.bytes) {
                Some(known) => {
                    let m = match known.role {
                        Role::Plain => d.field(o, key, known.number),
                        Role::ListKey => d.key_field(o, key, known.number),
                        Role::MapKey => d.required_key(o, key, known.number),
                        Role::Replicas => d.replicas_field(o, key, known.number),
                    };
                    self.way(known.value, d, m)?;
                }
                None => match objects.others {
                    Others::Each(each) => {
                        let m = d.entry(o, key)?;
                        self.node(each, d, m)?;
                    }
                    Others::Kept => d.preserve(o, key)?,
                    Others::Emptied => {
                        let m = d.entry(o, key)?;
                        d.emptied(m)?;
                    }
                    Others::Pruned => d.unknown(o, key)?,
                },
            }
            next = d.next_key()?;
        }
        if objects.is_root || !objects.defaults.rows.is_empty() || !objects.reserved.is_empty() {
            if objects.is_root {
                d.end_root(o);
            } else {
                d.end(o);
            }
            if !o.has_all(padded(objects.defaults.mask)) {
                d.defaults(o, objects.defaults.rows)?;
            }
            for (number, key) in objects.reserved {
                if !o.has(*number as u16) {
                    d.reserve(*number as u16, *key);
                }
            }
            if objects.is_root {
                d.close_root(o);
            } else {
                d.close(o);
            }
        } else {
            d.finish(o);
        }
        for (number, node) in objects.metadata {
            o.check_metadata_by(d, 2, *number, Decode::Node(self.plan, *node as u32))?;
        }
        if !o.has_all(padded(objects.required.mask)) {
            o.missing(d, objects.required.rows);
        }
        if !objects.limits.is_empty() {
            let count = d.count(o);
            objects.limits.check(count, |rule| o.raise(d, rule));
        }
        if let Some(values) = objects.values {
            o.check_values(d, values);
        }
        Ok(())
    }

    fn way(self, value: MemberKind, d: &mut Decoder<'_, 'p>, m: Member) -> DecodeResult {
        match value {
            MemberKind::Node(node) => self.node(node, d, m),
            MemberKind::Any => d.any(m),
            MemberKind::Emptied => d.emptied(m),
            MemberKind::ObjectMeta => d.object_meta(m),
            MemberKind::EmbeddedMeta => d.embedded_meta(m),
            MemberKind::EmbeddedMetaOrNone => d.embedded_meta_or_none(m),
            MemberKind::TypeMeta => d.any(m),
            MemberKind::TypeMetaBy(node) => self.node(node, d, m),
            MemberKind::EmbeddedTypeMeta => d.embedded_type_meta(m),
            MemberKind::EmbeddedTypeMetaBy(node) => match d.peek() {
                b'"' | b'n' => self.node(node, d, m),
                _ => d.embedded_type_meta(m),
            },
        }
    }

    fn items(self, list: &'p List<'p>, d: &mut Decoder<'_, 'p>, l: &mut Array) -> DecodeResult {
        let mut prints = Fingerprints::new();
        while d.next_item(l)? {
            let at = d.here();
            // An item is counted when it is read.
            let position = usize::try_from(l.len - 1).ok().and_then(|index| list.positions.get(index));
            match (position, list.items) {
                (Some(node), _) => self.node(*node, d, Member::ITEM)?,
                (None, Items::Node(node)) => self.node(node, d, Member::ITEM)?,
                (None, Items::Any) => d.any(Member::ITEM)?,
                (None, Items::Emptied) => d.emptied(Member::ITEM)?,
            }
            match &list.print {
                Some(Print::Item) => prints.item(d, at),
                Some(Print::Members([one])) => prints.member(d, at, *one),
                Some(Print::Members(all)) => prints.members(d, at, all),
                None => {}
            }
        }
        list.limits.check(l.len, |rule| l.raise(d, rule));
        if let Some(values) = list.values {
            l.check_values(d, values);
        }
        match (&list.rule, &list.print) {
            (Some(rule), Some(_)) => prints.validate(d, l, rule),
            (Some(rule), None) => l.topology(d, rule),
            (None, _) => {}
        }
        Ok(())
    }
}

#[inline]
fn find<'p>(known: &'p [Known<'p>], key: &[u8]) -> Option<&'p Known<'p>> {
    const FEW: usize = 8;
    let word = Word::of(key);
    if known.len() <= FEW {
        return known.iter().find(|known| known.is(word, key));
    }
    let first = known.partition_point(|known| known.word < word);
    let mut same = known.get(first..)?.iter().take_while(|known| known.word == word);
    same.find(|known| known.is(word, key))
}

fn padded<const N: usize>(mask: &[u64]) -> [u64; N] {
    let mut words = [0; N];
    for (word, bits) in words.iter_mut().zip(mask) {
        *word = *bits;
    }
    words
}

fn values<'p>(values: Option<&'p Rule<'p>>, d: &mut Decoder<'_, 'p>) {
    if let Some(values) = values {
        d.check_scalar(values);
    }
}

/// Checks the content of a string. Returns whether an `enum` with other constants than strings remains to be
/// checked.
pub(super) fn check_text<'p>(texts: &'p Texts<'p>, c: &mut Check<'_, 'p>) -> bool {
    let s = c.bytes;
    // A string has at most as many code points as bytes, and a code point at most four bytes.
    let too_long = |max: i64, c: &Check<'_, 'p>| match usize::try_from(max) {
        Ok(bytes) => s.len() > bytes && c.chars() > max,
        Err(_) => true,
    };
    let too_short = |min: i64, c: &Check<'_, 'p>| {
        s.len() < usize::try_from(min).unwrap_or(usize::MAX).saturating_mul(4) && c.chars() < min
    };
    if let Some((max, rule)) = &texts.max
        && too_long(*max, c)
    {
        c.raise(rule);
    } else if let Some((min, rule)) = &texts.min
        && too_short(*min, c)
    {
        c.raise(rule);
    } else if let Some((matcher, rule)) = &texts.pattern
        && !matcher.is_match_utf8(s)
    {
        c.raise(rule);
    }
    if let Some((check, rule)) = &texts.format
        && !check(s)
    {
        c.raise(rule);
    }
    match (texts.strings, texts.values) {
        (Some(strings), Some(rule)) => {
            if !contains(strings, s) {
                c.raise(rule);
            }
            false
        }
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

/// Whether a text is in a sorted list of texts.
fn contains(texts: &[&[u8]], text: &[u8]) -> bool {
    const FEW: usize = 16;
    if texts.len() <= FEW {
        return texts.contains(&text);
    }
    texts.binary_search(&text).is_ok()
}

/// Checks a number.
pub(super) fn check_number<'p>(numbers: &'p Numbers<'p>, n: Number, mut raise: impl FnMut(&'p Rule<'p>)) {
    if let Some((fits, rule)) = &numbers.fits {
        let fits = match fits {
            Fits::I32 => n.fits_i32(),
            Fits::I64 => n.fits_i64(),
            Fits::F32 => n.fits_f32(),
        };
        if !fits {
            raise(rule);
        }
    }
    numbers.misfits.iter().for_each(&mut raise);
    if let Some(((factor, native), rule)) = &numbers.multiple_of
        && !n.is_multiple_of(*factor, *native)
    {
        raise(rule);
    }
    if let Some((bound, rule)) = &numbers.max
        && n.above(bound)
    {
        raise(rule);
    }
    if let Some((bound, rule)) = &numbers.min
        && n.below(bound)
    {
        raise(rule);
    }
}

impl<'p> Limits<'p> {
    pub(super) fn is_empty(&self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    /// Compares a count with the lower and the upper limit.
    pub(super) fn check(&'p self, count: i64, mut raise: impl FnMut(&'p Rule<'p>)) {
        if let Some((min, rule)) = &self.min
            && count < *min
        {
            raise(rule);
        }
        if let Some((max, rule)) = &self.max
            && count > *max
        {
            raise(rule);
        }
    }
}
