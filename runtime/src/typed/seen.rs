//! The types by which CEL rules read values, and the rules themselves, for the constants that describe a
//! type. Without the feature `cel` both are empty.

pub(super) use kinds::*;

#[cfg(feature = "cel")]
mod kinds {
    use crdc_cel::{Form, RuleType, TypeLink, ValueField};

    use crate::rules::rule::Rule;

    /// The type of a value as rules see it.
    pub(crate) type Seen = RuleType;
    /// The type of a field that rules see.
    pub(crate) type SeenField = ValueField<'static>;
    /// Rules of a value.
    pub(crate) type Rules = &'static [Rule<'static>];

    /// No rules.
    pub(crate) const NO_RULES: Rules = &[];
    /// Any value, read by its JSON type.
    pub(crate) const RAW: Seen = RuleType::of(Form::Raw);
    /// A string.
    pub(crate) const TEXT: Seen = RuleType::of(Form::String);
    /// An integer.
    pub(crate) const INT: Seen = RuleType::of(Form::Int);
    /// A number.
    pub(crate) const DOUBLE: Seen = RuleType::of(Form::Double);
    /// A boolean.
    pub(crate) const BOOL: Seen = RuleType::of(Form::Bool);
    /// A time.
    pub(crate) const TIME: Seen = RuleType::of(Form::DateTime);
    /// An integer or a string.
    pub(crate) const INT_OR_STRING: Seen = RuleType::of(Form::IntOrString);
    /// Anything, which rules can only compare.
    pub(crate) const PRESERVED: Seen = RuleType::of(Form::Preserved);
    /// A date.
    pub(crate) const DATE: Seen = RuleType::of(Form::Date);
    /// A duration.
    pub(crate) const DURATION: Seen = RuleType::of(Form::Duration);
    /// A string in base64.
    pub(crate) const BYTES: Seen = RuleType::of(Form::Bytes);

    /// The type of another type's values for rules.
    pub(crate) const fn like(of: fn() -> &'static Seen) -> Seen {
        RuleType::of(Form::Like(TypeLink(of)))
    }

    /// An object with fields.
    pub(crate) const fn object(fields: &'static [SeenField]) -> Seen {
        RuleType { fields, ..RuleType::of(Form::Object) }
    }

    /// A map.
    pub(crate) const fn map(each: &'static Seen) -> Seen {
        RuleType { each: Some(each), ..RuleType::of(Form::Map) }
    }

    /// A list.
    pub(crate) const fn list(each: &'static Seen) -> Seen {
        RuleType { each: Some(each), ..RuleType::of(Form::List) }
    }

    /// A set.
    pub(crate) const fn set(each: &'static Seen) -> Seen {
        RuleType { each: Some(each), ..RuleType::of(Form::Set) }
    }

    /// A list map with the keys of these names in rules.
    pub(crate) const fn list_map(each: &'static Seen, keys: &'static [&'static str]) -> Seen {
        RuleType { each: Some(each), keys, ..RuleType::of(Form::ListMap) }
    }

    /// The type, and null too.
    pub(crate) const fn nullable(of: Seen) -> Seen {
        RuleType { nullable: true, ..of }
    }

    /// Whether the value is read by its JSON type.
    pub(crate) const fn is_raw(of: &Seen) -> bool {
        matches!(of.form, Form::Raw)
    }

    /// A field with its name, the same in rules, and its values.
    pub(crate) const fn field(name: &'static str, in_rules: &'static str, of: &'static Seen) -> SeenField {
        ValueField { name, escaped: in_rules, of: Some(of) }
    }

    pub(crate) const NOTHING: SeenField = ValueField { name: "", escaped: "", of: None };
}

#[cfg(not(feature = "cel"))]
mod kinds {
    /// Nothing.
    pub(crate) type Seen = ();
    /// Nothing.
    pub(crate) type SeenField = ();
    /// Nothing.
    pub(crate) type Rules = ();

    macro_rules! nothing {
        ($($name:ident)*) => {
            $(
                /// Nothing.
                pub(crate) const $name: Seen = ();
            )*
        };
    }

    nothing!(NO_RULES RAW TEXT INT DOUBLE BOOL TIME INT_OR_STRING PRESERVED DATE DURATION BYTES);

    pub(crate) const NOTHING: SeenField = ();

    pub(crate) const fn like(_: fn() -> &'static Seen) -> Seen {}
    pub(crate) const fn object(_: &'static [SeenField]) -> Seen {}
    pub(crate) const fn map(_: &'static Seen) -> Seen {}
    pub(crate) const fn list(_: &'static Seen) -> Seen {}
    pub(crate) const fn set(_: &'static Seen) -> Seen {}
    pub(crate) const fn list_map(_: &'static Seen, _: &'static [&'static str]) -> Seen {}
    pub(crate) const fn nullable((): Seen) -> Seen {}
    pub(crate) const fn is_raw((): &Seen) -> bool {
        false
    }
    pub(crate) const fn field(_: &'static str, _: &'static str, _: &'static Seen) -> SeenField {}
}
