//! Builds a plan from a schema. Each keyword becomes a constraint on, or a transformation of, the values at
//! its position. Equal nodes are shared.

use std::collections::{HashMap, HashSet};

use super::{
    Array, Field, FieldExtensions, Junctor, Node, NodeId, Number, Object, Others, Plan, Rule, Scale, Text,
    Type, extensions, format, print,
};
use crdc_check::{CheckedVersion, Mode};
use crdc_schema::references::{Definitions, Parts, default, says_nothing};
use crdc_schema::skeleton::{self, Keep};
use crdc_schema::{At, Items, NoPrune, Schema, SchemaOrBool, fields};
use crdc_source::json::Json;

/// Builds the plan of one version of a checked document.
#[must_use]
pub fn build(checked: CheckedVersion<'_>) -> Plan {
    let text = |at: Option<&At<String>>| at.map(|at| at.value.clone()).unwrap_or_default();
    let (crd, version, definitions) = (checked.crd(), checked.version(), checked.definitions());
    let (schema, mode) = (checked.schema(), checked.mode());
    let names = crd.names.as_ref().map(|at| at.value.clone()).unwrap_or_default();
    let subresources = crd.subresources(version).map(|at| &at.value);
    let kept = if mode == Mode::Off { Kept::All } else { Kept::Nothing };
    let keeps_null = mode != Mode::Structural;
    let mut builder =
        Builder { keeps_null, definitions, nodes: Vec::new(), ids: HashMap::new(), referred: HashMap::new() };
    let root = match schema {
        Some(schema) if mode == Mode::Skeleton => {
            let skeleton = skeleton::skeleton(&schema.value, Keep::All);
            builder.node(&skeleton::complete(&schema.value, &skeleton), "", kept)
        }
        Some(schema) => builder.node(&schema.value, "", kept),
        None => builder.node(&Schema::default(), "", kept),
    };
    let status = builder
        .nodes
        .get(root)
        .map(|(node, _)| node)
        .and_then(|node| node.object.field("status"))
        .map(|field| field.node);
    let (nodes, places) = builder.nodes.into_iter().unzip();
    Plan {
        crd: text(crd.name.as_ref()),
        group: text(crd.group.as_ref()),
        version: text(version.name.as_ref()),
        kind: text(names.kind.as_ref()),
        plural: text(names.plural.as_ref()),
        namespaced: text(crd.scope.as_ref()) != "Cluster",
        status_subresource: subresources.is_some_and(|subresources| subresources.status.is_some()),
        scale: subresources.and_then(|subresources| subresources.scale.as_ref()).map(|at| Scale {
            spec_replicas: text(at.value.spec_replicas_path.as_ref()),
            status_replicas: text(at.value.status_replicas_path.as_ref()),
            label_selector: at.value.label_selector_path.as_ref().map(|path| path.value.clone()),
        }),
        root,
        status,
        nodes,
        places,
    }
}

/// The maximum length of a path, in bytes.
const LONGEST_PLACE: usize = 400;

struct Builder<'d> {
    /// Whether disallowed null values are kept: only structural schemas drop them when pruning.
    keeps_null: bool,
    /// The definitions that schemas refer to.
    definitions: &'d Definitions,
    /// The nodes, each with the path of its first occurrence.
    nodes: Vec<(Node, String)>,
    ids: HashMap<String, NodeId>,
    /// The nodes of definitions, by the definition's name and the keywords beside the reference.
    referred: HashMap<String, NodeId>,
}

/// The fields that are kept at a position although they are not specified, because of an outer schema.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kept {
    Nothing,
    /// Fields of this value, or of the items of this list.
    Here,
    /// Everything from here on.
    All,
}

impl Builder<'_> {
    fn node(&mut self, schema: &Schema, path: &str, kept: Kept) -> NodeId {
        if self.definitions.referred(schema).is_some() {
            return self.referred(schema, path, kept);
        }
        let node = self.made(schema, path, kept);
        self.share(node, path)
    }

    /// The node of a schema that refers to a definition, with the siblings of the reference overlaid.
    ///
    /// A recursive definition gets its number before its children do: they refer to it by that number, and
    /// its name is its identity.
    fn referred(&mut self, schema: &Schema, path: &str, kept: Kept) -> NodeId {
        let definitions = self.definitions;
        let parts = Parts::of(schema, definitions);
        let definition = parts.definition(definitions);
        let name = self.name(&parts, path, kept);
        if let Some(&id) = self.referred.get(&name) {
            return id;
        }
        let laid = Box::new(parts.laid());
        if !definition.is_some_and(|definition| definition.cyclic) {
            let node = Box::new(self.made(&laid, path, kept));
            let id = self.share(*node, path);
            self.referred.insert(name, id);
            return id;
        }
        let id = self.nodes.len();
        self.nodes.push((Node::default(), path.to_owned()));
        self.referred.insert(name.clone(), id);
        let node = Box::new(self.made(&laid, path, kept));
        if let Some(place) = self.nodes.get_mut(id) {
            place.0 = Node { definition: Some(name), ..*node };
        }
        id
    }

    /// The identity of the nodes of references: the definition's name and the overlay. A separate function,
    /// so that chains of definitions use small stack frames.
    #[inline(never)]
    fn name(&mut self, parts: &Parts<'_>, path: &str, kept: Kept) -> String {
        let definition = parts.definition(self.definitions);
        let mut name = definition.map(|definition| definition.name.clone()).unwrap_or_default();
        let over = parts.over();
        if !says_nothing(&over) {
            let default = over.default.as_ref().map(|at| Json::from_node(&at.value).text());
            let mut over = self.made(&over, path, kept);
            over.default = None;
            let over = print::node(&over);
            // The type is printed first; usually there is none here.
            let lines =
                over.lines().map(|line| line.trim().trim_start_matches("any").trim_start_matches(" | "));
            let over: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            // The default as written, since the schema that it is pruned by is not known here.
            let default = default.map(|default| format!("default {default}"));
            let said: Vec<&str> = over.into_iter().chain(default.as_deref()).collect();
            name = format!("{name} with {}", said.join("; "));
        }
        if kept != Kept::Nothing {
            name.push_str(if kept == Kept::All { ", everything kept" } else { ", kept" });
        }
        name
    }

    fn made(&mut self, schema: &Schema, path: &str, kept: Kept) -> Node {
        fields!(schema =>
            r#type format nullable enumeration min_length max_length pattern minimum exclusive_minimum maximum
            exclusive_maximum multiple_of x_int_or_string x_preserve_unknown_fields x_embedded_resource
            x_validations no_prune;
            // `object`, `array` and `junctors` read these.
            ignored: properties additional_properties required min_properties max_properties x_map_type
            items additional_items min_items max_items unique_items x_list_type x_list_map_keys
            all_of any_of one_of not
            // `crdc_schema::references` and `extensions` read these, the latter also of the edge to a value.
            default reference unions marks normalize dialect
            // They have no meaning for values, or crdc-check rejects them.
            span misread misread_here id schema description title external_docs example pattern_properties
            dependencies definitions
        );
        let int_or_string = is_true(x_int_or_string.as_ref());
        let types = if int_or_string {
            vec![Type::Integer, Type::String]
        } else {
            r#type.iter().filter_map(|at| Type::from_name(&at.value)).collect()
        };
        let no_prune = no_prune.iter().any(NoPrune::is_true);
        let kept = if no_prune { Kept::All } else { kept };
        let below = if kept == Kept::All { Kept::All } else { Kept::Nothing };
        let preserve = kept != Kept::Nothing || is_true(x_preserve_unknown_fields.as_ref());
        let format =
            format.as_ref().map(|at| at.value.clone()).filter(|format| format::is_known(&types, format));
        // Children are numbered in document order, before their parent.
        let object = self.object(schema, path, below);
        let array = self.array(schema, path, if preserve { kept.max(Kept::Here) } else { below });
        let junctors = self.junctors(schema, path);
        Node {
            types,
            format,
            nullable: is_true(nullable.as_ref()),
            keeps_null: self.keeps_null,
            preserve,
            embedded: is_true(x_embedded_resource.as_ref()),
            default: default::complete_with(schema, self.definitions),
            values: enumeration.iter().flat_map(|at| &at.value).map(Json::from_node).collect(),
            object,
            array,
            string: Text {
                min: min_length.as_ref().map(|at| at.value),
                max: max_length.as_ref().map(|at| at.value),
                pattern: pattern.as_ref().map(|at| at.value.clone()).filter(|pattern| !pattern.is_empty()),
            },
            number: Number {
                min: minimum.as_ref().map(|at| (at.value, is_true(exclusive_minimum.as_ref()))),
                max: maximum.as_ref().map(|at| (at.value, is_true(exclusive_maximum.as_ref()))),
                multiple_of: multiple_of.as_ref().map(|at| at.value),
            },
            junctors,
            rules: x_validations.iter().flat_map(|at| &at.value).map(rule).collect(),
            unions: extensions::unions(schema, self.definitions),
            definition: None,
        }
    }

    /// The id of an equal node, or of a new node if there is none.
    fn share(&mut self, node: Node, path: &str) -> NodeId {
        let text = print::node(&node);
        if let Some(&id) = self.ids.get(&text) {
            // The rules of the equal node are also at this position.
            if let Some((known, _)) = self.nodes.get_mut(id) {
                let both = known.rules.iter_mut().zip(node.rules);
                both.for_each(|(known, rule)| known.spans.extend(rule.spans));
            }
            return id;
        }
        let id = self.nodes.len();
        self.nodes.push((node, path.to_owned()));
        self.ids.insert(text, id);
        id
    }

    fn object(&mut self, schema: &Schema, path: &str, below: Kept) -> Object {
        let required: Vec<_> =
            schema.required.iter().flat_map(|at| &at.value).map(|name| name.value.clone()).collect();
        let listed: HashSet<&str> = required.iter().map(String::as_str).collect();
        let fields = schema.properties.iter().flat_map(|at| &at.value).map(|property| {
            let dot = if path.is_empty() { "" } else { "." };
            let place = place(path, format_args!("{dot}{}", property.name));
            let node = if self.definitions.is_mark(property, &listed) {
                let unmarked = Schema { default: None, ..property.schema.clone() };
                self.node(&unmarked, &place, below)
            } else {
                self.node(&property.schema, &place, below)
            };
            let guard = FieldExtensions::of(&Parts::of(&property.schema, self.definitions));
            Field { name: property.name.clone(), node, guard }
        });
        let fields = fields.collect();
        let mut others_guard = FieldExtensions::default();
        let others = match schema.additional_properties.as_ref().map(|at| &*at.value) {
            Some(SchemaOrBool::Schema(each)) => {
                others_guard = FieldExtensions::of(&Parts::of(each, self.definitions));
                Others::Each(self.node(each, &place(path, format_args!("{{}}")), below))
            }
            Some(SchemaOrBool::Bool(true)) if below == Kept::All => Others::Unknown,
            Some(SchemaOrBool::Bool(true)) => Others::PruneNested,
            Some(SchemaOrBool::Bool(false)) | None => Others::Unknown,
        };
        Object {
            fields,
            others,
            others_guard,
            required,
            min: schema.min_properties.as_ref().map(|at| at.value),
            max: schema.max_properties.as_ref().map(|at| at.value),
            map_type: schema.x_map_type.as_ref().map(|at| at.value.clone()),
        }
    }

    fn array(&mut self, schema: &Schema, path: &str, kept: Kept) -> Array {
        let mut positions = Vec::new();
        let mut items_guard = FieldExtensions::default();
        let items = match schema.items.as_ref().map(|at| &at.value) {
            // apiextensions-apiserver: pruning/algorithm.go skipPrune treats the items of a list that
            // preserves unknown fields as if they preserved them too.
            Some(Items::One(each)) => {
                items_guard = FieldExtensions::of(&Parts::of(each, self.definitions));
                Some(self.node(each, &place(path, format_args!("[]")), kept))
            }
            Some(Items::Each(list)) => {
                for (index, item) in list.iter().enumerate() {
                    positions.push(self.node(item, &place(path, format_args!("[{index}]")), kept));
                }
                let after_positions = schema.additional_items.as_ref().filter(|_| !list.is_empty());
                let after_positions = after_positions.and_then(|at| SchemaOrBool::schema(&at.value));
                after_positions.map(|each| self.node(each, &place(path, format_args!("[]")), kept))
            }
            None => None,
        };
        Array {
            items,
            items_guard,
            positions,
            min: schema.min_items.as_ref().map(|at| at.value),
            max: schema.most_items(),
            unique: is_true(schema.unique_items.as_ref()),
            list_type: schema.x_list_type.as_ref().map(|at| at.value.clone()),
            keys: names(schema.x_list_map_keys.as_ref()),
        }
    }

    fn junctors(&mut self, schema: &Schema, path: &str) -> Vec<Junctor> {
        let mut junctors = Vec::new();
        for (keyword, branches) in
            [("allOf", &schema.all_of), ("anyOf", &schema.any_of), ("oneOf", &schema.one_of)]
        {
            let Some(branches) = branches else { continue };
            let branches = branches.value.iter().enumerate();
            let branches = branches.map(|(index, branch)| {
                self.node(branch, &place(path, format_args!("<{keyword} {index}>")), Kept::Here)
            });
            junctors.push(Junctor { keyword, branches: branches.collect() });
        }
        if let Some(not) = &schema.not {
            junctors.push(Junctor {
                keyword: "not",
                branches: vec![self.node(&not.value, &place(path, format_args!("<not>")), Kept::Here)],
            });
        }
        junctors
    }
}

/// The path of a child. Only the end of a long path is kept, since otherwise each of thousands of paths below
/// a long key would repeat the key.
fn place(path: &str, step: std::fmt::Arguments<'_>) -> String {
    let whole = format!("{path}{step}");
    if whole.len() <= LONGEST_PLACE {
        return whole;
    }
    let from = crdc_source::floor_boundary(&whole, whole.len() - LONGEST_PLACE / 2);
    format!("…{}", whole.get(from..).unwrap_or_default())
}

fn rule(rule: &crdc_schema::Rule) -> Rule {
    let text = |at: &Option<At<String>>| at.as_ref().map(|at| at.value.clone());
    Rule {
        rule: text(&rule.rule).unwrap_or_default(),
        spans: vec![(rule.span, rule.rule.as_ref().map_or(rule.span, |at| at.span))],
        message: text(&rule.message),
        message_expression: text(&rule.message_expression),
        reason: text(&rule.reason),
        field_path: text(&rule.field_path),
        optional_old_self: is_true(rule.optional_old_self.as_ref()),
    }
}

fn names(list: Option<&At<Vec<At<String>>>>) -> Vec<String> {
    list.iter().flat_map(|at| &at.value).map(|name| name.value.clone()).collect()
}

fn is_true(flag: Option<&At<bool>>) -> bool {
    flag.is_some_and(|at| at.value)
}
