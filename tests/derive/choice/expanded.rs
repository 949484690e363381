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
    #[automatically_derived]
    impl _crdc::Value for Source {
        const FIELDS: &'static [&'static str] = &["copy", "snapshot", "range"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 if ::core::matches!(self, Self::Copy { .. }) => _crdc::Scalar::Other,
                1 if ::core::matches!(self, Self::Snapshot { .. }) => {
                    _crdc::Scalar::Other
                }
                2 if ::core::matches!(self, Self::Range { .. }) => _crdc::Scalar::Other,
                _ => _crdc::Scalar::Absent,
            }
        }
        fn scalar(&self) -> _crdc::Scalar<'_> {
            match self {
                Self::Nothing => _crdc::Scalar::Text("nothing"),
                _ => _crdc::Scalar::Other,
            }
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            if ::core::mem::discriminant(self) != ::core::mem::discriminant(old)
                && at.other_variant(self, old)
            {
                return;
            }
            at.field(
                "copy",
                (&&&_crdc::Pick::<Target>::new()).pick(),
                _crdc::Pair::of(
                    match self {
                        Self::Copy(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                    match old {
                        Self::Copy(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                ),
            );
            at.inner(
                "snapshot",
                _crdc::Pair::of(
                    _crdc::Some(self)
                        .filter(|value| ::core::matches!(value, Self::Snapshot { .. })),
                    _crdc::Some(old)
                        .filter(|value| ::core::matches!(value, Self::Snapshot { .. })),
                ),
                |at| {
                    if let (
                        Self::Snapshot { class: new_class, target: new_target, .. },
                        Self::Snapshot { class: old_class, target: old_target, .. },
                    ) = (self, old) {
                        at.marked(
                            "class",
                            _crdc::Immutability::Immutable,
                            _crdc::Scalars,
                            _crdc::Pair::always(new_class, old_class),
                        );
                        at.field(
                            "target",
                            _crdc::Optional((&&&_crdc::Pick::<Target>::new()).pick()),
                            _crdc::Pair::unless(Option::is_none, new_target, old_target),
                        );
                    }
                },
            );
            at.field(
                "range",
                _crdc::Leaf,
                _crdc::Pair::of(
                    match self {
                        Self::Range(value_0, value_1) => _crdc::Some((value_0, value_1)),
                        _ => _crdc::None,
                    }
                        .as_ref(),
                    match old {
                        Self::Range(value_0, value_1) => _crdc::Some((value_0, value_1)),
                        _ => _crdc::None,
                    }
                        .as_ref(),
                ),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            match self {
                Self::Copy(new) => {
                    at.field(
                        "copy",
                        (&&&_crdc::Pick::<Target>::new()).pick(),
                        _crdc::Some(new),
                        match old {
                            _crdc::Some(Self::Copy(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        },
                    )
                }
                Self::Snapshot { class: new_class, target: new_target, .. } => {
                    let (old_class, old_target) = match old {
                        _crdc::Some(
                            Self::Snapshot { class: old_class, target: old_target, .. },
                        ) => (_crdc::Some(old_class), _crdc::Some(old_target)),
                        _ => (_crdc::None, _crdc::None),
                    };
                    let old = old
                        .filter(|old| ::core::matches!(old, Self::Snapshot { .. }));
                    at.inner(
                        "snapshot",
                        self,
                        old,
                        |at| {
                            at.field(
                                "target",
                                _crdc::Optional((&&&_crdc::Pick::<Target>::new()).pick()),
                                _crdc::present(Option::is_none, new_target),
                                old_target
                                    .and_then(|old| _crdc::present(Option::is_none, old)),
                            );
                        },
                    );
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
                Self::Copy(new) => {
                    step.field(
                        (&&&_crdc::Pick::<Target>::new()).pick(),
                        new,
                        match old {
                            _crdc::Some(Self::Copy(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        },
                    )
                }
                Self::Snapshot { class: new_class, target: new_target, .. } => {
                    let (old_class, old_target) = match old {
                        _crdc::Some(
                            Self::Snapshot { class: old_class, target: old_target, .. },
                        ) => (_crdc::Some(old_class), _crdc::Some(old_target)),
                        _ => (_crdc::None, _crdc::None),
                    };
                    step.field(
                        _crdc::Optional((&&&_crdc::Pick::<Target>::new()).pick()),
                        new_target,
                        old_target,
                    );
                }
                _ => {}
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
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
    use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
    use _crdc::pick::{Ruled as _, Unruled as _};
    const _COPIES: _crdc::Constrained<_crdc::Scalars> = _crdc::Constrained {
        form: _crdc::Scalars,
        constraints: {
            use ::crdc::__private::typed::Constraint;
            use ::crdc::__private::{Bound, Literal, Rule};
            &[
                Constraint::Rule(
                    Rule::Minimum(Bound {
                        limit: 1f64,
                        exclusive: false,
                        native: true,
                    }),
                ),
            ]
        },
    };
    #[automatically_derived]
    impl _crdc::Value for Tagged {
        const FIELDS: &'static [&'static str] = &["type", ""];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => {
                    _crdc::Scalar::Text(
                        match self {
                            Self::Copy { .. } => "Copy",
                            Self::Snapshot { .. } => "Snapshot",
                            Self::Mirror { .. } => "Mirror",
                            Self::Nothing { .. } => "Nothing",
                        },
                    )
                }
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
                Self::Copy { .. } => "Copy",
                Self::Snapshot { .. } => "Snapshot",
                Self::Mirror { .. } => "Mirror",
                Self::Nothing { .. } => "Nothing",
            };
            at.field("type", _crdc::Scalars, _crdc::Pair::always(tag(self), tag(old)));
            at.flatten(
                _crdc::Pair::of(
                    match self {
                        Self::Copy(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                    match old {
                        Self::Copy(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                ),
            );
            at.marked(
                "class",
                _crdc::Immutability::Immutable,
                _crdc::Scalars,
                _crdc::Pair::of(
                    match self {
                        Self::Snapshot { class: value, .. }
                        | Self::Mirror { class: value, .. } => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                    match old {
                        Self::Snapshot { class: value, .. }
                        | Self::Mirror { class: value, .. } => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                ),
            );
            at.field(
                "copies",
                _COPIES,
                _crdc::Pair::of(
                    match self {
                        Self::Mirror { copies: value, .. } => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                    match old {
                        Self::Mirror { copies: value, .. } => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                ),
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            match self {
                Self::Copy(new) => {
                    at.flatten(
                        new,
                        match old {
                            _crdc::Some(Self::Copy(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        },
                    )
                }
                Self::Mirror { class: new_class, copies: new_copies, .. } => {
                    let (old_class, old_copies) = match old {
                        _crdc::Some(
                            Self::Mirror { class: old_class, copies: old_copies, .. },
                        ) => (_crdc::Some(old_class), _crdc::Some(old_copies)),
                        _ => (_crdc::None, _crdc::None),
                    };
                    at.field("copies", _COPIES, _crdc::Some(new_copies), old_copies);
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
                Self::Copy(new) => {
                    step.field(
                        (&&&_crdc::Pick::<Target>::new()).pick(),
                        new,
                        match old {
                            _crdc::Some(Self::Copy(old)) => _crdc::Some(old),
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
                    name: "Tagged",
                    text: r##"{"type":"object","properties":{"type":{"type":"string","enum":["Copy","Snapshot","Mirror","Nothing"]},"class":{"type":"string","x-kubernetes-immutable":true},"copies":{"type":"integer","format":"uint32","minimum":1}},"required":["type"],"oneOf":[{"properties":{"type":{"enum":["Copy"]}},"required":["type"]},{"properties":{"type":{"enum":["Snapshot"]}},"required":["type","class"]},{"properties":{"type":{"enum":["Mirror"]}},"required":["type","class","copies"]},{"properties":{"type":{"enum":["Nothing"]}},"required":["type"]}],"x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true}]}"##,
                    refs: &[|| (&&_crdc::Pick::<Target>::new()).fragment()],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
    use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
    #[automatically_derived]
    impl _crdc::Value for Adjacent {
        const FIELDS: &'static [&'static str] = &["type", "value"];
        fn field(&self, index: usize) -> _crdc::Scalar<'_> {
            match index {
                0 => {
                    _crdc::Scalar::Text(
                        match self {
                            Self::Copy { .. } => "Copy",
                            Self::Snapshot { .. } => "Snapshot",
                            Self::Nothing { .. } => "Nothing",
                        },
                    )
                }
                1 if ::core::matches!(self, Self::Copy { .. }) => _crdc::Scalar::Other,
                1 if ::core::matches!(self, Self::Snapshot { .. }) => {
                    _crdc::Scalar::Other
                }
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
                Self::Copy { .. } => "Copy",
                Self::Snapshot { .. } => "Snapshot",
                Self::Nothing { .. } => "Nothing",
            };
            at.field("type", _crdc::Scalars, _crdc::Pair::always(tag(self), tag(old)));
            at.field(
                "value",
                (&&&_crdc::Pick::<Target>::new()).pick(),
                _crdc::Pair::of(
                    match self {
                        Self::Copy(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                    match old {
                        Self::Copy(value) => _crdc::Some(value),
                        _ => _crdc::None,
                    },
                ),
            );
            at.inner(
                "value",
                _crdc::Pair::of(
                    _crdc::Some(self)
                        .filter(|value| ::core::matches!(value, Self::Snapshot { .. })),
                    _crdc::Some(old)
                        .filter(|value| ::core::matches!(value, Self::Snapshot { .. })),
                ),
                |at| {
                    if let (
                        Self::Snapshot { class: new_class, .. },
                        Self::Snapshot { class: old_class, .. },
                    ) = (self, old) {
                        at.field(
                            "class",
                            _crdc::Scalars,
                            _crdc::Pair::always(new_class, old_class),
                        );
                    }
                },
            );
        }
        #[inline]
        fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) {
            match self {
                Self::Copy(new) => {
                    at.field(
                        "value",
                        (&&&_crdc::Pick::<Target>::new()).pick(),
                        _crdc::Some(new),
                        match old {
                            _crdc::Some(Self::Copy(old)) => _crdc::Some(old),
                            _ => _crdc::None,
                        },
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
                Self::Copy(new) => {
                    step.field(
                        (&&&_crdc::Pick::<Target>::new()).pick(),
                        new,
                        match old {
                            _crdc::Some(Self::Copy(old)) => _crdc::Some(old),
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
                    name: "Adjacent",
                    text: r#"{"type":"object","properties":{"type":{"type":"string","enum":["Copy","Snapshot","Nothing"]},"value":{"x-crdc-leaf":true}},"required":["type"]}"#,
                    refs: &[],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
        const LEADS: bool = false;
        const VALIDATES: bool = false;
        fn count(&self) -> usize {
            _crdc::Form::count(_crdc::Leaf, _crdc::whole(self))
        }
        fn scalar(&self) -> _crdc::Scalar<'_> {
            _crdc::Form::scalar(_crdc::Leaf, _crdc::whole(self))
        }
        fn is_empty(&self) -> bool {
            _crdc::Form::is_empty(_crdc::Leaf, _crdc::whole(self))
        }
        #[inline]
        fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
            _crdc::Form::compare(_crdc::Leaf, _crdc::whole(self), _crdc::whole(old), at);
        }
        fn validate(&self, _: _crdc::Option<&Self>, _: &mut _crdc::Validator<'_>) {}
        fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
        fn schema() -> _crdc::Option<&'static _crdc::Fragment> {
            _crdc::Some(
                &_crdc::Fragment {
                    name: "IntOrText",
                    text: r#"{"x-crdc-leaf":true}"#,
                    refs: &[],
                },
            )
        }
        fn json(&self, out: &mut _crdc::String) {
            _crdc::json(_crdc::whole(self), out);
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
                    name: "Target",
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
    impl ::crdc::Rules for Target {}
};
