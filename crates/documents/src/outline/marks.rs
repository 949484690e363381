//! Finds the marks of a schema: preserved, nullable and immutable fields, and unions. In: a schema. Out: one
//! [`Mark`] for each keyword, with its place.

use crdc_schema::{
    At, DiscriminatedField, MemberValue, NoPrune, OlderUnion, Schema, UnionMember, Unions, fields,
};
use crdc_source::Span;

/// A keyword that changes the meaning of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The keyword.
    pub keyword: &'static str,
    /// The mark in one or two words: `immutable`.
    pub name: String,
    /// The meaning of the mark in a sentence.
    pub words: String,
    /// The place of its key in the document.
    pub span: Span,
    /// Whether the mark refuses values or changes of them.
    pub refuses: bool,
    /// Whether servers support the keyword. Other keywords are enforced by crdc only.
    pub served: bool,
    /// The members of a union; otherwise empty.
    pub members: Vec<Member>,
}

/// A member of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The value of the discriminator that selects the member.
    pub value: String,
    /// The field; `None` if the value selects no field.
    pub field: Option<String>,
    /// Whether the member may be unset when it is selected.
    pub optional: bool,
    /// The place of the value in the document.
    pub span: Span,
}

/// The marks of a schema, in a fixed order.
pub(super) fn marks(schema: &Schema) -> Vec<Mark> {
    fields!(schema =>
        nullable x_preserve_unknown_fields x_embedded_resource x_int_or_string x_map_type marks unions normalize dialect
        no_prune;
        // These are constraints, rules, or fields of their own.
        ignored: span misread misread_here id schema reference description r#type format title default maximum
        exclusive_maximum minimum exclusive_minimum max_length min_length pattern max_items min_items unique_items
        multiple_of enumeration max_properties min_properties required items all_of one_of any_of not properties
        additional_properties pattern_properties dependencies additional_items definitions external_docs example
        x_list_map_keys x_list_type x_validations
    );
    let mut list = Vec::new();
    let served = |keyword, name: &str, words: &str, span| Mark {
        keyword,
        name: name.to_owned(),
        words: words.to_owned(),
        span,
        refuses: false,
        served: true,
        members: Vec::new(),
    };
    for (flag, keyword, name, words) in [
        (nullable, "nullable", "nullable", "null is a value"),
        (
            x_preserve_unknown_fields,
            "x-kubernetes-preserve-unknown-fields",
            "keeps unknown fields",
            "fields that the schema does not have are kept",
        ),
        (
            x_embedded_resource,
            "x-kubernetes-embedded-resource",
            "embedded resource",
            "a whole object with apiVersion, kind and metadata",
        ),
        (x_int_or_string, "x-kubernetes-int-or-string", "integer or string", "an integer or a string"),
    ] {
        if let Some(at) = flag.as_ref().filter(|at| at.value) {
            list.push(served(keyword, name, words, at.key));
        }
    }
    if let Some(at) = x_map_type.as_ref().filter(|at| at.value == "atomic") {
        list.push(served(
            "x-kubernetes-map-type",
            "atomic",
            "replaced as a whole by server-side apply",
            at.key,
        ));
    }
    let of_crdc = |keyword, name: &str, words: String, span, refuses| Mark {
        words,
        refuses,
        served: false,
        ..served(keyword, name, "", span)
    };
    let dialect = dialect.as_ref().map(|at| format!(" (dialect {})", at.value)).unwrap_or_default();
    for (mark, at) in marks.set() {
        let (name, words) = immutability(mark);
        list.push(of_crdc(mark.keyword(), name, format!("{words}{dialect}"), at.key, true));
    }
    if let Some(at) = normalize {
        let words = format!("null and empty values become {}", at.value);
        list.push(of_crdc("x-kubernetes-normalize", "normalized", words, at.key, false));
    }
    for NoPrune { key, .. } in no_prune.iter().filter(|found| found.is_true()) {
        let words = "fields that the schema does not have are kept".to_owned();
        list.push(of_crdc("x-kubernetes-no-prune", "not pruned", words, *key, false));
    }
    if let Some(At { value, key, .. }) = unions {
        list.extend(of_unions(value, *key, |name, words| {
            of_crdc("x-kubernetes-unions", name, words, *key, true)
        }));
    }
    list
}

fn immutability(mark: crdc_schema::Immutability) -> (&'static str, &'static str) {
    use crdc_schema::Immutability as Mark;
    match mark {
        Mark::Immutable => ("immutable", "cannot be changed"),
        Mark::ImmutableKeys => ("immutable keys", "keys cannot be added or removed"),
        Mark::AdditionOnly => ("addition only", "keys cannot be removed"),
        Mark::DeletionOnly => ("deletion only", "keys cannot be added"),
    }
}

fn of_unions(unions: &Unions, key: Span, mark: impl Fn(&str, String) -> Mark) -> Vec<Mark> {
    match unions {
        Unions::Members(values) => {
            let words = "selects which of the fields beside it is set".to_owned();
            vec![Mark { members: values.iter().map(member).collect(), ..mark("discriminator", words) }]
        }
        Unions::Older(unions) => unions.iter().map(|union| older(union, key, &mark)).collect(),
    }
}

fn member(MemberValue { value, key, member }: &MemberValue) -> Member {
    let (field, optional) = match member {
        Some(UnionMember { name, optional, .. }) => {
            (name.as_ref().map(|at| at.value.clone()), optional.as_ref().is_some_and(|at| at.value))
        }
        None => (None, false),
    };
    Member { value: value.clone(), field, optional, span: *key }
}

fn older(union: &OlderUnion, key: Span, mark: impl Fn(&str, String) -> Mark) -> Mark {
    let words = match &union.discriminator {
        Some(at) => format!("at most one member is set, selected by `{}`", at.value),
        None => "at most one member is set".to_owned(),
    };
    let fields = union.fields.iter().flat_map(|at| &at.value);
    let members = fields.map(|DiscriminatedField { field, key, value }| Member {
        value: value.value.clone(),
        field: Some(field.clone()),
        optional: true,
        span: *key,
    });
    let span = if union.span == Span::default() { key } else { union.span };
    Mark { members: members.collect(), span, ..mark("union", words) }
}
