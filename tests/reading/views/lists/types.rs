/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::serde_json::Value;
    use ::std::collections::BTreeMap;

    /// `List`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct List {
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

        /// `status`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub status: Option<Status>,
    }

    /// `spec`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec {
        /// `spec.type`: A list map whose name is a keyword.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#type: Option<Vec<SpecTypeItem>>,

        /// `spec.ports`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ports: Option<Vec<SpecPortsItem>>,

        /// `spec.ports_by_port_and_protocol_and_external`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ports_by_port_and_protocol_and_external: Option<String>,

        /// `spec.conditions`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub conditions: Option<Vec<SpecConditionsItem>>,

        /// `spec.moreConditions`
        #[serde(
            rename = "moreConditions",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub more_conditions: Option<Vec<SpecConditionsItem>>,

        /// `spec.set`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub set: Option<Vec<String>>,
    }
    impl Default for Spec {
        fn default() -> Self {
            Spec {
                r#type: Option::None,
                ports: Option::None,
                ports_by_port_and_protocol_and_external: Option::None,
                conditions: Option::None,
                more_conditions: Option::None,
                set: Option::None,
            }
        }
    }

    /// `spec.type[]`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecTypeItem {
        /// `spec.type[].name`
        pub name: String,

        /// `spec.type[].size`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<i64>,
    }

    /// `spec.ports[]`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecPortsItem {
        /// `spec.ports[].port`
        pub port: i64,

        /// `spec.ports[].protocol`
        #[serde(default = "SpecPortsItem::default_protocol")]
        pub protocol: SpecPortsItemProtocol,

        /// `spec.ports[].external`
        #[serde(default = "SpecPortsItem::default_external")]
        pub external: bool,
    }
    impl SpecPortsItem {
        fn default_protocol() -> SpecPortsItemProtocol {
            SpecPortsItemProtocol::Tcp
        }
        fn default_external() -> bool {
            false
        }
    }

    /// `spec.ports[].protocol`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SpecPortsItemProtocol {
        /// `TCP`
        #[serde(rename = "TCP")]
        Tcp,

        /// `UDP`
        #[serde(rename = "UDP")]
        Udp,

        /// A string that the schema does not list: of an object that is older than the schema.
        #[serde(untagged)]
        Unlisted(String),
    }

    /// `spec.conditions[]`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecConditionsItem {
        /// `spec.conditions[].type`: Which one.
        pub r#type: String,

        /// `spec.conditions[].status`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub status: Option<SpecConditionsItemStatus>,
    }

    /// `spec.conditions[].status`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SpecConditionsItemStatus {
        /// `True`
        #[serde(rename = "True")]
        True,

        /// `False`
        #[serde(rename = "False")]
        False,

        /// `Unknown`
        #[serde(rename = "Unknown")]
        Unknown,

        /// A string that the schema does not list: of an object that is older than the schema.
        #[serde(untagged)]
        Unlisted(String),
    }

    /// `status`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Status {
        /// `status.conditions`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub conditions: Option<Vec<SpecConditionsItem>>,
    }
    impl Default for Status {
        fn default() -> Self {
            Status { conditions: Option::None }
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
