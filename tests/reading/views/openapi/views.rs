/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::Tree {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> Tree<'_> {
            <Tree<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `Tree`: A tree of branches.
    #[derive(Clone, Copy, Debug)]
    pub struct Tree<'a>(view::Value<'a>);
    impl<'a> Tree<'a> {
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

        /// `spec`: Where it begins.
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
    impl<'a> view::FromValue<'a> for Tree<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Tree(value)
        }
    }

    /// `spec`: A branch leads to others.
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
        /// `spec.name`: What it is called.
        #[inline]
        pub fn name(self) -> &'a str {
            view::field(self.0, "name")
        }

        /// `spec.length`
        #[inline]
        pub fn length(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "length")
        }

        /// `spec.branches`
        #[inline]
        pub fn branches(self) -> view::List<'a, SpecBranchesItem<'a>> {
            view::field(self.0, "branches")
        }

        /// `spec.named`
        #[inline]
        pub fn named(self) -> view::Map<'a, SpecBranchesItem<'a>> {
            view::field(self.0, "named")
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

    /// `spec.branches[]`: A branch leads to others.
    #[derive(Clone, Copy, Debug)]
    pub struct SpecBranchesItem<'a>(view::Value<'a>);
    impl<'a> SpecBranchesItem<'a> {
        /// `spec.branches[].name`: What it is called.
        #[inline]
        pub fn name(self) -> &'a str {
            view::field(self.0, "name")
        }

        /// `spec.branches[].length`
        #[inline]
        pub fn length(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "length")
        }

        /// `spec.branches[].branches`
        #[inline]
        pub fn branches(self) -> view::List<'a, SpecBranchesItem<'a>> {
            view::field(self.0, "branches")
        }

        /// `spec.branches[].named`
        #[inline]
        pub fn named(self) -> view::Map<'a, SpecBranchesItem<'a>> {
            view::field(self.0, "named")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecBranchesItem<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecBranchesItem(value)
        }
    }
}
