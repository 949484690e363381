//! The types by which rules read values. In generated code they are constants; interpreters create them at
//! run time.
//
// apiserver: pkg/cel/common/{schemas,valuesunstructured}.go

/// The type of a value for rules, as a constant.
pub type RuleType = ValueType<'static>;

/// A field of an object, as a constant.
pub type RuleField = ValueField<'static>;

/// The type of a value for rules.
#[derive(Clone, Copy, Debug)]
pub struct ValueType<'t> {
    /// The form in which the value is read.
    pub form: Form,
    /// Whether the value can be null.
    pub nullable: bool,
    /// The fields of an object, by their numbers.
    pub fields: &'t [ValueField<'t>],
    /// The type of items, or of the values of a map.
    pub each: Option<&'t ValueType<'t>>,
    /// The keys of a list map.
    pub keys: &'t [&'t str],
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub struct ValueField<'t> {
    /// The name of the field in the object.
    pub name: &'t str,
    /// The name in rules; the same as `name` if rules cannot name it.
    pub escaped: &'t str,
    /// The type. `None` if the schema does not specify the field.
    pub of: Option<&'t ValueType<'t>>,
}

/// The form in which a value is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An object with fields.
    Object,
    /// A map from strings.
    Map,
    /// A list.
    List,
    /// A list of type `set`: without duplicates, and equal to sets with another order.
    Set,
    /// A list of type `map`: objects with keys, equal to lists with another order.
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
    /// A value of any type, which rules can only compare.
    Preserved,
    /// A value of any type, read by its JSON type. The content of an optional is read like this.
    Raw,
    /// The form of another type, which is looked up when it is needed, because constants of recursive types
    /// cannot refer to each other.
    Like(TypeLink),
}

/// A link to a type: a function that returns it.
#[derive(Clone, Copy, Debug)]
pub struct TypeLink(pub fn() -> &'static RuleType);

impl PartialEq for TypeLink {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for TypeLink {}

/// The longest chain of links between types. Only a type that links to itself would have a longer chain.
const LONGEST_CHAIN: usize = 256;

/// The type of strings, also of `apiVersion`, `kind`, and the names in metadata.
pub static TEXT: RuleType = RuleType::of(Form::String);

/// The type of integers.
pub static INT: RuleType = RuleType::of(Form::Int);

/// The type of booleans.
pub static BOOL: RuleType = RuleType::of(Form::Bool);

/// The type of the metadata of a resource, of which rules can read only the names.
pub static METADATA: RuleType = RuleType {
    fields: &[
        RuleField { name: "name", escaped: "name", of: Some(&TEXT) },
        RuleField { name: "generateName", escaped: "generateName", of: Some(&TEXT) },
    ],
    ..RuleType::of(Form::Object)
};

impl RuleType {
    /// The type of values that are read by their JSON types.
    pub const RAW: &'static RuleType = &RuleType::of(Form::Raw);

    /// The type of a null value if its own type is nullable and a link to another type, which need not be
    /// nullable.
    const NULL: &'static RuleType = &RuleType { nullable: true, ..RuleType::of(Form::Preserved) };
}

impl<'t> ValueType<'t> {
    /// A type without children.
    #[must_use]
    pub const fn of(form: Form) -> Self {
        ValueType { form, nullable: false, fields: &[], each: None, keys: &[] }
    }

    /// The type at the end of all links, which determines how values are read.
    #[inline]
    pub(crate) fn resolved(&'t self) -> &'t ValueType<'t> {
        let mut of = self;
        for _ in 0..LONGEST_CHAIN {
            match of.form {
                Form::Like(link) => of = (link.0)(),
                _ => return of,
            }
        }
        RuleType::RAW
    }

    /// The type of the field with this number.
    #[inline]
    pub(crate) fn field(&self, number: u16) -> Option<&'t ValueType<'t>> {
        self.fields.get(usize::from(number)).and_then(|field| field.of).map(ValueType::resolved)
    }

    /// The type of an item, or of a value of a map, which may be null.
    #[inline]
    pub(crate) fn each_of(&self, is_null: impl Fn() -> bool) -> Option<&'t ValueType<'t>> {
        let each = self.each?;
        let is_null = each.nullable && matches!(each.form, Form::Like(_)) && is_null();
        Some(if is_null { RuleType::NULL } else { each.resolved() })
    }

    /// The type of items, or of the values of a map.
    #[inline]
    pub(crate) fn each(&self) -> Option<&'t ValueType<'t>> {
        self.each.map(ValueType::resolved)
    }

    /// The field with this name in rules, or with this name in objects if the name contains no escapes.
    // apiserver: pkg/cel/escaping.go (Unescape)
    #[must_use]
    pub fn named(&self, name: &str) -> Option<(u16, &'t ValueField<'t>)> {
        let is = |field: &ValueField<'_>| field.escaped == name || (field.name == name && !has_escape(name));
        let (number, field) = self.fields.iter().enumerate().find(|(_, field)| is(field))?;
        Some((u16::try_from(number).ok()?, field))
    }
}

/// Whether a name contains a part between two double underscores, as escapes are written.
fn has_escape(name: &str) -> bool {
    let mut rest = name;
    while let Some((_, after)) = rest.split_once("__") {
        let word = after.trim_start_matches('_');
        match word.find('_') {
            Some(end) if end > 0 && word[end..].starts_with("__") => return true,
            Some(end) => rest = &word[end..],
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_two_names() {
        const FIELDS: &[RuleField] = &[
            RuleField { name: "a-b", escaped: "a__dash__b", of: None },
            RuleField { name: "namespace", escaped: "__namespace__", of: None },
            RuleField { name: "a__b", escaped: "a__underscores__b", of: None },
            RuleField { name: "a__b__", escaped: "a__underscores__b__underscores__", of: None },
        ];
        let of = RuleType { fields: FIELDS, ..RuleType::of(Form::Object) };
        let number = |name| of.named(name).map(|(number, _)| number);
        assert_eq!((number("namespace"), number("__namespace__")), (Some(1), Some(1)));
        assert_eq!((number("a-b"), number("a__dash__b")), (Some(0), Some(0)));
        assert_eq!((number("a__b"), number("a__underscores__b")), (Some(2), Some(2)));
        assert_eq!((number("a__b__"), number("a__underscores__b__underscores__")), (None, Some(3)));
        for (name, expected) in
            [("__a__", true), ("_a__", false), ("___a_b__c__", true), ("__a_b__c__", true), ("__a_b", false)]
        {
            assert_eq!(has_escape(name), expected, "{name}");
        }
    }
}
