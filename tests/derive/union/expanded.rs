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
    const _: () = _crdc::must(
        _crdc::admits(<Kind as _crdc::Value>::TEXTS, "GCS"),
        "`Kind` has no value \"GCS\", so nothing selects this member\n  help: write `+unionMember=VALUE` with a value of `Kind` as it is serialized\n  code: union-enum",
    );
    const _: () = _crdc::must(
        _crdc::admits(<Kind as _crdc::Value>::TEXTS, "S3"),
        "`Kind` has no value \"S3\", so nothing selects this member\n  help: write `+unionMember=VALUE` with a value of `Kind` as it is serialized\n  code: union-enum",
    );
    #[automatically_derived]
    impl _crdc::Value for Storage {
        const NAMES: &'static [_crdc::Name] = &[
            ("type", false),
            ("s3", false),
            ("gcs", false),
        ];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Optional<_crdc::shape::Any>, Option<Bucket>>();
            _crdc::shaped::<_crdc::shape::Optional<_crdc::shape::Any>, Option<Bucket>>();
            &[
                _crdc::Field::new(
                    "type",
                    "\"type\":",
                    _crdc::Part::of(<_crdc::Pick<Kind>>::LINK),
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
        const OF_WHOLE: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::object(
                    <Self as _crdc::Value>::FIELDS,
                    const { &_crdc::edges::<{ 3 }>(<Self as _crdc::Value>::FIELDS) },
                    _crdc::None,
                    const {
                        &[
                            {
                                use ::crdc::__private::extensions::{Member, Union};
                                Union::new(
                                    (0, "type"),
                                    const {
                                        &[
                                            Member::new("type", (2, "gcs"), "GCS", true),
                                            Member::new("type", (1, "s3"), "S3", false),
                                        ]
                                    },
                                    const { &[(2, "gcs"), (1, "s3")] },
                                    <Kind as _crdc::Value>::TEXTS,
                                    _crdc::None,
                                    true,
                                )
                            },
                        ]
                    },
                    const { &_crdc::seen::<{ 3 }>(<Self as _crdc::Value>::FIELDS) },
                )
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Storage",
                    text: r##"{"type":"object","properties":{"type":{"$ref":"#/refs/0","x-kubernetes-unions":{"fieldMembers":{"S3":{"name":"s3"},"GCS":{"name":"gcs","optional":true}}}},"s3":{"$ref":"#/refs/1","nullable":true},"gcs":{"$ref":"#/refs/1","nullable":true}},"required":["type"]}"##,
                    refs: &[<_crdc::Pick<Kind>>::schema, <_crdc::Pick<Bucket>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            step.field(
                "type",
                &mut self.kind,
                |value, step| <_crdc::Pick<Kind>>::normalize(value, step),
            );
            step.field(
                "s3",
                &mut self.s3,
                |value, step| {
                    step
                        .optional(
                            value,
                            |value, step| <_crdc::Pick<Bucket>>::normalize(value, step),
                        )
                },
            );
            step.field(
                "gcs",
                &mut self.gcs,
                |value, step| {
                    step
                        .optional(
                            value,
                            |value, step| <_crdc::Pick<Bucket>>::normalize(value, step),
                        )
                },
            );
            if step.is_gone("s3") {
                _crdc::clear(&mut self.s3);
            }
            if step.is_gone("gcs") {
                _crdc::clear(&mut self.gcs);
            }
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Storage {}
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
    impl _crdc::Value for Kind {
        const TEXTS: &'static [&'static str] = &["S3", "GCS", "None"];
        const IS_ENUM: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::texts(const {
                    &_crdc::Rule::Enum(
                        &[
                            _crdc::Literal::String("S3"),
                            _crdc::Literal::String("GCS"),
                            _crdc::Literal::String("None"),
                        ],
                    )
                })
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Kind",
                    text: r#"{"type":"string","enum":["S3","GCS","None"]}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Kind {}
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
        const NAMES: &'static [_crdc::Name] = &[("bucket", true)];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            &[
                _crdc::Field::new(
                    "bucket",
                    "\"bucket\":",
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
                    text: r#"{"type":"object","properties":{"bucket":{"type":"string","x-kubernetes-immutable":true}},"required":["bucket"]}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Bucket {}
};
