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
    impl<T: Clone, M> _crdc::Value for Page<T, M>
    where
        T: PartialEq,
        T: _crdc::Value + _crdc::serde::Serialize,
        Page<T, M>: _crdc::serde::Serialize,
    {
        const NAMES: &'static [_crdc::Name] = &[("items", false), ("first", false)];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::List<_crdc::shape::Any>, Vec<T>>();
            _crdc::shaped::<_crdc::shape::Optional<_crdc::shape::Any>, Option<T>>();
            &[
                _crdc::Field::new(
                    "items",
                    "\"items\":",
                    _crdc::Part::own(const {
                        &_crdc::Node::list_map(
                            const { &_crdc::Part::of(<T as _crdc::Value>::LINK) },
                            const {
                                _crdc::must(
                                    _crdc::is_field(
                                        _crdc::Some(<T as _crdc::Value>::NAMES),
                                        "name",
                                    ),
                                    "`T` has no field \"name\", which is a key of this list\n  help: write the JSON name of a field of `T`\n  code: list-map-keys",
                                );
                                &_crdc::Rule::ListMap(const {
                                    &[
                                        _crdc::key(_crdc::Some(<T as _crdc::Value>::NAMES), "name"),
                                    ]
                                })
                            },
                            const { &["name"] },
                        )
                    }),
                ),
                _crdc::Field::new(
                    "first",
                    "\"first\":",
                    _crdc::Part::of(<T as _crdc::Value>::LINK),
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
                    name: "Page",
                    text: r##"{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/refs/0"},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"]},"first":{"$ref":"#/refs/0","nullable":true,"x-crdc-null":true}},"required":["items"]}"##,
                    refs: &[<_crdc::Pick<T>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            step.field(
                "items",
                &mut self.items,
                |value, step| {
                    step
                        .items(
                            value,
                            |value, step| _crdc::Value::normalize_value(value, step),
                        )
                },
            );
            step.field(
                "first",
                &mut self.first,
                |value, step| {
                    step
                        .optional(
                            value,
                            |value, step| _crdc::Value::normalize_value(value, step),
                        )
                },
            );
        }
    }
    #[automatically_derived]
    impl<T: Clone, M> ::crdc::Rules for Page<T, M>
    where
        T: PartialEq,
        T: _crdc::Value + _crdc::serde::Serialize,
        Page<T, M>: _crdc::serde::Serialize,
    {}
    #[automatically_derived]
    impl<T: Clone, M> _crdc::Derived for Page<T, M>
    where
        T: PartialEq,
    {
        const ASKS: bool = true;
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
    impl<'a, const N: usize> _crdc::Value for Borrowed<'a, N> {
        const NAMES: &'static [_crdc::Name] = &[
            ("name", true),
            ("bytes", false),
            ("text", false),
        ];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, Cow<'a, str>>();
            _crdc::shaped::<_crdc::shape::List<_crdc::shape::Scalar>, [u8; 4]>();
            _crdc::shaped::<_crdc::shape::Scalar, &'a str>();
            &[
                _crdc::Field::new(
                    "name",
                    "\"name\":",
                    _crdc::Part::own(_crdc::Node::TEXT)
                        .marked(_crdc::Immutability::Immutable),
                ),
                _crdc::Field::new(
                    "bytes",
                    "\"bytes\":",
                    _crdc::Part::own(const {
                            &_crdc::Node::list(const {
                                &_crdc::Part::own(_crdc::Node::INT)
                            })
                        })
                        .constrained(const {
                            {
                                use ::crdc::__private::typed::Constraint;
                                use ::crdc::__private::{Bound, Literal, Rule};
                                &[
                                    Constraint::of(Rule::MinItems(4)),
                                    Constraint::of(Rule::MaxItems(4)),
                                ]
                            }
                        }),
                ),
                _crdc::Field::new(
                    "text",
                    "\"text\":",
                    _crdc::Part::own(_crdc::Node::TEXT),
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
                    name: "Borrowed",
                    text: r#"{"type":"object","properties":{"name":{"type":"string","x-kubernetes-immutable":true},"bytes":{"type":"array","items":{"type":"integer","format":"uint8","minimum":0,"maximum":255},"minItems":4,"maxItems":4},"text":{"type":"string"}},"required":["name","bytes","text"]}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl<'a, const N: usize> ::crdc::Rules for Borrowed<'a, N> {}
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
    impl _crdc::Value for Tree {
        const NAMES: &'static [_crdc::Name] = &[
            ("name", true),
            ("children", false),
            ("next", false),
        ];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            _crdc::shaped::<_crdc::shape::List<_crdc::shape::Any>, Vec<Tree>>();
            _crdc::shaped::<
                _crdc::shape::Optional<_crdc::shape::Boxed<_crdc::shape::Any>>,
                Option<Box<Tree>>,
            >();
            &[
                _crdc::Field::new(
                    "name",
                    "\"name\":",
                    _crdc::Part::own(_crdc::Node::TEXT)
                        .marked(_crdc::Immutability::Immutable),
                ),
                _crdc::Field::new(
                    "children",
                    "\"children\":",
                    _crdc::Part::own(const {
                        &_crdc::Node::list(const {
                            &_crdc::Part::of(<_crdc::Pick<Tree>>::LINK)
                        })
                    }),
                ),
                _crdc::Field::new(
                    "next",
                    "\"next\":",
                    _crdc::Part::of(<_crdc::Pick<Tree>>::LINK),
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
                    name: "Tree",
                    text: r##"{"type":"object","properties":{"name":{"type":"string","x-kubernetes-immutable":true},"children":{"type":"array","items":{"$ref":"#/refs/0"},"x-crdc-default":true},"next":{"$ref":"#/refs/0","nullable":true}},"required":["name"]}"##,
                    refs: &[<_crdc::Pick<Tree>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            step.field(
                "children",
                &mut self.children,
                |value, step| {
                    step
                        .items(
                            value,
                            |value, step| <_crdc::Pick<Tree>>::normalize(value, step),
                        )
                },
            );
            step.field(
                "next",
                &mut self.next,
                |value, step| {
                    step
                        .optional(
                            value,
                            |value, step| {
                                step
                                    .boxed(
                                        value,
                                        |value, step| <_crdc::Pick<Tree>>::normalize(value, step),
                                    )
                            },
                        )
                },
            );
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Tree {}
};
