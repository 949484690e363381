/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::Value {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> Value<'_> {
            <Value<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `Value`
    #[derive(Clone, Copy, Debug)]
    pub struct Value<'a>(view::Value<'a>);
    impl<'a> Value<'a> {
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

        /// `spec`
        #[inline]
        pub fn spec(self) -> ::core::option::Option<Spec<'a>> {
            view::optional(self.0, "spec")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for Value<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Value(value)
        }
    }

    /// `spec`
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
        /// `spec.text`
        #[inline]
        pub fn text(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "text")
        }

        /// `spec.time`
        #[inline]
        pub fn time(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "time")
        }

        /// `spec.whole`
        #[inline]
        pub fn whole(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "whole")
        }

        /// `spec.large`
        #[inline]
        pub fn large(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "large")
        }

        /// `spec.number`
        #[inline]
        pub fn number(self) -> ::core::option::Option<f64> {
            view::optional(self.0, "number")
        }

        /// `spec.truth`
        #[inline]
        pub fn truth(self) -> ::core::option::Option<bool> {
            view::optional(self.0, "truth")
        }

        /// `spec.port`
        #[inline]
        pub fn port(self) -> ::core::option::Option<view::IntOrString<'a>> {
            view::optional(self.0, "port")
        }

        /// `spec.written`
        #[inline]
        pub fn written(self) -> ::core::option::Option<view::IntOrString<'a>> {
            view::optional(self.0, "written")
        }

        /// `spec.anything`
        #[inline]
        pub fn anything(self) -> ::core::option::Option<view::Value<'a>> {
            view::optional(self.0, "anything")
        }

        /// `spec.open`
        #[inline]
        pub fn open(self) -> ::core::option::Option<SpecOpen<'a>> {
            view::optional(self.0, "open")
        }

        /// `spec.nothing`
        #[inline]
        pub fn nothing(self) -> ::core::option::Option<view::Value<'a>> {
            view::optional(self.0, "nothing")
        }

        /// `spec.mode`
        #[inline]
        pub fn mode(self) -> ::core::option::Option<SpecMode<'a>> {
            view::optional(self.0, "mode")
        }

        /// `spec.level`
        #[inline]
        pub fn level(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "level")
        }

        /// `spec.labels`
        #[inline]
        pub fn labels(self) -> view::Map<'a, &'a str> {
            view::field(self.0, "labels")
        }

        /// `spec.limits`
        #[inline]
        pub fn limits(self) -> view::Map<'a, view::IntOrString<'a>> {
            view::field(self.0, "limits")
        }

        /// `spec.groups`
        #[inline]
        pub fn groups(self) -> view::Map<'a, SpecGroupsValue<'a>> {
            view::field(self.0, "groups")
        }

        /// `spec.lists`
        #[inline]
        pub fn lists(self) -> view::List<'a, view::List<'a, i64>> {
            view::field(self.0, "lists")
        }

        /// `spec.nullables`
        #[inline]
        pub fn nullables(self) -> view::List<'a, ::core::option::Option<i64>> {
            view::field(self.0, "nullables")
        }

        /// `spec.template`
        #[inline]
        pub fn template(self) -> ::core::option::Option<SpecTemplate<'a>> {
            view::optional(self.0, "template")
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

    /// `spec.open`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecOpen<'a>(view::Value<'a>);
    impl<'a> SpecOpen<'a> {
        /// `spec.open.known`
        #[inline]
        pub fn known(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "known")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecOpen<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecOpen(value)
        }
    }

    /// `spec.mode`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SpecMode<'a> {
        /// `Fast`
        Fast,

        /// `fast`
        Fast2,

        /// ``
        Empty,

        /// `1.5`
        V1_5,

        /// `Unlisted`
        Unlisted2,

        /// `True`
        True,

        /// A string that the schema does not list: of an object that was refused, or that is older
        /// than the schema.
        Unlisted(&'a str),
    }
    impl<'a> SpecMode<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                SpecMode::Fast => "Fast",
                SpecMode::Fast2 => "fast",
                SpecMode::Empty => "",
                SpecMode::V1_5 => "1.5",
                SpecMode::Unlisted2 => "Unlisted",
                SpecMode::True => "True",
                SpecMode::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for SpecMode<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "Fast" => SpecMode::Fast,
                "fast" => SpecMode::Fast2,
                "" => SpecMode::Empty,
                "1.5" => SpecMode::V1_5,
                "Unlisted" => SpecMode::Unlisted2,
                "True" => SpecMode::True,
                text => SpecMode::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for SpecMode<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }

    /// `spec.groups{}`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecGroupsValue<'a>(view::Value<'a>);
    impl<'a> SpecGroupsValue<'a> {
        /// `spec.groups{}.members`
        #[inline]
        pub fn members(self) -> view::List<'a, &'a str> {
            view::field(self.0, "members")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecGroupsValue<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecGroupsValue(value)
        }
    }

    /// `spec.template`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecTemplate<'a>(view::Value<'a>);
    impl<'a> SpecTemplate<'a> {
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

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecTemplate<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecTemplate(value)
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
}
