#[allow(
    clippy::all,
    clippy::pedantic,
    deprecated,
    unreachable_patterns,
    unused,
    unused_qualifications
)]
const _: () = {
    use ::crdc::__private::typed as _crdc;
    use _crdc::{Underived as _, Unruled as _};
    static _CONVENTION: _crdc::convention::Convention = {
        use _crdc::convention::{Convention, Child};
        Convention {
            name: "Storage",
            tag: "type",
            values: &["S3", "GCS", "EmptyDir"],
            members: &[
                Child { name: "s3", variant: 0 },
                Child { name: "gcs", variant: 1 },
            ],
        }
    };
    #[automatically_derived]
    impl _crdc::Value for Storage {
        const NAMES: &'static [_crdc::Name] = &[
            ("type", false),
            ("s3", false),
            ("gcs", false),
        ];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Optional<_crdc::shape::Any>, Option<Bucket>>();
            &[
                _crdc::Field::new(
                    "type",
                    "\"type\":",
                    _crdc::Part::own(_crdc::Node::TEXT),
                ),
                _crdc::Field::new(
                    "s3",
                    "\"s3\":",
                    _crdc::Part::of(<_crdc::Pick<Bucket>>::LINK),
                ),
                _crdc::Field::new(
                    "gcs",
                    "\"gcs\":",
                    _crdc::Part::of(<_crdc::Pick<Bucket>>::LINK),
                ),
            ]
        };
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::object(
                    <Self as _crdc::Value>::FIELDS,
                    const { &_crdc::edges::<{ 3 }>(<Self as _crdc::Value>::FIELDS) },
                    _crdc::None,
                    const { &[] },
                    const { &_crdc::seen::<{ 3 }>(<Self as _crdc::Value>::FIELDS) },
                )
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Storage",
                    text: r##"{"type":"object","properties":{"type":{"type":"string","enum":["S3","GCS","EmptyDir"],"x-kubernetes-unions":{"fieldMembers":{"S3":{"name":"s3"},"GCS":{"name":"gcs","optional":true},"EmptyDir":null}}},"s3":{"$ref":"#/refs/0"},"gcs":{"$ref":"#/refs/0","nullable":true}},"required":["type"]}"##,
                    refs: &[<_crdc::Pick<Bucket>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            match self {
                Self::S3(value) => {
                    step.field(
                        "s3",
                        value,
                        |value, step| <_crdc::Pick<Bucket>>::normalize(value, step),
                    )
                }
                Self::Gcs(value) => {
                    step.field(
                        "gcs",
                        value,
                        |value, step| {
                            step
                                .optional(
                                    value,
                                    |value, step| <_crdc::Pick<Bucket>>::normalize(value, step),
                                )
                        },
                    )
                }
                _ => {}
            }
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Storage {}
    #[automatically_derived]
    impl _crdc::serde::Serialize for Storage {
        fn serialize<__S: _crdc::serde::Serializer>(
            &self,
            serializer: __S,
        ) -> ::core::result::Result<__S::Ok, __S::Error> {
            match self {
                Self::S3(member) => {
                    _crdc::convention::write(
                        serializer,
                        &_CONVENTION,
                        0,
                        _crdc::Some(("s3", member)),
                    )
                }
                Self::Gcs(member) => {
                    _crdc::convention::write(
                        serializer,
                        &_CONVENTION,
                        1,
                        _crdc::Option::as_ref(member).map(|member| ("gcs", member)),
                    )
                }
                Self::EmptyDir => {
                    _crdc::convention::write(
                        serializer,
                        &_CONVENTION,
                        2,
                        _crdc::convention::NOTHING,
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl<'de> _crdc::serde::Deserialize<'de> for Storage {
        fn deserialize<__D: _crdc::serde::Deserializer<'de>>(
            deserializer: __D,
        ) -> ::core::result::Result<Self, __D::Error> {
            _crdc::convention::read(deserializer)
        }
    }
    #[automatically_derived]
    impl<'de> _crdc::convention::Read<'de> for Storage {
        const UNION: &'static _crdc::convention::Convention = &_CONVENTION;
        fn read<__A: _crdc::serde::de::MapAccess<'de>>(
            mut reader: _crdc::convention::Reader<__A>,
        ) -> ::core::result::Result<Self, __A::Error> {
            let mut member_0: _crdc::Option<Bucket> = _crdc::None;
            let mut member_1: Option<Bucket> = _crdc::None;
            while let _crdc::Some(member) = reader.next_member()? {
                match member {
                    0 => reader.value(0, &mut member_0)?,
                    1 => reader.value(1, &mut member_1)?,
                    _ => {}
                }
            }
            match reader.selected(&[member_0.is_some(), member_1.is_some()])? {
                0 => reader.found(0, member_0).map(Self::S3),
                1 => ::core::result::Result::Ok(Self::Gcs(member_1)),
                _ => ::core::result::Result::Ok(Self::EmptyDir),
            }
        }
    }
};
#[allow(
    clippy::all,
    clippy::pedantic,
    deprecated,
    unreachable_patterns,
    unused,
    unused_qualifications
)]
const _: () = {
    use ::crdc::__private::typed as _crdc;
    #[automatically_derived]
    impl _crdc::Value for Bucket {
        const NAMES: &'static [_crdc::Name] = &[("name", true)];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            &[
                _crdc::Field::new(
                    "name",
                    "\"name\":",
                    _crdc::Part::own(_crdc::Node::TEXT)
                        .marked(_crdc::Immutability::Immutable),
                ),
            ]
        };
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::object(
                    <Self as _crdc::Value>::FIELDS,
                    const { &_crdc::edges::<{ 1 }>(<Self as _crdc::Value>::FIELDS) },
                    _crdc::None,
                    const { &[] },
                    const { &_crdc::seen::<{ 1 }>(<Self as _crdc::Value>::FIELDS) },
                )
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Bucket",
                    text: r#"{"type":"object","properties":{"name":{"type":"string","x-kubernetes-immutable":true}},"required":["name"]}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Bucket {}
};
#[allow(
    clippy::all,
    clippy::pedantic,
    deprecated,
    unreachable_patterns,
    unused,
    unused_qualifications
)]
const _: () = {
    use ::crdc::__private::typed as _crdc;
    use _crdc::{Underived as _, Unruled as _};
    #[automatically_derived]
    impl _crdc::Value for Backup {
        const NAMES: &'static [_crdc::Name] = &[("storage", false), ("archive", true)];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<
                _crdc::shape::Optional<_crdc::shape::Any>,
                Option<Storage>,
            >();
            &[
                _crdc::Field::new(
                    "storage",
                    "\"storage\":",
                    _crdc::Part::of(<_crdc::Pick<Storage>>::LINK),
                ),
                _crdc::Field::new(
                    "archive",
                    "\"archive\":",
                    _crdc::Part::of(<_crdc::Pick<Storage>>::LINK)
                        .marked(_crdc::Immutability::Immutable),
                ),
            ]
        };
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::object(
                    <Self as _crdc::Value>::FIELDS,
                    const { &_crdc::edges::<{ 2 }>(<Self as _crdc::Value>::FIELDS) },
                    _crdc::None,
                    const { &[] },
                    const { &_crdc::seen::<{ 2 }>(<Self as _crdc::Value>::FIELDS) },
                )
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Backup",
                    text: r##"{"type":"object","properties":{"storage":{"$ref":"#/refs/0"},"archive":{"$ref":"#/refs/0","nullable":true,"x-kubernetes-immutable":true}},"required":["storage"]}"##,
                    refs: &[<_crdc::Pick<Storage>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            step.field(
                "storage",
                &mut self.storage,
                |value, step| <_crdc::Pick<Storage>>::normalize(value, step),
            );
            step.field(
                "archive",
                &mut self.archive,
                |value, step| {
                    step
                        .optional(
                            value,
                            |value, step| <_crdc::Pick<Storage>>::normalize(value, step),
                        )
                },
            );
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Backup {}
};
