//! The view of an object's metadata, which schemas do not describe. In: the value of `metadata`. Out: its
//! fields.
// apimachinery: pkg/apis/meta/v1/types.go ObjectMeta

use core::fmt;

use super::from_value::{FromValue, field, optional};
use super::list::List;
use super::map::Map;
use crate::value::Value;

/// The `metadata` of an object.
#[derive(Clone, Copy)]
pub struct Metadata<'a>(Value<'a>);

/// An owner of an object.
#[derive(Clone, Copy)]
pub struct OwnerReference<'a>(Value<'a>);

macro_rules! views {
    ($($name:ident { $($(#[doc = $doc:literal])* $method:ident: $read:ident $key:literal $of:ty;)* })*) => {$(
        impl<'a> $name<'a> {
            $(
                $(#[doc = $doc])*
                #[inline]
                pub fn $method(self) -> $of {
                    $read(self.0, $key)
                }
            )*

            /// The value itself.
            #[inline]
            pub fn as_value(self) -> Value<'a> {
                self.0
            }
        }

        impl<'a> FromValue<'a> for $name<'a> {
            #[inline]
            fn from_value(value: Value<'a>) -> Self {
                $name(value)
            }
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }
    )*};
}

views! {
    Metadata {
        /// `name`; empty if the server is to generate a name from `generateName`.
        name: field "name" &'a str;
        /// `generateName`: the prefix of a generated name.
        generate_name: optional "generateName" Option<&'a str>;
        /// `namespace`; `None` for objects of the cluster.
        namespace: optional "namespace" Option<&'a str>;
        /// `labels`
        labels: field "labels" Map<'a, &'a str>;
        /// `annotations`
        annotations: field "annotations" Map<'a, &'a str>;
        /// `uid`; `None` before the object is stored.
        uid: optional "uid" Option<&'a str>;
        /// `resourceVersion`: identifies the version of the object.
        resource_version: optional "resourceVersion" Option<&'a str>;
        /// `generation`: the number of changes of the object, apart from metadata and status.
        generation: optional "generation" Option<i64>;
        /// `creationTimestamp`, in the form of RFC 3339.
        creation_timestamp: optional "creationTimestamp" Option<&'a str>;
        /// `deletionTimestamp`, in the form of RFC 3339; `None` unless the object is being deleted.
        deletion_timestamp: optional "deletionTimestamp" Option<&'a str>;
        /// `deletionGracePeriodSeconds`, in seconds.
        deletion_grace_period_seconds: optional "deletionGracePeriodSeconds" Option<i64>;
        /// `finalizers`
        finalizers: field "finalizers" List<'a, &'a str>;
        /// `ownerReferences`
        owner_references: field "ownerReferences" List<'a, OwnerReference<'a>>;
    }
    OwnerReference {
        /// `apiVersion` of the owner.
        api_version: field "apiVersion" &'a str;
        /// `kind` of the owner.
        kind: field "kind" &'a str;
        /// `name` of the owner.
        name: field "name" &'a str;
        /// `uid` of the owner.
        uid: field "uid" &'a str;
        /// `controller`: whether the owner manages the object.
        controller: field "controller" bool;
        /// `blockOwnerDeletion`: whether the owner can only be deleted after the object.
        block_owner_deletion: field "blockOwnerDeletion" bool;
    }
}
