//! Whether two values or schemas mean the same to the server: spans and key order are ignored, and an absent
//! keyword equals an empty or false one.
//
// apimachinery: pkg/api/equality (Semantic.DeepEqual)

use super::model::{At, Dependency, Items, Rule, Schema, SchemaOrBool};
use super::properties::Properties;
use crate::source::{Node, Value};

/// A keyword of a schema, or a field of a rule.
type Field<S, T> = fn(&S) -> &Option<At<T>>;

/// Whether two values are equal as decoded JSON. An integer never equals a float.
#[must_use]
pub fn same_value(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && same_by_name(a, b, |member| &member.key, |a, b| same_value(&a.value, &b.value))
        }
        (a, b) => a == b,
    }
}

/// Whether two schemas are equal for the server.
#[must_use]
pub fn same_schema(a: &Schema, b: &Schema) -> bool {
    texts(a, b) && numbers(a, b) && flags(a, b) && values(a, b) && lists(a, b) && schemas(a, b)
}

fn texts(a: &Schema, b: &Schema) -> bool {
    let fields: [Field<Schema, String>; 7] = [
        |s| &s.id,
        |s| &s.schema,
        |s| &s.description,
        |s| &s.r#type,
        |s| &s.format,
        |s| &s.title,
        |s| &s.pattern,
    ];
    let pointers: [Field<Schema, String>; 3] = [|s| &s.reference, |s| &s.x_list_type, |s| &s.x_map_type];
    fn text(at: &Option<At<String>>) -> &str {
        at.as_ref().map_or("", |at| &at.value)
    }
    fields.iter().all(|field| text(field(a)) == text(field(b)))
        && pointers.iter().all(|field| option(field(a)) == option(field(b)))
}

fn numbers(a: &Schema, b: &Schema) -> bool {
    let floats: [Field<Schema, f64>; 3] = [|s| &s.maximum, |s| &s.minimum, |s| &s.multiple_of];
    let ints: [Field<Schema, i64>; 6] = [
        |s| &s.max_length,
        |s| &s.min_length,
        |s| &s.max_items,
        |s| &s.min_items,
        |s| &s.max_properties,
        |s| &s.min_properties,
    ];
    floats.iter().all(|field| option(field(a)) == option(field(b)))
        && ints.iter().all(|field| option(field(a)) == option(field(b)))
}

fn flags(a: &Schema, b: &Schema) -> bool {
    let fields: [Field<Schema, bool>; 6] = [
        |s| &s.exclusive_maximum,
        |s| &s.exclusive_minimum,
        |s| &s.unique_items,
        |s| &s.nullable,
        |s| &s.x_embedded_resource,
        |s| &s.x_int_or_string,
    ];
    let flag = |at: &Option<At<bool>>| at.as_ref().is_some_and(|at| at.value);
    fields.iter().all(|field| flag(field(a)) == flag(field(b)))
        && option(&a.x_preserve_unknown_fields) == option(&b.x_preserve_unknown_fields)
}

fn values(a: &Schema, b: &Schema) -> bool {
    let fields: [Field<Schema, Node>; 3] = [|s| &s.default, |s| &s.example, |s| &s.external_docs];
    fields.iter().all(|field| match (field(a), field(b)) {
        (None, None) => true,
        (Some(a), Some(b)) => same_value(&a.value, &b.value),
        _ => false,
    }) && same_list(list(&a.enumeration), list(&b.enumeration), same_value)
}

fn lists(a: &Schema, b: &Schema) -> bool {
    let fields: [Field<Schema, Vec<At<String>>>; 2] = [|s| &s.required, |s| &s.x_list_map_keys];
    fields.iter().all(|field| same_list(list(field(a)), list(field(b)), |a, b| a.value == b.value))
        && same_list(list(&a.x_validations), list(&b.x_validations), same_rule)
        && same_list(list(&a.all_of), list(&b.all_of), same_schema)
        && same_list(list(&a.one_of), list(&b.one_of), same_schema)
        && same_list(list(&a.any_of), list(&b.any_of), same_schema)
}

fn schemas(a: &Schema, b: &Schema) -> bool {
    let named: [Field<Schema, Properties>; 3] =
        [|s| &s.properties, |s| &s.pattern_properties, |s| &s.definitions];
    let or_bool: [Field<Schema, Box<SchemaOrBool>>; 2] =
        [|s| &s.additional_properties, |s| &s.additional_items];
    named.iter().all(|field| {
        let [a, b] = [a, b].map(|schema| option(field(schema)).map_or(&[][..], |named| named));
        a.len() == b.len() && same_by_name(a, b, |p| &p.name, |a, b| same_schema(&a.schema, &b.schema))
    }) && or_bool.iter().all(|field| match (option(field(a)), option(field(b))) {
        (None, None) => true,
        (Some(a), Some(b)) => same_or_bool(a, b),
        _ => false,
    }) && match (option(&a.not), option(&b.not)) {
        (None, None) => true,
        (Some(a), Some(b)) => same_schema(a, b),
        _ => false,
    } && match (option(&a.items), option(&b.items)) {
        (None, None) => true,
        (Some(Items::One(a)), Some(Items::One(b))) => same_schema(a, b),
        (Some(Items::Each(a)), Some(Items::Each(b))) => same_list(a, b, same_schema),
        _ => false,
    } && same_by_name(list(&a.dependencies), list(&b.dependencies), Dependency::name, same_dependency)
        && list(&a.dependencies).len() == list(&b.dependencies).len()
}

fn same_or_bool(a: &SchemaOrBool, b: &SchemaOrBool) -> bool {
    match (a, b) {
        (SchemaOrBool::Bool(a), SchemaOrBool::Bool(b)) => a == b,
        (SchemaOrBool::Schema(a), SchemaOrBool::Schema(b)) => same_schema(a, b),
        _ => false,
    }
}

fn same_dependency(a: &Dependency, b: &Dependency) -> bool {
    match (a, b) {
        (Dependency::Names { needs: a, .. }, Dependency::Names { needs: b, .. }) => {
            same_list(a, b, |a, b| a.value == b.value)
        }
        (Dependency::Schema { schema: a, .. }, Dependency::Schema { schema: b, .. }) => same_schema(a, b),
        _ => false,
    }
}

fn same_rule(a: &Rule, b: &Rule) -> bool {
    let fields: [Field<Rule, String>; 5] =
        [|r| &r.rule, |r| &r.message, |r| &r.message_expression, |r| &r.reason, |r| &r.field_path];
    fields.iter().all(|field| option(field(a)) == option(field(b)))
        && option(&a.optional_old_self) == option(&b.optional_old_self)
}

fn same_list<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// Compares by name; names are unique on both sides. Sorted, because hostile input may have many.
fn same_by_name<T>(a: &[T], b: &[T], name: impl Fn(&T) -> &String, same: impl Fn(&T, &T) -> bool) -> bool {
    let sorted = |list: &[T]| {
        let mut order: Vec<usize> = (0..list.len()).collect();
        order.sort_by(|x, y| name(&list[*x]).cmp(name(&list[*y])));
        order
    };
    sorted(a).into_iter().zip(sorted(b)).all(|(x, y)| name(&a[x]) == name(&b[y]) && same(&a[x], &b[y]))
}

fn option<T>(at: &Option<At<T>>) -> Option<&T> {
    at.as_ref().map(|at| &at.value)
}

fn list<T>(at: &Option<At<Vec<T>>>) -> &[T] {
    at.as_ref().map_or(&[], |at| &at.value)
}
