//! Writes the types that are the same in all modules. In: the shapes of a plan. Out: items.

use proc_macro2::TokenStream;
use quote::quote;

use super::Types;
use crate::emit::structure::shape::Shape;
use crdc_plan::NodeId;

impl Types<'_> {
    /// The shared types that are used. Every object has metadata.
    pub(super) fn shared_items(&self, order: &[NodeId]) -> Vec<TokenStream> {
        let mut items = Vec::new();
        if !self.choices.kube {
            // `Metadata` uses both imports.
            self.used.value.set(true);
            self.used.map.set(true);
            items.push(metadata());
        }
        let is_own = |id: NodeId| Shape::of(self.plan, id) == Shape::IntOrString && self.known(id).is_none();
        if order.iter().any(|&id| is_own(id)) {
            items.push(int_or_string(&self.own_int_or_string()));
        }
        items
    }

    /// The type of metadata.
    pub(super) fn metadata(&self) -> TokenStream {
        if self.choices.kube { quote!(ObjectMeta) } else { quote!(Metadata) }
    }

    /// The type of an integer or a string where `IntOrString` of `k8s-openapi` does not fit or is not used.
    pub(super) fn own_int_or_string(&self) -> TokenStream {
        if self.choices.kube { quote!(Int64OrString) } else { quote!(IntOrString) }
    }
}

fn int_or_string(name: &TokenStream) -> TokenStream {
    quote! {
        /// An integer or a string.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(untagged)]
        pub enum #name {
            /// An integer.
            Int(i64),
            /// A string, such as `50%`.
            String(String),
        }
    }
}

/// The metadata of objects. Rare fields are kept in a map by their names.
// apimachinery: pkg/apis/meta/v1/types.go ObjectMeta
fn metadata() -> TokenStream {
    quote! {
        /// The `metadata` of an object.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        pub struct Metadata {
            /// `name`
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            /// `generateName`
            #[serde(rename = "generateName", default, skip_serializing_if = "Option::is_none")]
            pub generate_name: Option<String>,
            /// `namespace`
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub namespace: Option<String>,
            /// `labels`
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub labels: Option<
                BTreeMap<String, String>,
            >,
            /// `annotations`
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub annotations: Option<
                BTreeMap<String, String>,
            >,
            /// `uid`
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub uid: Option<String>,
            /// `resourceVersion`
            #[serde(rename = "resourceVersion", default, skip_serializing_if = "Option::is_none")]
            pub resource_version: Option<String>,
            /// `generation`
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub generation: Option<i64>,
            /// `creationTimestamp`, in the form of RFC 3339.
            #[serde(rename = "creationTimestamp", default, skip_serializing_if = "Option::is_none")]
            pub creation_timestamp: Option<String>,
            /// `deletionTimestamp`, in the form of RFC 3339.
            #[serde(rename = "deletionTimestamp", default, skip_serializing_if = "Option::is_none")]
            pub deletion_timestamp: Option<String>,
            /// `finalizers`
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub finalizers: Option<Vec<String>>,
            /// `ownerReferences`
            #[serde(rename = "ownerReferences", default, skip_serializing_if = "Option::is_none")]
            pub owner_references: Option<Vec<OwnerReference>>,
            /// What else there is, such as `managedFields`.
            #[serde(flatten)]
            pub other: BTreeMap<String, Value>,
        }

        /// An owner of an object.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct OwnerReference {
            /// `apiVersion` of the owner.
            pub api_version: String,
            /// `kind` of the owner.
            pub kind: String,
            /// `name` of the owner.
            pub name: String,
            /// `uid` of the owner.
            pub uid: String,
            /// Whether the owner manages the object.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub controller: Option<bool>,
            /// Whether the owner can be gone only after the object.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub block_owner_deletion: Option<bool>,
        }
    }
}
