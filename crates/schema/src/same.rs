//! Compares values and schemas as the server does: spans and key order are ignored, and an absent keyword
//! equals an empty or false one.
//
// apimachinery: pkg/api/equality (Semantic.DeepEqual)

use super::at::At;
use super::model::{Dependency, Items, Properties, Rule, Schema, SchemaOrBool};
use super::required::RequiredNames;
use crdc_source::{Node, same_by_name, same_value};

/// Whether two schemas are equal for the server.
#[must_use]
pub fn same_schema(a: &Schema, b: &Schema) -> bool {
    macro_rules! same {
        (ignored: $($ignored:ident)*; $($compare:ident: $($field:ident)*;)*) => {{
            // Without `..`, so that no field is forgotten.
            let Schema { $($($field: _,)*)* $($ignored: _,)* } = a;
            $($( $compare(&a.$field, &b.$field) )&&*)&&*
        }};
    }
    same! {
        // Not keywords, and extensions that no server knows.
        ignored: span misread misread_here marks unions normalize dialect no_prune;
        same_text: id schema description r#type format title pattern;
        same_pointer: reference x_list_type x_map_type;
        same_pointer: maximum minimum multiple_of;
        same_pointer: max_length min_length max_items min_items max_properties min_properties;
        same_pointer: x_preserve_unknown_fields;
        same_flag: exclusive_maximum exclusive_minimum unique_items nullable x_embedded_resource x_int_or_string;
        same_node: default example external_docs;
        same_values: enumeration;
        same_required: required;
        same_names: x_list_map_keys;
        same_rules: x_validations;
        same_schemas: all_of one_of any_of;
        same_properties: properties pattern_properties definitions;
        same_or_bool: additional_properties additional_items;
        same_not: not;
        same_items: items;
        same_dependencies: dependencies;
    }
}

fn same_text(a: &Option<At<String>>, b: &Option<At<String>>) -> bool {
    fn text(at: &Option<At<String>>) -> &str {
        at.as_ref().map_or("", |at| &at.value)
    }
    text(a) == text(b)
}

/// Whether two values of pointers in Go are the same: a zero value is not absent.
fn same_pointer<T: PartialEq>(a: &Option<At<T>>, b: &Option<At<T>>) -> bool {
    option(a) == option(b)
}

fn same_flag(a: &Option<At<bool>>, b: &Option<At<bool>>) -> bool {
    let flag = |at: &Option<At<bool>>| at.as_ref().is_some_and(|at| at.value);
    flag(a) == flag(b)
}

fn same_node(a: &Option<At<Node>>, b: &Option<At<Node>>) -> bool {
    same_option(a, b, same_value)
}

fn same_values(a: &Option<At<Vec<Node>>>, b: &Option<At<Vec<Node>>>) -> bool {
    same_list(list(a), list(b), same_value)
}

fn same_required(a: &Option<At<RequiredNames>>, b: &Option<At<RequiredNames>>) -> bool {
    let [a, b] = [a, b].map(|at| option(at).map_or(&[][..], |names| names));
    same_list(a, b, |a, b| a.value == b.value)
}

fn same_names(a: &Option<At<Vec<At<String>>>>, b: &Option<At<Vec<At<String>>>>) -> bool {
    same_list(list(a), list(b), |a, b| a.value == b.value)
}

fn same_rules(a: &Option<At<Vec<Rule>>>, b: &Option<At<Vec<Rule>>>) -> bool {
    same_list(list(a), list(b), same_rule)
}

fn same_schemas(a: &Option<At<Vec<Schema>>>, b: &Option<At<Vec<Schema>>>) -> bool {
    same_list(list(a), list(b), same_schema)
}

fn same_properties(a: &Option<At<Properties>>, b: &Option<At<Properties>>) -> bool {
    let [a, b] = [a, b].map(|named| option(named).map_or(&[][..], |named| named));
    a.len() == b.len() && same_by_name(a, b, |p| &p.name, |a, b| same_schema(&a.schema, &b.schema))
}

fn same_or_bool(a: &Option<At<Box<SchemaOrBool>>>, b: &Option<At<Box<SchemaOrBool>>>) -> bool {
    same_option(a, b, |a, b| match (&**a, &**b) {
        (SchemaOrBool::Bool(a), SchemaOrBool::Bool(b)) => a == b,
        (SchemaOrBool::Schema(a), SchemaOrBool::Schema(b)) => same_schema(a, b),
        _ => false,
    })
}

fn same_not(a: &Option<At<Box<Schema>>>, b: &Option<At<Box<Schema>>>) -> bool {
    same_option(a, b, |a, b| same_schema(a, b))
}

fn same_items(a: &Option<At<Items>>, b: &Option<At<Items>>) -> bool {
    same_option(a, b, |a, b| match (a, b) {
        (Items::One(a), Items::One(b)) => same_schema(a, b),
        (Items::Each(a), Items::Each(b)) => same_list(a, b, same_schema),
        _ => false,
    })
}

fn same_dependencies(a: &Option<At<Vec<Dependency>>>, b: &Option<At<Vec<Dependency>>>) -> bool {
    let (a, b) = (list(a), list(b));
    a.len() == b.len() && same_by_name(a, b, Dependency::name, same_dependency)
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
    let Rule { span: _, rule, message, message_expression, reason, field_path, optional_old_self } = a;
    same_pointer(rule, &b.rule)
        && same_pointer(message, &b.message)
        && same_pointer(message_expression, &b.message_expression)
        && same_pointer(reason, &b.reason)
        && same_pointer(field_path, &b.field_path)
        && same_pointer(optional_old_self, &b.optional_old_self)
}

fn same_list<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// Compares values that are absent on both sides or on none.
fn same_option<T>(a: &Option<At<T>>, b: &Option<At<T>>, same: impl Fn(&T, &T) -> bool) -> bool {
    match (option(a), option(b)) {
        (None, None) => true,
        (Some(a), Some(b)) => same(a, b),
        _ => false,
    }
}

fn option<T>(at: &Option<At<T>>) -> Option<&T> {
    at.as_ref().map(|at| &at.value)
}

fn list<T>(at: &Option<At<Vec<T>>>) -> &[T] {
    at.as_ref().map_or(&[], |at| &at.value)
}
