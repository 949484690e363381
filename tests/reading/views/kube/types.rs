/// Types of objects: they own what they read, and are written as JSON again.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_types {
    use ::serde::{Deserialize, Serialize};
    use ::std::collections::BTreeMap;
    use ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
    use ::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
    use ::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
    use ::k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

    /// Writes a time with its fraction, which `Time` leaves out.
    fn write_time<T: Clone + Into<Option<Time>>, S: ::serde::Serializer>(
        time: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let time: Option<Time> = time.clone().into();
        time.map(|time| time.0).serialize(serializer)
    }

    /// `Store`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Store {
        /// `apiVersion`
        #[serde(rename = "apiVersion", default = "Store::default_api_version")]
        pub api_version: String,

        /// `kind`
        #[serde(default = "Store::default_kind")]
        pub kind: String,

        /// `metadata`
        #[serde(default)]
        pub metadata: ObjectMeta,

        /// `name`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,

        /// `spec`
        pub spec: Spec,

        /// `status`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub status: Option<Status>,
    }
    impl Store {
        fn default_api_version() -> String {
            String::from("views.example.com/v1")
        }
        fn default_kind() -> String {
            String::from("Store")
        }
    }
    impl Store {
        /// An object with a name and what is required.
        #[allow(dead_code)]
        pub fn new(name_2: &str, spec: Spec) -> Self {
            Store {
                api_version: Self::default_api_version(),
                kind: Self::default_kind(),
                metadata: ObjectMeta {
                    name: Some(String::from(name_2)),
                    ..Default::default()
                },
                name: Option::None,
                spec,
                status: Option::None,
            }
        }
    }
    impl ::kube::Resource for Store {
        type DynamicType = ();
        type Scope = ::k8s_openapi::NamespaceResourceScope;
        fn kind(_: &()) -> ::std::borrow::Cow<'_, str> {
            ::std::borrow::Cow::Borrowed("Store")
        }
        fn group(_: &()) -> ::std::borrow::Cow<'_, str> {
            ::std::borrow::Cow::Borrowed("views.example.com")
        }
        fn version(_: &()) -> ::std::borrow::Cow<'_, str> {
            ::std::borrow::Cow::Borrowed("v1")
        }
        fn plural(_: &()) -> ::std::borrow::Cow<'_, str> {
            ::std::borrow::Cow::Borrowed("stores")
        }
        fn meta(&self) -> &ObjectMeta {
            &self.metadata
        }
        fn meta_mut(&mut self) -> &mut ObjectMeta {
            &mut self.metadata
        }
    }
    impl ::kube::core::object::HasSpec for Store {
        type Spec = Spec;
        fn spec(&self) -> &Spec {
            &self.spec
        }
        fn spec_mut(&mut self) -> &mut Spec {
            &mut self.spec
        }
    }
    impl ::kube::core::object::HasStatus for Store {
        type Status = Status;
        fn status(&self) -> Option<&Status> {
            self.status.as_ref()
        }
        fn status_mut(&mut self) -> &mut Option<Status> {
            &mut self.status
        }
    }

    /// `spec`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Spec {
        /// `spec.begin`
        #[serde(serialize_with = "write_time")]
        pub begin: Time,

        /// `spec.end`
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            serialize_with = "write_time"
        )]
        pub end: Option<Time>,

        /// `spec.dated`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dated: Option<String>,

        /// `spec.times`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub times: Option<Vec<String>>,

        /// `spec.port`
        pub port: IntOrString,

        /// `spec.unavailable`
        #[serde(default = "Spec::default_unavailable")]
        pub unavailable: IntOrString,

        /// `spec.surge`
        #[serde(default = "Spec::default_surge")]
        pub surge: IntOrString,

        /// `spec.bytes`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bytes: Option<Int64OrString>,

        /// `spec.size`
        #[serde(default = "Spec::default_size")]
        pub size: Quantity,

        /// `spec.limits`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limits: Option<BTreeMap<String, Quantity>>,

        /// `spec.bounded`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bounded: Option<IntOrString>,

        /// `spec.pod`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pod: Option<SpecPod>,
    }
    impl Spec {
        fn default_unavailable() -> IntOrString {
            IntOrString::String(String::from("25%"))
        }
        fn default_surge() -> IntOrString {
            IntOrString::Int(1i32)
        }
        fn default_size() -> Quantity {
            Quantity(String::from("1Gi"))
        }
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
        pub metadata: Option<ObjectMeta>,

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

    /// `status`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Status {
        /// `status.phase`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub phase: Option<String>,

        /// `status.conditions`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub conditions: Option<Vec<StatusConditionsItem>>,

        /// `status.others`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub others: Option<Vec<StatusOthersItem>>,
    }
    impl Default for Status {
        fn default() -> Self {
            Status {
                phase: Option::None,
                conditions: Option::None,
                others: Option::None,
            }
        }
    }

    /// `status.conditions[]`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct StatusConditionsItem {
        /// `status.conditions[].lastTransitionTime`
        #[serde(rename = "lastTransitionTime", serialize_with = "write_time")]
        pub last_transition_time: Time,

        /// `status.conditions[].message`
        pub message: String,

        /// `status.conditions[].observedGeneration`
        #[serde(
            rename = "observedGeneration",
            default,
            skip_serializing_if = "Option::is_none"
        )]
        pub observed_generation: Option<i64>,

        /// `status.conditions[].reason`
        pub reason: String,

        /// `status.conditions[].status`
        pub status: StatusConditionsItemStatus,

        /// `status.conditions[].type`
        pub r#type: String,
    }
    impl From<StatusConditionsItem>
    for ::k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition {
        fn from(condition: StatusConditionsItem) -> Self {
            ::k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition {
                last_transition_time: condition.last_transition_time,
                message: condition.message,
                observed_generation: condition.observed_generation,
                reason: condition.reason,
                status: match condition.status {
                    StatusConditionsItemStatus::True => String::from("True"),
                    StatusConditionsItemStatus::False => String::from("False"),
                    StatusConditionsItemStatus::Unknown => String::from("Unknown"),
                    StatusConditionsItemStatus::Unlisted(status) => status,
                },
                type_: condition.r#type,
            }
        }
    }
    impl From<::k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition>
    for StatusConditionsItem {
        fn from(
            condition: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition,
        ) -> Self {
            StatusConditionsItem {
                last_transition_time: condition.last_transition_time,
                message: condition.message,
                observed_generation: condition.observed_generation,
                reason: condition.reason,
                status: match &*condition.status {
                    "True" => StatusConditionsItemStatus::True,
                    "False" => StatusConditionsItemStatus::False,
                    "Unknown" => StatusConditionsItemStatus::Unknown,
                    _ => StatusConditionsItemStatus::Unlisted(condition.status),
                },
                r#type: condition.type_,
            }
        }
    }

    /// `status.conditions[].status`
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum StatusConditionsItemStatus {
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

    /// `status.others[]`
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct StatusOthersItem {
        /// `status.others[].lastTransitionTime`
        #[serde(
            rename = "lastTransitionTime",
            default,
            skip_serializing_if = "Option::is_none",
            serialize_with = "write_time"
        )]
        pub last_transition_time: Option<Time>,

        /// `status.others[].message`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub message: Option<String>,

        /// `status.others[].reason`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,

        /// `status.others[].status`
        pub status: String,

        /// `status.others[].type`
        pub r#type: String,
    }

    /// An integer or a string.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    pub enum Int64OrString {
        /// An integer.
        Int(i64),

        /// A string, such as `50%`.
        String(String),
    }
}
