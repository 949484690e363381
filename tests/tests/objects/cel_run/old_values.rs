//! The old values of transition rules.

use super::*;
use allocation_counter::measure;

const SHOWS: &[Rule] = &[compared!("shows", shows, OldSelf::Plain, transition: true)];
const SHOWS_VALUE: &[Rule] = &[compared!("shows", shows_value, OldSelf::Plain, transition: true)];
const OPTIONAL: &[Rule] =
    &[compared!("shows", shows, OldSelf::Optional, transition: true, optional_old_self: true)];

/// Items of the list map, and the pairs in them.
static ITEM_NODES: RuleNode = RuleNode {
    items: Some(&RuleNode {
        fields: &[(
            PAIRS,
            &RuleNode {
                items: Some(&node(&PAIR, "object", SHOWS_VALUE)),
                keys: &["a", "b"],
                ..node(&PAIRS_OF, "array", &[])
            },
        )],
        ..node(&ITEM, "object", SHOWS_VALUE)
    }),
    keys: &["name"],
    ..node(&ITEMS_OF, "array", &[])
};

fn items(validation: &mut Validation<'_, '_>) {
    static ROOT_NODE: RuleNode = spec![(ITEMS, &ITEM_NODES)];
    static RULES: Rules =
        Rules { root: &ROOT_NODE, candidates: &[], all_prechecked: false, uncounted_up_to: 0 };
    cel::run(validation, &RULES);
}

#[test]
fn transition_rules_need_an_old_value() {
    let step: CheckFn = step!(spec![
        (MAP, &RuleNode { each: Some(&node(&INT, "integer", SHOWS)), ..node(&INTS, "object", &[]) }),
        (PLAIN, &RuleNode { items: Some(&node(&INT, "integer", SHOWS)), ..node(&LIST, "array", &[]) }),
        (TEXT, &node(&STRING, "string", SHOWS)),
    ]);
    assert!(created(step, r#"{"text":"t","map":{"a":1},"plain":[1]}"#).is_empty());
    let shown = updated(
        step,
        r#"{"text":"t","map":{"d":1,"a":2,"n":3,"b":4},"plain":[1]}"#,
        r#"{"text":"s","map":{"a":5,"b":6,"n":null,"c":7},"plain":[1]}"#,
    );
    assert_eq!(
        shown,
        ["spec.text: \"t\" was Some(\"s\")", "spec.map[a]: 2 was Some(5)", "spec.map[b]: 4 was Some(6)"]
    );
}

#[test]
fn optional_ones_run_without() {
    let step: CheckFn = step!(spec![
        (PLAIN, &RuleNode { items: Some(&node(&INT, "integer", OPTIONAL)), ..node(&LIST, "array", &[]) }),
        (TEXT, &node(&STRING, "string", OPTIONAL)),
    ]);
    assert_eq!(shown(created(step, r#"{"text":"t"}"#)), ["spec.text: \"t\" was None"]);
    assert_eq!(
        updated(step, r#"{"text":"t","plain":[1]}"#, r#"{"text":"s","plain":[1]}"#),
        ["spec.text: \"t\" was Some(\"s\")", "spec.plain[0]: 1 was None"]
    );
}

#[test]
fn several_keys_are_compared_as_text() {
    let one = |a: &str, b: &str, value: i32| {
        format!(r#"{{"items":[{{"name":"x","pairs":[{{"a":"{a}","b":{b},"value":{value}}}]}}]}}"#)
    };
    let pairs = |new: String, old: String| -> Vec<String> {
        updated(items, &new, &old).into_iter().filter(|line| line.contains("pairs")).collect()
    };
    let found = ["spec.items[0].pairs[0]: Some(1) was Some(2)"];
    assert_eq!(pairs(one("k", "1", 1), one("k", "1", 2)), found);
    assert_eq!(pairs(one("k", "0.0000001", 1), one("k", "0.0000002", 2)), found);
    assert!(pairs(one("k", "1", 1), one("k", "1.5", 2)).is_empty());
    assert!(pairs(one("k", "1", 1), one("K", "1", 2)).is_empty());
}

/// A list map whose items have these names, and their indexes as values.
fn list(names: &[u32], base: usize) -> String {
    let items: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let pairs = names.iter().map(|b| format!(r#"{{"a":"{name}","b":{b},"value":{}}}"#, base + at));
            let pairs: Vec<String> = pairs.take(3).collect();
            format!(r#"{{"name":"n{name}","value":{},"pairs":[{}]}}"#, base + at, pairs.join(","))
        })
        .collect();
    format!(r#"{{"items":[{}]}}"#, items.join(","))
}

#[test]
fn items_are_found_by_their_keys_in_any_order() {
    let mut state = 7_u64;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % limit
    };
    for round in 0..300 {
        // Few names give duplicates, many give none.
        let names = 2 + round % 12;
        let mut draw = |length: u32| -> Vec<u32> { (0..length).map(|_| below(names)).collect() };
        let (new, mut old) = (draw(round % 7), draw(round % 5));
        if round % 3 == 0 {
            old.clone_from(&new);
        }
        let expected: Vec<String> = new
            .iter()
            .enumerate()
            .filter_map(|(at, name)| {
                let first = old.iter().position(|old| old == name)?;
                Some(format!("spec.items[{at}]: Some({at}) was Some({})", 100 + first))
            })
            .collect();
        let shown: Vec<String> = updated(items, &list(&new, 0), &list(&old, 100))
            .into_iter()
            .filter(|line| line.contains(" was ") && !line.contains("pairs"))
            .collect();
        assert_eq!(shown, expected, "new {new:?}, old {old:?}");
    }
}

#[test]
fn items_in_items_have_their_own_index() {
    let new = r#"{"items":[
        {"name":"b","pairs":[{"a":"y","b":2,"value":1},{"a":"x","b":1,"value":2}]},
        {"name":"a","pairs":[{"a":"y","b":2,"value":3},{"a":"x","b":1,"value":4}]},
        {"name":"c","pairs":[{"a":"x","b":1,"value":5}]}]}"#;
    let old = r#"{"items":[
        {"name":"c","pairs":[{"a":"x","b":1,"value":6}]},
        {"name":"a","pairs":[{"a":"x","b":1,"value":7},{"a":"y","b":2,"value":8}]},
        {"name":"b","pairs":[{"a":"x","b":1,"value":9},{"a":"y","b":2,"value":10}]}]}"#;
    let shown: Vec<String> =
        updated(items, new, old).into_iter().filter(|line| line.contains("pairs")).collect();
    assert_eq!(
        shown,
        [
            "spec.items[0].pairs[0]: Some(1) was Some(10)",
            "spec.items[0].pairs[1]: Some(2) was Some(9)",
            "spec.items[1].pairs[0]: Some(3) was Some(8)",
            "spec.items[1].pairs[1]: Some(4) was Some(7)",
            "spec.items[2].pairs[0]: Some(5) was Some(6)",
        ]
    );
}

/// Shows the phases of the object.
fn shows_phase<'a>(_: Context<'a>, values: &[Value<'a>]) -> Evaluated<bool> {
    let phase =
        |of| node_of(of).field(STATUS).and_then(|status| status.field(0)).map(Node::string).transpose();
    let (new, old) = pair(values);
    let (new, old) = (phase(new)?, old.map(phase).transpose()?.flatten());
    Err(EvalError::text(format!("{new:?} was {old:?}")))
}

#[test]
fn a_status_update_compares_with_the_old_status() {
    let step: CheckFn = step!(RuleNode {
        fields: &[
            (
                STATUS,
                &RuleNode { fields: &[(0, &node(&STRING, "string", SHOWS))], ..node(&PHASE, "object", &[]) }
            ),
            (
                SPEC,
                &RuleNode {
                    fields: &[(TEXT, &node(&STRING, "string", SHOWS))],
                    ..node(&SPEC_OF, "object", &[])
                }
            ),
        ],
        ..node(&ROOT, "object", &[compared!("shows", shows_phase, OldSelf::Plain, transition: true)])
    });
    let (new, old) =
        (whole(r#"{"text":"n"}"#, r#"{"phase":"n"}"#), whole(r#"{"text":"o"}"#, r#"{"phase":"o"}"#));
    assert_eq!(
        shown(answer(step, Request::update_status(&new, &old)).0),
        [
            "<nil>: Some(\"n\") was Some(\"o\")",
            "spec.text: \"o\" was Some(\"o\")",
            "status.phase: \"n\" was Some(\"o\")",
        ]
    );
    // An update keeps the old status.
    assert_eq!(
        shown(answer(step, Request::update(&new, &old)).0),
        [
            "<nil>: Some(\"o\") was Some(\"o\")",
            "spec.text: \"n\" was Some(\"o\")",
            "status.phase: \"o\" was Some(\"o\")",
        ]
    );
}

/// Compares, and makes a string.
fn compares<'a>(c: Context<'a>, values: &[Value<'a>]) -> Evaluated<bool> {
    let made = c.arena.alloc_str("made by a rule");
    Ok(pair(values).1.is_some() && made.len() == 14)
}

#[test]
fn rules_that_hold_allocate_nothing() {
    const COMPARES: &[Rule] =
        &[compared!("compares", compares, OldSelf::Plain, transition: true), rule!("holds", holds)];
    let step: CheckFn = step!(RuleNode {
        fields: &[
            (STATUS, &node(&PHASE, "object", COMPARES)),
            (
                SPEC,
                &RuleNode {
                    fields: &[(
                        ITEMS,
                        &RuleNode {
                            items: Some(&node(&ITEM, "object", COMPARES)),
                            keys: &["name"],
                            ..node(&ITEMS_OF, "array", COMPARES)
                        }
                    )],
                    ..node(&SPEC_OF, "object", COMPARES)
                }
            ),
        ],
        ..node(&ROOT, "object", COMPARES)
    });
    let compiled = with(step, Ratcheting::ApiServer);
    let names: Vec<u32> = (0..50).collect();
    let turned: Vec<u32> = names.iter().rev().copied().collect();
    let status = r#"{"phase":"p"}"#;
    let (new, old) = (whole(&list(&names, 0), status), whole(&list(&turned, 0), status));
    let mut scratch = Scratch::new();
    let without = Box::leak(Box::new(Compiled {
        definition: Definition { has_rules: false, ..compiled.definition },
        steps: Steps::NONE,
    }));
    for request in [Request::update(&new, &old), Request::update_status(&new, &old)] {
        let mut counts = |compiled: &'static Compiled| {
            let mut run = || assert!(crdc::answer(compiled, request, &mut scratch).accepted());
            run();
            measure(run).count_total
        };
        assert_eq!(counts(compiled), counts(without));
    }
}

#[test]
fn long_lists_take_linear_time() {
    // In the opposite order, each of these takes a search.
    let names: Vec<u32> = (0..10_000).collect();
    let turned: Vec<u32> = names.iter().rev().copied().collect();
    let shown = updated(items, &list(&names, 0), &list(&turned, 0));
    assert_eq!(shown.iter().filter(|line| !line.contains("pairs")).count(), 10_000);
}
