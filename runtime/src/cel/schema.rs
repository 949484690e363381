//! What rules see of the values of a schema: constants of generated code, or made at run time by those who evaluate
//! without compiling.
//
// apiserver: pkg/cel/common/{schemas,valuesunstructured}.go

/// What rules see of a value, as a constant.
pub type RuleType = ValueType<'static>;

/// A field of an object, as a constant.
pub type RuleField = ValueField<'static>;

/// What rules see of a value.
#[derive(Debug)]
pub struct ValueType<'t> {
    /// How it is read.
    pub form: Form,
    /// Whether it can be null.
    pub nullable: bool,
    /// The fields of an object, by their numbers.
    pub fields: &'t [ValueField<'t>],
    /// The type of items, or of the values of a map.
    pub each: Option<&'t ValueType<'t>>,
    /// The keys of a list map.
    pub keys: &'t [&'t str],
}

/// A field of an object.
#[derive(Debug)]
pub struct ValueField<'t> {
    /// Its name in the object.
    pub name: &'t str,
    /// Its name in rules; the same as `name` if rules cannot name it.
    pub escaped: &'t str,
    /// Its type; none if the schema does not specify the field.
    pub of: Option<&'t ValueType<'t>>,
}

/// How a value is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An object with fields.
    Object,
    /// A map from strings.
    Map,
    /// A list.
    List,
    /// A list without duplicates, equal in any order.
    Set,
    /// A list of objects with keys, equal in any order.
    ListMap,
    /// A string.
    String,
    /// A string in base64.
    Bytes,
    /// A string that is a duration.
    Duration,
    /// A string that is a date.
    Date,
    /// A string that is a time.
    DateTime,
    /// An integer.
    Int,
    /// A number.
    Double,
    /// A boolean.
    Bool,
    /// An integer or a string.
    IntOrString,
    /// Anything, which rules can only compare.
    Preserved,
    /// Anything, read by what it is: the content of an optional is read so.
    Raw,
}

/// `apiVersion`, `kind`, and the names in metadata.
pub static TEXT: RuleType = RuleType::of(Form::String);

/// The metadata of a resource, of which rules see the names.
pub static METADATA: RuleType = RuleType {
    fields: &[
        RuleField { name: "name", escaped: "name", of: Some(&TEXT) },
        RuleField { name: "generateName", escaped: "generateName", of: Some(&TEXT) },
    ],
    ..RuleType::of(Form::Object)
};

impl RuleType {
    /// A value that is read by what it is.
    pub const RAW: &'static RuleType = &RuleType::of(Form::Raw);
}

impl<'t> ValueType<'t> {
    /// A type without children.
    #[must_use]
    pub const fn of(form: Form) -> Self {
        ValueType { form, nullable: false, fields: &[], each: None, keys: &[] }
    }

    /// The type of the field with this number.
    pub(crate) fn field(&self, number: u16) -> Option<&'t ValueType<'t>> {
        self.fields.get(usize::from(number)).and_then(|field| field.of)
    }

    /// The field with this name in rules. Reserved words are found without their underscores as well.
    // apiserver: pkg/cel/escaping.go (Unescape)
    #[must_use]
    pub fn named(&self, escaped: &str) -> Option<(u16, &'t ValueField<'t>)> {
        let is = |field: &ValueField<'_>| {
            field.escaped == escaped || (field.name == escaped && is_reserved(field.escaped, escaped))
        };
        let (number, field) = self.fields.iter().enumerate().find(|(_, field)| is(field))?;
        Some((u16::try_from(number).ok()?, field))
    }
}

/// Whether a name in rules is only a word between underscores.
fn is_reserved(escaped: &str, word: &str) -> bool {
    escaped.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")) == Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_have_two_names() {
        const FIELDS: &[RuleField] = &[
            RuleField { name: "a-b", escaped: "a__dash__b", of: None },
            RuleField { name: "namespace", escaped: "__namespace__", of: None },
        ];
        let of = RuleType { fields: FIELDS, ..RuleType::of(Form::Object) };
        let number = |name| of.named(name).map(|(number, _)| number);
        assert_eq!((number("namespace"), number("__namespace__")), (Some(1), Some(1)));
        assert_eq!((number("a-b"), number("a__dash__b")), (None, Some(0)));
    }
}
