/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::Source {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> Source<'_> {
            <Source<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `Source`
    #[derive(Clone, Copy, Debug)]
    pub struct Source<'a>(view::Value<'a>);
    impl<'a> Source<'a> {
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
    impl<'a> view::FromValue<'a> for Source<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            Source(value)
        }
    }

    /// `spec`
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
        /// `spec.required`
        #[inline]
        pub fn required(self) -> ::core::option::Option<SpecRequired<'a>> {
            view::optional(self.0, "required")
        }

        /// `spec.counted`
        #[inline]
        pub fn counted(self) -> ::core::option::Option<SpecCounted<'a>> {
            view::optional(self.0, "counted")
        }

        /// `spec.list`
        #[inline]
        pub fn list(self) -> view::List<'a, SpecCounted<'a>> {
            view::field(self.0, "list")
        }

        /// `spec.selected`
        #[inline]
        pub fn selected(self) -> ::core::option::Option<SpecSelected<'a>> {
            view::optional(self.0, "selected")
        }

        /// `spec.some`
        #[inline]
        pub fn some(self) -> ::core::option::Option<SpecSome<'a>> {
            view::optional(self.0, "some")
        }

        /// `spec.together`
        #[inline]
        pub fn together(self) -> ::core::option::Option<SpecTogether<'a>> {
            view::optional(self.0, "together")
        }

        /// `spec.any`
        #[inline]
        pub fn any(self) -> ::core::option::Option<SpecAny<'a>> {
            view::optional(self.0, "any")
        }

        /// `spec.open`
        #[inline]
        pub fn open(self) -> ::core::option::Option<SpecOpen<'a>> {
            view::optional(self.0, "open")
        }

        /// `spec.nullable`
        #[inline]
        pub fn nullable(self) -> ::core::option::Option<SpecNullable<'a>> {
            view::optional(self.0, "nullable")
        }

        /// `spec.defaulted`
        #[inline]
        pub fn defaulted(self) -> ::core::option::Option<SpecDefaulted<'a>> {
            view::optional(self.0, "defaulted")
        }

        /// `spec.deduced`
        #[inline]
        pub fn deduced(self) -> ::core::option::Option<SpecDeduced<'a>> {
            view::optional(self.0, "deduced")
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

    /// `spec.required`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecRequired<'a>(view::Value<'a>);
    impl<'a> SpecRequired<'a> {
        /// `spec.required.file`
        #[inline]
        pub fn file(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "file")
        }

        /// `spec.required.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// `spec.required.type`
        #[inline]
        pub fn r#type(self) -> view::List<'a, i64> {
            view::field(self.0, "type")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecRequired<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecRequired(value)
        }
    }

    /// `spec.required.secret`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecRequiredSecret<'a>(view::Value<'a>);
    impl<'a> SpecRequiredSecret<'a> {
        /// `spec.required.secret.name`
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
    impl<'a> view::FromValue<'a> for SpecRequiredSecret<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecRequiredSecret(value)
        }
    }

    /// `spec.counted`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecCounted<'a>(view::Value<'a>);
    impl<'a> SpecCounted<'a> {
        /// `spec.counted.file`
        #[inline]
        pub fn file(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "file")
        }

        /// `spec.counted.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// `spec.counted.type`
        #[inline]
        pub fn r#type(self) -> view::List<'a, i64> {
            view::field(self.0, "type")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecCounted<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecCounted(value)
        }
    }

    /// `spec.selected`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecSelected<'a>(view::Value<'a>);
    impl<'a> SpecSelected<'a> {
        /// `spec.selected.by`
        #[inline]
        pub fn by(self) -> SpecSelectedBy<'a> {
            view::field(self.0, "by")
        }

        /// `spec.selected.disk`
        #[inline]
        pub fn disk(self) -> ::core::option::Option<SpecSelectedDisk<'a>> {
            view::optional(self.0, "disk")
        }

        /// `spec.selected.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecSelected<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecSelected(value)
        }
    }

    /// `spec.selected.by`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SpecSelectedBy<'a> {
        /// ``
        Empty,

        /// `Disk`
        Disk,

        /// `Secret`
        Secret,

        /// A string that the schema does not list: of an object that was refused, or that is older
        /// than the schema.
        Unlisted(&'a str),
    }
    impl<'a> SpecSelectedBy<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                SpecSelectedBy::Empty => "",
                SpecSelectedBy::Disk => "Disk",
                SpecSelectedBy::Secret => "Secret",
                SpecSelectedBy::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for SpecSelectedBy<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "" => SpecSelectedBy::Empty,
                "Disk" => SpecSelectedBy::Disk,
                "Secret" => SpecSelectedBy::Secret,
                text => SpecSelectedBy::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for SpecSelectedBy<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }

    /// `spec.selected.disk`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecSelectedDisk<'a>(view::Value<'a>);
    impl<'a> SpecSelectedDisk<'a> {
        /// `spec.selected.disk.size`
        #[inline]
        pub fn size(self) -> ::core::option::Option<i64> {
            view::optional(self.0, "size")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecSelectedDisk<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecSelectedDisk(value)
        }
    }

    /// `spec.some`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecSome<'a>(view::Value<'a>);
    impl<'a> SpecSome<'a> {
        /// `spec.some.file`
        #[inline]
        pub fn file(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "file")
        }

        /// `spec.some.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// `spec.some.type`
        #[inline]
        pub fn r#type(self) -> view::List<'a, i64> {
            view::field(self.0, "type")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecSome<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecSome(value)
        }
    }

    /// `spec.together`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecTogether<'a>(view::Value<'a>);
    impl<'a> SpecTogether<'a> {
        /// `spec.together.file`
        #[inline]
        pub fn file(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "file")
        }

        /// `spec.together.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// `spec.together.type`
        #[inline]
        pub fn r#type(self) -> view::List<'a, i64> {
            view::field(self.0, "type")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecTogether<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecTogether(value)
        }
    }

    /// `spec.any`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecAny<'a>(view::Value<'a>);
    impl<'a> SpecAny<'a> {
        /// `spec.any.file`
        #[inline]
        pub fn file(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "file")
        }

        /// `spec.any.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// `spec.any.type`
        #[inline]
        pub fn r#type(self) -> view::List<'a, i64> {
            view::field(self.0, "type")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecAny<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecAny(value)
        }
    }

    /// `spec.open`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecOpen<'a>(view::Value<'a>);
    impl<'a> SpecOpen<'a> {
        /// `spec.open.file`
        #[inline]
        pub fn file(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "file")
        }

        /// `spec.open.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// `spec.open.type`
        #[inline]
        pub fn r#type(self) -> view::List<'a, i64> {
            view::field(self.0, "type")
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

    /// `spec.nullable`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecNullable<'a>(view::Value<'a>);
    impl<'a> SpecNullable<'a> {
        /// `spec.nullable.file`
        #[inline]
        pub fn file(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "file")
        }

        /// `spec.nullable.other`
        #[inline]
        pub fn other(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "other")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecNullable<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecNullable(value)
        }
    }

    /// `spec.defaulted`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecDefaulted<'a>(view::Value<'a>);
    impl<'a> SpecDefaulted<'a> {
        /// `spec.defaulted.file`
        #[inline]
        pub fn file(self) -> &'a str {
            view::field(self.0, "file")
        }

        /// `spec.defaulted.other`
        #[inline]
        pub fn other(self) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "other")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecDefaulted<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecDefaulted(value)
        }
    }

    /// `spec.deduced`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecDeduced<'a>(view::Value<'a>);
    impl<'a> SpecDeduced<'a> {
        /// `spec.deduced.by`
        #[inline]
        pub fn by(self) -> ::core::option::Option<SpecDeducedBy<'a>> {
            view::optional(self.0, "by")
        }

        /// `spec.deduced.disk`
        #[inline]
        pub fn disk(self) -> ::core::option::Option<SpecSelectedDisk<'a>> {
            view::optional(self.0, "disk")
        }

        /// `spec.deduced.secret`
        #[inline]
        pub fn secret(self) -> ::core::option::Option<SpecRequiredSecret<'a>> {
            view::optional(self.0, "secret")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecDeduced<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecDeduced(value)
        }
    }

    /// `spec.deduced.by`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SpecDeducedBy<'a> {
        /// `Disk`
        Disk,

        /// `Secret`
        Secret,

        /// A string that the schema does not list: of an object that was refused, or that is older
        /// than the schema.
        Unlisted(&'a str),
    }
    impl<'a> SpecDeducedBy<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                SpecDeducedBy::Disk => "Disk",
                SpecDeducedBy::Secret => "Secret",
                SpecDeducedBy::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for SpecDeducedBy<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "Disk" => SpecDeducedBy::Disk,
                "Secret" => SpecDeducedBy::Secret,
                text => SpecDeducedBy::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for SpecDeducedBy<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }
}
