//! Objects made of definitions: with right values they have no problems, in every version.

use crdc_source::{Source, parse_json};
use serde_json::{Map, Value, json};

use super::error;
use crate::archive::Archive;
use crate::definition::{Definition, DefinitionId, Shape, Type};
use crate::kinds::Kinds;

/// An object with values of the right types: those that the schema requires, or all of them. Recursion ends
/// at a definition that is open already.
struct Maker<'k> {
    kinds: &'k Kinds,
    all: bool,
    open: Vec<DefinitionId>,
}

impl Maker<'_> {
    fn object(&mut self, definition: &Definition) -> Value {
        match &definition.shape {
            Shape::Struct(fields) => {
                let all = self.all;
                let fields = fields.iter().filter(|field| all || field.is_required);
                let members = fields.map(|field| (field.name.clone(), self.value(&field.value)));
                members.collect::<Map<_, _>>().into()
            }
            Shape::Quantity => json!("1.5Gi"),
            Shape::IntOrString => json!("http"),
            Shape::Time => json!("2024-01-31T10:00:00Z"),
            Shape::MicroTime => json!("2024-01-31T10:00:00.000000Z"),
            Shape::Duration => json!("1h30m"),
            Shape::Any if definition.go_name() == "JSONSchemaPropsOrBool" => json!(true),
            Shape::Any => json!({ "a": [1, null] }),
        }
    }

    fn value(&mut self, of: &Type) -> Value {
        match of {
            Type::Named(id) if self.open.contains(id) => Value::Null,
            Type::Named(id) => {
                self.open.push(*id);
                let kinds = self.kinds;
                let value = self.object(kinds.get(*id).unwrap());
                self.open.pop();
                value
            }
            Type::List(items, _) => json!([self.value(items)]),
            Type::Map(values) => json!({ "a": self.value(values) }),
            Type::String => json!("text"),
            Type::Bytes => json!("YQ=="),
            Type::Bool => json!(true),
            Type::Int32 => json!(i32::MAX),
            Type::Int64 => json!(i64::MIN),
            Type::Double => json!(1.5),
            Type::Any => json!({}),
        }
    }
}

fn versions() -> impl Iterator<Item = Kinds> {
    let archive = Archive::built_in().unwrap();
    archive.versions().into_iter().map(move |version| Kinds::of(archive.clone(), version).unwrap())
}

#[test]
fn every_definition_of_every_version_can_be_read() {
    for kinds in versions() {
        for index in 0..kinds.archive().len() {
            let Some((name, _)) = kinds.archive().definition(index, kinds.version()) else { continue };
            let definition = kinds.get(DefinitionId(index)).unwrap_or_else(|| panic!("{name}"));
            let Shape::Struct(fields) = &definition.shape else { continue };
            for field in fields {
                assert!(is_known(&field.value, &kinds), "{name}: {}", field.name);
            }
        }
    }
}

/// Whether definitions that a type names are there. No type of Kubernetes is unknown.
fn is_known(of: &Type, kinds: &Kinds) -> bool {
    match of {
        Type::Named(id) => kinds.get(*id).is_some(),
        Type::List(of, _) | Type::Map(of) => is_known(of, kinds),
        Type::Any => false,
        _ => true,
    }
}

#[test]
fn objects_of_the_right_types_have_no_problems() {
    let mut count = 0;
    for kinds in versions() {
        let all: Vec<_> = kinds
            .archive()
            .kinds()
            .iter()
            .filter(|kind| kind.first <= kinds.version() && kinds.version() <= kind.last)
            .collect();
        for kind in all {
            let definition = kinds.find(&kind.of.api_version(), &kind.of.kind).unwrap();
            for all in [false, true] {
                let mut object = Maker { kinds: &kinds, all, open: Vec::new() }.object(definition);
                object["apiVersion"] = json!(kind.of.api_version());
                object["kind"] = json!(kind.of.kind);
                let text = object.to_string();
                let (nodes, _) = parse_json(&Source::new("a.json", text.as_str()));
                let found: Vec<String> =
                    crate::decode::problems(&kinds, definition, &nodes[0]).iter().map(error).collect();
                assert!(found.is_empty(), "{} {text}: {found:?}", kinds.version());
                count += 1;
            }
        }
    }
    assert!(count > 1_000, "{count}");
}
