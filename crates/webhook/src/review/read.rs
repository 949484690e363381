//! Parses reviews. In: a body. Out: the version and the request of a review, or the error of the body.
//! Easy to break: a null counts as a missing member, as in Go, and a duplicate member is an error: two
//! readers of a body must not read two different objects.

use std::ops::Range;

use bytes::Bytes;
use crdc_admission::{Operation, UserInfo};
use crdc_object::json::cursor::Cursor;
use serde_json::value::RawValue;

use super::header::{Header, shortened};
use super::values::{Read, object, range_of_object, string};
use super::{GroupVersionKind, GroupVersionResource, Request, ReviewError, ReviewVersion, user};

/// The longest uid in bytes. Servers send 36 bytes.
const LONGEST_UID: usize = 1024;

/// Reads a review.
pub(super) fn review(body: Bytes) -> Read<(ReviewVersion, Request)> {
    let (mut api_version, mut kind, mut request) = (None, None, None);
    let text_of_body = body.clone();
    let mut cursor = Cursor::new(&text_of_body);
    object(&mut cursor, |cursor, key| match key {
        "apiVersion" => once(&mut api_version, "apiVersion", text(cursor, "apiVersion")?),
        "kind" => once(&mut kind, "kind", text(cursor, "kind")?),
        "request" => once(&mut request, "request", parts(cursor)?),
        _ => unknown(cursor),
    })?;
    if !cursor.is_at_end() {
        return Err(cursor.malformed().into());
    }
    let (api_version, kind) = (api_version.unwrap_or_default(), kind.unwrap_or_default());
    let version = match api_version.as_str() {
        "admission.k8s.io/v1" => Some(ReviewVersion::V1),
        "admission.k8s.io/v1beta1" => Some(ReviewVersion::V1Beta1),
        _ => None,
    };
    let Some(version) = version.filter(|_| kind == "AdmissionReview") else {
        return Err(ReviewError::Kind { api_version: shortened(&api_version), kind: shortened(&kind) });
    };
    let parts = request.ok_or(ReviewError::Missing("request"))?;
    Ok((version, parts.finish(body)?))
}

/// The members of a request, as far as they are read.
#[derive(Default)]
struct Parts<'t> {
    uid: Option<String>,
    kind: Option<GroupVersionKind>,
    resource: Option<GroupVersionResource>,
    subresource: Option<String>,
    request_kind: Option<GroupVersionKind>,
    request_resource: Option<GroupVersionResource>,
    request_subresource: Option<String>,
    name: Option<String>,
    namespace: Option<String>,
    operation: Option<String>,
    user: Option<UserInfo>,
    object: Option<Option<Header<'t>>>,
    old_object: Option<Option<Header<'t>>>,
    dry_run: Option<bool>,
    options: Option<Option<Range<usize>>>,
}

impl Parts<'_> {
    fn finish(self, body: Bytes) -> Read<Request> {
        // Without a uid there is no response that the server would accept. The uid is repeated in the
        // response, so its length is limited.
        let uid = self.uid.filter(|uid| !uid.is_empty()).ok_or(ReviewError::Missing("uid"))?;
        if uid.len() > LONGEST_UID {
            return Err(ReviewError::Value("uid"));
        }
        let operation = self.operation.ok_or(ReviewError::Missing("operation"))?;
        let operation = Operation::named(&operation).ok_or(ReviewError::Value("operation"))?;
        let kind = self.kind.ok_or(ReviewError::Missing("kind"))?;
        let (name, namespace) = (self.name.unwrap_or_default(), self.namespace.unwrap_or_default());
        let (object, old_object) = (self.object.flatten(), self.old_object.flatten());
        // The object of a connection contains its options.
        if operation != Operation::Connect {
            for (member, object) in [("object", &object), ("oldObject", &old_object)] {
                object.iter().try_for_each(|object| object.check(member, &kind, &name, &namespace))?;
            }
        }
        let is_written = matches!(operation, Operation::Create | Operation::Update);
        if is_written && object.is_none() {
            return Err(ReviewError::Missing("object"));
        }
        // A deletion may lack its object: the object of the deletion may no longer be readable.
        if operation == Operation::Update && old_object.is_none() {
            return Err(ReviewError::Missing("oldObject"));
        }
        Ok(Request {
            body,
            uid,
            kind,
            resource: self.resource.ok_or(ReviewError::Missing("resource"))?,
            subresource: self.subresource.unwrap_or_default(),
            request_kind: self.request_kind,
            request_resource: self.request_resource,
            request_subresource: self.request_subresource.unwrap_or_default(),
            name,
            namespace,
            operation,
            user: self.user.unwrap_or_default(),
            object: object.map(|object| object.range),
            old_object: old_object.map(|object| object.range),
            dry_run: self.dry_run.unwrap_or_default(),
            options: self.options.flatten(),
        })
    }
}

fn parts<'t>(cursor: &mut Cursor<'t>) -> Read<Parts<'t>> {
    let mut parts = Parts::default();
    object(cursor, |cursor, key| match key {
        "uid" => once(&mut parts.uid, "uid", text(cursor, "uid")?),
        "kind" => once(&mut parts.kind, "kind", kind(cursor)?),
        "resource" => once(&mut parts.resource, "resource", resource(cursor)?),
        "subResource" => once(&mut parts.subresource, "subResource", text(cursor, "subResource")?),
        "requestKind" => maybe(&mut parts.request_kind, "requestKind", cursor, kind),
        "requestResource" => maybe(&mut parts.request_resource, "requestResource", cursor, resource),
        "requestSubResource" => {
            once(&mut parts.request_subresource, "requestSubResource", text(cursor, "requestSubResource")?)
        }
        "name" => once(&mut parts.name, "name", text(cursor, "name")?),
        "namespace" => once(&mut parts.namespace, "namespace", text(cursor, "namespace")?),
        "operation" => once(&mut parts.operation, "operation", text(cursor, "operation")?),
        "userInfo" => once(&mut parts.user, "userInfo", user(cursor)?),
        "object" => once(&mut parts.object, "object", Header::read(cursor, "object")?),
        "oldObject" => once(&mut parts.old_object, "oldObject", Header::read(cursor, "oldObject")?),
        "dryRun" => once(&mut parts.dry_run, "dryRun", boolean(cursor, "dryRun")?),
        "options" => once(&mut parts.options, "options", range_of_object(cursor, "options")?),
        _ => unknown(cursor),
    })?;
    Ok(parts)
}

fn kind(cursor: &mut Cursor<'_>) -> Read<GroupVersionKind> {
    let [group, version, kind] = group_version(cursor, "kind")?;
    Ok(GroupVersionKind { group, version, kind })
}

fn resource(cursor: &mut Cursor<'_>) -> Read<GroupVersionResource> {
    let [group, version, resource] = group_version(cursor, "resource")?;
    Ok(GroupVersionResource { group, version, resource })
}

/// Group, version, and the member with the given name.
fn group_version(cursor: &mut Cursor<'_>, last: &'static str) -> Read<[String; 3]> {
    let (mut group, mut version, mut name) = (None, None, None);
    object(cursor, |cursor, key| match key {
        "group" => once(&mut group, "group", text(cursor, "group")?),
        "version" => once(&mut version, "version", text(cursor, "version")?),
        key if key == last => once(&mut name, last, text(cursor, last)?),
        _ => unknown(cursor),
    })?;
    Ok([group.unwrap_or_default(), version.unwrap_or_default(), name.ok_or(ReviewError::Missing(last))?])
}

fn user(cursor: &mut Cursor<'_>) -> Read<UserInfo> {
    if !matches!(cursor.peek(), Some(b'{' | b'n')) {
        return Err(ReviewError::Value("userInfo"));
    }
    let range = cursor.value()?;
    user::user(cursor.part(&range)).map_err(|_| ReviewError::Value("userInfo"))
}

fn text(cursor: &mut Cursor<'_>, name: &'static str) -> Read<String> {
    if cursor.peek() == Some(b'"') {
        return Ok(string(cursor)?.into_owned());
    }
    let range = cursor.value()?;
    if cursor.part(&range) == b"null" { Ok(String::new()) } else { Err(ReviewError::Value(name)) }
}

fn boolean(cursor: &mut Cursor<'_>, name: &'static str) -> Read<bool> {
    let range = cursor.value()?;
    match cursor.part(&range) {
        b"true" => Ok(true),
        b"false" | b"null" => Ok(false),
        _ => Err(ReviewError::Value(name)),
    }
}

/// Skips an unknown value, which still must be JSON.
fn unknown(cursor: &mut Cursor<'_>) -> Read<()> {
    let range = cursor.value()?;
    let read = serde_json::from_slice::<&RawValue>(cursor.part(&range));
    read.map(|_| ()).map_err(|_| ReviewError::Json { offset: range.start })
}

fn once<T>(slot: &mut Option<T>, name: &'static str, value: T) -> Read<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(ReviewError::Repeated(name)),
    }
}

/// Reads a member that may be null.
fn maybe<T>(
    slot: &mut Option<T>,
    name: &'static str,
    cursor: &mut Cursor<'_>,
    read: fn(&mut Cursor<'_>) -> Read<T>,
) -> Read<()> {
    if cursor.peek() == Some(b'n') {
        let range = cursor.value()?;
        return if cursor.part(&range) == b"null" { Ok(()) } else { Err(ReviewError::Value(name)) };
    }
    once(slot, name, read(cursor)?)
}
