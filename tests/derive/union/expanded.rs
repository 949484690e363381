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
    const _: () = _crdc::must(
        _crdc::admits(<Kind as _crdc::Value>::TEXTS, "GCS"),
        "`Kind` has no value \"GCS\", so nothing selects this member\n  help: write `+unionMember=VALUE` with a value of `Kind` as it is serialized\n  code: union-enum",
    );
    const _: () = _crdc::must(
        _crdc::admits(<Kind as _crdc::Value>::TEXTS, "S3"),
        "`Kind` has no value \"S3\", so nothing selects this member\n  help: write `+unionMember=VALUE` with a value of `Kind` as it is serialized\n  code: union-enum",
    );
    static _UNION: ::crdc::__private::extensions::Union = {
        use ::crdc::__private::extensions::{Member, Union};
        Union::new(
            (0, "type"),
            &[
                Member::new("type", (2, "gcs"), "GCS", true),
                Member::new("type", (1, "s3"), "S3", false),
            ],
            &[(2, "gcs"), (1, "s3")],
            <Kind as _crdc::Value>::TEXTS,
            _crdc::None,
            true,
        )
    };
    #[automatically_derived]
    impl _crdc::Value for Storage {
        const FIELDS: &'static [&'static str] = &["type", "s3", "gcs"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => {
                    _crdc::scalar(
                        (&&&_crdc::Pick::<Kind>::new()).pick(),
                        _crdc::Some(&self.kind),
                    )
                }
                1 => {
                    _crdc::scalar(
                        _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                        _crdc::present(Option::is_none, &self.s3),
                    )
                }
                2 => {
                    _crdc::scalar(
                        _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                        _crdc::present(Option::is_none, &self.gcs),
                    )
                }
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.field(
                "type",
                (&&&_crdc::Pick::<Kind>::new()).pick(),
                _crdc::Pair::always(&self.kind, &old.kind),
            );
            at.field(
                "s3",
                _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                _crdc::Pair::unless(Option::is_none, &self.s3, &old.s3),
            );
            at.field(
                "gcs",
                _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                _crdc::Pair::unless(Option::is_none, &self.gcs, &old.gcs),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.union(&_UNION, self, old);
            at.field(
                "type",
                (&&&_crdc::Pick::<Kind>::new()).pick(),
                _crdc::Some(&self.kind),
                old.map(|old| &old.kind),
            );
            at.field(
                "s3",
                _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                _crdc::present(Option::is_none, &self.s3),
                old.and_then(|old| _crdc::present(Option::is_none, &old.s3)),
            );
            at.field(
                "gcs",
                _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                _crdc::present(Option::is_none, &self.gcs),
                old.and_then(|old| _crdc::present(Option::is_none, &old.gcs)),
            );
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            step.field(
                (&&&_crdc::Pick::<Kind>::new()).pick(),
                &mut self.kind,
                old.map(|old| &old.kind),
            );
            step.field(
                _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                &mut self.s3,
                old.map(|old| &old.s3),
            );
            step.field(
                _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                &mut self.gcs,
                old.map(|old| &old.gcs),
            );
            let cleared = step.cleared(&_UNION, &*self, old);
            if cleared.has(0) {
                _crdc::clear(&mut self.gcs);
            }
            if cleared.has(1) {
                _crdc::clear(&mut self.s3);
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Storage",
                    text: r##"{"type":"object","properties":{"type":{"$ref":"#/refs/0","x-kubernetes-unions":{"fieldMembers":{"S3":{"name":"s3"},"GCS":{"name":"gcs","optional":true}}}},"s3":{"$ref":"#/refs/1","nullable":true},"gcs":{"$ref":"#/refs/1","nullable":true}},"required":["type"]}"##,
                    refs: &[
                        || (&&_crdc::Pick::<Kind>::new()).fragment(),
                        || (&&_crdc::Pick::<Bucket>::new()).fragment(),
                    ],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
        const LEADS: bool = false;
        const VALIDATES: bool = false;
        const TEXTS: &'static [&'static str] = &["S3", "GCS", "None"];
        fn scalar(&self) -> _crdc::Scalar<'_> {
            _crdc::Scalar::Text(
                match self {
                    Self::S3 => "S3",
                    Self::Gcs => "GCS",
                    Self::None => "None",
                },
            )
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.scalars(_crdc::Value::scalar(self), _crdc::Value::scalar(old));
        }
        fn validate(&self, _: _crdc::Option<&Self>, _: &mut _crdc::Validator<'_>) {}
        fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Kind",
                    text: r#"{"type":"string","enum":["S3","GCS","None"]}"#,
                    refs: &[],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
        const FIELDS: &'static [&'static str] = &["bucket"];
        const VALIDATES: bool = false;
        const IMMUTABLE: &'static [&'static str] = &["bucket"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => _crdc::Plain::scalar(&self.bucket),
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.marked(
                "bucket",
                _crdc::Immutability::Immutable,
                _crdc::Scalars,
                _crdc::Pair::always(&self.bucket, &old.bucket),
            );
        }
        fn validate(&self, _: _crdc::Option<&Self>, _: &mut _crdc::Validator<'_>) {}
        fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Bucket",
                    text: r#"{"type":"object","properties":{"bucket":{"type":"string","x-kubernetes-immutable":true}},"required":["bucket"]}"#,
                    refs: &[],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Bucket {}
};
