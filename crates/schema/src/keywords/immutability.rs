//! `x-kubernetes-immutable` and the related keywords, `x-kubernetes-normalize` and `x-crdc-dialect`. **Null
//! is an error**: for the server's keywords null means absent, but here the protection would silently be
//! missing.

use crate::at::At;
use crate::extensions::{Dialect, Immutability};
use crate::model::Schema;
use crate::reader::{Reader, at};
use crate::wording::{describe, rewrite};
use crdc_source::diag::Code;
use crdc_source::{Member, Value};

pub(crate) fn immutable<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.marks.immutable = mark(reader, member, Immutability::Immutable);
}

pub(crate) fn immutable_keys<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.marks.immutable_keys = mark(reader, member, Immutability::ImmutableKeys);
}

pub(crate) fn addition_only<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.marks.addition_only = mark(reader, member, Immutability::AdditionOnly);
}

pub(crate) fn deletion_only<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.marks.deletion_only = mark(reader, member, Immutability::DeletionOnly);
}

pub(crate) fn normalize<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.normalize =
        word(reader, member, Code::NormalizeValue, "`undefined`", "write `undefined`, or remove it");
}

pub(crate) fn dialect<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    let names = Dialect::ALL.map(|dialect| format!("`{}`", dialect.as_str())).join(", ");
    let help = format!("write one of {names}");
    schema.dialect = word(reader, member, Code::DialectUnknown, "the name of a dialect", &help);
}

fn mark(reader: &mut Reader<'_>, member: &Member, mark: Immutability) -> Option<At<bool>> {
    if let Value::Bool(value) = member.value.value {
        return Some(at(member, value));
    }
    let message = format!("`{}` can only be true, found {}", mark.keyword(), describe(&member.value));
    let help = match &member.value.value {
        Value::String(text) if text == "true" => rewrite(&member.value, "true or false"),
        _ => "write `true`, or remove it".to_owned(),
    };
    reader.misread(Code::ImmutableValue, member.value.span, message, "expected `true`", help);
    None
}

fn word(
    reader: &mut Reader<'_>,
    member: &Member,
    code: Code,
    wanted: &str,
    help: &str,
) -> Option<At<String>> {
    if let Value::String(text) = &member.value.value {
        return Some(at(member, text.clone()));
    }
    let message = format!("`{}` must be {wanted}, found {}", member.key, describe(&member.value));
    reader.misread(code, member.value.span, message, format!("expected {wanted}"), help);
    None
}
