//! What a mutator relies on: an object that it changed can be decoded again, and later steps see the result.
#![allow(clippy::unwrap_used)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::compiled::{Compiled, Steps};
use crate::correlate::Topology;
use crate::decode::{DecodeResult, Decoder, Default, Member, Object, Shape};
use crate::error::kinds;
use crate::request::{Request, RequestState};
use crate::tape::render;
use crate::{Ratcheting, Scope, Scratch};

/// `size` has a default; other fields are pruned.
static SIZED: Compiled = Compiled {
    group: "example.com",
    version: "v1",
    kind: "Sized",
    plural: "sizeds",
    api_version: "example.com/v1",
    scope: Scope::Cluster,
    root,
    status: None,
    whole: None,
    topology: Topology::LEAF,
    status_topology: Topology::LEAF,
    ratcheting: Ratcheting::ApiServer,
    status_subresource: false,
    scale: None,
    has_rules: false,
    defaults: br#""size":3"#,
    steps: Steps::NONE,
};

fn any(d: &mut Decoder<'_>, m: Member) -> DecodeResult {
    d.any(m)
}

fn root(d: &mut Decoder<'_>, m: Member) -> DecodeResult {
    static SHAPE: Shape = Shape::new(kinds::OBJECT, "object", "");
    static DEFAULTED: &[Default] = &[Default { field: 4, key: 0, value: 7, decode: any }];
    let mut o = Object::<1>::new();
    let Some(mut next) = d.object(&mut o, m, &SHAPE)? else { return Ok(()) };
    while let Some(key) = next {
        let field = match key.bytes {
            b"apiVersion" => Some(0),
            b"kind" => Some(1),
            b"metadata" => Some(2),
            b"size" => Some(4),
            _ => None,
        };
        match field {
            Some(2) => {
                let m = d.field(&mut o, key, 2);
                d.object_meta(m)?;
            }
            Some(field) => {
                let m = d.field(&mut o, key, field);
                any(d, m)?;
            }
            None => d.unknown(&mut o, key)?,
        }
        next = d.next_key()?;
    }
    d.end(&mut o);
    d.defaults(&mut o, DEFAULTED)?;
    d.close(&o);
    Ok(())
}

fn object(kind: &str, fields: &str) -> String {
    alloc::format!(r#"{{"apiVersion":"example.com/v1","kind":"{kind}","metadata":{{"name":"a"}}{fields}}}"#)
}

/// What is stored if a mutator replaces `sent` with `mutated`.
fn stored(sent: &str, mutated: &str) -> String {
    let (mut scratch, mut out, mut open) = (Scratch::new(), Vec::new(), Vec::new());
    let mut request = RequestState::new(&SIZED, Request::create(sent.as_bytes()), &mut scratch);
    request.decode_new().unwrap();
    request.ensure_namespace().unwrap();
    request.new.text = mutated.as_bytes();
    request.decode_new().unwrap();
    assert!(!request.new.is_foreign);
    request.prepare_for_create();
    render(request.validation().tapes.new, 0, &mut out, &mut open);
    String::from_utf8(out).unwrap()
}

#[test]
fn what_a_mutator_changed_is_pruned_and_defaulted() {
    let expected =
        r#"{"apiVersion":"example.com/v1","kind":"Sized","metadata":{"name":"a","generation":1},"size":3}"#;
    let sent = object("Sized", r#","size":4"#);
    assert_eq!(stored(&sent, &object("Sized", r#","other":{"x":1}"#)), expected);
    // Nothing of the earlier object remains, not even that its text was normalized or that it was of another
    // kind.
    let sent = object("Other", r#","\u0073ize":4,"other":1"#);
    assert_eq!(stored(&sent, &object("Sized", "")), expected);
}
