//! Selects types of `k8s-openapi` for the values of nodes. In: a node. Out: a type of `k8s-openapi`, if it
//! keeps every value that the schema accepts.
//!
//! Easy to break: each of these types refuses or changes some values. A node that may have such values keeps
//! the type that it has without the option `kube`. `IntOrString` has 32 bits, as in Go, so a schema that
//! allows larger integers has a type of its own. `Quantity` writes an integer as a string, so the schema must
//! accept this string too. `Time` writes no fraction of a second, so a function writes times, which serde
//! allows only for fields. `Condition` writes no fraction either, so objects of its form only convert to it.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Types;
use super::known::Known;
use crate::emit::structure::fields::fields;
use crate::emit::structure::shape::{Shape, strings};
use crate::emit::structure::words::{Taken, variants};
use crdc_plan::{Junctor, Node, NodeId, Number, Others, Plan, Text, Type};
use crdc_source::json::Json;

/// The pattern of quantities, as controller-gen writes it.
// controller-tools: pkg/crd/known_types.go
const QUANTITY: &str = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$";

impl Types<'_> {
    /// The type of `k8s-openapi` for the values of a node, in fields, lists and maps.
    pub(super) fn known(&self, id: NodeId) -> Option<Known> {
        let node = self.plan.nodes.get(id).filter(|_| self.choices.kube)?;
        match Shape::of(self.plan, id) {
            Shape::IntOrString | Shape::String if is_quantity(self.plan, node) => Some(Known::Quantity),
            Shape::IntOrString if !is_wide(node) => Some(Known::IntOrString),
            _ => None,
        }
    }

    /// Whether a field with values of this node is a `Time`.
    pub(super) fn is_time(&self, id: NodeId) -> bool {
        let Some(node) = self.plan.nodes.get(id).filter(|_| self.choices.kube) else { return false };
        // Reading and writing may change the form of a time. So the schema must not constrain the string by
        // anything but its format.
        Shape::of(self.plan, id) == Shape::String
            && matches!(node.format.as_deref(), Some("date-time" | "datetime"))
            && node.string == Text::default()
            && node.junctors.is_empty()
    }

    /// A default as an expression of a type of `k8s-openapi`.
    pub(super) fn known_default(&self, known: Known, default: &Json) -> Option<TokenStream> {
        Some(match (known, default) {
            (Known::IntOrString, Json::Int(value)) => {
                let value = i32::try_from(*value).ok()?;
                quote!(IntOrString::Int(#value))
            }
            (Known::IntOrString, Json::String(text)) => quote!(IntOrString::String(String::from(#text))),
            (Known::Quantity, Json::Int(value)) => {
                let text = value.to_string();
                quote!(Quantity(String::from(#text)))
            }
            (Known::Quantity, Json::String(text)) => quote!(Quantity(String::from(#text))),
            _ => return None,
        })
    }

    /// The imports of the types of `k8s-openapi` that are used, and the function that writes times.
    pub(super) fn known_items(&self, order: &[NodeId]) -> TokenStream {
        let uses = |known| order.iter().any(|&id| self.known(id) == Some(known));
        let int_or_string = uses(Known::IntOrString).then(|| {
            quote!(
                use ::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
            )
        });
        let quantity = uses(Known::Quantity).then(|| {
            quote!(
                use ::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
            )
        });
        let is_struct =
            |id: NodeId| Shape::of(self.plan, id) == Shape::Object && self.alternatives(id).is_none();
        let objects = order.iter().filter(|&&id| is_struct(id));
        let mut fields =
            objects.filter_map(|&id| self.plan.nodes.get(id)).flat_map(|node| &node.object.fields);
        let has_times = fields.any(|field| self.is_time(field.node));
        let time = has_times.then(|| {
            quote! {
                use ::k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

                /// Writes a time with its fraction, which `Time` leaves out.
                fn write_time<T: Clone + Into<Option<Time>>, S: ::serde::Serializer>(
                    time: &T,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    let time: Option<Time> = time.clone().into();
                    time.map(|time| time.0).serialize(serializer)
                }
            }
        });
        quote! {
            use ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
            #int_or_string
            #quantity
            #time
        }
    }

    /// The conversions of an object that has the form of `Condition`.
    pub(super) fn conversions(&self, id: NodeId, name: &Ident) -> Option<TokenStream> {
        let node = self.plan.nodes.get(id).filter(|_| self.choices.kube)?;
        let keys = ["lastTransitionTime", "message", "observedGeneration", "reason", "status", "type"];
        let required = |key: &str| node.object.required.iter().any(|required| required == key);
        let is_closed = node.object.others == Others::Unknown && !node.preserve && !node.embedded;
        if node.object.fields.len() != keys.len() || !is_closed || id == self.plan.root {
            return None;
        }
        let members = fields(self.plan, id, &mut Taken::default());
        let ident = |key: &str| {
            let member = members.iter().find(|member| member.field.name == key)?;
            let below = self.plan.nodes.get(member.field.node)?;
            let fits = match (key, Shape::of(self.plan, member.field.node)) {
                ("lastTransitionTime", _) => self.is_time(member.field.node),
                ("observedGeneration", shape) => shape == Shape::Integer,
                ("status", shape) => matches!(shape, Shape::String | Shape::Enum),
                (_, shape) => shape == Shape::String && self.known(member.field.node).is_none(),
            };
            let presence = required(key) != (key == "observedGeneration");
            (fits && presence && !below.nullable && below.default.is_none()).then_some(&member.ident)
        };
        let [time, message, generation, reason, status, kind] = keys.map(ident);
        let (time, message, generation) = (time?, message?, generation?);
        let (reason, status, kind) = (reason?, status?, kind?);
        let status_node = node.object.field("status").map(|field| field.node)?;
        let (to, from) =
            match (self.names.get(&status_node), self.plan.nodes.get(status_node).and_then(strings)) {
                (Some(of), Some(strings)) => {
                    let variants = variants(&strings);
                    let to = quote! {
                        match condition.#status {
                            #(#of::#variants => String::from(#strings),)*
                            #of::Unlisted(status) => status,
                        }
                    };
                    let from = quote! {
                        match &*condition.status {
                            #(#strings => #of::#variants,)*
                            _ => #of::Unlisted(condition.status),
                        }
                    };
                    (to, from)
                }
                _ => (quote!(condition.#status), quote!(condition.status)),
            };
        let condition = quote!(::k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition);
        Some(quote! {
            impl From<#name> for #condition {
                fn from(condition: #name) -> Self {
                    #condition {
                        last_transition_time: condition.#time,
                        message: condition.#message,
                        observed_generation: condition.#generation,
                        reason: condition.#reason,
                        status: #to,
                        type_: condition.#kind,
                    }
                }
            }

            impl From<#condition> for #name {
                fn from(condition: #condition) -> Self {
                    #name {
                        #time: condition.last_transition_time,
                        #message: condition.message,
                        #generation: condition.observed_generation,
                        #reason: condition.reason,
                        #status: #from,
                        #kind: condition.type_,
                    }
                }
            }
        })
    }
}

/// Whether the values of a node are quantities, and the schema treats an integer and its text alike.
fn is_quantity(plan: &Plan, node: &Node) -> bool {
    let is_type = |&branch: &NodeId| {
        let Some(branch) = plan.nodes.get(branch) else { return false };
        let Node { preserve, keeps_null, .. } = *branch;
        let of = |kind| Node { types: vec![kind], preserve, keeps_null, ..Node::default() };
        [Type::Integer, Type::String].map(of).contains(branch)
    };
    let tells_types = |junctor: &Junctor| {
        junctor.keyword == "anyOf" && junctor.branches.len() == 2 && junctor.branches.iter().all(is_type)
    };
    node.string == Text { pattern: Some(QUANTITY.to_owned()), ..Text::default() }
        && node.number == Number::default()
        && node.values.is_empty()
        && node.junctors.iter().all(tells_types)
}

/// Whether a schema mentions integers of more than 32 bits.
fn is_wide(node: &Node) -> bool {
    let bounds = [node.number.min, node.number.max].into_iter().flatten();
    let is_wide = |bound: f64| bound > f64::from(i32::MAX) || bound < f64::from(i32::MIN);
    let wide_value = |value: &Json| matches!(value, Json::Int(value) if i32::try_from(*value).is_err());
    node.format.as_deref() == Some("int64")
        || bounds.map(|(bound, _)| bound).any(is_wide)
        || node.values.iter().chain(&node.default).any(wide_value)
}
