/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::serde_json::Value;
    use ::std::collections::BTreeMap;

    /// `Tree`: A tree of branches.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Tree {
        /// `apiVersion`
        #[serde(rename = "apiVersion")]
        pub api_version: String,

        /// `kind`
        pub kind: String,

        /// `metadata`
        #[serde(default)]
        pub metadata: Metadata,

        /// `spec`: Where it begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<Box<Spec>>,
    }

    /// `spec`: A branch leads to others.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec {
        /// `spec.name`: What it is called.
        #[serde(default = "Spec::default_name")]
        pub name: String,

        /// `spec.length`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub length: Option<i64>,

        /// `spec.branches`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub branches: Option<Vec<Box<SpecBranchesItem>>>,

        /// `spec.named`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub named: Option<BTreeMap<String, Box<SpecBranchesItem>>>,
    }
    impl Spec {
        fn default_name() -> String {
            String::from("")
        }
    }
    impl Default for Spec {
        fn default() -> Self {
            Spec {
                name: Self::default_name(),
                length: Option::None,
                branches: Option::None,
                named: Option::None,
            }
        }
    }

    /// `spec.branches[]`: A branch leads to others.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecBranchesItem {
        /// `spec.branches[].name`: What it is called.
        #[serde(default = "SpecBranchesItem::default_name")]
        pub name: String,

        /// `spec.branches[].length`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub length: Option<i64>,

        /// `spec.branches[].branches`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub branches: Option<Vec<Box<SpecBranchesItem>>>,

        /// `spec.branches[].named`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub named: Option<BTreeMap<String, Box<SpecBranchesItem>>>,
    }
    impl SpecBranchesItem {
        fn default_name() -> String {
            String::from("")
        }
    }
    impl Default for SpecBranchesItem {
        fn default() -> Self {
            SpecBranchesItem {
                name: Self::default_name(),
                length: Option::None,
                branches: Option::None,
                named: Option::None,
            }
        }
    }

    /// The `metadata` of an object.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Metadata {
        /// `name`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,

        /// `generateName`
        #[serde(
            rename = "generateName",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub generate_name: Option<String>,

        /// `namespace`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub namespace: Option<String>,

        /// `labels`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub labels: Option<BTreeMap<String, String>>,

        /// `annotations`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub annotations: Option<BTreeMap<String, String>>,

        /// `uid`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub uid: Option<String>,

        /// `resourceVersion`
        #[serde(
            rename = "resourceVersion",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub resource_version: Option<String>,

        /// `generation`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub generation: Option<i64>,

        /// `creationTimestamp`, in the form of RFC 3339.
        #[serde(
            rename = "creationTimestamp",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub creation_timestamp: Option<String>,

        /// `deletionTimestamp`, in the form of RFC 3339.
        #[serde(
            rename = "deletionTimestamp",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub deletion_timestamp: Option<String>,

        /// `finalizers`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub finalizers: Option<Vec<String>>,

        /// `ownerReferences`
        #[serde(
            rename = "ownerReferences",
            default,
            skip_serializing_if = "Option::is_none"
        )]
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
