/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::serde_json::Value;
    use ::std::collections::BTreeMap;

    /// `Document`: What is written of fields becomes one paragraph.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Document {
        /// `apiVersion`
        #[serde(rename = "apiVersion")]
        pub api_version: String,

        /// `kind`
        pub kind: String,

        /// `metadata`
        #[serde(default)]
        pub metadata: Metadata,

        /// `spec`: Code is no test of the crate: ` let x: u8 = 300; ` fn indented() { compile_error!() }
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<Spec>,
    }

    /// `spec`: Code is no test of the crate: ` let x: u8 = 300; ` fn indented() { compile_error!() }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec {
        /// `spec.html`: <b>bold & [link] https://example.com `tick
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub html: Option<String>,

        /// `spec.quote`: A "quote", a \ and */ the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub quote: Option<String>,

        /// `spec.hidden`: right\u{202e}left\u{7}
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hidden: Option<String>,

        /// `spec.empty`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub empty: Option<String>,

        /// `spec.first`: The first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub first: Option<SpecFirst>,

        /// `spec.second`: The second.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub second: Option<SpecFirst>,
    }
    impl Default for Spec {
        fn default() -> Self {
            Spec {
                html: Option::None,
                quote: Option::None,
                hidden: Option::None,
                empty: Option::None,
                first: Option::None,
                second: Option::None,
            }
        }
    }

    /// `spec.first`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecFirst {
        /// `spec.first.name`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,

        /// `spec.first.size`: Of all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<String>,
    }
    impl Default for SpecFirst {
        fn default() -> Self {
            SpecFirst {
                name: Option::None,
                size: Option::None,
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
