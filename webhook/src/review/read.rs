//! Reads reviews. In: a body. Out: a [`Review`], or what is wrong with the body.
//!
//! Easy to break: a null is an absent member, as for Go, and a member twice is an error: two readers of one body must not
//! see two objects.

use std::ops::Range;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::scan::Scanner;
use super::{
    GroupVersionKind, GroupVersionResource, Operation, Request, Review, ReviewError, ReviewVersion, UserInfo,
};

type Read<T> = Result<T, ReviewError>;

/// Reads a review.
pub(super) fn review(body: Bytes) -> Read<Review> {
    let (mut api_version, mut kind, mut request) = (None, None, None);
    let mut scanner = Scanner::new(&body);
    scanner.object(|scanner, key| match key {
        "apiVersion" => once(&mut api_version, "apiVersion", text(scanner, "apiVersion")?),
        "kind" => once(&mut kind, "kind", text(scanner, "kind")?),
        "request" => once(&mut request, "request", parts(scanner)?),
        _ => unknown(scanner),
    })?;
    if !scanner.at_end() {
        return Err(scanner.error());
    }
    let (api_version, kind) = (api_version.unwrap_or_default(), kind.unwrap_or_default());
    let version = match api_version.as_str() {
        "admission.k8s.io/v1" => Some(ReviewVersion::V1),
        "admission.k8s.io/v1beta1" => Some(ReviewVersion::V1Beta1),
        _ => None,
    };
    let Some(version) = version.filter(|_| kind == "AdmissionReview") else {
        return Err(ReviewError::Kind { api_version: shortened(api_version), kind: shortened(kind) });
    };
    let parts = request.ok_or(ReviewError::Missing("request"))?;
    Ok(Review { version, request: parts.finish(body)? })
}

/// The members of a request, as far as they are read.
#[derive(Default)]
struct Parts {
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
    object: Option<Option<Range<usize>>>,
    old_object: Option<Option<Range<usize>>>,
    dry_run: Option<bool>,
    options: Option<Option<Range<usize>>>,
}

impl Parts {
    fn finish(self, body: Bytes) -> Read<Request> {
        let operation = self.operation.ok_or(ReviewError::Missing("operation"))?;
        Ok(Request {
            body,
            // Without one there is no answer that the server would take.
            uid: self.uid.filter(|uid| !uid.is_empty()).ok_or(ReviewError::Missing("uid"))?,
            kind: self.kind.ok_or(ReviewError::Missing("kind"))?,
            resource: self.resource.ok_or(ReviewError::Missing("resource"))?,
            subresource: self.subresource.unwrap_or_default(),
            request_kind: self.request_kind,
            request_resource: self.request_resource,
            request_subresource: self.request_subresource.unwrap_or_default(),
            name: self.name.unwrap_or_default(),
            namespace: self.namespace.unwrap_or_default(),
            operation: Operation::named(&operation).ok_or(ReviewError::Value("operation"))?,
            user: self.user.unwrap_or_default(),
            object: self.object.flatten(),
            old_object: self.old_object.flatten(),
            dry_run: self.dry_run.unwrap_or_default(),
            options: self.options.flatten(),
        })
    }
}

fn parts(scanner: &mut Scanner<'_>) -> Read<Parts> {
    let mut parts = Parts::default();
    scanner.object(|scanner, key| match key {
        "uid" => once(&mut parts.uid, "uid", text(scanner, "uid")?),
        "kind" => once(&mut parts.kind, "kind", kind(scanner)?),
        "resource" => once(&mut parts.resource, "resource", resource(scanner)?),
        "subResource" => once(&mut parts.subresource, "subResource", text(scanner, "subResource")?),
        "requestKind" => maybe(&mut parts.request_kind, "requestKind", scanner, kind),
        "requestResource" => maybe(&mut parts.request_resource, "requestResource", scanner, resource),
        "requestSubResource" => {
            once(&mut parts.request_subresource, "requestSubResource", text(scanner, "requestSubResource")?)
        }
        "name" => once(&mut parts.name, "name", text(scanner, "name")?),
        "namespace" => once(&mut parts.namespace, "namespace", text(scanner, "namespace")?),
        "operation" => once(&mut parts.operation, "operation", text(scanner, "operation")?),
        "userInfo" => once(&mut parts.user, "userInfo", user(scanner)?),
        "object" => once(&mut parts.object, "object", object(scanner, "object")?),
        "oldObject" => once(&mut parts.old_object, "oldObject", object(scanner, "oldObject")?),
        "dryRun" => once(&mut parts.dry_run, "dryRun", boolean(scanner, "dryRun")?),
        "options" => once(&mut parts.options, "options", object(scanner, "options")?),
        _ => unknown(scanner),
    })?;
    Ok(parts)
}

fn kind(scanner: &mut Scanner<'_>) -> Read<GroupVersionKind> {
    let [group, version, kind] = group_version(scanner, "kind")?;
    Ok(GroupVersionKind { group, version, kind })
}

fn resource(scanner: &mut Scanner<'_>) -> Read<GroupVersionResource> {
    let [group, version, resource] = group_version(scanner, "resource")?;
    Ok(GroupVersionResource { group, version, resource })
}

/// Group, version, and the member with the given name.
fn group_version(scanner: &mut Scanner<'_>, last: &'static str) -> Read<[String; 3]> {
    let (mut group, mut version, mut name) = (None, None, None);
    scanner.object(|scanner, key| match key {
        "group" => once(&mut group, "group", text(scanner, "group")?),
        "version" => once(&mut version, "version", text(scanner, "version")?),
        key if key == last => once(&mut name, last, text(scanner, last)?),
        _ => unknown(scanner),
    })?;
    Ok([group.unwrap_or_default(), version.unwrap_or_default(), name.ok_or(ReviewError::Missing(last))?])
}

fn user(scanner: &mut Scanner<'_>) -> Read<UserInfo> {
    let range = scanner.value()?;
    let read: Option<UserInfo> =
        serde_json::from_slice(scanner.part(&range)).map_err(|_| ReviewError::Value("userInfo"))?;
    Ok(read.unwrap_or_default())
}

fn text(scanner: &mut Scanner<'_>, name: &'static str) -> Read<String> {
    if scanner.peek() == Some(b'"') {
        return Ok(scanner.string()?.into_owned());
    }
    let range = scanner.value()?;
    if scanner.part(&range) == b"null" { Ok(String::new()) } else { Err(ReviewError::Value(name)) }
}

fn boolean(scanner: &mut Scanner<'_>, name: &'static str) -> Read<bool> {
    let range = scanner.value()?;
    match scanner.part(&range) {
        b"true" => Ok(true),
        b"false" | b"null" => Ok(false),
        _ => Err(ReviewError::Value(name)),
    }
}

/// The range of an object; `None` for null.
fn object(scanner: &mut Scanner<'_>, name: &'static str) -> Read<Option<Range<usize>>> {
    let range = scanner.value()?;
    match scanner.part(&range) {
        b"null" => Ok(None),
        text if text.first() == Some(&b'{') => Ok(Some(range)),
        _ => Err(ReviewError::Value(name)),
    }
}

/// A value that nobody reads still has to be JSON.
fn unknown(scanner: &mut Scanner<'_>) -> Read<()> {
    let range = scanner.value()?;
    let read = serde_json::from_slice::<&RawValue>(scanner.part(&range));
    read.map(|_| ()).map_err(|_| ReviewError::Json { offset: range.start })
}

fn once<T>(slot: &mut Option<T>, name: &'static str, value: T) -> Read<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(ReviewError::Repeated(name)),
    }
}

/// The same for a member that may be null.
fn maybe<T>(
    slot: &mut Option<T>,
    name: &'static str,
    scanner: &mut Scanner<'_>,
    read: fn(&mut Scanner<'_>) -> Read<T>,
) -> Read<()> {
    if scanner.peek() == Some(b'n') {
        let range = scanner.value()?;
        return if scanner.part(&range) == b"null" { Ok(()) } else { Err(ReviewError::Value(name)) };
    }
    once(slot, name, read(scanner)?)
}

/// What is shown of a text that may be long.
fn shortened(text: String) -> String {
    text.chars().take(80).collect()
}
