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
    impl _crdc::Value for Source {
        const NAMES: &'static [_crdc::Name] = &[
            ("copy", false),
            ("snapshot", false),
            ("range", false),
        ];
        const FIELDS: &'static [_crdc::Field] = &[
            _crdc::Field::new(
                "copy",
                "\"copy\":",
                _crdc::Part::of(<_crdc::Pick<Target>>::LINK),
            ),
            _crdc::Field::new(
                "snapshot",
                "\"snapshot\":",
                _crdc::Part::own(const {
                    &_crdc::Node::object(
                        const {
                            _crdc::shaped::<_crdc::shape::Scalar, String>();
                            _crdc::shaped::<
                                _crdc::shape::Optional<_crdc::shape::Any>,
                                Option<Target>,
                            >();
                            &[
                                _crdc::Field::new(
                                    "class",
                                    "\"class\":",
                                    _crdc::Part::own(_crdc::Node::TEXT)
                                        .marked(_crdc::Immutability::Immutable),
                                ),
                                _crdc::Field::new(
                                    "target",
                                    "\"target\":",
                                    _crdc::Part::of(<_crdc::Pick<Target>>::LINK),
                                ),
                            ]
                        },
                        const {
                            &_crdc::edges::<
                                { 2 },
                            >(const {
                                _crdc::shaped::<_crdc::shape::Scalar, String>();
                                _crdc::shaped::<
                                    _crdc::shape::Optional<_crdc::shape::Any>,
                                    Option<Target>,
                                >();
                                &[
                                    _crdc::Field::new(
                                        "class",
                                        "\"class\":",
                                        _crdc::Part::own(_crdc::Node::TEXT)
                                            .marked(_crdc::Immutability::Immutable),
                                    ),
                                    _crdc::Field::new(
                                        "target",
                                        "\"target\":",
                                        _crdc::Part::of(<_crdc::Pick<Target>>::LINK),
                                    ),
                                ]
                            })
                        },
                        _crdc::None,
                        const { &[] },
                        const {
                            &_crdc::seen::<
                                { 2 },
                            >(const {
                                _crdc::shaped::<_crdc::shape::Scalar, String>();
                                _crdc::shaped::<
                                    _crdc::shape::Optional<_crdc::shape::Any>,
                                    Option<Target>,
                                >();
                                &[
                                    _crdc::Field::new(
                                        "class",
                                        "\"class\":",
                                        _crdc::Part::own(_crdc::Node::TEXT)
                                            .marked(_crdc::Immutability::Immutable),
                                    ),
                                    _crdc::Field::new(
                                        "target",
                                        "\"target\":",
                                        _crdc::Part::of(<_crdc::Pick<Target>>::LINK),
                                    ),
                                ]
                            })
                        },
                    )
                }),
            ),
            _crdc::Field::new("range", "\"range\":", _crdc::Part::own(_crdc::Node::LEAF)),
        ];
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
                    name: "Source",
                    text: r#"{"x-crdc-leaf":true}"#,
                    refs: &[],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            match self {
                Self::Copy(value) => {
                    step.field(
                        "copy",
                        value,
                        |value, step| <_crdc::Pick<Target>>::normalize(value, step),
                    )
                }
                Self::Snapshot { class: new_class, target: new_target, .. } => {
                    step.field(
                        "snapshot",
                        &mut (),
                        |_, step| {
                            step.field(
                                "target",
                                new_target,
                                |value, step| {
                                    step
                                        .optional(
                                            value,
                                            |value, step| <_crdc::Pick<Target>>::normalize(value, step),
                                        )
                                },
                            );
                        },
                    )
                }
                _ => {}
            }
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Source {}
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
        !<Target as _crdc::Value>::OF_WHOLE,
        "`Target` has rules or unions of its whole value, which are not run where it is flattened\n  help: move its fields here; or check them yourself, and write `#[crdc(unchecked_rules)]` on the field\n  code: rule-unchecked",
    );
    #[automatically_derived]
    impl _crdc::Value for Tagged {
        const NAMES: &'static [_crdc::Name] = &_crdc::names::<
            { 3 + <Target as _crdc::Value>::NAMES.len() },
        >(
            &[
                &[("type", false), ("class", true), ("copies", false)],
                <Target as _crdc::Value>::NAMES,
            ],
        );
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            _crdc::shaped::<_crdc::shape::Scalar, u32>();
            &_crdc::joined::<
                { 3 + <Target as _crdc::Value>::NAMES.len() },
            >(
                &[
                    (
                        &[
                            _crdc::Field::new(
                                "type",
                                "\"type\":",
                                _crdc::Part::own(_crdc::Node::TEXT),
                            ),
                            _crdc::Field::new(
                                    "class",
                                    "\"class\":",
                                    _crdc::Part::own(_crdc::Node::TEXT)
                                        .marked(_crdc::Immutability::Immutable),
                                )
                                .of(&["Snapshot", "Mirror"]),
                            _crdc::Field::new(
                                    "copies",
                                    "\"copies\":",
                                    _crdc::Part::own(_crdc::Node::INT)
                                        .constrained(const {
                                            {
                                                use ::crdc::__private::typed::Constraint;
                                                use ::crdc::__private::{Bound, Literal, Rule};
                                                &[
                                                    Constraint::of(
                                                        Rule::Minimum(Bound {
                                                            limit: 1f64,
                                                            exclusive: false,
                                                            native: true,
                                                        }),
                                                    ),
                                                ]
                                            }
                                        }),
                                )
                                .of(&["Mirror"]),
                        ],
                        &[],
                    ),
                    (<Target as _crdc::Value>::FIELDS, &["Copy"]),
                ],
            )
        };
        const OTHERS: _crdc::Option<&'static _crdc::Part> = _crdc::first(
            &[<Target as _crdc::Value>::OTHERS],
        );
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::object(
                    <Self as _crdc::Value>::FIELDS,
                    const {
                        &_crdc::edges::<
                            { 3 + <Target as _crdc::Value>::NAMES.len() },
                        >(<Self as _crdc::Value>::FIELDS)
                    },
                    <Self as _crdc::Value>::OTHERS,
                    const { &[] },
                    const {
                        &_crdc::seen::<
                            { 3 + <Target as _crdc::Value>::NAMES.len() },
                        >(<Self as _crdc::Value>::FIELDS)
                    },
                )
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Tagged",
                    text: r##"{"type":"object","properties":{"type":{"type":"string","enum":["Copy","Snapshot","Mirror","Nothing"]},"class":{"type":"string","x-kubernetes-immutable":true},"copies":{"type":"integer","format":"uint32","minimum":1}},"required":["type"],"oneOf":[{"properties":{"type":{"enum":["Copy"]}},"required":["type"]},{"properties":{"type":{"enum":["Snapshot"]}},"required":["type","class"]},{"properties":{"type":{"enum":["Mirror"]}},"required":["type","class","copies"]},{"properties":{"type":{"enum":["Nothing"]}},"required":["type"]}],"x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true,"x-crdc-variant":"Copy"}]}"##,
                    refs: &[<_crdc::Pick<Target>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            match self {
                Self::Copy(value) => <_crdc::Pick<Target>>::normalize(value, step),
                _ => {}
            }
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Tagged {}
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
    impl _crdc::Value for Adjacent {
        const NAMES: &'static [_crdc::Name] = &[
            ("type", false),
            ("value", false),
            ("value", false),
        ];
        const FIELDS: &'static [_crdc::Field] = &[
            _crdc::Field::new("type", "\"type\":", _crdc::Part::own(_crdc::Node::TEXT)),
            _crdc::Field::new(
                    "value",
                    "\"value\":",
                    _crdc::Part::of(<_crdc::Pick<Target>>::LINK),
                )
                .of(&["Copy"]),
            _crdc::Field::new(
                    "value",
                    "\"value\":",
                    _crdc::Part::own(const {
                        &_crdc::Node::object(
                            const {
                                _crdc::shaped::<_crdc::shape::Scalar, String>();
                                &[
                                    _crdc::Field::new(
                                        "class",
                                        "\"class\":",
                                        _crdc::Part::own(_crdc::Node::TEXT),
                                    ),
                                ]
                            },
                            const {
                                &_crdc::edges::<
                                    { 1 },
                                >(const {
                                    _crdc::shaped::<_crdc::shape::Scalar, String>();
                                    &[
                                        _crdc::Field::new(
                                            "class",
                                            "\"class\":",
                                            _crdc::Part::own(_crdc::Node::TEXT),
                                        ),
                                    ]
                                })
                            },
                            _crdc::None,
                            const { &[] },
                            const {
                                &_crdc::seen::<
                                    { 1 },
                                >(const {
                                    _crdc::shaped::<_crdc::shape::Scalar, String>();
                                    &[
                                        _crdc::Field::new(
                                            "class",
                                            "\"class\":",
                                            _crdc::Part::own(_crdc::Node::TEXT),
                                        ),
                                    ]
                                })
                            },
                        )
                    }),
                )
                .of(&["Snapshot"]),
        ];
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = <_crdc::Pick<Target>>::IS_DERIVED;
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
                    name: "Adjacent",
                    text: r##"{"type":"object","properties":{"type":{"type":"string","enum":["Copy","Snapshot","Nothing"]},"value":{"x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true,"x-crdc-variant":"Copy"},{"type":"object","properties":{"class":{"type":"string"}},"required":["class"],"nullable":true,"x-crdc-variant":"Snapshot"}]}},"required":["type"]}"##,
                    refs: &[<_crdc::Pick<Target>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            match self {
                Self::Copy(value) => {
                    step.field(
                        "value",
                        value,
                        |value, step| <_crdc::Pick<Target>>::normalize(value, step),
                    )
                }
                _ => {}
            }
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Adjacent {}
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
    impl _crdc::Value for IntOrText {
        fn node() -> &'static _crdc::Node {
            _crdc::Node::LEAF
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "IntOrText",
                    text: r#"{"x-crdc-leaf":true}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for IntOrText {}
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
    impl _crdc::Value for Target {
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
                    name: "Target",
                    text: r#"{"type":"object","properties":{"name":{"type":"string","x-kubernetes-immutable":true}},"required":["name"]}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Target {}
};
