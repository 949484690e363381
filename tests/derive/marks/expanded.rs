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
        _crdc::is_field(<_crdc::Pick<Port>>::NAMES, "port"),
        "`Port` has no field \"port\", which is a key of this list\n  help: write the JSON name of a field of `Port`\n  code: list-map-keys",
    );
    #[automatically_derived]
    impl _crdc::Value for Spec {
        const NAMES: &'static [_crdc::Name] = &[
            ("storageClass", true),
            ("name", false),
            ("note", false),
            ("zones", false),
            ("labels", false),
            ("ports", false),
        ];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            _crdc::shaped::<
                _crdc::shape::Optional<_crdc::shape::Scalar>,
                Option<String>,
            >();
            _crdc::shaped::<
                _crdc::shape::List<_crdc::shape::Scalar>,
                BTreeSet<String>,
            >();
            _crdc::shaped::<
                _crdc::shape::Map<_crdc::shape::Scalar>,
                BTreeMap<String, String>,
            >();
            _crdc::shaped::<_crdc::shape::List<_crdc::shape::Any>, Vec<Port>>();
            &[
                _crdc::Field::new(
                    "storageClass",
                    "\"storageClass\":",
                    _crdc::Part::own(_crdc::Node::TEXT)
                        .marked(_crdc::Immutability::Immutable),
                ),
                _crdc::Field::new(
                    "name",
                    "\"name\":",
                    _crdc::Part::own(_crdc::Node::TEXT)
                        .constrained(const {
                            {
                                use ::crdc::__private::typed::Constraint;
                                use ::crdc::__private::{Bound, Literal, Rule};
                                fn matches(s: &[u8]) -> bool {
                                    static SET: [bool; 256] = ::crdc::__private::pattern::set(
                                        b"--09az",
                                    );
                                    let rest = s;
                                    !rest.is_empty()
                                        && ::crdc::__private::pattern::all(&SET, rest)
                                }
                                &[
                                    Constraint::of(Rule::MaxLength(63)),
                                    Constraint::matching(Rule::Pattern("^[a-z0-9-]+$"), matches),
                                ]
                            }
                        }),
                ),
                _crdc::Field::new(
                    "note",
                    "\"note\":",
                    _crdc::Part::own(_crdc::Node::TEXT),
                ),
                _crdc::Field::new(
                    "zones",
                    "\"zones\":",
                    _crdc::Part::own(const {
                            &_crdc::Node::set(const {
                                &_crdc::Part::own(_crdc::Node::TEXT)
                            })
                        })
                        .marked(_crdc::Immutability::AdditionOnly),
                ),
                _crdc::Field::new(
                    "labels",
                    "\"labels\":",
                    _crdc::Part::own(const {
                            &_crdc::Node::map(const {
                                &_crdc::Part::own(_crdc::Node::TEXT)
                            })
                        })
                        .marked(_crdc::Immutability::ImmutableKeys),
                ),
                _crdc::Field::new(
                    "ports",
                    "\"ports\":",
                    _crdc::Part::own(const {
                        &_crdc::Node::list_map(
                            const { &_crdc::Part::of(<_crdc::Pick<Port>>::LINK) },
                            const {
                                &_crdc::Rule::ListMap(const {
                                    &[_crdc::key(<_crdc::Pick<Port>>::NAMES, "port")]
                                })
                            },
                            const { &["port"] },
                        )
                    }),
                ),
            ]
        };
        const IS_DERIVED: bool = true;
        const IS_RULED: bool = true;
        fn node() -> &'static _crdc::Node {
            const {
                &_crdc::Node::object(
                    <Self as _crdc::Value>::FIELDS,
                    const { &_crdc::edges::<{ 6 }>(<Self as _crdc::Value>::FIELDS) },
                    _crdc::None,
                    const { &[] },
                    const { &_crdc::seen::<{ 6 }>(<Self as _crdc::Value>::FIELDS) },
                )
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Spec",
                    text: r##"{"type":"object","properties":{"storageClass":{"type":"string","x-kubernetes-immutable":true},"name":{"type":"string","maxLength":63,"pattern":"^[a-z0-9-]+$"},"note":{"type":"string","nullable":true},"zones":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set","x-crdc-default":true,"x-kubernetes-addition-only":true},"labels":{"type":"object","additionalProperties":{"type":"string"},"x-kubernetes-immutable-keys":true},"ports":{"type":"array","items":{"$ref":"#/refs/0"},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"]}},"required":["storageClass","name","labels","ports"]}"##,
                    refs: &[<_crdc::Pick<Port>>::schema],
                },
            )
        }
        #[inline]
        fn normalize_value(&mut self, step: _crdc::Normalization<'_>) {
            step.field(
                "ports",
                &mut self.ports,
                |value, step| {
                    step
                        .items(
                            value,
                            |value, step| <_crdc::Pick<Port>>::normalize(value, step),
                        )
                },
            );
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Spec {
        const PATH: &'static str = "spec";
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
    impl _crdc::Value for Port {
        const NAMES: &'static [_crdc::Name] = &[("port", true), ("name", false)];
        const FIELDS: &'static [_crdc::Field] = {
            _crdc::shaped::<_crdc::shape::Scalar, u16>();
            _crdc::shaped::<_crdc::shape::Scalar, String>();
            &[
                _crdc::Field::new(
                    "port",
                    "\"port\":",
                    _crdc::Part::own(_crdc::Node::INT)
                        .marked(_crdc::Immutability::Immutable),
                ),
                _crdc::Field::new(
                    "name",
                    "\"name\":",
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
                    name: "Port",
                    text: r#"{"type":"object","properties":{"port":{"type":"integer","format":"uint16","minimum":0,"maximum":65535,"x-kubernetes-immutable":true},"name":{"type":"string","x-crdc-default":true}},"required":["port"]}"#,
                    refs: &[],
                },
            )
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Port {}
};
