/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::serde_json::Value;
    use ::std::collections::BTreeMap;

    /// `Spec`: The kind has the name of a part, and fields have names that are hard to say in Rust.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec {
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
        pub spec: Option<Spec2>,
    }

    /// `spec`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec2 {
        /// `spec.type`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#type: Option<String>,

        /// `spec.self`
        #[serde(rename = "self", default, skip_serializing_if = "Option::is_none")]
        pub self_: Option<String>,

        /// `spec.Self`
        #[serde(rename = "Self", default, skip_serializing_if = "Option::is_none")]
        pub self_2: Option<String>,

        /// `spec.gen`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#gen: Option<bool>,

        /// `spec.async`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub r#async: Option<i64>,

        /// `spec.asValue`
        #[serde(rename = "asValue", default, skip_serializing_if = "Option::is_none")]
        pub as_value: Option<String>,

        /// `spec.as_value`
        #[serde(rename = "as_value", default, skip_serializing_if = "Option::is_none")]
        pub as_value_2: Option<String>,

        /// `spec.clone`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub clone: Option<String>,

        /// `spec.view`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub view: Option<String>,

        /// `spec.fooBar`
        #[serde(rename = "fooBar", default, skip_serializing_if = "Option::is_none")]
        pub foo_bar: Option<String>,

        /// `spec.foo_bar`
        #[serde(rename = "foo_bar", default, skip_serializing_if = "Option::is_none")]
        pub foo_bar_2: Option<String>,

        /// `spec.foo-bar`
        #[serde(rename = "foo-bar", default, skip_serializing_if = "Option::is_none")]
        pub foo_bar_3: Option<String>,

        /// `spec.3scale`
        #[serde(rename = "3scale", default, skip_serializing_if = "Option::is_none")]
        pub _3scale: Option<String>,

        /// `spec.größe`
        #[serde(rename = "größe", default, skip_serializing_if = "Option::is_none")]
        pub gr_e: Option<f64>,

        /// `spec.==`
        #[serde(rename = "==", default, skip_serializing_if = "Option::is_none")]
        pub field: Option<String>,

        /// `spec.a"b\c\n`
        #[serde(rename = "a\"b\\c\n", default, skip_serializing_if = "Option::is_none")]
        pub a_b_c: Option<String>,

        /// `spec.isCA`
        #[serde(rename = "isCA", default, skip_serializing_if = "Option::is_none")]
        pub is_ca: Option<bool>,

        /// `spec.podCIDRs`
        #[serde(rename = "podCIDRs", default, skip_serializing_if = "Option::is_none")]
        pub pod_cidrs: Option<Vec<String>>,

        /// `spec.URLRewrite`
        #[serde(rename = "URLRewrite", default, skip_serializing_if = "Option::is_none")]
        pub url_rewrite: Option<SpecUrlRewrite>,

        /// `spec.option`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub option: Option<SpecOption>,

        /// `spec.value`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub value: Option<SpecValue>,

        /// `spec.metadata`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub metadata: Option<SpecMetadata>,

        /// `spec.string`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub string: Option<SpecString>,

        /// `spec.view_`
        #[serde(rename = "view_", default, skip_serializing_if = "Option::is_none")]
        pub view_2: Option<SpecView>,
    }
    impl Default for Spec2 {
        fn default() -> Self {
            Spec2 {
                r#type: Option::None,
                self_: Option::None,
                self_2: Option::None,
                r#gen: Option::None,
                r#async: Option::None,
                as_value: Option::None,
                as_value_2: Option::None,
                clone: Option::None,
                view: Option::None,
                foo_bar: Option::None,
                foo_bar_2: Option::None,
                foo_bar_3: Option::None,
                _3scale: Option::None,
                gr_e: Option::None,
                field: Option::None,
                a_b_c: Option::None,
                is_ca: Option::None,
                pod_cidrs: Option::None,
                url_rewrite: Option::None,
                option: Option::None,
                value: Option::None,
                metadata: Option::None,
                string: Option::None,
                view_2: Option::None,
            }
        }
    }

    /// `spec.URLRewrite`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecUrlRewrite {
        /// `spec.URLRewrite.hostname`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hostname: Option<String>,
    }
    impl Default for SpecUrlRewrite {
        fn default() -> Self {
            SpecUrlRewrite {
                hostname: Option::None,
            }
        }
    }

    /// `spec.option`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecOption {
        /// `spec.option.some`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub some: Option<String>,
    }
    impl Default for SpecOption {
        fn default() -> Self {
            SpecOption { some: Option::None }
        }
    }

    /// `spec.value`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecValue {
        /// `spec.value.list`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub list: Option<String>,

        /// `spec.value.map`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub map: Option<String>,
    }
    impl Default for SpecValue {
        fn default() -> Self {
            SpecValue {
                list: Option::None,
                map: Option::None,
            }
        }
    }

    /// `spec.metadata`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecMetadata {
        /// `spec.metadata.name`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
    }
    impl Default for SpecMetadata {
        fn default() -> Self {
            SpecMetadata { name: Option::None }
        }
    }

    /// `spec.string`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecString {
        /// `spec.string.str`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub str: Option<String>,

        /// `spec.string.bool`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bool: Option<bool>,
    }
    impl Default for SpecString {
        fn default() -> Self {
            SpecString {
                str: Option::None,
                bool: Option::None,
            }
        }
    }

    /// `spec.view_`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct SpecView {
        /// `spec.view_.view`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub view: Option<i64>,
    }
    impl Default for SpecView {
        fn default() -> Self {
            SpecView { view: Option::None }
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
