/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::Spec {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> Spec<'_> {
            <Spec<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `Spec`: The kind has the name of a part, and fields have names that are hard to say in Rust.
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
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
        pub fn spec(self) -> ::core::option::Option<Spec2<'a>> {
            view::optional(self.0, "spec")
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

    /// `spec`
    #[derive(Clone, Copy, Debug)]
    pub struct Spec2<'a>(view::Value<'a>);
    impl<'a> Spec2<'a> {
        /// `spec.type`
        #[inline]
        pub fn r#type(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "type")
        }

        /// `spec.self`
        #[inline]
        pub fn self_(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "self")
        }

        /// `spec.Self`
        #[inline]
        pub fn self_2(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "Self")
        }

        /// `spec.gen`
        #[inline]
        pub fn r#gen(self) -> ::core::option::Option<bool> {
            view::optional(self.0, "gen")
        }

        /// `spec.async`
        #[inline]
        pub fn r#async(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "async")
        }

        /// `spec.asValue`
        #[inline]
        pub fn as_value_2(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "asValue")
        }

        /// `spec.as_value`
        #[inline]
        pub fn as_value_3(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "as_value")
        }

        /// `spec.clone`
        #[inline]
        pub fn clone_2(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "clone")
        }

        /// `spec.view`
        #[inline]
        pub fn view(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "view")
        }

        /// `spec.fooBar`
        #[inline]
        pub fn foo_bar(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "fooBar")
        }

        /// `spec.foo_bar`
        #[inline]
        pub fn foo_bar_2(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "foo_bar")
        }

        /// `spec.foo-bar`
        #[inline]
        pub fn foo_bar_3(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "foo-bar")
        }

        /// `spec.3scale`
        #[inline]
        pub fn _3scale(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "3scale")
        }

        /// `spec.größe`
        #[inline]
        pub fn gr_e(self) -> ::core::option::Option<f64> {
            view::optional(self.0, "größe")
        }

        /// `spec.==`
        #[inline]
        pub fn field(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "==")
        }

        /// `spec.a"b\c\n`
        #[inline]
        pub fn a_b_c(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "a\\\"b\\\\c\\n")
        }

        /// `spec.isCA`
        #[inline]
        pub fn is_ca(self) -> ::core::option::Option<bool> {
            view::optional(self.0, "isCA")
        }

        /// `spec.podCIDRs`
        #[inline]
        pub fn pod_cidrs(self) -> view::List<'a, &'a str> {
            view::field(self.0, "podCIDRs")
        }

        /// `spec.URLRewrite`
        #[inline]
        pub fn url_rewrite(self) -> ::core::option::Option<SpecUrlRewrite<'a>> {
            view::optional(self.0, "URLRewrite")
        }

        /// `spec.option`
        #[inline]
        pub fn option(self) -> ::core::option::Option<SpecOption<'a>> {
            view::optional(self.0, "option")
        }

        /// `spec.value`
        #[inline]
        pub fn value(self) -> ::core::option::Option<SpecValue<'a>> {
            view::optional(self.0, "value")
        }

        /// `spec.metadata`
        #[inline]
        pub fn metadata(self) -> ::core::option::Option<SpecMetadata<'a>> {
            view::optional(self.0, "metadata")
        }

        /// `spec.string`
        #[inline]
        pub fn string(self) -> ::core::option::Option<SpecString<'a>> {
            view::optional(self.0, "string")
        }

        /// `spec.view_`
        #[inline]
        pub fn view_2(self) -> ::core::option::Option<SpecView<'a>> {
            view::optional(self.0, "view_")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for Spec2<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Spec2(value)
        }
    }

    /// `spec.URLRewrite`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecUrlRewrite<'a>(view::Value<'a>);
    impl<'a> SpecUrlRewrite<'a> {
        /// `spec.URLRewrite.hostname`
        #[inline]
        pub fn hostname(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "hostname")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecUrlRewrite<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecUrlRewrite(value)
        }
    }

    /// `spec.option`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecOption<'a>(view::Value<'a>);
    impl<'a> SpecOption<'a> {
        /// `spec.option.some`
        #[inline]
        pub fn some(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "some")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecOption<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecOption(value)
        }
    }

    /// `spec.value`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecValue<'a>(view::Value<'a>);
    impl<'a> SpecValue<'a> {
        /// `spec.value.list`
        #[inline]
        pub fn list(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "list")
        }

        /// `spec.value.map`
        #[inline]
        pub fn map(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "map")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecValue<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecValue(value)
        }
    }

    /// `spec.metadata`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecMetadata<'a>(view::Value<'a>);
    impl<'a> SpecMetadata<'a> {
        /// `spec.metadata.name`
        #[inline]
        pub fn name(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "name")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecMetadata<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecMetadata(value)
        }
    }

    /// `spec.string`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecString<'a>(view::Value<'a>);
    impl<'a> SpecString<'a> {
        /// `spec.string.str`
        #[inline]
        pub fn str(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "str")
        }

        /// `spec.string.bool`
        #[inline]
        pub fn bool(self) -> ::core::option::Option<bool> {
            view::optional(self.0, "bool")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecString<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecString(value)
        }
    }

    /// `spec.view_`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecView<'a>(view::Value<'a>);
    impl<'a> SpecView<'a> {
        /// `spec.view_.view`
        #[inline]
        pub fn view(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "view")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecView<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecView(value)
        }
    }
}
