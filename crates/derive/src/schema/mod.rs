//! Writes the schema of an item. In: an item. Out: its schema as JSON: the one that schemars and kube would
//! publish, with the extensions of the markers.
//!
//! The type of another item is `{"$ref": "#/refs/N"}`, the N-th of [`Written::refs`], next to the keywords of
//! the field. Details that only the published schema contains are left open by keywords that are never
//! published:
//!
//! | keyword | at | meaning |
//! |---|---|---|
//! | `x-crdc-leaf: true` | a schema | the published schema applies, without extensions below |
//! | `x-crdc-default: true` | a field | the published `default` applies, if there is one |
//! | `x-crdc-flatten: [schema]` | an object | their fields are fields of the object; not required if `nullable` |
//! | `x-crdc-atomic: true` | items of a set | a struct has `x-kubernetes-map-type: atomic`, a list `x-kubernetes-list-type: atomic` |
//! | `x-crdc-held: [names]` | items of a list map with an immutability marker on keys | these fields are `x-kubernetes-immutable` |
//! | `x-crdc-constants: [keywords]` | a schema | the published keywords apply: their values are constants |
//! | `nullable: false` | a required `Option` | the published schema is not `nullable` |
//! | `x-crdc-null: true` | a field | `None` is serialized as null |
//! | `x-crdc-variants: {variant: schema}` | a field of several variants of an enum | its schemas, if they are not equal |
//! | `x-crdc-variant: name` | a schema in `x-crdc-flatten` of an enum | the variant with these fields |
//! | `x-crdc-foreign: true` | a field | the published schema is not that of its type (`schema_with`) |
//!
//! Easy to break: an enum never lists null, which the server does not compare with anything.
//
// schemars: json_schema_impls; kube-core: schema.rs

mod choice;
mod forms;
mod rules;
mod writer;

use super::model::{Body, Field, Form, Item, Object};
use crdc_source::json::Json;
use writer::{Members, Writer, key, mark, text};

/// The schema of an item.
pub struct Written {
    /// The schema as JSON.
    pub text: String,
    /// The types of its `$ref`s, by number.
    pub refs: Vec<syn::Type>,
}

/// The schema of an item with its extensions.
///
/// ```
/// use crdc_derive::{read, schema};
///
/// let input = syn::parse_str("struct Spec {\n/// +immutable\nname: String, port: Option<Port> }").unwrap();
/// let written = schema::fragment(&read(&input).0);
/// assert_eq!(
///     written.text,
///     "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"x-kubernetes-immutable\":true},\
///      \"port\":{\"$ref\":\"#/refs/0\",\"nullable\":true,\"x-crdc-null\":true}},\"required\":[\"name\"]}"
/// );
/// assert_eq!(written.refs.len(), 1);
/// ```
#[must_use]
pub fn fragment(item: &Item) -> Written {
    let mut writer = Writer { refs: Some(Vec::new()) };
    let mut members = writer.body(&item.body);
    let of_field = match &item.body {
        Body::Transparent(field) => &field.rules[..],
        _ => &[],
    };
    members.extend(rules::validations(of_field.iter().chain(&item.rules)));
    if let Body::Transparent(field) = &item.body {
        rules::each(&mut members, &field.each);
    }
    let refs = writer.refs.unwrap_or_default().into_iter().map(|(_, ty)| ty).collect();
    Written { text: Json::Object(members).text(), refs }
}

/// The schema of a form without references: other types allow any value.
pub(super) fn of_form(form: &super::Form) -> Json {
    Json::Object(Writer { refs: None }.form(form))
}

impl Writer {
    fn body(&mut self, body: &Body) -> Members {
        match body {
            Body::Object(object) => self.object(object),
            Body::Transparent(field) if is_leaf(field) => leaf(),
            Body::Transparent(field) => self.form(&field.form),
            Body::Text(variants) => {
                let names = variants.iter().filter(|variant| !variant.skipped);
                text_enum(names.map(|variant| variant.name.as_str()))
            }
            Body::Choice(choice) => self.choice(choice),
            Body::Leaf(_) => leaf(),
        }
    }

    fn object(&mut self, object: &Object) -> Members {
        let mut properties = Vec::new();
        let mut flattened = Vec::new();
        let mut required = Vec::new();
        if let Some((tag, name)) = &object.tag {
            properties.push((tag.clone(), Json::Object(text_enum([name.as_str()].into_iter()))));
            required.push(Json::String(tag.clone()));
        }
        for (index, field) in object.fields.iter().enumerate().filter(|(_, field)| !field.unread) {
            if field.flatten {
                let schema = if is_leaf(field) { leaf() } else { self.form(&field.form) };
                flattened.push(Json::Object(schema));
                continue;
            }
            let mut schema = self.field(field);
            if let Some(union) = object.unions.iter().find(|union| union.discriminator == index) {
                let name = |field: usize| {
                    object.fields.get(field).map(|field| field.name.clone()).unwrap_or_default()
                };
                let members = union
                    .members
                    .iter()
                    .map(|member| (member.value.clone(), Some((name(member.field), member.optional))));
                let others = union.others.iter().map(|value| (value.clone(), None));
                schema.push(field_members(members.chain(others)));
            }
            properties.push((field.name.clone(), Json::Object(schema)));
            if field.required {
                required.push(Json::String(field.name.clone()));
            }
        }
        let mut members = vec![key("type", text("object"))];
        if !properties.is_empty() {
            members.push(key("properties", Json::Object(properties)));
        }
        if !required.is_empty() {
            members.push(key("required", Json::Array(required)));
        }
        if !flattened.is_empty() {
            members.push(key("x-crdc-flatten", Json::Array(flattened)));
        }
        if object.atomic {
            members.push(key("x-kubernetes-map-type", text("atomic")));
        }
        members
    }

    fn field(&mut self, field: &Field) -> Members {
        let mut schema = if is_leaf(field) { leaf() } else { self.form(&field.form) };
        if is_leaf(field) {
            // Markers still apply. The length of an array is not from a marker.
            let mut constraints = field.form.constraints().clone();
            if (constraints.min_items, constraints.max_items) == (constraints.array, constraints.array) {
                (constraints.min_items, constraints.max_items) = (None, None);
            }
            schema = forms::asked(schema, &constraints);
            let list = self.form(&field.form).into_iter();
            schema.extend(list.filter(|(name, _)| name.starts_with("x-kubernetes-list-")));
            schema.extend(field.foreign_schema.then(|| key("x-crdc-foreign", Json::Bool(true))));
        }
        if field.required && !field.nullable {
            schema.retain(|(name, _)| name != "nullable");
            if field.form.is_optional() {
                // For schemars the value may be null.
                schema.push(key("nullable", Json::Bool(false)));
            }
        } else if field.skip_if.is_none() && field.form.is_optional() && may_be_enum(&field.form) {
            schema.push(key("x-crdc-null", Json::Bool(true)));
        }
        match &field.default_value {
            Some(value) => schema.push(key("default", value.clone())),
            None if field.default && field.form.is_optional() => {}
            None if field.default => schema.push(key("x-crdc-default", Json::Bool(true))),
            None => {}
        }
        schema.extend(mark(field.mark.map(|(mark, _)| mark)));
        forms::hold_keys(&mut schema, &field.form, field.mark);
        if field.normalize.is_some() {
            schema.push(key("x-kubernetes-normalize", text("undefined")));
        }
        schema.extend(rules::validations(field.rules.iter()));
        rules::each(&mut schema, &field.each);
        schema
    }
}

/// Whether the published schema of a form may have an `enum`, from a marker or because its type may be an
/// enum.
fn may_be_enum(form: &Form) -> bool {
    match form.core() {
        Form::Other(..) => true,
        core => !core.constraints().values.is_empty(),
    }
}

/// Whether the published schema of a field is unchanged.
fn is_leaf(field: &Field) -> bool {
    field.is_whole() || field.foreign_schema
}

fn leaf() -> Members {
    vec![key("x-crdc-leaf", Json::Bool(true))]
}

/// `x-kubernetes-unions` of a discriminator: each value with its member and whether the member is optional.
fn field_members(values: impl Iterator<Item = (String, Option<(String, bool)>)>) -> (String, Json) {
    let members = values.map(|(value, member)| {
        let member = member.map_or(Json::Null, |(name, optional)| {
            let mut member = vec![key("name", Json::String(name))];
            if optional {
                member.push(key("optional", Json::Bool(true)));
            }
            Json::Object(member)
        });
        (value, member)
    });
    let members = Json::Object(members.collect());
    key("x-kubernetes-unions", Json::Object(vec![key("fieldMembers", members)]))
}

fn text_enum<'a>(names: impl Iterator<Item = &'a str>) -> Members {
    let names = names.map(|name| Json::String(name.to_owned()));
    vec![key("type", text("string")), key("enum", Json::Array(names.collect()))]
}
