/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::serde_json::Value;
    use ::std::collections::BTreeMap;

    /// `Presence`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Presence {
        /// `apiVersion`
        #[serde(rename = "apiVersion")]
        pub api_version: String,

        /// `kind`
        pub kind: String,

        /// `metadata`
        #[serde(default)]
        pub metadata: Metadata,

        /// `spec`
        pub spec: Spec,

        /// `status`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub status: Option<Status>,
    }

    /// `spec`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec {
        /// `spec.needed`
        pub needed: String,

        /// `spec.neededOrNull`
        #[serde(rename = "neededOrNull", deserialize_with = "Deserialize::deserialize")]
        pub needed_or_null: Option<String>,

        /// `spec.optional`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub optional: Option<String>,

        /// `spec.optionalOrNull`
        #[serde(
            rename = "optionalOrNull",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub optional_or_null: Option<i64>,

        /// `spec.defaulted`
        #[serde(default = "Spec::default_defaulted")]
        pub defaulted: i64,

        /// `spec.defaultedOrNull`
        #[serde(
            rename = "defaultedOrNull",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub defaulted_or_null: Option<i64>,

        /// `spec.list`
        pub list: Vec<String>,

        /// `spec.map`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub map: Option<BTreeMap<String, String>>,

        /// `spec.part`
        pub part: SpecPart,

        /// `spec.whole`
        #[serde(default = "Spec::default_whole")]
        pub whole: SpecWhole,

        /// `spec.mode`
        pub mode: SpecMode,

        /// `spec.modeOrNull`
        #[serde(rename = "modeOrNull", default, skip_serializing_if = "Option::is_none")]
        pub mode_or_null: Option<SpecModeOrNull>,
    }
    impl Spec {
        fn default_defaulted() -> i64 {
            3i64
        }
        fn default_whole() -> SpecWhole {
            <SpecWhole as Default>::default()
        }
    }

    /// `spec.part`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecPart {
        /// `spec.part.inner`
        pub inner: bool,
    }

    /// `spec.whole`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecWhole {
        /// `spec.whole.inner`
        #[serde(default = "SpecWhole::default_inner")]
        pub inner: bool,
    }
    impl SpecWhole {
        fn default_inner() -> bool {
            true
        }
    }
    impl Default for SpecWhole {
        fn default() -> Self {
            SpecWhole {
                inner: Self::default_inner(),
            }
        }
    }

    /// `spec.mode`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SpecMode {
        /// `a`
        #[serde(rename = "a")]
        A,

        /// `b`
        #[serde(rename = "b")]
        B,

        /// A string that the schema does not list: of an object that is older than the schema.
        #[serde(untagged)]
        Unlisted(String),
    }

    /// `spec.modeOrNull`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SpecModeOrNull {
        /// `a`
        #[serde(rename = "a")]
        A,

        /// `b`
        #[serde(rename = "b")]
        B,

        /// A string that the schema does not list: of an object that is older than the schema.
        #[serde(untagged)]
        Unlisted(String),
    }

    /// `status`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Status {
        /// `status.ready`
        #[serde(default = "Status::default_ready")]
        pub ready: bool,
    }
    impl Status {
        fn default_ready() -> bool {
            false
        }
    }
    impl Default for Status {
        fn default() -> Self {
            Status {
                ready: Self::default_ready(),
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
