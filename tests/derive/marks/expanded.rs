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
    use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
    use _crdc::Unknown as _;
    use _crdc::pick::{Ruled as _, Unruled as _};
    const _ZONES: _crdc::Set<_crdc::Scalars> = _crdc::Set {
        items: _crdc::Scalars,
        edge: _crdc::Edge::ITEMS,
    };
    const _NAME: _crdc::Constrained<_crdc::Scalars> = _crdc::Constrained {
        form: _crdc::Scalars,
        constraints: {
            use ::crdc::__private::typed::Constraint;
            use ::crdc::__private::{Bound, Literal, Rule};
            fn matches(s: &[u8]) -> bool {
                static SET: [bool; 256] = ::crdc::__private::pattern::set(b"--09az");
                let rest = s;
                !rest.is_empty() && ::crdc::__private::pattern::all(&SET, rest)
            }
            &[
                Constraint::Rule(Rule::MaxLength(63)),
                Constraint::Pattern("^[a-z0-9-]+$", matches),
            ]
        },
    };
    const _LABELS: _crdc::Map<_crdc::Scalars, _crdc::Scalars> = _crdc::Map {
        keys: _crdc::Scalars,
        values: _crdc::Scalars,
        edge: _crdc::Edge::ITEMS,
    };
    struct _Items0;
    impl _crdc::Listed for _Items0 {
        type Item = Port;
        const KNOWN: _crdc::Option<_crdc::Known<()>> = <_crdc::Known<Port>>::OF;
        #[inline(always)]
        fn form() -> impl _crdc::Form<Port> {
            (&&&_crdc::Pick::<Port>::new()).pick()
        }
    }
    const _: () = _crdc::must(
        _crdc::is_field::<_Items0>("port"),
        "`Port` has no field \"port\", which is a key of this list\n  help: write the JSON name of a field of `Port`\n  code: list-map-keys",
    );
    const _PORTS: _crdc::ListMap<_crdc::ItemsOf<_Items0>> = _crdc::ListMap {
        items: _crdc::ItemsOf::new(),
        edge: _crdc::Edge::ITEMS,
        keys: &[_crdc::Key::of_items::<_Items0>("port")],
    };
    #[automatically_derived]
    impl _crdc::Value for Spec {
        const FIELDS: &'static [&'static str] = &[
            "storageClass",
            "name",
            "note",
            "zones",
            "labels",
            "ports",
        ];
        const IMMUTABLE: &'static [&'static str] = &["storageClass"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => _crdc::Plain::scalar(&self.storage_class),
                1 => _crdc::Plain::scalar(&self.name),
                2 => {
                    _crdc::scalar(
                        _crdc::Optional(_crdc::Scalars),
                        _crdc::present(Option::is_none, &self.note),
                    )
                }
                3 => {
                    _crdc::scalar(
                        _ZONES,
                        _crdc::present(BTreeSet::is_empty, &self.zones),
                    )
                }
                4 | 5 => _crdc::Scalar::Other,
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.marked(
                "storageClass",
                _crdc::Immutability::Immutable,
                _crdc::Scalars,
                _crdc::Pair::always(&self.storage_class, &old.storage_class),
            );
            at.field("name", _NAME, _crdc::Pair::always(&self.name, &old.name));
            at.field(
                "note",
                _crdc::Optional(_crdc::Scalars),
                _crdc::Pair::unless(Option::is_none, &self.note, &old.note),
            );
            at.marked(
                "zones",
                _crdc::Immutability::AdditionOnly,
                _ZONES,
                _crdc::Pair::unless(BTreeSet::is_empty, &self.zones, &old.zones),
            );
            at.marked(
                "labels",
                _crdc::Immutability::ImmutableKeys,
                _LABELS,
                _crdc::Pair::always(&self.labels, &old.labels),
            );
            at.field("ports", _PORTS, _crdc::Pair::always(&self.ports, &old.ports));
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.field("name", _NAME, _crdc::Some(&self.name), old.map(|old| &old.name));
            at.field(
                "zones",
                _ZONES,
                _crdc::present(BTreeSet::is_empty, &self.zones),
                old.and_then(|old| _crdc::present(BTreeSet::is_empty, &old.zones)),
            );
            at.field(
                "ports",
                _PORTS,
                _crdc::Some(&self.ports),
                old.map(|old| &old.ports),
            );
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            step.field(_PORTS, &mut self.ports, old.map(|old| &old.ports));
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Spec",
                    text: r##"{"type":"object","properties":{"storageClass":{"type":"string","x-kubernetes-immutable":true},"name":{"type":"string","maxLength":63,"pattern":"^[a-z0-9-]+$"},"note":{"type":"string","nullable":true},"zones":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set","x-crdc-default":true,"x-kubernetes-addition-only":true},"labels":{"type":"object","additionalProperties":{"type":"string"},"x-kubernetes-immutable-keys":true},"ports":{"type":"array","items":{"$ref":"#/refs/0"},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"]}},"required":["storageClass","name","labels","ports"]}"##,
                    refs: &[|| (&&_crdc::Pick::<Port>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
        const FIELDS: &'static [&'static str] = &["port", "name"];
        const VALIDATES: bool = false;
        const IMMUTABLE: &'static [&'static str] = &["port"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => _crdc::Plain::scalar(&self.port),
                1 => {
                    _crdc::scalar(
                        _crdc::Scalars,
                        _crdc::present(|value| str::is_empty(value), &self.name),
                    )
                }
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.marked(
                "port",
                _crdc::Immutability::Immutable,
                _crdc::Scalars,
                _crdc::Pair::always(&self.port, &old.port),
            );
            at.field(
                "name",
                _crdc::Scalars,
                _crdc::Pair::unless(|value| str::is_empty(value), &self.name, &old.name),
            );
        }
        fn validate(&self, _: _crdc::Option<&Self>, _: &mut _crdc::Validator<'_>) {}
        fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Port",
                    text: r#"{"type":"object","properties":{"port":{"type":"integer","format":"uint16","minimum":0,"maximum":65535,"x-kubernetes-immutable":true},"name":{"type":"string","x-crdc-default":true}},"required":["port"]}"#,
                    refs: &[],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Port {}
};
