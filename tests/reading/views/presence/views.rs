/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::Presence {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> Presence<'_> {
            <Presence<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `Presence`
    #[derive(Clone, Copy, Debug)]
    pub struct Presence<'a>(view::Value<'a>);
    impl<'a> Presence<'a> {
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
    impl<'a> view::FromValue<'a> for Presence<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Presence(value)
        }
    }

    /// `spec`
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
        /// `spec.needed`
        #[inline]
        pub fn needed(self) -> &'a str {
            view::field(self.0, "needed")
        }

        /// `spec.neededOrNull`
        #[inline]
        pub fn needed_or_null(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "neededOrNull")
        }

        /// `spec.optional`
        #[inline]
        pub fn optional(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "optional")
        }

        /// `spec.optionalOrNull`
        #[inline]
        pub fn optional_or_null(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "optionalOrNull")
        }

        /// `spec.defaulted`
        #[inline]
        pub fn defaulted(self) -> i64 {
            view::field(self.0, "defaulted")
        }

        /// `spec.defaultedOrNull`
        #[inline]
        pub fn defaulted_or_null(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "defaultedOrNull")
        }

        /// `spec.list`
        #[inline]
        pub fn list(self) -> view::List<'a, &'a str> {
            view::field(self.0, "list")
        }

        /// `spec.map`
        #[inline]
        pub fn map(self) -> view::Map<'a, &'a str> {
            view::field(self.0, "map")
        }

        /// `spec.part`
        #[inline]
        pub fn part(self) -> SpecPart<'a> {
            view::field(self.0, "part")
        }

        /// `spec.whole`
        #[inline]
        pub fn whole(self) -> SpecWhole<'a> {
            view::field(self.0, "whole")
        }

        /// `spec.mode`
        #[inline]
        pub fn mode(self) -> SpecMode<'a> {
            view::field(self.0, "mode")
        }

        /// `spec.modeOrNull`
        #[inline]
        pub fn mode_or_null(self) -> ::core::option::Option<SpecModeOrNull<'a>> {
            view::optional(self.0, "modeOrNull")
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

    /// `spec.part`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecPart<'a>(view::Value<'a>);
    impl<'a> SpecPart<'a> {
        /// `spec.part.inner`
        #[inline]
        pub fn inner(self) -> bool {
            view::field(self.0, "inner")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecPart<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecPart(value)
        }
    }

    /// `spec.whole`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecWhole<'a>(view::Value<'a>);
    impl<'a> SpecWhole<'a> {
        /// `spec.whole.inner`
        #[inline]
        pub fn inner(self) -> bool {
            view::field(self.0, "inner")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecWhole<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecWhole(value)
        }
    }

    /// `spec.mode`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SpecMode<'a> {
        /// `a`
        A,

        /// `b`
        B,

        /// A string that the schema does not list: of an object that was refused, or that is older
        /// than the schema.
        Unlisted(&'a str),
    }
    impl<'a> SpecMode<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                SpecMode::A => "a",
                SpecMode::B => "b",
                SpecMode::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for SpecMode<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "a" => SpecMode::A,
                "b" => SpecMode::B,
                text => SpecMode::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for SpecMode<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }

    /// `spec.modeOrNull`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SpecModeOrNull<'a> {
        /// `a`
        A,

        /// `b`
        B,

        /// A string that the schema does not list: of an object that was refused, or that is older
        /// than the schema.
        Unlisted(&'a str),
    }
    impl<'a> SpecModeOrNull<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                SpecModeOrNull::A => "a",
                SpecModeOrNull::B => "b",
                SpecModeOrNull::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for SpecModeOrNull<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "a" => SpecModeOrNull::A,
                "b" => SpecModeOrNull::B,
                text => SpecModeOrNull::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for SpecModeOrNull<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }

    /// `status`
    #[derive(Clone, Copy, Debug)]
    pub struct Status<'a>(view::Value<'a>);
    impl<'a> Status<'a> {
        /// `status.ready`
        #[inline]
        pub fn ready(self) -> bool {
            view::field(self.0, "ready")
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
}
