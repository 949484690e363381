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
    impl _crdc::Value for Name {
        const IS_DERIVED: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &{
                    _crdc::shaped::<_crdc::shape::Scalar, String>();
                    _crdc::Node::like(&_crdc::Part::own(_crdc::Node::TEXT))
                }
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Name",
                    text: r#"{"type":"string"}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Name {}
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
    impl _crdc::Value for Labels {
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = <_crdc::Pick<Name>>::IS_DERIVED;
        fn node() -> &'static _crdc::Node {
            const {
                &{
                    _crdc::shaped::<
                        _crdc::shape::Map<_crdc::shape::Any>,
                        BTreeMap<String, Name>,
                    >();
                    _crdc::Node::like(
                        &_crdc::Part::own(const {
                            &_crdc::Node::map(const {
                                &_crdc::Part::of(<_crdc::Pick<Name>>::LINK)
                            })
                        }),
                    )
                }
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Labels",
                    text: r##"{"type":"object","additionalProperties":{"$ref":"#/refs/0"}}"##,
                    refs: &[<_crdc::Pick<Name>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            let value = &mut self.labels;
            step.values(value, |value, step| <_crdc::Pick<Name>>::normalize(value, step))
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Labels {}
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
    const _: () = _crdc::must(
        !<Base as _crdc::Value>::OF_WHOLE,
        "`Base` has rules or unions of its whole value, which are not run where it is flattened\n  help: move its fields here; or check them yourself, and write `#[crdc(unchecked_rules)]` on the field\n  code: rule-unchecked",
    );
    #[automatically_derived]
    impl _crdc::Value for Wrapped {
        const NAMES: &'static [_crdc::Name] = &_crdc::names::<
            { 5 + <Base as _crdc::Value>::NAMES.len() },
        >(
            &[
                &[
                    ("type", true),
                    ("size", false),
                    ("whole", false),
                    ("note", false),
                    ("old", false),
                ],
                <Base as _crdc::Value>::NAMES,
            ],
        );
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<
                _crdc::shape::Optional<_crdc::shape::Scalar>,
                Option<String>,
            >();
            _crdc::shaped::<_crdc::shape::Scalar, bool>();
            &_crdc::joined::<
                { 5 + <Base as _crdc::Value>::NAMES.len() },
            >(
                &[
                    (
                        &[
                            _crdc::Field::new(
                                "type",
                                "\"type\":",
                                _crdc::Part::of(<_crdc::Pick<Name>>::LINK)
                                    .marked(_crdc::Immutability::Immutable),
                            ),
                            _crdc::Field::new(
                                "size",
                                "\"size\":",
                                _crdc::Part::own(_crdc::Node::LEAF),
                            ),
                            _crdc::Field::new(
                                "whole",
                                "\"whole\":",
                                _crdc::Part::own(_crdc::Node::LEAF),
                            ),
                            _crdc::Field::new(
                                "note",
                                "\"note\":",
                                _crdc::Part::own(_crdc::Node::TEXT).normalized(),
                            ),
                            _crdc::Field::new(
                                "old",
                                "\"old\":",
                                _crdc::Part::own(_crdc::Node::BOOL),
                            ),
                        ],
                        &[],
                    ),
                    (<Base as _crdc::Value>::FIELDS, &[]),
                ],
            )
        };
        const OTHERS: _crdc::Option<&'static _crdc::Part> = _crdc::first(
            &[<Base as _crdc::Value>::OTHERS],
        );
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::object(
                    <Self as _crdc::Value>::FIELDS,
                    const {
                        &_crdc::edges::<
                            { 5 + <Base as _crdc::Value>::NAMES.len() },
                        >(<Self as _crdc::Value>::FIELDS)
                    },
                    <Self as _crdc::Value>::OTHERS,
                    const { &[] },
                    const {
                        &_crdc::seen::<
                            { 5 + <Base as _crdc::Value>::NAMES.len() },
                        >(<Self as _crdc::Value>::FIELDS)
                    },
                )
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Wrapped",
                    text: r##"{"type":"object","properties":{"type":{"$ref":"#/refs/0","x-kubernetes-immutable":true},"size":{"x-crdc-leaf":true},"whole":{"x-crdc-leaf":true},"note":{"type":"string","nullable":true,"x-kubernetes-normalize":"undefined"},"old":{"type":"boolean"}},"required":["type","size","whole","old"],"x-crdc-flatten":[{"$ref":"#/refs/1"}]}"##,
                    refs: &[
                        <_crdc::Pick<Name>>::schema,
                        <_crdc::Pick<Base>>::schema,
                        <_crdc::Pick<u64>>::schema,
                    ],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            step.field(
                "type",
                &mut self.r#type,
                |value, step| <_crdc::Pick<Name>>::normalize(value, step),
            );
            {
                let value = &mut self.base;
                <_crdc::Pick<Base>>::normalize(value, step);
            }
            if step.is_gone("note") {
                _crdc::clear(&mut self.note);
            }
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Wrapped {}
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
    impl _crdc::Value for Base {
        const NAMES: &'static [_crdc::Name] = &[("protocol", false), ("labels", true)];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            &[
                _crdc::Field::new(
                        "protocol",
                        "\"protocol\":",
                        _crdc::Part::own(_crdc::Node::TEXT),
                    )
                    .or(_crdc::Given::Text("tcp")),
                _crdc::Field::new(
                    "labels",
                    "\"labels\":",
                    _crdc::Part::of(<_crdc::Pick<Labels>>::LINK)
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
                    name: "Base",
                    text: r##"{"type":"object","properties":{"protocol":{"type":"string","default":"tcp"},"labels":{"$ref":"#/refs/0","x-kubernetes-immutable":true}},"required":["labels"]}"##,
                    refs: &[<_crdc::Pick<Labels>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            step.field(
                "labels",
                &mut self.labels,
                |value, step| <_crdc::Pick<Labels>>::normalize(value, step),
            );
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Base {}
};
