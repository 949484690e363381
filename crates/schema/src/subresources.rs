//! Reads `subresources`: `status`, which is present or absent, and `scale`, which consists of three paths.

use super::at::At;
use super::crd::{Scale, Subresources};
use super::reader::{Reader, at};
use super::shape::{STATUS_SUBRESOURCE, verify};
use crdc_source::Member;
use crdc_source::diag::Code;

pub(super) fn subresources<'n>(reader: &mut Reader<'n>, member: &'n Member) -> Option<At<Subresources>> {
    let mut found = Subresources::default();
    for field in reader.object(&member.value, "v1.CustomResourceSubresources")? {
        match field.key.as_str() {
            "status" => {
                reader.enter("CustomResourceSubresources", "status");
                verify(reader, &field.value, &STATUS_SUBRESOURCE);
                found.status = Reader::verbatim(field);
                reader.leave();
            }
            "scale" => {
                reader.enter("CustomResourceSubresources", "scale");
                found.scale = scale(reader, field);
                reader.leave();
            }
            _ => {
                let known = ["status", "scale"].into_iter();
                reader.unknown_key(field, Code::CrdUnknownKey, "`subresources`", known);
            }
        }
    }
    Some(at(member, found))
}

type Field = (&'static str, for<'n> fn(&mut Reader<'n>, &'n Member, &mut Scale));

const SCALE: &[Field] = &[
    ("specReplicasPath", |reader, member, scale| scale.spec_replicas_path = reader.string(member)),
    ("statusReplicasPath", |reader, member, scale| scale.status_replicas_path = reader.string(member)),
    ("labelSelectorPath", |reader, member, scale| scale.label_selector_path = reader.string(member)),
];

fn scale<'n>(reader: &mut Reader<'n>, member: &'n Member) -> Option<At<Scale>> {
    let mut found = Scale::default();
    for field in reader.object(&member.value, "v1.CustomResourceSubresourceScale")? {
        match SCALE.iter().find(|(name, _)| *name == field.key) {
            Some((name, read)) => {
                reader.enter("CustomResourceSubresourceScale", name);
                read(reader, field, &mut found);
                reader.leave();
            }
            None => {
                let known = SCALE.iter().map(|(name, _)| *name);
                reader.unknown_key(field, Code::CrdUnknownKey, "`scale`", known);
            }
        }
    }
    Some(at(member, found))
}
