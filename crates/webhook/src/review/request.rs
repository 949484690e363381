//! The request of a review.

use std::fmt;
use std::ops::Range;

use bytes::Bytes;
use crdc_admission::{Operation, UserInfo};

/// A kind with its group and version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GroupVersionKind {
    /// The API group; empty for the core group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The kind, such as `Database`.
    pub kind: String,
}

impl fmt::Display for GroupVersionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slash = if self.group.is_empty() { "" } else { "/" };
        write!(f, "{} of {}{slash}{}", self.kind, self.group, self.version)
    }
}

/// A resource with its group and version.
///
/// ```
/// use crdc_webhook::GroupVersionResource;
///
/// // Of a compiled one: GroupVersionResource::of::<Database>()
/// let pods = GroupVersionResource::new("", "v1", "pods");
/// assert_eq!(pods.resource, "pods");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GroupVersionResource {
    /// The API group; empty for the core group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The resource, such as `databases`.
    pub resource: String,
}

/// Formats the resource as `databases of example.com/v1`.
impl fmt::Display for GroupVersionResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slash = if self.group.is_empty() { "" } else { "/" };
        write!(f, "{} of {}{slash}{}", self.resource, self.group, self.version)
    }
}

impl GroupVersionResource {
    /// A resource by its names: `GroupVersionResource::new("apps", "v1", "deployments")`. The core group is
    /// empty.
    pub fn new(group: impl Into<String>, version: impl Into<String>, resource: impl Into<String>) -> Self {
        GroupVersionResource { group: group.into(), version: version.into(), resource: resource.into() }
    }

    /// The names of a compiled resource.
    #[must_use]
    pub fn of<R: crdc::Resource>() -> Self {
        Self::new(R::GROUP, R::VERSION, R::PLURAL)
    }
}

/// A request for admission. A clone shares the body.
#[derive(Clone, Debug)]
pub struct Request {
    pub(super) body: Bytes,
    pub(super) uid: String,
    pub(super) kind: GroupVersionKind,
    pub(super) resource: GroupVersionResource,
    pub(super) subresource: String,
    pub(super) request_kind: Option<GroupVersionKind>,
    pub(super) request_resource: Option<GroupVersionResource>,
    pub(super) request_subresource: String,
    pub(super) name: String,
    pub(super) namespace: String,
    pub(super) operation: Operation,
    pub(super) user: UserInfo,
    pub(super) object: Option<Range<usize>>,
    pub(super) old_object: Option<Range<usize>>,
    pub(super) dry_run: bool,
    pub(super) options: Option<Range<usize>>,
}

impl Request {
    /// The id of the review, which its answer repeats.
    #[must_use]
    pub fn uid(&self) -> &str {
        &self.uid
    }

    /// The kind of the object. With `matchPolicy: Equivalent` it may be another version than the client sent.
    #[must_use]
    pub fn kind(&self) -> &GroupVersionKind {
        &self.kind
    }

    /// The resource, in the version of the object.
    #[must_use]
    pub fn resource(&self) -> &GroupVersionResource {
        &self.resource
    }

    /// The subresource, such as `status`.
    #[must_use]
    pub fn subresource(&self) -> Option<&str> {
        Some(self.subresource.as_str()).filter(|name| !name.is_empty())
    }

    /// The kind that the client sent; [`Request::kind`] if the review does not contain it.
    #[must_use]
    pub fn request_kind(&self) -> &GroupVersionKind {
        self.request_kind.as_ref().unwrap_or(&self.kind)
    }

    /// The resource that the client addressed; [`Request::resource`] if the review does not contain it.
    #[must_use]
    pub fn request_resource(&self) -> &GroupVersionResource {
        self.request_resource.as_ref().unwrap_or(&self.resource)
    }

    /// The subresource that the client addressed.
    #[must_use]
    pub fn request_subresource(&self) -> Option<&str> {
        Some(self.request_subresource.as_str()).filter(|name| !name.is_empty())
    }

    /// The name in the URL; empty for a create without a name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The namespace; empty for a cluster-scoped resource.
    #[must_use]
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The operation.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The user who sent the request.
    #[must_use]
    pub fn user(&self) -> &UserInfo {
        &self.user
    }

    /// The new object as the review contains it; `None` for deletions. The object of a create or an update
    /// has the kind [`Request::kind`], and the review's name and namespace, where both have one.
    #[must_use]
    pub fn object(&self) -> Option<&[u8]> {
        self.part(self.object.as_ref())
    }

    /// The stored object, for updates and deletions. An update always has it; a deletion of an object that
    /// can no longer be read does not.
    #[must_use]
    pub fn old_object(&self) -> Option<&[u8]> {
        self.part(self.old_object.as_ref())
    }

    /// Whether the request must not change anything outside of the response.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }

    /// The options of the operation, such as `CreateOptions`, as JSON.
    #[must_use]
    pub fn options(&self) -> Option<&[u8]> {
        self.part(self.options.as_ref())
    }

    /// A part of the body, which shares its memory.
    pub(crate) fn bytes(&self, part: &[u8]) -> Bytes {
        self.body.slice_ref(part)
    }

    fn part(&self, range: Option<&Range<usize>>) -> Option<&[u8]> {
        self.body.get(range?.clone())
    }
}
