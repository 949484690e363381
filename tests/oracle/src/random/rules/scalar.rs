//! Writes numbers, strings, bytes and times.

use super::generator::Generator;
use super::of::Of;

impl Generator<'_> {
    /// One of the literals.
    fn literal(&mut self, all: &[&str]) -> String {
        (*self.rng.pick(all)).to_owned()
    }

    /// Writes a term, a literal, a value of a field that may be absent, a choice by a condition, or the
    /// result of `make`.
    fn or_term(
        &mut self,
        of: &Of,
        depth: usize,
        literal: &[&str],
        make: fn(&mut Self, usize) -> String,
    ) -> String {
        let number = self.rng.below(10);
        if number < 4
            && let Some(term) = self.term(of)
        {
            return term;
        }
        if depth == 0 || number < 6 {
            return self.literal(literal);
        }
        if number == 6
            && let Some(optional) = self.optional(of, depth - 1)
        {
            return optional;
        }
        if number == 7 {
            let condition = self.bool(depth - 1);
            let (then, otherwise) = (self.any(of, depth - 1), self.any(of, depth - 1));
            return format!("({condition} ? {then} : {otherwise})");
        }
        make(self, depth - 1)
    }

    /// Writes the value of a field, item or entry that may be absent, with a value for that case; `None` if
    /// there is none of this type.
    fn optional(&mut self, of: &Of, depth: usize) -> Option<String> {
        let terms = self.terms();
        let mut found = Vec::new();
        for (text, owner) in &terms {
            match owner {
                Of::Object { fields, .. } => {
                    let fields = fields.iter().filter(|(_, field)| field == of);
                    found.extend(fields.map(|(name, _)| format!("{text}.?{name}")));
                }
                Of::List(items) if **items == *of => {
                    found.extend([
                        format!("{text}[?0]"),
                        format!("{text}.first()"),
                        format!("{text}.last()"),
                    ]);
                }
                Of::Map(values) if **values == *of => found.push(format!("{text}[?'k']")),
                _ => {}
            }
        }
        if found.is_empty() {
            return None;
        }
        let text = self.rng.pick(&found).clone();
        if self.rng.chance(25) {
            let mapped = self.with(&[of], |generator, names| {
                format!("optMap({}, {})", names[0], generator.any(of, depth.min(1)))
            });
            return Some(format!("{text}.{mapped}.orValue({})", self.any(of, 0)));
        }
        Some(format!("{text}.orValue({})", self.any(of, 0)))
    }

    /// Writes an integer.
    pub(super) fn int(&mut self, depth: usize) -> String {
        let literals = ["0", "1", "2", "-1", "5", "100", "9223372036854775807"];
        self.or_term(&Of::Int, depth, &literals, |generator, depth| match generator.rng.below(9) {
            0 | 1 => {
                let operator = generator.literal(&["+", "-", "*", "/", "%"]);
                format!("({} {operator} {})", generator.int(depth), generator.int(depth))
            }
            2 | 3 => {
                let is = |of: &Of| matches!(of, Of::List(_) | Of::Map(_) | Of::String | Of::Bytes);
                match generator.term_where(is) {
                    Some((text, _)) => format!("size({text})"),
                    None => format!("{}.size()", generator.string(depth)),
                }
            }
            4 => format!("{}.indexOf({})", generator.string(depth), generator.string(0)),
            5 => format!("int({})", generator.string(depth)),
            6 => {
                let part = generator.literal(&["getHours", "getFullYear", "getDayOfWeek", "getSeconds"]);
                format!("{}.{part}()", generator.time(depth))
            }
            7 => format!("int({})", generator.double(depth)),
            _ => match generator.term(&Of::List(Box::new(Of::Int))) {
                Some(list) => {
                    let function = generator.literal(&["sum", "min", "max"]);
                    format!("{list}.{function}()")
                }
                None => format!("-({})", generator.int(depth)),
            },
        })
    }

    /// Writes a float.
    pub(super) fn double(&mut self, depth: usize) -> String {
        let literals = ["0.0", "1.5", "-2.25", "100.0", "1e3"];
        self.or_term(&Of::Double, depth, &literals, |generator, depth| match generator.rng.below(5) {
            0..=2 => {
                let operator = generator.literal(&["+", "-", "*", "/"]);
                format!("({} {operator} {})", generator.double(depth), generator.double(depth))
            }
            3 => format!("double({})", generator.int(depth)),
            _ => match generator.term(&Of::List(Box::new(Of::Double))) {
                Some(list) => {
                    let function = generator.literal(&["sum", "min", "max"]);
                    format!("{list}.{function}()")
                }
                None => format!("double({})", generator.string(0)),
            },
        })
    }

    /// Writes a string.
    pub(super) fn string(&mut self, depth: usize) -> String {
        let literals = ["'a'", "'bee'", "''", "'x'", "'aé日'", "'sample'", "'d'", "'1'", "'a b'", "' a\\n'"];
        self.or_term(&Of::String, depth, &literals, |generator, depth| match generator.rng.below(14) {
            0 | 1 => format!("{} + {}", generator.string(depth), generator.string(depth)),
            2 => {
                let of = generator.rng.pick(&[Of::Int, Of::Double, Of::Bool, Of::Duration, Of::Time]).clone();
                format!("string({})", generator.any(&of, depth))
            }
            3 => {
                let function = generator.literal(&["lowerAscii", "upperAscii", "trim"]);
                format!("{}.{function}()", generator.string(depth))
            }
            4 => format!("{}.substring({})", generator.string(depth), generator.int(0)),
            5 => format!(
                "{}.replace({}, {})",
                generator.string(depth),
                generator.string(0),
                generator.string(0)
            ),
            6 => format!("{}.charAt({})", generator.string(depth), generator.int(0)),
            7 => format!("{}.split({}).join('-')", generator.string(depth), generator.string(0)),
            8 => {
                let (text, number) = (generator.string(depth), generator.int(depth));
                format!("'%s: %d'.format([{text}, {number}])")
            }
            9 => match generator.term_where(|of| matches!(of, Of::List(_) | Of::Map(_) | Of::Dyn)) {
                Some((text, _)) => format!("'%s'.format([{text}])"),
                None => format!("strings.quote({})", generator.string(depth)),
            },
            10 => match generator.term(&Of::List(Box::new(Of::String))) {
                Some(list) => format!("{list}.join(',')"),
                None => format!("{}.find('[a-z]+')", generator.string(depth)),
            },
            11 => {
                let (text, start, end) = (generator.string(depth), generator.int(0), generator.int(0));
                format!("{text}.substring({start}, {end})")
            }
            12 => format!("string({})", generator.bytes(depth)),
            _ => format!("strings.quote({})", generator.string(depth)),
        })
    }

    /// Writes bytes.
    pub(super) fn bytes(&mut self, depth: usize) -> String {
        let literals = ["b''", "b'a'", "b'\\xff'"];
        self.or_term(&Of::Bytes, depth, &literals, |generator, depth| match generator.rng.below(2) {
            0 => format!("bytes({})", generator.string(depth)),
            _ => format!("{} + {}", generator.bytes(depth), generator.bytes(depth)),
        })
    }

    /// Writes a duration.
    pub(super) fn duration(&mut self, depth: usize) -> String {
        let literals = ["duration('1h')", "duration('-5s')", "duration('0s')", "duration('90ms')"];
        self.or_term(&Of::Duration, depth, &literals, |generator, depth| match generator.rng.below(4) {
            0 => format!("({} + {})", generator.duration(depth), generator.duration(depth)),
            1 => format!("({} - {})", generator.duration(depth), generator.duration(depth)),
            2 => format!("duration({})", generator.string(0)),
            _ => format!("({} - {})", generator.time(depth), generator.time(depth)),
        })
    }

    /// Writes a timestamp.
    pub(super) fn time(&mut self, depth: usize) -> String {
        let literals =
            ["timestamp('2024-02-29T12:00:00Z')", "timestamp(0)", "timestamp('9999-12-31T23:59:59Z')"];
        self.or_term(&Of::Time, depth, &literals, |generator, depth| match generator.rng.below(3) {
            0 => format!("({} + {})", generator.time(depth), generator.duration(depth)),
            1 => format!("({} - {})", generator.time(depth), generator.duration(depth)),
            _ => format!("timestamp({})", generator.int(depth)),
        })
    }

    /// Writes a value of a type that is known only at run time.
    pub(super) fn dyn_value(&mut self, depth: usize) -> String {
        let literals = ["dyn(1)", "dyn('a')", "dyn('50%')", "5", "'5'"];
        self.or_term(&Of::Dyn, depth, &literals, |generator, depth| {
            let of = generator.rng.pick(&[Of::Int, Of::String, Of::Double]).clone();
            format!("dyn({})", generator.any(&of, depth))
        })
    }
}
