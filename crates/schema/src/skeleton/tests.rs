//! The design document's examples, decisions where it is silent, and properties of random schemas.

use super::{Keep, Skeleton, merge, skeleton};
use crate::{Items, Schema, read_schema};
use crdc_source::{Source, parse};

fn read(text: &str) -> Skeleton {
    let (documents, problems) = parse(&Source::new("schema.yaml", text));
    assert!(problems.is_empty(), "{text}: {problems:?}");
    skeleton(&read_schema(&documents[0]).0, Keep::All)
}

#[track_caller]
fn check(schema: &str, printed: &str) {
    assert_eq!(read(schema).to_string(), printed, "{schema}");
    assert_eq!(read(printed).to_string(), printed, "again");
}

#[test]
fn examples_of_the_design() {
    check(
        r#"{"properties": {"a": {}, "b": {"type": "string"}, "c": {"not": {}}}}"#,
        "properties:\n  a: {}\n  b:\n    type: string\n  c: {}\n",
    );
    check(
        r#"{"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}"#,
        "properties:\n  a: {}\n  b: {}\n",
    );
    check(
        r#"{"properties": {"a": {}, "b": {"type": "string", "properties": {"x": {}}}},
            "anyOf": [{"properties": {"c": {}}}, {"properties": {"d": {"not": {}}}}]}"#,
        "properties:\n  a: {}\n  b:\n    type: string\n    properties:\n      x: {}\n  c: {}\n  d: {}\n",
    );
    check(
        r#"{"properties": {"a": {"type": "string", "pattern": "^1", "format": "ip"},
            "b": {"properties": {"x": {}, "y": {}}}}}"#,
        "properties:\n  a:\n    type: string\n  b:\n    properties:\n      x: {}\n      \"y\": {}\n",
    );
    check(
        r#"{"anyOf": [{"properties": {"a": {"type": "string"}}},
            {"properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}], "properties": {"c": {}}}"#,
        "properties:\n  c: {}\n  a: {}\n  b:\n    type: string\n",
    );
    // The design document omits `a` and the types here, but its definition of `merge` does not.
    check(
        r#"{"anyOf": [{"properties": {"a": {"type": "string"}}}, {"additionalProperties": {"type": "integer"}}]}"#,
        "properties:\n  a:\n    type: string\nadditionalProperties:\n  type: integer\n",
    );
}

#[test]
fn types_stay_where_all_branches_agree() {
    check("{type: object, allOf: [{type: object}]}", "type: object\n");
    check("{type: object, allOf: [{required: [a]}]}", "{}\n");
    check("{anyOf: [{type: string}, {type: integer}, {type: string}]}", "{}\n");
}

#[test]
fn items_are_merged_position_by_position() {
    check(
        "{anyOf: [{items: [{properties: {a: {}}}, {properties: {b: {}}}]},
          {items: [{properties: {c: {}}}], additionalItems: {properties: {d: {}}}}]}",
        "items:\n- properties:\n    a: {}\n    c: {}\n- properties:\n    b: {}\nadditionalItems:\n  properties:\n    d: {}\n",
    );
    // A schema for all items applies at each position, and after the last.
    check(
        "{items: {properties: {a: {}}}, not: {items: [{}, {properties: {b: {}}}]}}",
        "items:\n- properties:\n    a: {}\n- properties:\n    a: {}\n    b: {}\nadditionalItems:\n  properties:\n    a: {}\n",
    );
    check("{items: [{}, {type: string}]}", "items:\n- {}\n- type: string\n");
}

#[test]
fn maps_and_patterns() {
    check("{additionalProperties: true}", "additionalProperties: {}\n");
    check("{additionalProperties: false}", "{}\n");
    check("{properties: {}, patternProperties: {}}", "{}\n");
    check(
        "{oneOf: [{patternProperties: {^x-: {type: string}}}, {patternProperties: {^x-: {type: string}, '^y: ': {}}}]}",
        "patternProperties:\n  \"^x-\":\n    type: string\n  \"^y: \": {}\n",
    );
}

#[test]
fn all_spellings_of_no_prune_are_one() {
    for name in [
        "x-kubernetes-no-prune",
        "x-kubernetes-no-pruning",
        "x-no-pruning",
        "x-kubernetes-preserve-unknown-fields",
    ] {
        check(
            &format!("{{properties: {{a: {{anyOf: [{{{name}: true}}]}}}}}}"),
            "properties:\n  a:\n    x-kubernetes-no-prune: true\n",
        );
    }
}

/// A small random number generator (splitmix64), so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % limit
    }

    /// A schema as JSON text.
    fn schema(&mut self, depth: u32) -> String {
        let mut parts = Vec::new();
        if self.below(2) == 0 {
            let name = ["object", "array", "string"][self.below(3) as usize];
            parts.push(format!(r#""type":"{name}""#));
        }
        if self.below(8) == 0 {
            parts.push(r#""x-kubernetes-no-prune":true,"minLength":1"#.to_owned());
        }
        if depth > 0 {
            for keyword in ["properties", "patternProperties"] {
                if self.below(3) == 0 {
                    let fields: Vec<_> = ["a", "b", "c"].iter().filter(|_| self.below(2) == 0).collect();
                    let fields: Vec<_> =
                        fields.iter().map(|name| format!(r#""{name}":{}"#, self.schema(depth - 1))).collect();
                    parts.push(format!(r#""{keyword}":{{{}}}"#, fields.join(",")));
                }
            }
            for keyword in ["additionalProperties", "additionalItems"] {
                match self.below(8) {
                    0 => parts.push(format!(r#""{keyword}":true"#)),
                    1 => parts.push(format!(r#""{keyword}":false"#)),
                    2 => parts.push(format!(r#""{keyword}":{}"#, self.schema(depth - 1))),
                    _ => {}
                }
            }
            match self.below(5) {
                0 => parts.push(format!(r#""items":{}"#, self.schema(depth - 1))),
                1 => {
                    parts.push(format!(r#""items":[{},{}]"#, self.schema(depth - 1), self.schema(depth - 1)))
                }
                _ => {}
            }
            for keyword in ["allOf", "anyOf", "oneOf"] {
                if self.below(4) == 0 {
                    parts.push(format!(
                        r#""{keyword}":[{},{}]"#,
                        self.schema(depth - 1),
                        self.schema(depth - 1)
                    ));
                }
            }
            if self.below(5) == 0 {
                parts.push(format!(r#""not":{}"#, self.schema(depth - 1)));
            }
        }
        format!("{{{}}}", parts.join(","))
    }
}

/// Fields sorted, spans removed: what `merge` preserves whatever the order.
fn sorted(skeleton: &Skeleton) -> String {
    let mut copy = skeleton.clone();
    sort(&mut copy);
    copy.to_string()
}

fn sort(skeleton: &mut Skeleton) {
    for fields in [&mut skeleton.properties, &mut skeleton.patterns].into_iter().flatten() {
        fields.value.sort_by(|a, b| a.name.cmp(&b.name));
        fields.value.iter_mut().for_each(|field| sort(&mut field.skeleton));
    }
    skeleton.positions.iter_mut().for_each(sort);
    for inner in [&mut skeleton.items, &mut skeleton.additional_items].into_iter().flatten() {
        sort(inner);
    }
    if let Some(additional) = &mut skeleton.additional {
        sort(&mut additional.value);
    }
}

#[test]
fn merging_is_associative_and_commutative_and_of_one_thing_that_thing() {
    let mut random = Random(24);
    for round in 0..300 {
        let [a, b, c] = [(); 3].map(|()| read(&random.schema(1 + round % 3)));
        let all = sorted(&merge(vec![a.clone(), b.clone(), c.clone()]));
        let left = merge(vec![merge(vec![a.clone(), b.clone()]), c.clone()]);
        let right = merge(vec![a.clone(), merge(vec![b.clone(), c.clone()])]);
        assert_eq!(sorted(&left), all);
        assert_eq!(sorted(&right), all);
        assert_eq!(sorted(&merge(vec![c, b, a.clone()])), all);
        assert_eq!(merge(vec![a.clone(), a.clone()]).to_string(), a.to_string());
    }
}

#[test]
fn the_skeleton_of_a_skeleton_is_itself_and_no_larger_than_the_schema() {
    let mut random = Random(7);
    for round in 0..300 {
        let text = random.schema(1 + round % 3);
        let (documents, _) = parse(&Source::new("schema.json", text.as_str()));
        let schema = read_schema(&documents[0]).0;
        let skeleton = skeleton(&schema, Keep::All);
        let printed = skeleton.to_string();
        assert_eq!(read(&printed).to_string(), printed, "{text}");
        let mut schemas = 0;
        schema.visit(&mut |_| schemas += 1);
        assert!(size(&skeleton) <= schemas + text.matches("true").count(), "{text}\n{printed}");
        let mut completed = super::complete(&schema, &skeleton);
        (completed.all_of, completed.any_of, completed.one_of, completed.not) = (None, None, None, None);
        let mut outside = super::skeleton(&completed, Keep::All);
        let mut known = read(&printed);
        for side in [&mut outside, &mut known] {
            erase(side);
        }
        // Printed and read back, so that each position has its complete skeleton.
        let outside = read(&outside.to_string());
        assert_eq!(sorted(&outside), sorted(&read(&known.to_string())), "{text}");
    }
}

/// The schema after the last position applies to the positions that only a branch has.
#[test]
fn positions_of_branches_are_validated_by_what_was_there() {
    let complete = |text: &str| {
        let (documents, _) = parse(&Source::new("schema.yaml", text));
        let schema = read_schema(&documents[0]).0;
        *super::complete(&schema, &skeleton(&schema, Keep::All))
    };
    let position = |schema: &Schema, index: usize| match schema.items.as_ref().map(|at| &at.value) {
        Some(Items::Each(list)) => list.get(index).map(|one| one.type_name().to_owned()),
        _ => None,
    };
    let branch = "not: {items: [{}, {}]}\n";
    let found = complete(&format!("items: [{{type: string}}]\nadditionalItems: {{type: integer}}\n{branch}"));
    assert_eq!(position(&found, 0).as_deref(), Some("string"));
    assert_eq!(position(&found, 1).as_deref(), Some("integer"));
    let found = complete(&format!("items: {{type: boolean}}\nadditionalItems: {{type: integer}}\n{branch}"));
    assert_eq!(position(&found, 1).as_deref(), Some("boolean"));
    // There is no position that it could follow.
    let found = complete(&format!("additionalItems: {{type: integer}}\n{branch}"));
    let after_positions = found.additional_items.as_ref().and_then(|at| at.value.schema());
    assert_eq!(
        (position(&found, 1).as_deref(), after_positions.map_or("", Schema::type_name)),
        (Some(""), "")
    );
    let found = complete(&format!("items: [{{type: string}}]\nadditionalItems: false\n{branch}"));
    assert_eq!((position(&found, 1).as_deref(), found.most_items()), (Some(""), Some(1)));
}

/// Removes the types of branches, which do not apply outside them, and `additionalItems` alone, which has no
/// effect.
fn erase(skeleton: &mut Skeleton) {
    skeleton.r#type = None;
    if skeleton.positions.is_empty() {
        skeleton.additional_items = None;
    }
    for fields in [&mut skeleton.properties, &mut skeleton.patterns].into_iter().flatten() {
        fields.value.iter_mut().for_each(|field| erase(&mut field.skeleton));
    }
    skeleton.positions.iter_mut().for_each(erase);
    for inner in [&mut skeleton.items, &mut skeleton.additional_items].into_iter().flatten() {
        erase(inner);
    }
    if let Some(additional) = &mut skeleton.additional {
        erase(&mut additional.value);
    }
}

/// The number of skeletons in it.
fn size(skeleton: &Skeleton) -> usize {
    let fields = skeleton.fields().iter().chain(skeleton.pattern_fields()).map(|field| &field.skeleton);
    let others = [&skeleton.items, &skeleton.additional_items].into_iter().flatten().map(|inner| &**inner);
    let additional = skeleton.additional.iter().map(|at| &*at.value);
    1 + fields.chain(&skeleton.positions).chain(others).chain(additional).map(size).sum::<usize>()
}
