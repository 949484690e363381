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
    use _crdc::pick::{Ruled as _, Unruled as _};
    #[automatically_derived]
    impl<T: Clone, M> _crdc::Value for Page<T, M>
    where
        T: PartialEq,
        T: _crdc::Value + _crdc::serde::Serialize,
        Page<T, M>: _crdc::serde::Serialize,
    {
        const FIELDS: &'static [&'static str] = &["items", "first"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                1 => {
                    _crdc::scalar(
                        _crdc::Optional(_crdc::Nested),
                        _crdc::Some(&self.first),
                    )
                }
                0 => _crdc::Scalar::Other,
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.field(
                "items",
                _crdc::ListMap {
                    items: _crdc::Nested,
                    edge: _crdc::Edge::ITEMS,
                    keys: const {
                        _crdc::must(
                            _crdc::names(<T as _crdc::Value>::FIELDS, "name"),
                            "`T` has no field \"name\", which is a key of this list\n  help: write the JSON name of a field of `T`\n  code: list-map-keys",
                        );
                        &[_crdc::Key::of_type::<T>("name")]
                    },
                },
                _crdc::Pair::always(&self.items, &old.items),
            );
            at.field(
                "first",
                _crdc::Optional(_crdc::Nested),
                _crdc::Pair::always(&self.first, &old.first),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.field(
                "items",
                _crdc::ListMap {
                    items: _crdc::Nested,
                    edge: _crdc::Edge::ITEMS,
                    keys: const {
                        _crdc::must(
                            _crdc::names(<T as _crdc::Value>::FIELDS, "name"),
                            "`T` has no field \"name\", which is a key of this list\n  help: write the JSON name of a field of `T`\n  code: list-map-keys",
                        );
                        &[_crdc::Key::of_type::<T>("name")]
                    },
                },
                _crdc::Some(&self.items),
                old.map(|old| &old.items),
            );
            at.field(
                "first",
                _crdc::Optional(_crdc::Nested),
                _crdc::Some(&self.first),
                old.map(|old| &old.first),
            );
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            step.field(
                _crdc::ListMap {
                    items: _crdc::Nested,
                    edge: _crdc::Edge::ITEMS,
                    keys: const {
                        _crdc::must(
                            _crdc::names(<T as _crdc::Value>::FIELDS, "name"),
                            "`T` has no field \"name\", which is a key of this list\n  help: write the JSON name of a field of `T`\n  code: list-map-keys",
                        );
                        &[_crdc::Key::of_type::<T>("name")]
                    },
                },
                &mut self.items,
                old.map(|old| &old.items),
            );
            step.field(
                _crdc::Optional(_crdc::Nested),
                &mut self.first,
                old.map(|old| &old.first),
            );
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Page",
                    text: r##"{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/refs/0"},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"]},"first":{"$ref":"#/refs/0","nullable":true,"x-crdc-null":true}},"required":["items"]}"##,
                    refs: &[|| (&&_crdc::Pick::<T>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
        }
    }
    #[automatically_derived]
    impl<T: Clone, M> ::crdc::Rules for Page<T, M>
    where
        T: PartialEq,
        T: _crdc::Value + _crdc::serde::Serialize,
        Page<T, M>: _crdc::serde::Serialize,
    {}
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
    const _BYTES: _crdc::Constrained<_crdc::List<_crdc::Scalars>> = _crdc::Constrained {
        form: _crdc::List {
            items: _crdc::Scalars,
            edge: _crdc::Edge::ITEMS,
        },
        constraints: {
            use ::crdc::__private::typed::Constraint;
            use ::crdc::__private::{Bound, Literal, Rule};
            &[Constraint::Rule(Rule::MinItems(4)), Constraint::Rule(Rule::MaxItems(4))]
        },
    };
    #[automatically_derived]
    impl<'a, const N: usize> _crdc::Value for Borrowed<'a, N> {
        const FIELDS: &'static [&'static str] = &["name", "bytes", "text"];
        const IMMUTABLE: &'static [&'static str] = &["name"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => _crdc::Plain::scalar(&self.name),
                2 => _crdc::Plain::scalar(&self.text),
                1 => _crdc::Scalar::Other,
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.marked(
                "name",
                _crdc::Immutability::Immutable,
                _crdc::Scalars,
                _crdc::Pair::always(&self.name, &old.name),
            );
            at.field("bytes", _BYTES, _crdc::Pair::always(&self.bytes, &old.bytes));
            at.field("text", _crdc::Scalars, _crdc::Pair::always(&self.text, &old.text));
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.field(
                "bytes",
                _BYTES,
                _crdc::Some(&self.bytes),
                old.map(|old| &old.bytes),
            );
        }
        fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Borrowed",
                    text: r#"{"type":"object","properties":{"name":{"type":"string","x-kubernetes-immutable":true},"bytes":{"type":"array","items":{"type":"integer","format":"uint8","minimum":0,"maximum":255},"minItems":4,"maxItems":4},"text":{"type":"string"}},"required":["name","bytes","text"]}"#,
                    refs: &[],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
    use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
    use _crdc::pick::{Ruled as _, Unruled as _};
    #[automatically_derived]
    impl _crdc::Value for Tree {
        const FIELDS: &'static [&'static str] = &["name", "children", "next"];
        const IMMUTABLE: &'static [&'static str] = &["name"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => _crdc::Plain::scalar(&self.name),
                1 => {
                    _crdc::scalar(
                        _crdc::List {
                            items: (&&&_crdc::Pick::<Tree>::new()).pick(),
                            edge: _crdc::Edge::ITEMS,
                        },
                        _crdc::present(Vec::is_empty, &self.children),
                    )
                }
                2 => {
                    _crdc::scalar(
                        _crdc::Optional(
                            _crdc::Boxed((&&&_crdc::Pick::<Tree>::new()).pick()),
                        ),
                        _crdc::present(Option::is_none, &self.next),
                    )
                }
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.marked(
                "name",
                _crdc::Immutability::Immutable,
                _crdc::Scalars,
                _crdc::Pair::always(&self.name, &old.name),
            );
            at.field(
                "children",
                _crdc::List {
                    items: (&&&_crdc::Pick::<Tree>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                _crdc::Pair::unless(Vec::is_empty, &self.children, &old.children),
            );
            at.field(
                "next",
                _crdc::Optional(_crdc::Boxed((&&&_crdc::Pick::<Tree>::new()).pick())),
                _crdc::Pair::unless(Option::is_none, &self.next, &old.next),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.field(
                "children",
                _crdc::List {
                    items: (&&&_crdc::Pick::<Tree>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                _crdc::present(Vec::is_empty, &self.children),
                old.and_then(|old| _crdc::present(Vec::is_empty, &old.children)),
            );
            at.field(
                "next",
                _crdc::Optional(_crdc::Boxed((&&&_crdc::Pick::<Tree>::new()).pick())),
                _crdc::present(Option::is_none, &self.next),
                old.and_then(|old| _crdc::present(Option::is_none, &old.next)),
            );
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            step.field(
                _crdc::List {
                    items: (&&&_crdc::Pick::<Tree>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &mut self.children,
                old.map(|old| &old.children),
            );
            step.field(
                _crdc::Optional(_crdc::Boxed((&&&_crdc::Pick::<Tree>::new()).pick())),
                &mut self.next,
                old.map(|old| &old.next),
            );
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Tree",
                    text: r##"{"type":"object","properties":{"name":{"type":"string","x-kubernetes-immutable":true},"children":{"type":"array","items":{"$ref":"#/refs/0"},"x-crdc-default":true},"next":{"$ref":"#/refs/0","nullable":true}},"required":["name"]}"##,
                    refs: &[|| (&&_crdc::Pick::<Tree>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Tree {}
};
