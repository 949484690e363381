/// Views of objects: a method for each field.
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[allow(dead_code, unreachable_pub, non_camel_case_types)]
#[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
pub mod object_views {
    use ::crdc::__private::views as view;
    impl super::List {
        /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
        /// `old_value()` of an outcome.
        #[inline]
        pub fn view(value: view::Value<'_>) -> List<'_> {
            <List<'_> as view::FromValue<'_>>::from_value(value)
        }
    }

    /// `List`
    #[derive(Clone, Copy, Debug)]
    pub struct List<'a>(view::Value<'a>);
    impl<'a> List<'a> {
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
    impl<'a> view::FromValue<'a> for List<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            List(value)
        }
    }

    /// `spec`
    #[derive(Clone, Copy, Debug)]
    pub struct Spec<'a>(view::Value<'a>);
    impl<'a> Spec<'a> {
        /// `spec.type`: A list map whose name is a keyword.
        #[inline]
        pub fn r#type(self) -> view::List<'a, SpecTypeItem<'a>> {
            view::field(self.0, "type")
        }

        /// The item of [`type`](Self::type) with this key.
        pub fn type_by_name(
            self,
            name: &str,
        ) -> ::core::option::Option<SpecTypeItem<'a>> {
            self.r#type()
                .iter()
                .find(|item| view::field::<&str>(item.as_value(), "name") == name)
        }

        /// `spec.ports`
        #[inline]
        pub fn ports(self) -> view::List<'a, SpecPortsItem<'a>> {
            view::field(self.0, "ports")
        }

        /// The item of [`ports`](Self::ports) with this key.
        pub fn ports_by_port_and_protocol_and_external_2(
            self,
            port: i64,
            protocol: &str,
            external: bool,
        ) -> ::core::option::Option<SpecPortsItem<'a>> {
            self.ports()
                .iter()
                .find(|item| {
                    view::field::<i64>(item.as_value(), "port") == port
                        && view::field::<&str>(item.as_value(), "protocol") == protocol
                        && view::field::<bool>(item.as_value(), "external") == external
                })
        }

        /// `spec.ports_by_port_and_protocol_and_external`
        #[inline]
        pub fn ports_by_port_and_protocol_and_external(
            self,
        ) -> ::core::option::Option<&'a str> {
            view::optional(self.0, "ports_by_port_and_protocol_and_external")
        }

        /// `spec.conditions`
        #[inline]
        pub fn conditions(self) -> view::List<'a, SpecConditionsItem<'a>> {
            view::field(self.0, "conditions")
        }

        /// The item of [`conditions`](Self::conditions) with this key.
        pub fn conditions_by_type(
            self,
            r#type: &str,
        ) -> ::core::option::Option<SpecConditionsItem<'a>> {
            self.conditions()
                .iter()
                .find(|item| view::field::<&str>(item.as_value(), "type") == r#type)
        }

        /// `spec.moreConditions`
        #[inline]
        pub fn more_conditions(self) -> view::List<'a, SpecConditionsItem<'a>> {
            view::field(self.0, "moreConditions")
        }

        /// The item of [`more_conditions`](Self::more_conditions) with this key.
        pub fn more_conditions_by_type(
            self,
            r#type: &str,
        ) -> ::core::option::Option<SpecConditionsItem<'a>> {
            self.more_conditions()
                .iter()
                .find(|item| view::field::<&str>(item.as_value(), "type") == r#type)
        }

        /// `spec.set`
        #[inline]
        pub fn set(self) -> view::List<'a, &'a str> {
            view::field(self.0, "set")
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

    /// `spec.type[]`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecTypeItem<'a>(view::Value<'a>);
    impl<'a> SpecTypeItem<'a> {
        /// `spec.type[].name`
        #[inline]
        pub fn name(self) -> &'a str {
            view::field(self.0, "name")
        }

        /// `spec.type[].size`
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
    impl<'a> view::FromValue<'a> for SpecTypeItem<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecTypeItem(value)
        }
    }

    /// `spec.ports[]`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecPortsItem<'a>(view::Value<'a>);
    impl<'a> SpecPortsItem<'a> {
        /// `spec.ports[].port`
        #[inline]
        pub fn port(self) -> i64 {
            view::field(self.0, "port")
        }

        /// `spec.ports[].protocol`
        #[inline]
        pub fn protocol(self) -> SpecPortsItemProtocol<'a> {
            view::field(self.0, "protocol")
        }

        /// `spec.ports[].external`
        #[inline]
        pub fn external(self) -> bool {
            view::field(self.0, "external")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecPortsItem<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecPortsItem(value)
        }
    }

    /// `spec.ports[].protocol`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SpecPortsItemProtocol<'a> {
        /// `TCP`
        Tcp,

        /// `UDP`
        Udp,

        /// A string that the schema does not list: of an object that was refused, or that is older
        /// than the schema.
        Unlisted(&'a str),
    }
    impl<'a> SpecPortsItemProtocol<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                SpecPortsItemProtocol::Tcp => "TCP",
                SpecPortsItemProtocol::Udp => "UDP",
                SpecPortsItemProtocol::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for SpecPortsItemProtocol<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "TCP" => SpecPortsItemProtocol::Tcp,
                "UDP" => SpecPortsItemProtocol::Udp,
                text => SpecPortsItemProtocol::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for SpecPortsItemProtocol<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }

    /// `spec.conditions[]`
    #[derive(Clone, Copy, Debug)]
    pub struct SpecConditionsItem<'a>(view::Value<'a>);
    impl<'a> SpecConditionsItem<'a> {
        /// `spec.conditions[].type`: Which one.
        #[inline]
        pub fn r#type(self) -> &'a str {
            view::field(self.0, "type")
        }

        /// `spec.conditions[].status`
        #[inline]
        pub fn status(self) -> ::core::option::Option<SpecConditionsItemStatus<'a>> {
            view::optional(self.0, "status")
        }

        /// The object itself.
        #[inline]
        pub fn as_value(self) -> view::Value<'a> {
            self.0
        }
    }
    impl<'a> view::FromValue<'a> for SpecConditionsItem<'a> {
        #[inline]
        fn from_value(value: view::Value<'a>) -> Self {
            SpecConditionsItem(value)
        }
    }

    /// `spec.conditions[].status`
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SpecConditionsItemStatus<'a> {
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
    impl<'a> SpecConditionsItemStatus<'a> {
        /// As it is written in the object.
        pub fn as_str(self) -> &'a str {
            match self {
                SpecConditionsItemStatus::True => "True",
                SpecConditionsItemStatus::False => "False",
                SpecConditionsItemStatus::Unknown => "Unknown",
                SpecConditionsItemStatus::Unlisted(text) => text,
            }
        }
    }
    impl<'a> view::FromValue<'a> for SpecConditionsItemStatus<'a> {
        fn from_value(value: view::Value<'a>) -> Self {
            match <&'a str as view::FromValue<'a>>::from_value(value) {
                "True" => SpecConditionsItemStatus::True,
                "False" => SpecConditionsItemStatus::False,
                "Unknown" => SpecConditionsItemStatus::Unknown,
                text => SpecConditionsItemStatus::Unlisted(text),
            }
        }
    }
    impl ::core::fmt::Display for SpecConditionsItemStatus<'_> {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.pad(self.as_str())
        }
    }

    /// `status`
    #[derive(Clone, Copy, Debug)]
    pub struct Status<'a>(view::Value<'a>);
    impl<'a> Status<'a> {
        /// `status.conditions`
        #[inline]
        pub fn conditions(self) -> view::List<'a, SpecConditionsItem<'a>> {
            view::field(self.0, "conditions")
        }

        /// The item of [`conditions`](Self::conditions) with this key.
        pub fn conditions_by_type(
            self,
            r#type: &str,
        ) -> ::core::option::Option<SpecConditionsItem<'a>> {
            self.conditions()
                .iter()
                .find(|item| view::field::<&str>(item.as_value(), "type") == r#type)
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
