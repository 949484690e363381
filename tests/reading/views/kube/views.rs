/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::Store {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> Store<'_> {
            <Store<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `Store`
    #[derive(Clone, Copy, Debug)]
    pub struct Store<'a>(view::Value<'a>);
    impl<'a> Store<'a> {
        /// `apiVersion`
        #[inline]
        pub fn api_version(self) -> &'a str {
            view::field(self.0, "apiVersion")
        }

        /// `kind`
        #[inline]
        pub fn kind(self) -> &'a str {
            view::field(self.0, "kind")
        }

        /// `metadata`
        #[inline]
        pub fn metadata(self) -> view::Metadata<'a> {
            view::field(self.0, "metadata")
        }

        /// `name`
        #[inline]
        pub fn name(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "name")
        }

        /// `spec`
        #[inline]
        pub fn spec(self) -> Spec<'a> {
            view::field(self.0, "spec")
        }

        /// `status`
        #[inline]
        pub fn status(self) -> ::core::option::Option<Status<'a>> {
            view::optional(self.0, "status")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for Store<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Store(value)
        }
    }

    /// `spec`
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
        /// `spec.begin`
        #[inline]
        pub fn begin(self) -> &'a str {
            view::field(self.0, "begin")
        }

        /// `spec.end`
        #[inline]
        pub fn end(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "end")
        }

        /// `spec.dated`
        #[inline]
        pub fn dated(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "dated")
        }

        /// `spec.times`
        #[inline]
        pub fn times(self) -> view::List<'a, &'a str> {
            view::field(self.0, "times")
        }

        /// `spec.port`
        #[inline]
        pub fn port(self) -> view::IntOrString<'a> {
            view::field(self.0, "port")
        }

        /// `spec.unavailable`
        #[inline]
        pub fn unavailable(self) -> view::IntOrString<'a> {
            view::field(self.0, "unavailable")
        }

        /// `spec.surge`
        #[inline]
        pub fn surge(self) -> view::IntOrString<'a> {
            view::field(self.0, "surge")
        }

        /// `spec.bytes`
        #[inline]
        pub fn bytes(self) -> ::core::option::Option<view::IntOrString<'a>> {
            view::optional(self.0, "bytes")
        }

        /// `spec.size`
        #[inline]
        pub fn size(self) -> view::IntOrString<'a> {
            view::field(self.0, "size")
        }

        /// `spec.limits`
        #[inline]
        pub fn limits(self) -> view::Map<'a, view::IntOrString<'a>> {
            view::field(self.0, "limits")
        }

        /// `spec.bounded`
        #[inline]
        pub fn bounded(self) -> ::core::option::Option<view::IntOrString<'a>> {
            view::optional(self.0, "bounded")
        }

        /// `spec.pod`
        #[inline]
        pub fn pod(self) -> ::core::option::Option<SpecPod<'a>> {
            view::optional(self.0, "pod")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for Spec<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Spec(value)
        }
    }

    /// `spec.pod`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecPod<'a>(view::Value<'a>);
    impl<'a> SpecPod<'a> {
        /// `apiVersion`
        #[inline]
        pub fn api_version(self) -> &'a str {
            view::field(self.0, "apiVersion")
        }

        /// `kind`
        #[inline]
        pub fn kind(self) -> &'a str {
            view::field(self.0, "kind")
        }

        /// `metadata`
        #[inline]
        pub fn metadata(self) -> view::Metadata<'a> {
            view::field(self.0, "metadata")
        }

        /// `spec.pod.spec`
        #[inline]
        pub fn spec(self) -> ::core::option::Option<SpecPodSpec<'a>> {
            view::optional(self.0, "spec")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecPod<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecPod(value)
        }
    }

    /// `spec.pod.spec`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecPodSpec<'a>(view::Value<'a>);
    impl<'a> SpecPodSpec<'a> {
        /// `spec.pod.spec.image`
        #[inline]
        pub fn image(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "image")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecPodSpec<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecPodSpec(value)
        }
    }

    /// `status`
    #[derive(Clone, Copy, Debug)]
    pub struct Status<'a>(view::Value<'a>);
    impl<'a> Status<'a> {
        /// `status.phase`
        #[inline]
        pub fn phase(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "phase")
        }

        /// `status.conditions`
        #[inline]
        pub fn conditions(self) -> view::List<'a, StatusConditionsItem<'a>> {
            view::field(self.0, "conditions")
        }

        /// `status.others`
        #[inline]
        pub fn others(self) -> view::List<'a, StatusOthersItem<'a>> {
            view::field(self.0, "others")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for Status<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Status(value)
        }
    }

    /// `status.conditions[]`
    #[derive(Clone, Copy, Debug)]
    pub struct StatusConditionsItem<'a>(view::Value<'a>);
    impl<'a> StatusConditionsItem<'a> {
        /// `status.conditions[].lastTransitionTime`
        #[inline]
        pub fn last_transition_time(self) -> &'a str {
            view::field(self.0, "lastTransitionTime")
        }

        /// `status.conditions[].message`
        #[inline]
        pub fn message(self) -> &'a str {
            view::field(self.0, "message")
        }

        /// `status.conditions[].observedGeneration`
        #[inline]
        pub fn observed_generation(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "observedGeneration")
        }

        /// `status.conditions[].reason`
        #[inline]
        pub fn reason(self) -> &'a str {
            view::field(self.0, "reason")
        }

        /// `status.conditions[].status`
        #[inline]
        pub fn status(self) -> StatusConditionsItemStatus<'a> {
            view::field(self.0, "status")
        }

        /// `status.conditions[].type`
        #[inline]
        pub fn r#type(self) -> &'a str {
            view::field(self.0, "type")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for StatusConditionsItem<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            StatusConditionsItem(value)
        }
    }

    /// `status.conditions[].status`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum StatusConditionsItemStatus<'a> {
        /// `True`
        True,

        /// `False`
        False,

        /// `Unknown`
        Unknown,

        /// A string that the schema does not list: of an object that was refused, or that is older
        /// than the schema.
        Unlisted(&'a str),
    }
    impl<'a> StatusConditionsItemStatus<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                StatusConditionsItemStatus::True => "True",
                StatusConditionsItemStatus::False => "False",
                StatusConditionsItemStatus::Unknown => "Unknown",
                StatusConditionsItemStatus::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for StatusConditionsItemStatus<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "True" => StatusConditionsItemStatus::True,
                "False" => StatusConditionsItemStatus::False,
                "Unknown" => StatusConditionsItemStatus::Unknown,
                text => StatusConditionsItemStatus::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for StatusConditionsItemStatus<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }

    /// `status.others[]`
    #[derive(Clone, Copy, Debug)]
    pub struct StatusOthersItem<'a>(view::Value<'a>);
    impl<'a> StatusOthersItem<'a> {
        /// `status.others[].lastTransitionTime`
        #[inline]
        pub fn last_transition_time(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "lastTransitionTime")
        }

        /// `status.others[].message`
        #[inline]
        pub fn message(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "message")
        }

        /// `status.others[].reason`
        #[inline]
        pub fn reason(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "reason")
        }

        /// `status.others[].status`
        #[inline]
        pub fn status(self) -> &'a str {
            view::field(self.0, "status")
        }

        /// `status.others[].type`
        #[inline]
        pub fn r#type(self) -> &'a str {
            view::field(self.0, "type")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for StatusOthersItem<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            StatusOthersItem(value)
        }
    }
}
