//! The extensions of a value: immutability rules and unions.
//!
//! An immutability rule belongs to the edge to a value, not to the value's node, so that values that decode
//! alike share a node whether or not they are immutable.

use std::collections::{HashMap, HashSet};

use crdc_vocabulary::{Dialect, Immutability};

use crdc_schema::references::{Definitions, Parts};
use crdc_schema::{Schema, Unions};

/// The extensions on the edge to a value: of a field, of map values, of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldExtensions {
    /// The immutability rule.
    pub marked: Option<Immutability>,
    /// The dialect, if it differs from the dialect of the build.
    pub dialect: Option<Dialect>,
    /// `x-kubernetes-normalize`: null and empty count as absent.
    pub normalize: bool,
}

/// A union of fields of one object.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The field that selects a member.
    pub discriminator: String,
    /// The members, in document order.
    pub members: Vec<Member>,
    /// All values of the discriminator, in document order; a value without a member selects none.
    pub values: Vec<String>,
    /// The rules that apply.
    pub rules: UnionRules,
}

/// A member of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The field.
    pub name: String,
    /// The value of the discriminator that selects it.
    pub value: String,
    /// Whether the member may be absent when it is selected.
    pub optional: bool,
}

/// The rules of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnionRules {
    /// The unions of the design document.
    Seed {
        /// The discriminator has an `enum` that lists its values.
        listed: bool,
        /// The schema requires the discriminator.
        required: bool,
    },
    /// The unions of structured-merge-diff, for the older form.
    Older {
        /// The discriminator is set to match the only member.
        deduce: bool,
    },
}

impl FieldExtensions {
    /// The extensions of a value's schema, including those of its definition.
    pub fn of(schema: &Parts<'_>) -> FieldExtensions {
        let is = |mark| schema.any(|part| part.marks.set().any(|(set, _)| set == mark));
        let keys = is(Immutability::ImmutableKeys);
        let (add, delete) = (is(Immutability::AdditionOnly), is(Immutability::DeletionOnly));
        let marked = match (is(Immutability::Immutable), keys, add, delete) {
            (true, ..) => Some(Immutability::Immutable),
            (_, true, ..) | (_, _, true, true) => Some(Immutability::ImmutableKeys),
            (_, _, true, _) => Some(Immutability::AdditionOnly),
            (_, _, _, true) => Some(Immutability::DeletionOnly),
            _ => None,
        };
        let dialect = schema.find(Schema::dialect).filter(|_| marked.is_some());
        FieldExtensions { marked, dialect, normalize: schema.any(Schema::is_normalized) }
    }

    /// The text form, printed after the value it applies to.
    pub(super) fn text(self) -> String {
        let mut out = String::new();
        if let Some(marked) = self.marked {
            out.push_str(match marked {
                Immutability::Immutable => ", immutable",
                Immutability::ImmutableKeys => ", immutable keys",
                Immutability::AdditionOnly => ", addition only",
                Immutability::DeletionOnly => ", deletion only",
            });
        }
        if let Some(dialect) = self.dialect {
            out.push_str(&format!(" ({})", dialect.as_str()));
        }
        if self.normalize {
            out.push_str(", normalized");
        }
        out
    }
}

/// The unions of an object with this schema. A union without a discriminator is ignored.
pub(super) fn unions(schema: &Schema, definitions: &Definitions) -> Vec<Union> {
    let required: HashSet<&str> =
        schema.required.iter().flat_map(|at| &at.value).map(|at| at.value.as_str()).collect();
    let mut unions = Vec::new();
    if let Some(Unions::Older(list)) = schema.unions.as_ref().map(|at| &at.value) {
        unions.extend(list.iter().filter_map(older));
    }
    for property in schema.properties.iter().flat_map(|at| &at.value) {
        let parts = Parts::of(&property.schema, definitions);
        let Some(Unions::Members(values)) = parts.find(|part| part.unions.as_ref()).map(|at| &at.value)
        else {
            continue;
        };
        let mut union = Union {
            discriminator: property.name.clone(),
            members: Vec::new(),
            values: values.iter().map(|value| value.value.clone()).collect(),
            rules: UnionRules::Seed {
                listed: parts.any(|part| part.enumeration.is_some()),
                required: required.contains(property.name.as_str()),
            },
        };
        for value in values {
            if let Some(member) = &value.member
                && let Some(name) = &member.name
            {
                union.members.push(Member {
                    name: name.value.clone(),
                    value: value.value.clone(),
                    optional: member.optional.as_ref().is_some_and(|at| at.value),
                });
            }
        }
        unions.push(union);
    }
    unions
}

fn older(union: &crdc_schema::OlderUnion) -> Option<Union> {
    let fields = || union.fields.iter().flat_map(|at| &at.value);
    let members = fields().map(|field| Member {
        name: field.field.clone(),
        value: field.value.value.clone(),
        optional: true,
    });
    Some(Union {
        discriminator: union.discriminator.as_ref()?.value.clone(),
        members: members.collect(),
        values: fields().map(|field| field.value.value.clone()).collect(),
        rules: UnionRules::Older { deduce: union.deduce.as_ref().is_some_and(|at| at.value) },
    })
}

impl Union {
    /// The members by the value that selects them; for duplicate values, the first.
    fn by_value(&self) -> HashMap<&str, &Member> {
        self.members.iter().rev().map(|member| (member.value.as_str(), member)).collect()
    }

    /// The values of the discriminator that select no member.
    pub fn others(&self) -> Vec<&str> {
        let members = self.by_value();
        self.values.iter().map(String::as_str).filter(|value| !members.contains_key(value)).collect()
    }

    /// Whether a value that is not listed is an error of the union, because no `enum` reports it.
    pub fn reports_unknown(&self) -> bool {
        matches!(self.rules, UnionRules::Seed { listed: false, .. })
    }

    /// Whether an absent discriminator is an error of the union, because the schema does not require it.
    pub fn reports_absent(&self) -> bool {
        matches!(self.rules, UnionRules::Seed { required: false, .. })
    }

    /// Whether the union has the rules of the older shape.
    pub fn is_older(&self) -> bool {
        matches!(self.rules, UnionRules::Older { .. })
    }

    /// The text form in a plan.
    pub(super) fn text(&self) -> String {
        let text = |value: &str| crdc_source::json::Json::String(value.to_owned()).text();
        let seed = matches!(self.rules, UnionRules::Seed { .. });
        let members = self.by_value();
        let arms = self.values.iter().map(|value| match members.get(value.as_str()) {
            Some(member) if seed && member.optional => format!("{} -> {}?", text(value), member.name),
            Some(member) => format!("{} -> {}", text(value), member.name),
            None => format!("{} -> nothing", text(value)),
        });
        let rules = match self.rules {
            UnionRules::Seed { listed, required } => {
                let listed = if listed { ", listed" } else { "" };
                let required = if required { ", required" } else { "" };
                format!("{listed}{required}")
            }
            UnionRules::Older { deduce: false } => ", older".to_owned(),
            UnionRules::Older { deduce: true } => ", older, deduced".to_owned(),
        };
        let arms: Vec<String> = arms.collect();
        format!("union by {}{rules}: {}", self.discriminator, arms.join(", "))
    }
}
