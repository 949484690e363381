//! Types of CustomResourceDefinitions that are a schema or another value. They read the schema with a decoder
//! of their own, which drops unknown fields; its type errors have the path of the outer decoder. Other types
//! without a shape accept any JSON.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/marshal.go

use crdc_source::{Node, Value};

use super::place::{Place, Step};
use super::report::{Decoder, Wanted};
use crate::definition::Definition;

impl Decoder<'_> {
    pub(super) fn schema_props(&mut self, node: &Node, definition: &Definition, at: &Place<'_>) {
        let is_bool = definition.go_name() == "JSONSchemaPropsOrBool";
        let are_strings = definition.go_name() == "JSONSchemaPropsOrStringArray";
        if !is_bool && !are_strings && definition.go_name() != "JSONSchemaPropsOrArray" {
            return;
        }
        let own = at.below(Step::Own);
        match &node.value {
            Value::Object(_) => self.schema(node, definition, &own),
            Value::Bool(_) if is_bool => {}
            _ if is_bool => {
                let help = "write `true`, `false` or a schema".to_owned();
                self.refused("wrong-type", "boolean or JSON schema expected", node.span, at, help);
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let at = own.below(Step::Index(index));
                    match &item.value {
                        Value::Null => {}
                        Value::String(_) if are_strings => {}
                        _ if are_strings => self.mismatch(item, Wanted::Text, Some("string"), &at),
                        _ => self.schema(item, definition, &at),
                    }
                }
            }
            // Other values are neither schemas nor lists, and are not reported.
            _ => {}
        }
    }

    fn schema(&mut self, node: &Node, definition: &Definition, at: &Place<'_>) {
        let name = definition.name.strip_suffix(definition.go_name()).unwrap_or_default();
        if let Some(schema) = self.kinds.named(&format!("{name}JSONSchemaProps")) {
            self.object(node, schema, at);
        }
    }
}
