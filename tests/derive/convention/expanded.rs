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
        const FIELDS: &'static [&'static str] = &["type", "s3", "gcs"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => {
                    _crdc::Scalar::Text(
                        match self {
                            Self::S3 { .. } => "S3",
                            Self::Gcs { .. } => "GCS",
                            Self::EmptyDir { .. } => "EmptyDir",
                        },
                    )
                }
                1 if ::core::matches!(self, Self::S3 { .. }) => _crdc::Scalar::Other,
                2 if ::core::matches!(self, Self::Gcs { .. }) => _crdc::Scalar::Other,
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            if ::core::mem::discriminant(self) != ::core::mem::discriminant(old)
                && at.other_variant(self, old)
            {
                return;
            }
            let tag = |value: &Self| match value {
                Self::S3 { .. } => "S3",
                Self::Gcs { .. } => "GCS",
                Self::EmptyDir { .. } => "EmptyDir",
            };
            at.field("type", _crdc::Scalars, _crdc::Pair::always(tag(self), tag(old)));
            at.field(
                "s3",
                (&&&_crdc::Pick::<Bucket>::new()).pick(),
                _crdc::Pair::of(
                    match self {
                        Self::S3(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                    match old {
                        Self::S3(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                ),
            );
            at.field(
                "gcs",
                (&&&_crdc::Pick::<Bucket>::new()).pick(),
                _crdc::Pair::of(
                    match self {
                        Self::Gcs(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    }
                        .and_then(_crdc::Option::as_ref),
                    match old {
                        Self::Gcs(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    }
                        .and_then(_crdc::Option::as_ref),
                ),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            match self {
                Self::S3(new) => {
                    at.field(
                        "s3",
                        (&&&_crdc::Pick::<Bucket>::new()).pick(),
                        _crdc::Some(new),
                        match old {
                            _crdc::Some(Self::S3(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        },
                    )
                }
                Self::Gcs(new) => {
                    at.field(
                        "gcs",
                        (&&&_crdc::Pick::<Bucket>::new()).pick(),
                        _crdc::Option::as_ref(new),
                        match old {
                            _crdc::Some(Self::Gcs(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        }
                            .and_then(_crdc::Option::as_ref),
                    )
                }
                _ => {}
            }
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            match self {
                Self::S3(new) => {
                    step.field(
                        (&&&_crdc::Pick::<Bucket>::new()).pick(),
                        new,
                        match old {
                            _crdc::Some(Self::S3(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        },
                    )
                }
                Self::Gcs(new) => {
                    step.field(
                        _crdc::Optional((&&&_crdc::Pick::<Bucket>::new()).pick()),
                        new,
                        match old {
                            _crdc::Some(Self::Gcs(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        },
                    )
                }
                _ => {}
            }
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Storage",
                    text: r##"{"type":"object","properties":{"type":{"type":"string","enum":["S3","GCS","EmptyDir"],"x-kubernetes-unions":{"fieldMembers":{"S3":{"name":"s3"},"GCS":{"name":"gcs","optional":true},"EmptyDir":null}}},"s3":{"$ref":"#/refs/0"},"gcs":{"$ref":"#/refs/0","nullable":true}},"required":["type"]}"##,
                    refs: &[|| (&&_crdc::Pick::<Bucket>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
        const FIELDS: &'static [&'static str] = &["name"];
        const VALIDATES: bool = false;
        const IMMUTABLE: &'static [&'static str] = &["name"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => _crdc::Plain::scalar(&self.name),
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
        }
        fn validate(&self, _: _crdc::Option<&Self>, _: &mut _crdc::Validator<'_>) {}
        fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Bucket",
                    text: r#"{"type":"object","properties":{"name":{"type":"string","x-kubernetes-immutable":true}},"required":["name"]}"#,
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
    impl _crdc::Value for Backup {
        const FIELDS: &'static [&'static str] = &["storage", "archive"];
        const IMMUTABLE: &'static [&'static str] = &["archive"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => {
                    _crdc::scalar(
                        (&&&_crdc::Pick::<Storage>::new()).pick(),
                        _crdc::Some(&self.storage),
                    )
                }
                1 => {
                    _crdc::scalar(
                        _crdc::Optional((&&&_crdc::Pick::<Storage>::new()).pick()),
                        _crdc::present(Option::is_none, &self.archive),
                    )
                }
                _ => _crdc::Scalar::Absent,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            at.field(
                "storage",
                (&&&_crdc::Pick::<Storage>::new()).pick(),
                _crdc::Pair::always(&self.storage, &old.storage),
            );
            at.marked(
                "archive",
                _crdc::Immutability::Immutable,
                _crdc::Optional((&&&_crdc::Pick::<Storage>::new()).pick()),
                _crdc::Pair::unless(Option::is_none, &self.archive, &old.archive),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            at.field(
                "storage",
                (&&&_crdc::Pick::<Storage>::new()).pick(),
                _crdc::Some(&self.storage),
                old.map(|old| &old.storage),
            );
            at.field(
                "archive",
                _crdc::Optional((&&&_crdc::Pick::<Storage>::new()).pick()),
                _crdc::present(Option::is_none, &self.archive),
                old.and_then(|old| _crdc::present(Option::is_none, &old.archive)),
            );
        }
        #[inline]
        fn normalize_value(
            &mut self,
            old: _crdc::Option<&Self>,
            step: _crdc::Normalization,
        ) {
            step.field(
                (&&&_crdc::Pick::<Storage>::new()).pick(),
                &mut self.storage,
                old.map(|old| &old.storage),
            );
            step.field(
                _crdc::Optional((&&&_crdc::Pick::<Storage>::new()).pick()),
                &mut self.archive,
                old.map(|old| &old.archive),
            );
        }
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "Backup",
                    text: r##"{"type":"object","properties":{"storage":{"$ref":"#/refs/0"},"archive":{"$ref":"#/refs/0","nullable":true,"x-kubernetes-immutable":true}},"required":["storage"]}"##,
                    refs: &[|| (&&_crdc::Pick::<Storage>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
        }
    }
    #[automatically_derived]
    impl ::crdc::Rules for Backup {}
};
