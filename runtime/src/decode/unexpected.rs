//! Handles values of an unexpected type: null, another type, or one of several types.
//!
//! Null is dropped, kept or replaced by a default, depending on its position. A container of the wrong type
//! is pruned as a value without a schema. apiextensions-apiserver: defaulting/prunenulls.go,
//! pruning/algorithm.go.

use super::{DecodeResult, Decoder, Member};
use crate::decode::{Decode, DecodeFn, literal};
use crate::error::{Rule, kinds};
use crdc_object::tape::DEAD;

/// The handling of values of any type at a node.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'p> {
    /// Kinds that `type` accepts.
    pub accepts: u8,
    /// The error for other kinds.
    pub rule: Rule<'p>,
    /// `nullable`: null is kept.
    pub nullable: bool,
    /// Whether null is kept although it is not allowed, because the CRD does not prune.
    pub keeps_null: bool,
    /// The replacement of null: a range in the constant text, and the function that decodes it.
    pub default: Option<(u32, u32, Decode<'p>)>,
    /// `x-kubernetes-preserve-unknown-fields`: containers of the wrong type are kept unchanged.
    pub preserve: bool,
    /// `enum`, which applies to values of any type.
    pub values: Option<&'p Rule<'p>>,
}

/// Constructors for constants of generated code.
impl<'p> Shape<'p> {
    /// Creates the shape of a node with the given kinds. `types` and `format` are used in its error messages.
    pub const fn new(accepts: u8, types: &'p str, format: &'p str) -> Shape<'p> {
        Shape {
            accepts,
            rule: Rule::Type { types, format },
            nullable: false,
            keeps_null: false,
            default: None,
            preserve: false,
            values: None,
        }
    }

    /// Sets `nullable`.
    pub const fn nullable(self) -> Shape<'p> {
        Shape { nullable: true, ..self }
    }

    /// Keeps null, for a CRD that does not prune.
    pub const fn keeping_null(self) -> Shape<'p> {
        Shape { keeps_null: true, ..self }
    }

    /// Sets `x-kubernetes-preserve-unknown-fields`.
    pub const fn preserving(self) -> Shape<'p> {
        Shape { preserve: true, ..self }
    }

    /// Sets a default: a range in the constant text, and the function that decodes it.
    pub const fn default_at(self, start: u32, end: u32, decode: DecodeFn) -> Shape<'p> {
        self.default_by(start, end, Decode::Function(decode))
    }

    /// Sets a default, with any decoder.
    pub const fn default_by(self, start: u32, end: u32, decode: Decode<'p>) -> Shape<'p> {
        Shape { default: Some((start, end, decode)), ..self }
    }

    /// Sets `enum`.
    pub const fn one_of(self, values: &'p Rule<'p>) -> Shape<'p> {
        Shape { values: Some(values), ..self }
    }
}

impl<'p> Decoder<'_, 'p> {
    /// Decodes a value of any kind and validates its kind.
    #[inline(never)]
    pub fn unexpected(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult {
        let at = self.mark();
        let bit = match self.peek() {
            b'n' => return self.null(member, shape),
            b'"' => {
                self.open_string(member)?;
                kinds::STRING
            }
            b't' | b'f' => {
                self.open_boolean(member)?;
                kinds::BOOL
            }
            b'-' | b'0'..=b'9' => self.open_number(member)?.kind_bit(),
            b'[' => {
                self.any_or_emptied(member, shape.preserve)?;
                kinds::ARRAY
            }
            b'{' => {
                self.any_or_emptied(member, shape.preserve)?;
                kinds::OBJECT
            }
            _ => return self.refuse(),
        };
        if shape.accepts & bit == 0 {
            self.raise_at(at, &shape.rule);
        }
        if let Some(values) = shape.values {
            self.check_values(at, values);
        }
        Ok(())
    }

    fn any_or_emptied(&mut self, member: Member, preserve: bool) -> DecodeResult {
        if preserve { self.any(member) } else { self.any_emptied(member) }
    }

    #[cold]
    fn null(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult {
        let at = self.mark();
        if !shape.nullable && !shape.keeps_null && !self.frozen && !self.options.verbatim {
            if let Some((start, end, decode)) = shape.default {
                return self.null_to_default(member, start..end, decode);
            }
            if member.has_key() && !self.options.keeps_nulls {
                self.open_null(member)?;
                if let Some(entry) = self.tape.get_mut(at as usize) {
                    entry.flags |= DEAD;
                }
                self.note_change();
                self.note_irregular();
                return Ok(());
            }
        }
        self.open_null(member)?;
        if !shape.nullable && shape.accepts & kinds::NULL == 0 {
            self.raise_at(at, &shape.rule);
        }
        if let Some(values) = shape.values {
            // kube-openapi: validator.go: null equals no constant, not even null.
            self.raise_at(at, values);
        }
        Ok(())
    }

    /// Decodes the default in place of a null.
    fn null_to_default(
        &mut self,
        member: Member,
        range: core::ops::Range<u32>,
        decode: Decode<'p>,
    ) -> DecodeResult {
        // The null is read first: it may be malformed.
        let at = self.mark();
        self.open_null(member)?;
        self.truncate(at);
        self.note_change();
        let defaults = self.defaults;
        let value = defaults.get(range.start as usize..range.end as usize).unwrap_or(b"null");
        if !member.has_key() {
            let at = self.fragment(&[value]);
            return self.within_fragment(at, |inner| decode.run(inner, member));
        }
        let start = member.key as usize + 1;
        let text = self.text;
        let key = text.get(start..crdc_object::json::scan::string_end(text, start)).unwrap_or(b"");
        let at = self.fragment(&[b"\"", key, b"\":", value]);
        let moved = Member { key: at as u32, field: member.field };
        self.within_fragment(at + key.len() + 3, |inner| decode.run(inner, moved))
    }

    /// Records that the scalar decoded last has the wrong type.
    #[cold]
    #[inline(never)]
    pub fn mismatch(&mut self, shape: &'p Shape<'p>) {
        self.raise(&shape.rule);
    }

    /// Validates the value at `at` against an `enum`. Plain strings of the right type do not get here.
    #[inline(never)]
    pub fn check_values(&mut self, at: u32, rule: &'p Rule<'p>) {
        let texts = super::texts(self.text, self.defaults, &self.side.fragments);
        let tape = crdc_object::tape::Tape { entries: &self.tape, texts, strings: &self.side.strings };
        if !literal::admits(rule, tape, at) {
            self.raise_at(at, rule);
        }
    }

    /// Validates the scalar decoded last against an `enum`.
    pub fn check_scalar(&mut self, rule: &'p Rule<'p>) {
        let at = self.mark().saturating_sub(1);
        self.check_values(at, rule);
    }

    /// Decodes a value where the server has no schema: members of objects in it are pruned.
    pub fn emptied(&mut self, member: Member) -> DecodeResult {
        match self.peek() {
            b'{' | b'[' => self.any_emptied(member),
            _ => self.any(member),
        }
    }
}
