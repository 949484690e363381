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
        const LEADS: bool = false;
        const VALIDATES: bool = false;
        fn scalar(&self) -> _crdc::Scalar<'_> {
            _crdc::Form::scalar(_crdc::Scalars, &self.0)
        }
        fn is_empty(&self) -> bool {
            _crdc::Form::is_empty(_crdc::Scalars, &self.0)
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            _crdc::Form::compare(_crdc::Scalars, &self.0, &old.0, at);
        }
        fn validate(&self, _: _crdc::Option<&Self>, _: &mut _crdc::Validator<'_>) {}
        fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Name",
                    text: r#"{"type":"string"}"#,
                    refs: &[],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
    use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
    use _crdc::pick::{Ruled as _, Unruled as _};
    #[automatically_derived]
    impl _crdc::Value for Labels {
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            _crdc::Form::member(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &self.labels,
                index,
            )
        }
        fn count(&self) -> usize {
            _crdc::Form::count(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &self.labels,
            )
        }
        fn scalar(&self) -> _crdc::Scalar<'_> {
            _crdc::Form::scalar(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &self.labels,
            )
        }
        fn is_empty(&self) -> bool {
            _crdc::Form::is_empty(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &self.labels,
            )
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            _crdc::Form::compare(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &self.labels,
                &old.labels,
                at,
            );
        }
        fn keys(
            new: _crdc::Option<&Self>,
            old: _crdc::Option<&Self>,
            marked: _crdc::Immutability,
            at: &mut _crdc::Compare<'_>,
        ) {
            let new = new.map(|new| &new.labels);
            _crdc::Form::keys(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                new,
                old.map(|old| &old.labels),
                marked,
                at,
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            _crdc::Form::validate(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &self.labels,
                old.map(|old| &old.labels),
                at,
            );
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            _crdc::Form::normalize_value(
                _crdc::Map {
                    keys: _crdc::Scalars,
                    values: (&&&_crdc::Pick::<Name>::new()).pick(),
                    edge: _crdc::Edge::ITEMS,
                },
                &mut self.labels,
                old.map(|old| &old.labels),
                step,
            );
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Labels",
                    text: r##"{"type":"object","additionalProperties":{"$ref":"#/refs/0"}}"##,
                    refs: &[|| (&&_crdc::Pick::<Name>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
    use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
    use _crdc::pick::{Ruled as _, Unruled as _};
    #[derive(::core::clone::Clone, ::core::marker::Copy)]
    struct _Writes0;
    #[automatically_derived]
    impl _crdc::Write<Wrapped, u64> for _Writes0 {
        fn write<__S: _crdc::serde::Serializer>(
            value: &u64,
            serializer: __S,
        ) -> ::core::result::Result<__S::Ok, __S::Error> {
            as_text(value, serializer)
        }
    }
    #[automatically_derived]
    impl _crdc::Value for Wrapped {
        const FIELDS: &'static [&'static str] = &[
            "type",
            "",
            "size",
            "whole",
            "note",
            "old",
        ];
        const IMMUTABLE: &'static [&'static str] = &["type"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => {
                    _crdc::scalar(
                        (&&&_crdc::Pick::<Name>::new()).pick(),
                        _crdc::Some(&self.r#type),
                    )
                }
                2 => _crdc::part(self, "size"),
                3 => _crdc::scalar(_crdc::Leaf, _crdc::Some(&self.whole)),
                4 => {
                    _crdc::scalar(
                        _crdc::Optional(_crdc::Scalars),
                        _crdc::normalized(
                            _crdc::Optional(_crdc::Scalars),
                            _crdc::present(Option::is_none, &self.note),
                        ),
                    )
                }
                5 => _crdc::Plain::scalar(&self.old),
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.marked(
                "type",
                _crdc::Immutability::Immutable,
                (&&&_crdc::Pick::<Name>::new()).pick(),
                _crdc::Pair::always(&self.r#type, &old.r#type),
            );
            at.flatten(_crdc::Pair::always(&self.base, &old.base));
            at.field(
                "size",
                _crdc::Written::<_Writes0, Self>::new(),
                _crdc::Pair::always(&self.size, &old.size),
            );
            at.field("whole", _crdc::Leaf, _crdc::Pair::always(&self.whole, &old.whole));
            at.field(
                "note",
                _crdc::Optional(_crdc::Scalars),
                _crdc::Pair::of(
                    _crdc::normalized(
                        _crdc::Optional(_crdc::Scalars),
                        _crdc::present(Option::is_none, &self.note),
                    ),
                    _crdc::normalized(
                        _crdc::Optional(_crdc::Scalars),
                        _crdc::present(Option::is_none, &old.note),
                    ),
                ),
            );
            at.field("old", _crdc::Scalars, _crdc::Pair::always(&self.old, &old.old));
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.field(
                "type",
                (&&&_crdc::Pick::<Name>::new()).pick(),
                _crdc::Some(&self.r#type),
                old.map(|old| &old.r#type),
            );
            at.flatten(&self.base, old.map(|old| &old.base));
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            step.field(
                (&&&_crdc::Pick::<Name>::new()).pick(),
                &mut self.r#type,
                old.map(|old| &old.r#type),
            );
            step.field(
                (&&&_crdc::Pick::<Base>::new()).pick(),
                &mut self.base,
                old.map(|old| &old.base),
            );
            if step.normalizes(_crdc::Optional(_crdc::Scalars), &self.note) {
                _crdc::clear(&mut self.note);
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Wrapped",
                    text: r##"{"type":"object","properties":{"type":{"$ref":"#/refs/0","x-kubernetes-immutable":true},"size":{"x-crdc-leaf":true},"whole":{"x-crdc-leaf":true},"note":{"type":"string","nullable":true,"x-kubernetes-normalize":"undefined"},"old":{"type":"boolean"}},"required":["type","size","whole","old"],"x-crdc-flatten":[{"$ref":"#/refs/1"}]}"##,
                    refs: &[
                        || (&&_crdc::Pick::<Name>::new()).fragment(),
                        || (&&_crdc::Pick::<Base>::new()).fragment(),
                        || (&&_crdc::Pick::<u64>::new()).fragment(),
                    ],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
    use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
    use _crdc::pick::{Ruled as _, Unruled as _};
    #[automatically_derived]
    impl _crdc::Value for Base {
        const FIELDS: &'static [&'static str] = &["protocol", "labels"];
        const IMMUTABLE: &'static [&'static str] = &["labels"];
        const DEFAULTS: &'static [_crdc::Option<_crdc::Literal>] = {
            use ::crdc::__private::Literal;
            use _crdc::{None, Some};
            &[Some(Literal::String("tcp"))]
        };
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => {
                    _crdc::scalar(
                        _crdc::Scalars,
                        _crdc::present(String::is_empty, &self.protocol),
                    )
                }
                1 => {
                    _crdc::scalar(
                        (&&&_crdc::Pick::<Labels>::new()).pick(),
                        _crdc::Some(&self.labels),
                    )
                }
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.field(
                "protocol",
                _crdc::Scalars,
                _crdc::Pair::unless(String::is_empty, &self.protocol, &old.protocol),
            );
            at.marked(
                "labels",
                _crdc::Immutability::Immutable,
                (&&&_crdc::Pick::<Labels>::new()).pick(),
                _crdc::Pair::always(&self.labels, &old.labels),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.field(
                "labels",
                (&&&_crdc::Pick::<Labels>::new()).pick(),
                _crdc::Some(&self.labels),
                old.map(|old| &old.labels),
            );
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            step.field(
                (&&&_crdc::Pick::<Labels>::new()).pick(),
                &mut self.labels,
                old.map(|old| &old.labels),
            );
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Base",
                    text: r##"{"type":"object","properties":{"protocol":{"type":"string","default":"tcp"},"labels":{"$ref":"#/refs/0","x-kubernetes-immutable":true}},"required":["labels"]}"##,
                    refs: &[|| (&&_crdc::Pick::<Labels>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Base {}
};
