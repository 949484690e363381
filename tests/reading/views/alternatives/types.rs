/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::serde_json::Value;
    use ::std::collections::BTreeMap;

    /// `Source`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Source {
        /// `apiVersion`
        #[serde(rename = "apiVersion")]
        pub api_version: String,

        /// `kind`
        pub kind: String,

        /// `metadata`
        #[serde(default)]
        pub metadata: Metadata,

        /// `spec`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<Spec>,
    }

    /// `spec`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec {
        /// `spec.required`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub required: Option<SpecRequired>,

        /// `spec.counted`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub counted: Option<SpecCounted>,

        /// `spec.list`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub list: Option<Vec<SpecCounted>>,

        /// `spec.selected`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub selected: Option<SpecSelected>,

        /// `spec.some`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub some: Option<SpecSome>,

        /// `spec.together`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub together: Option<SpecTogether>,

        /// `spec.any`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub any: Option<SpecAny>,

        /// `spec.open`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub open: Option<SpecOpen>,

        /// `spec.nullable`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub nullable: Option<SpecNullable>,

        /// `spec.defaulted`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub defaulted: Option<SpecDefaulted>,

        /// `spec.deduced`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub deduced: Option<SpecDeduced>,
    }
    impl Default for Spec {
        fn default() -> Self {
            Spec {
                required: Option::None,
                counted: Option::None,
                list: Option::None,
                selected: Option::None,
                some: Option::None,
                together: Option::None,
                any: Option::None,
                open: Option::None,
                nullable: Option::None,
                defaulted: Option::None,
                deduced: Option::None,
            }
        }
    }

    /// `spec.required`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[allow(clippy::large_enum_variant)]
    pub enum SpecRequired {
        /// `spec.required.file`
        #[serde(rename = "file")]
        File(String),

        /// `spec.required.secret`
        #[serde(rename = "secret")]
        Secret(SpecRequiredSecret),

        /// `spec.required.type`
        #[serde(rename = "type")]
        Type(Vec<i64>),
    }

    /// `spec.required.secret`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecRequiredSecret {
        /// `spec.required.secret.name`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
    }
    impl Default for SpecRequiredSecret {
        fn default() -> Self {
            SpecRequiredSecret {
                name: Option::None,
            }
        }
    }

    /// `spec.counted`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[allow(clippy::large_enum_variant)]
    pub enum SpecCounted {
        /// `spec.counted.file`
        #[serde(rename = "file")]
        File(String),

        /// `spec.counted.secret`
        #[serde(rename = "secret")]
        Secret(SpecRequiredSecret),

        /// `spec.counted.type`
        #[serde(rename = "type")]
        Type(Vec<i64>),
    }

    /// `spec.selected`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[allow(clippy::large_enum_variant)]
    #[serde(tag = "by")]
    pub enum SpecSelected {
        /// ``
        #[serde(rename = "")]
        Empty {},

        /// `Disk`
        #[serde(rename = "Disk")]
        Disk {
            /// `spec.selected.disk`
            #[serde(rename = "disk", default, skip_serializing_if = "Option::is_none")]
            disk: Option<SpecSelectedDisk>,
        },

        /// `Secret`
        #[serde(rename = "Secret")]
        Secret {
            /// `spec.selected.secret`
            #[serde(rename = "secret")]
            secret: SpecRequiredSecret,
        },
    }

    /// `spec.selected.by`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SpecSelectedBy {
        /// ``
        #[serde(rename = "")]
        Empty,

        /// `Disk`
        #[serde(rename = "Disk")]
        Disk,

        /// `Secret`
        #[serde(rename = "Secret")]
        Secret,

        /// A string that the schema does not list: of an object that is older than the schema.
        #[serde(untagged)]
        Unlisted(String),
    }

    /// `spec.selected.disk`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecSelectedDisk {
        /// `spec.selected.disk.size`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<i64>,
    }
    impl Default for SpecSelectedDisk {
        fn default() -> Self {
            SpecSelectedDisk {
                size: Option::None,
            }
        }
    }

    /// `spec.some`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecSome {
        /// `spec.some.file`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,

        /// `spec.some.secret`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub secret: Option<SpecRequiredSecret>,

        /// `spec.some.type`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#type: Option<Vec<i64>>,
    }
    impl Default for SpecSome {
        fn default() -> Self {
            SpecSome {
                file: Option::None,
                secret: Option::None,
                r#type: Option::None,
            }
        }
    }

    /// `spec.together`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecTogether {
        /// `spec.together.file`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,

        /// `spec.together.secret`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub secret: Option<SpecRequiredSecret>,

        /// `spec.together.type`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#type: Option<Vec<i64>>,
    }
    impl Default for SpecTogether {
        fn default() -> Self {
            SpecTogether {
                file: Option::None,
                secret: Option::None,
                r#type: Option::None,
            }
        }
    }

    /// `spec.any`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecAny {
        /// `spec.any.file`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,

        /// `spec.any.secret`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub secret: Option<SpecRequiredSecret>,

        /// `spec.any.type`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#type: Option<Vec<i64>>,
    }
    impl Default for SpecAny {
        fn default() -> Self {
            SpecAny {
                file: Option::None,
                secret: Option::None,
                r#type: Option::None,
            }
        }
    }

    /// `spec.open`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecOpen {
        /// `spec.open.file`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,

        /// `spec.open.secret`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub secret: Option<SpecRequiredSecret>,

        /// `spec.open.type`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#type: Option<Vec<i64>>,

        /// Members that are no fields of the schema.
        #[serde(flatten)]
        pub other: BTreeMap<String, Value>,
    }
    impl Default for SpecOpen {
        fn default() -> Self {
            SpecOpen {
                file: Option::None,
                secret: Option::None,
                r#type: Option::None,
                other: BTreeMap::new(),
            }
        }
    }

    /// `spec.nullable`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecNullable {
        /// `spec.nullable.file`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,

        /// `spec.nullable.other`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub other: Option<String>,
    }
    impl Default for SpecNullable {
        fn default() -> Self {
            SpecNullable {
                file: Option::None,
                other: Option::None,
            }
        }
    }

    /// `spec.defaulted`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecDefaulted {
        /// `spec.defaulted.file`
        #[serde(default = "SpecDefaulted::default_file")]
        pub file: String,

        /// `spec.defaulted.other`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub other: Option<String>,
    }
    impl SpecDefaulted {
        fn default_file() -> String {
            String::from("a")
        }
    }
    impl Default for SpecDefaulted {
        fn default() -> Self {
            SpecDefaulted {
                file: Self::default_file(),
                other: Option::None,
            }
        }
    }

    /// `spec.deduced`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecDeduced {
        /// `spec.deduced.by`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub by: Option<SpecDeducedBy>,

        /// `spec.deduced.disk`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub disk: Option<SpecSelectedDisk>,

        /// `spec.deduced.secret`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub secret: Option<SpecRequiredSecret>,
    }
    impl Default for SpecDeduced {
        fn default() -> Self {
            SpecDeduced {
                by: Option::None,
                disk: Option::None,
                secret: Option::None,
            }
        }
    }

    /// `spec.deduced.by`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SpecDeducedBy {
        /// `Disk`
        #[serde(rename = "Disk")]
        Disk,

        /// `Secret`
        #[serde(rename = "Secret")]
        Secret,

        /// A string that the schema does not list: of an object that is older than the schema.
        #[serde(untagged)]
        Unlisted(String),
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
