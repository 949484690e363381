//! Costs of rules.

use super::*;

/// Costs what one call may.
fn dear<'a>(c: Context<'a>, _: &[Value<'a>]) -> Evaluated<bool> {
    c.add(1_000_000);
    c.check()?;
    Ok(true)
}

fn too_dear<'a>(c: Context<'a>, _: &[Value<'a>]) -> Evaluated<bool> {
    c.add(1_000_001);
    c.check()?;
    Ok(true)
}

/// `self` costs 1.
fn dear_message<'a>(c: Context<'a>, _: &[Value<'a>]) -> Evaluated<Value<'a>> {
    c.add(999_999);
    Ok(Value::String("made"))
}

fn too_dear_message<'a>(c: Context<'a>, _: &[Value<'a>]) -> Evaluated<Value<'a>> {
    c.add(1_000_000);
    c.check()?;
    Ok(Value::String("made"))
}

const fn items(rules: &'static [Rule], then: &'static [Rule]) -> [RuleNode; 2] {
    [node(&INT, "integer", rules), node(&STRING, "string", then)]
}

/// A step with rules for each item of `plain`, and for `text` after that.
macro_rules! plain {
    ($rules:expr $(, $uncounted:expr)?) => {{
        static NODES: [RuleNode; 2] = items($rules, &[rule!("text", fails)]);
        step!(
            spec![(PLAIN, &RuleNode { items: Some(&NODES[0]), ..node(&LIST, "array", &[]) }), (TEXT, &NODES[1])]
            $(, $uncounted)?
        )
    }};
}

/// The same without a rule for `text`.
macro_rules! only_plain {
    ($rules:expr, $uncounted:expr) => {{
        static INTS: RuleNode = node(&INT, "integer", $rules);
        step!(spec![(PLAIN, &RuleNode { items: Some(&INTS), ..node(&LIST, "array", &[]) })], $uncounted)
    }};
}

const ACCEPTED: [&str; 0] = [];

const OUT: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

#[test]
fn an_object_has_a_budget() {
    let ten = r#"{"plain":[0,1,2,3,4,5,6,7,8,9],"text":""}"#;
    let eleven = r#"{"plain":[0,1,2,3,4,5,6,7,8,9,10],"text":""}"#;
    let step: CheckFn = plain!(&[rule!("dear", dear)]);
    // Nothing is left, so that the rule of `text` does not run.
    assert_eq!(created(step, ten), [format!("spec.text: Invalid value: \"string\": {OUT}")]);
    assert_eq!(created(step, eleven), [format!("spec.plain[10]: Invalid value: \"integer\": {OUT}")]);
    let small: CheckFn = only_plain!(&[rule!("dear", dear)], 4096);
    assert_eq!(created(small, eleven), ACCEPTED);
    // Messages may cost anything, so the step starts again when a rule does not hold.
    let small: CheckFn = plain!(&[rule!("dear", dear)], 4096);
    assert_eq!(created(small, eleven), [format!("spec.plain[10]: Invalid value: \"integer\": {OUT}")]);
}

#[test]
fn objects_that_break_their_schema_are_counted() {
    let updated_at = |level: &str| {
        let step: CheckFn = only_plain!(&[rule!("dear", dear)], 4096);
        let spec = |numbers: &str| whole(&format!(r#"{{"plain":{numbers},"level":"{level}"}}"#), "{}");
        let (old, new) = (spec("[]"), spec("[0,1,2,3,4,5,6,7,8,9,10]"));
        answer(step, Request::update(&new, &old)).0
    };
    assert_eq!(updated_at("low"), ACCEPTED);
    // The level was wrong before, so that the update may leave it.
    assert_eq!(updated_at("medium"), [format!("spec.plain[10]: Invalid value: \"integer\": {OUT}")]);
}

#[test]
fn errors_before_the_end_stay() {
    let step: CheckFn = plain!(&[rule!("false", fails), rule!("dear", dear)]);
    let errors = created(step, r#"{"plain":[0,1,2,3,4,5,6,7,8,9,10,11],"text":""}"#);
    assert_eq!(errors.len(), 11, "{errors:?}");
    assert_eq!(errors[10], format!("spec.plain[10]: Invalid value: \"integer\": {OUT}"));
}

#[test]
fn a_call_has_a_limit() {
    let step: CheckFn = plain!(&[rule!("dear", too_dear, message: "m")]);
    assert_eq!(
        created(step, r#"{"plain":[0,1],"text":""}"#),
        [
            "spec.plain[0]: Invalid value: \"integer\": 'operation cancelled: actual cost limit exceeded': no further \
          validation rules will be run due to call cost exceeds limit for rule: m"
        ]
    );
}

#[test]
fn messages_are_paid_for() {
    const MADE: Option<(&str, &Program)> = Some(("made", message!(dear_message)));
    const DEAR: Option<(&str, &Program)> = Some(("\"x\"", message!(too_dear_message)));
    let step: CheckFn = plain!(&[rule!("made", fails, expression: MADE)]);
    let errors = created(step, r#"{"plain":[0,1,2,3,4,5,6,7,8,9,10],"text":""}"#);
    assert_eq!(errors[9], "spec.plain[9]: Invalid value: 9: made");
    assert_eq!(errors[10..], [format!("spec.plain[10]: Invalid value: \"integer\": {OUT}")]);
    let step: CheckFn = plain!(&[rule!("dear", fails, expression: DEAR, field_path: "x")]);
    assert_eq!(
        created(step, r#"{"plain":[0,1],"text":""}"#),
        [
            "spec.plain[0].x: Invalid value: \"integer\": no further validation rules will be run due to call cost exceeds \
          limit for messageExpression: \"\\\"x\\\"\""
        ]
    );
    let step: CheckFn = plain!(&[rule!("dear", dear), rule!("made", fails, expression: MADE)]);
    let errors = created(step, r#"{"plain":[0,1,2,3,4,5],"text":""}"#);
    assert_eq!(errors[4], "spec.plain[4]: Invalid value: 4: made");
    assert_eq!(errors[5..], [format!("spec.plain[5]: Invalid value: \"integer\": {OUT}")]);
}

#[test]
fn a_message_can_spend_the_last_unit() {
    fn nearly<'a>(c: Context<'a>, _: &[Value<'a>]) -> Evaluated<bool> {
        c.add(999_999);
        Ok(false)
    }
    const MADE: Option<(&str, &Program)> = Some(("made", message!(dear_message)));
    let step: CheckFn = plain!(&[rule!("made", nearly, expression: MADE), rule!("dear", dear)]);
    let errors = created(step, r#"{"plain":[0,1,2,3],"text":""}"#);
    // Three items cost 8,999,997; then 3 of 10,000,000 are left for a message.
    assert_eq!(
        errors[3..],
        [
            "spec.plain[3]: Invalid value: \"integer\": messageExpression evaluation failed due to running out of cost \
          budget, no further validation rules will be run"
        ]
    );
}

#[test]
fn defaults_count_as_text() {
    const SIZE: usize = 210;
    let numbers = r#""plain":[0,1,2,3,4,5,6,7,8,9,10]"#;
    let (short, long) = (format!("{{{numbers}}}"), format!(r#"{{{numbers},"text":""}}"#));
    // The length of the object as it is; with its default it is longer.
    assert_eq!(whole(&short, "{}").len(), SIZE);
    let step: CheckFn = only_plain!(&[rule!("dear", dear)], SIZE as u32);
    assert_eq!(created(step, &short), [format!("spec.plain[10]: Invalid value: \"integer\": {OUT}")]);
    let step: CheckFn = only_plain!(&[rule!("dear", dear)], SIZE as u32 + 10);
    assert_eq!(created(step, &long), ACCEPTED);
}

#[test]
fn costs_are_counted_if_asked_for() {
    let compiled = with(only_plain!(&[rule!("dear", dear)], 4096), Ratcheting::ApiServer);
    let object = whole(r#"{"plain":[0,1,2],"text":""}"#, "{}");
    let mut scratch = Scratch::new();
    let cost = |scratch: &mut Scratch| crdc::answer(compiled, Request::create(&object), scratch).rule_cost();
    assert_eq!(cost(&mut scratch), None);
    scratch.count_rule_costs(true);
    assert_eq!(cost(&mut scratch), Some(3_000_000));
    // Rules do not run after errors that block them.
    let wrong = whole(r#"{"plain":["a"]}"#, "{}");
    assert_eq!(crdc::answer(compiled, Request::create(&wrong), &mut scratch).rule_cost(), None);
    scratch.count_rule_costs(false);
    assert_eq!(cost(&mut scratch), None);
}
