/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::serde_json::Value;
    use ::std::collections::BTreeMap;

    /// `Value`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Value2 {
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
        /// `spec.text`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,

        /// `spec.time`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub time: Option<String>,

        /// `spec.whole`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub whole: Option<i64>,

        /// `spec.large`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub large: Option<i64>,

        /// `spec.number`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub number: Option<f64>,

        /// `spec.truth`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub truth: Option<bool>,

        /// `spec.port`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub port: Option<IntOrString>,

        /// `spec.written`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub written: Option<IntOrString>,

        /// `spec.anything`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub anything: Option<Value>,

        /// `spec.open`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub open: Option<SpecOpen>,

        /// `spec.nothing`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub nothing: Option<Value>,

        /// `spec.mode`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mode: Option<SpecMode>,

        /// `spec.level`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub level: Option<i64>,

        /// `spec.labels`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub labels: Option<BTreeMap<String, String>>,

        /// `spec.limits`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limits: Option<BTreeMap<String, IntOrString>>,

        /// `spec.groups`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub groups: Option<BTreeMap<String, SpecGroupsValue>>,

        /// `spec.lists`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lists: Option<Vec<Vec<i64>>>,

        /// `spec.nullables`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub nullables: Option<Vec<Option<i64>>>,

        /// `spec.template`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub template: Option<SpecTemplate>,

        /// `spec.pod`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pod: Option<SpecPod>,
    }
    impl Default for Spec {
        fn default() -> Self {
            Spec {
                text: Option::None,
                time: Option::None,
                whole: Option::None,
                large: Option::None,
                number: Option::None,
                truth: Option::None,
                port: Option::None,
                written: Option::None,
                anything: Option::None,
                open: Option::None,
                nothing: Option::None,
                mode: Option::None,
                level: Option::None,
                labels: Option::None,
                limits: Option::None,
                groups: Option::None,
                lists: Option::None,
                nullables: Option::None,
                template: Option::None,
                pod: Option::None,
            }
        }
    }

    /// `spec.open`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecOpen {
        /// `spec.open.known`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub known: Option<String>,

        /// Members that are no fields of the schema.
        #[serde(flatten)]
        pub other: BTreeMap<String, Value>,
    }
    impl Default for SpecOpen {
        fn default() -> Self {
            SpecOpen {
                known: Option::None,
                other: BTreeMap::new(),
            }
        }
    }

    /// `spec.mode`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SpecMode {
        /// `Fast`
        #[serde(rename = "Fast")]
        Fast,

        /// `fast`
        #[serde(rename = "fast")]
        Fast2,

        /// ``
        #[serde(rename = "")]
        Empty,

        /// `1.5`
        #[serde(rename = "1.5")]
        V1_5,

        /// `Unlisted`
        #[serde(rename = "Unlisted")]
        Unlisted2,

        /// `True`
        #[serde(rename = "True")]
        True,

        /// A string that the schema does not list: of an object that is older than the schema.
        #[serde(untagged)]
        Unlisted(String),
    }

    /// `spec.groups{}`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecGroupsValue {
        /// `spec.groups{}.members`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub members: Option<Vec<String>>,
    }
    impl Default for SpecGroupsValue {
        fn default() -> Self {
            SpecGroupsValue {
                members: Option::None,
            }
        }
    }

    /// `spec.template`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecTemplate {
        /// `apiVersion`
        #[serde(rename = "apiVersion")]
        pub api_version: String,

        /// `kind`
        pub kind: String,

        /// `metadata`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub metadata: Option<Metadata>,

        /// Members that are no fields of the schema.
        #[serde(flatten)]
        pub other: BTreeMap<String, Value>,
    }

    /// `spec.pod`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecPod {
        /// `apiVersion`
        #[serde(rename = "apiVersion")]
        pub api_version: String,

        /// `kind`
        pub kind: String,

        /// `metadata`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub metadata: Option<Metadata>,

        /// `spec.pod.spec`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<SpecPodSpec>,
    }

    /// `spec.pod.spec`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecPodSpec {
        /// `spec.pod.spec.image`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
    }
    impl Default for SpecPodSpec {
        fn default() -> Self {
            SpecPodSpec { image: Option::None }
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

    /// An integer or a string.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    pub enum IntOrString {
        /// An integer.
        Int(i64),

        /// A string, such as `50%`.
        String(String),
    }
}
