/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::Document {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> Document<'_> {
            <Document<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `Document`: What is written of fields becomes one paragraph.
    #[derive(Clone, Copy, Debug)]
    pub struct Document<'a>(view::Value<'a>);
    impl<'a> Document<'a> {
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

        /// `spec`: Code is no test of the crate: ` let x: u8 = 300; ` fn indented() { compile_error!() }
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
    impl<'a> view::FromValue<'a> for Document<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Document(value)
        }
    }

    /// `spec`: Code is no test of the crate: ` let x: u8 = 300; ` fn indented() { compile_error!() }
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
        /// `spec.html`: <b>bold & [link] https://example.com `tick
        #[inline]
        pub fn html(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "html")
        }

        /// `spec.quote`: A "quote", a \ and */ the end.
        #[inline]
        pub fn quote(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "quote")
        }

        /// `spec.hidden`: right\u{202e}left\u{7}
        #[inline]
        pub fn hidden(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "hidden")
        }

        /// `spec.empty`
        #[inline]
        pub fn empty(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "empty")
        }

        /// `spec.first`: The first.
        #[inline]
        pub fn first(self) -> ::core::option::Option<SpecFirst<'a>> {
            view::optional(self.0, "first")
        }

        /// `spec.second`: The second.
        #[inline]
        pub fn second(self) -> ::core::option::Option<SpecFirst<'a>> {
            view::optional(self.0, "second")
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

    /// `spec.first`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecFirst<'a>(view::Value<'a>);
    impl<'a> SpecFirst<'a> {
        /// `spec.first.name`
        #[inline]
        pub fn name(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "name")
        }

        /// `spec.first.size`: Of all.
        #[inline]
        pub fn size(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "size")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecFirst<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecFirst(value)
        }
    }
}
