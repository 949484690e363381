//! Builds the constants of single nodes in the arena, from the actions of their functions.

use super::node::{Known, Limits, List, Numbers, Objects, Print, Required, Texts, Word};
use super::nodes::Plan;
use super::runtime::{Alternatives, Bound, Decode, Default, Literal, Rule, Shape, Validate, kinds};
use bumpalo::Bump;
use crdc_plan::actions;
use crdc_schema::constants::order;
use crdc_source::json::Json;

/// The builder of constants, with its arena and resource.
#[derive(Clone, Copy)]
pub(super) struct Maker<'p> {
    pub(super) arena: &'p Bump,
    pub(super) plan: &'p Plan<'p>,
}

impl<'p> Maker<'p> {
    pub(super) fn slice<T>(self, items: impl IntoIterator<Item = T>) -> &'p [T] {
        let items: Vec<T> = items.into_iter().collect();
        self.arena.alloc_slice_fill_iter(items)
    }

    fn decode(self, id: usize) -> Decode<'p> {
        Decode::Node(self.plan, id as u32)
    }

    pub(super) fn branch(self, id: usize) -> Validate<'p> {
        Validate::Node(self.plan, id as u32)
    }

    /// The rule of an `enum`.
    pub(super) fn values(self, values: &'p [Json]) -> Option<&'p Rule<'p>> {
        if values.is_empty() {
            return None;
        }
        let literals = self.slice(values.iter().map(|value| match value {
            Json::Null => Literal::Null,
            Json::Bool(value) => Literal::Bool(*value),
            Json::Int(value) => Literal::Int(*value),
            Json::Float(value) => Literal::Float(*value),
            Json::String(value) => Literal::String(value),
            other => Literal::Json(self.arena.alloc_str(&other.text())),
        }));
        let rule = match order(values) {
            None => Rule::Enum(literals),
            Some(order) => {
                Rule::Listed { values: literals, order: self.slice(order.into_iter().map(|at| at as u16)) }
            }
        };
        Some(self.arena.alloc(rule))
    }

    pub(super) fn shape(self, id: usize, shape: &'p actions::Shape) -> Shape<'p> {
        let mut made = Shape::new(bits(&shape.accepts), &shape.types, &shape.format);
        if shape.nullable {
            made = made.nullable();
        }
        if shape.keeps_null {
            made = made.keeping_null();
        }
        if shape.preserve {
            made = made.preserving();
        }
        if let Some(default) = shape.default {
            made = made.default_by(default.value, default.end, self.decode(id));
        }
        match self.values(&shape.values) {
            Some(values) => made.one_of(values),
            None => made,
        }
    }

    pub(super) fn objects(self, objects: &'p actions::Objects, values: Option<&'p Rule<'p>>) -> Objects<'p> {
        let mut known: Vec<Known<'p>> = objects
            .known
            .iter()
            .map(|known| Known {
                word: Word::of(known.key.as_bytes()),
                key: known.key.as_bytes(),
                number: known.number as u16,
                role: known.role,
                value: known.value,
            })
            .collect();
        known.sort_by_key(|known| known.word);
        let defaults = objects.defaults.iter().map(|default| Default {
            field: default.number as u16,
            key: default.text.key,
            value: default.text.value,
            decode: self.decode(default.node),
        });
        let required =
            objects.required.iter().map(|(number, name)| (*number as u16, Rule::Required(name.as_str())));
        let mask = |numbers: &mut dyn Iterator<Item = usize>| {
            let mut words = vec![0; objects.count.div_ceil(64)];
            for number in numbers {
                if let Some(word) = words.get_mut(number / 64) {
                    *word |= 1 << (number % 64);
                }
            }
            self.slice(words)
        };
        Objects {
            words: objects.count.div_ceil(64).max(1),
            embedded: objects.embedded,
            is_root: objects.is_root,
            known: self.slice(known),
            others: objects.others,
            defaults: Required {
                mask: mask(&mut objects.defaults.iter().map(|default| default.number)),
                rows: self.slice(defaults),
            },
            reserved: &objects.reserved,
            metadata: &objects.metadata,
            required: Required {
                mask: mask(&mut objects.required.iter().map(|(number, _)| *number)),
                rows: self.slice(required),
            },
            limits: properties(objects.members),
            values: values.filter(|_| objects.members.has_values),
        }
    }

    pub(super) fn list(self, list: &'p actions::List, values: Option<&'p Rule<'p>>) -> List<'p> {
        List {
            items: list.items,
            positions: &list.positions,
            limits: items([list.min, list.max]),
            values: values.filter(|_| list.has_values),
            print: list.print.as_ref().map(|print| match print {
                actions::Print::Item => Print::Item,
                actions::Print::Members(numbers) => {
                    Print::Members(self.slice(numbers.iter().map(|number| *number as u16)))
                }
            }),
            rule: list.rule.as_ref().map(|rule| match rule {
                actions::ListRule::Set => Rule::ListSet,
                actions::ListRule::Map(keys) => Rule::ListMap(self.list_keys(keys)),
            }),
        }
    }

    pub(super) fn texts(self, texts: &'p actions::Texts, values: Option<&'p Rule<'p>>) -> Texts<'p> {
        let format = texts.format.as_deref().and_then(|written| {
            let check = crdc_vocabulary::format::find(written)?.check?;
            Some((check, Rule::Format(written)))
        });
        let strings = texts.values.as_ref().map(|values| {
            let mut strings: Vec<&'p [u8]> = values.iter().map(|value| value.as_bytes()).collect();
            strings.sort_unstable();
            self.slice(strings)
        });
        Texts {
            is_read: !texts.is_empty(),
            max: texts.max.map(|max| (max, Rule::MaxLength(max))),
            min: texts.min.map(|min| (min, Rule::MinLength(min))),
            pattern: texts.pattern.as_ref().map(|(text, matcher)| (&**matcher, Rule::Pattern(text))),
            format,
            strings,
            values,
        }
    }

    pub(super) fn numbers(self, numbers: &'p actions::Numbers, values: Option<&'p Rule<'p>>) -> Numbers<'p> {
        let range = |what| Rule::Range { what, types: numbers.kind, format: &numbers.format };
        let bound = |bound: actions::Bound| Bound {
            limit: bound.limit,
            exclusive: bound.exclusive,
            native: bound.native,
        };
        Numbers {
            fits: numbers.fits.map(|fits| (fits, range("Checked"))),
            misfits: self.slice(numbers.misfits.iter().map(|what| range(what))),
            multiple_of: numbers
                .multiple_of
                .map(|(factor, native)| ((factor, native), Rule::MultipleOf { factor, native })),
            max: numbers.max.map(|max| (bound(max), Rule::Maximum(bound(max)))),
            min: numbers.min.map(|min| (bound(min), Rule::Minimum(bound(min)))),
            values,
        }
    }

    pub(super) fn alternatives(self, alternatives: &'p actions::Alternatives) -> Alternatives<'p> {
        let mut made = Alternatives::NONE;
        let all = |ids: &'p [usize]| self.slice(ids.iter().map(|id| self.branch(*id)));
        for branches in &alternatives.branches {
            made = match branches {
                actions::Branches::AnyOf(ids) => made.any_of(all(ids)),
                actions::Branches::OneOf(ids) => made.one_of(all(ids)),
                actions::Branches::AllOf(ids, true) => made.all_of_merged(all(ids)),
                actions::Branches::AllOf(ids, false) => made.all_of(all(ids)),
                actions::Branches::Not(ids) => match ids.first() {
                    Some(id) => made.not(self.branch(*id)),
                    None => made,
                },
            };
        }
        if alternatives.settled.is_empty() {
            return made;
        }
        made.settled_for(alternatives.settled.iter().fold(0, |all, names| all | bits(names)))
    }
}

/// The bits of kinds, by their names; all bits if there are no names.
fn bits(names: &[&str]) -> u8 {
    if names.is_empty() {
        return u8::MAX;
    }
    names.iter().fold(0, |bits, name| {
        bits | match *name {
            "NULL" => kinds::NULL,
            "BOOL" => kinds::BOOL,
            "INT" => kinds::INT,
            "WHOLE" => kinds::WHOLE,
            "FLOAT" => kinds::FLOAT,
            "STRING" => kinds::STRING,
            "ARRAY" => kinds::ARRAY,
            _ => kinds::OBJECT,
        }
    })
}

/// The limits of a list.
pub(super) fn items<'p>([min, max]: [Option<i64>; 2]) -> Limits<'p> {
    Limits { min: min.map(|min| (min, Rule::MinItems(min))), max: max.map(|max| (max, Rule::MaxItems(max))) }
}

/// The limits of an object.
pub(super) fn properties<'p>(members: actions::Members) -> Limits<'p> {
    Limits {
        min: members.min.map(|min| (min, Rule::MinProperties(min))),
        max: members.max.map(|max| (max, Rule::MaxProperties(max))),
    }
}
