//! What is visited and reported.

use super::*;
use crdc::__private::UncompiledRule;

static LEVELS: RuleNode = RuleNode {
    fields: &[
        (STATUS, &node(&PHASE, "object", &[rule!("status", fails)])),
        (
            SPEC,
            &RuleNode {
                fields: &[
                    (
                        MAP,
                        &RuleNode {
                            each: Some(&node(&INT, "integer", &[rule!("value", fails)])),
                            ..node(&INTS, "object", &[])
                        },
                    ),
                    (
                        PLAIN,
                        &RuleNode {
                            items: Some(&node(&INT, "integer", &[rule!("item", fails)])),
                            ..node(&LIST, "array", &[rule!("list", fails)])
                        },
                    ),
                    (TEXT, &node(&STRING, "string", &[rule!("text", fails)])),
                ],
                ..node(&SPEC_OF, "object", &[rule!("spec", fails)])
            },
        ),
    ],
    ..node(&ROOT, "object", &[rule!("root", fails)])
};

fn levels(validation: &mut Validation<'_, '_>) {
    static RULES: Rules =
        Rules { root: &LEVELS, candidates: &[], all_prechecked: false, uncounted_up_to: u32::MAX };
    cel::run(validation, &RULES);
}

#[test]
fn own_rules_come_first_and_null_has_none() {
    let errors = created(levels, r#"{"plain":[7,8],"map":{"a b":1,"none":null,"c":2}}"#);
    assert_eq!(
        errors,
        [
            "<nil>: Invalid value: failed rule: root",
            "spec: Invalid value: failed rule: spec",
            "spec.plain: Invalid value: failed rule: list",
            "spec.plain[0]: Invalid value: 7: failed rule: item",
            "spec.plain[1]: Invalid value: 8: failed rule: item",
            "spec.map[a b]: Invalid value: 1: failed rule: value",
            "spec.map[c]: Invalid value: 2: failed rule: value",
            "spec.text: Invalid value: \"a\": failed rule: text",
        ]
    );
}

#[test]
fn failed_rules_are_named() {
    const TWO: &[Rule] = &[
        rule!("holds", holds),
        compared!("breaks", shows, OldSelf::Optional, index: 2),
        rule!("fails", fails, index: 3, field_path: "x"),
    ];
    let compiled = with(step!(spec![(TEXT, &node(&STRING, "string", TWO))]), Ratcheting::ApiServer);
    let (new, old) = (whole(r#"{"count":1}"#, "{}"), whole(r#"{"count":2}"#, "{}"));
    let mut scratch = Scratch::new();
    let outcome = crdc::answer(compiled, Request::update(&new, &old), &mut scratch);
    let failed: Vec<_> = outcome
        .failed_rules()
        .map(|failed| {
            (failed.path.to_string(), failed.rule, failed.index, failed.ignored, failed.error.to_string())
        })
        .collect();
    let [broken, failed] = &failed[..] else { panic!("{failed:?}") };
    assert_eq!((&*broken.0, broken.1, broken.2, broken.3), ("spec.text", "breaks", 2, false));
    assert_eq!((&*failed.0, failed.1, failed.2, failed.3), ("spec.text", "fails", 3, true));
    assert_eq!(failed.4, "spec.text.x: Invalid value: \"a\": failed rule: fails");
    assert_eq!(outcome.warnings().collect::<Vec<_>>(), [failed.4.as_str()]);
}

#[test]
fn reasons_decide_what_an_error_shows() {
    const REASONS: &[Rule] = &[
        rule!("r", fails, message: "m", reason: ErrorType::Required, field_path: "x.y"),
        rule!("r", fails, message: "m", reason: ErrorType::Forbidden),
        rule!("r", fails, message: "m", reason: ErrorType::Duplicate),
        rule!("r", fails, message: "m"),
        compared!("r", shows, OldSelf::Optional, message: "m", reason: ErrorType::Forbidden, field_path: "x.y"),
    ];
    let errors = created(step!(spec![(TEXT, &node(&STRING, "string", REASONS))]), r#"{"text":"t"}"#);
    assert_eq!(
        errors,
        [
            "spec.text.x.y: Required value: m",
            "spec.text: Forbidden: m",
            "spec.text: Duplicate value: \"t\"",
            "spec.text: Invalid value: \"t\": m",
            "spec.text: Invalid value: \"string\": \"t\" was None evaluating rule: m",
        ]
    );
    // A failed rule does not say that rules could not run.
    let errors = created(step!(RuleNode { rules: REASONS, ..node(&ROOT, "object", &[]) }), "{}");
    assert_eq!(errors[..3], ["x.y: Required value: m", "<nil>: Forbidden: m", "<nil>: Duplicate value"]);
}

#[test]
fn messages_are_made_or_fall_back() {
    fn of_self<'a>(_: Context<'a>, values: &[Value<'a>]) -> Evaluated<Value<'a>> {
        Ok(values[0])
    }
    fn no_message<'a>(_: Context<'a>, _: &[Value<'a>]) -> Evaluated<Value<'a>> {
        Err(EvalError::NoSuchOverload)
    }
    const SELF: Option<(&str, &Program)> = Some(("self", message!(of_self)));
    const NONE: Option<(&str, &Program)> = Some(("none", message!(no_message)));
    const RULES: &[Rule] = &[
        rule!("r", fails, expression: SELF, message: "m"),
        rule!("r", fails, expression: NONE, message: "m"),
        rule!("r", fails, expression: NONE),
    ];
    let details = |text: &str| -> Vec<String> {
        let errors = created(step!(spec![(TEXT, &node(&STRING, "string", RULES))]), text);
        errors.iter().map(|line| line.rsplit("\": ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(details(r#"{"text":" own "}"#), ["own", "m", "failed rule: r"]);
    assert_eq!(details(r#"{"text":"two\nlines"}"#)[0], "m");
    assert_eq!(details(r#"{"text":"  "}"#)[0], "m");
}

#[test]
fn nothing_runs_after_an_error_that_blocks() {
    let note = "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; \
                correct the existing errors to complete validation";
    let errors = created(levels, r#"{"level":"middle"}"#);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!(errors[1], note);
    // Others do not block.
    let errors = created(levels, r#"{"items":[{"name":"a"},{"name":"a"}]}"#);
    assert!(errors.contains(&"spec: Invalid value: failed rule: spec".to_owned()), "{errors:?}");
    assert!(!errors.contains(&note.to_owned()));
}

#[test]
fn unchanged_values_are_warned_about() {
    let (new, old) = (whole(r#"{"plain":[1],"text":"t"}"#, "{}"), whole(r#"{"plain":[1],"text":"s"}"#, "{}"));
    let (errors, warnings) = answer(levels, Request::update(&new, &old));
    assert_eq!(
        errors,
        [
            "<nil>: Invalid value: failed rule: root",
            "spec: Invalid value: failed rule: spec",
            "spec.text: Invalid value: \"t\": failed rule: text",
        ]
    );
    // Items have no old values, but the list has.
    assert_eq!(
        warnings,
        [
            "spec.plain: Invalid value: failed rule: list",
            "spec.plain[0]: Invalid value: 1: failed rule: item",
            "status: Invalid value: failed rule: status",
        ]
    );
    let (errors, warnings) = answer_as(with(levels, Ratcheting::Off), Request::update(&new, &old));
    assert_eq!((errors.len(), warnings.len()), (6, 0));
}

#[test]
fn a_warning_is_given_once() {
    const TWICE: &[Rule] = &[rule!("r", fails, message: "m"), rule!("s", fails, message: "m")];
    let spec = r#"{"text":"t"}"#;
    let (new, old) = (whole(spec, "{}"), whole(spec, "{}"));
    let step: CheckFn = step!(spec![(TEXT, &node(&STRING, "string", TWICE))]);
    let (errors, warnings) = answer(step, Request::update(&new, &old));
    assert_eq!((errors.len(), warnings.len()), (0, 1));
}

#[test]
fn the_kind_is_never_unchanged() {
    let step: CheckFn = step!(RuleNode {
        fields: &[(KIND, &node(&STRING, "string", &[rule!("kind", fails)]))],
        ..node(&ROOT, "object", &[])
    });
    let object = whole("{}", "{}");
    let (errors, warnings) = answer(step, Request::update(&object, &object));
    assert_eq!(errors, ["kind: Invalid value: \"Ruled\": failed rule: kind"]);
    assert!(warnings.is_empty());
}

#[test]
fn outcomes_can_be_sent_between_threads() {
    fn sent<T: Send>() {}
    sent::<crdc::Outcome<'_>>();
    sent::<Scratch>();
}

#[test]
fn rules_run_over_objects_of_another_kind() {
    let object = String::from_utf8(whole(r#"{"text":"t"}"#, "{}")).unwrap().replace("Ruled", "Other");
    let (errors, _) = answer(levels, Request::create(object.as_bytes()));
    assert!(errors[0].starts_with("kind: Invalid value: \"Other\""), "{errors:?}");
    assert_eq!(
        errors[1..],
        [
            "<nil>: Invalid value: failed rule: root",
            "spec: Invalid value: failed rule: spec",
            "spec.text: Invalid value: \"t\": failed rule: text",
        ]
    );
}

#[test]
fn rules_that_were_left_out_are_listed() {
    let compiled = compiled::find("ruleds.policies.example.com/v1");
    const LEFT_OUT: &[UncompiledRule] = &[UncompiledRule::new("spec", "self.count > 1", 2)];
    let definition = Definition { uncompiled_rules: LEFT_OUT, ..compiled.definition };
    let compiled: &'static Compiled = Box::leak(Box::new(Compiled { definition, ..*compiled }));
    let (object, mut scratch) = (whole("{}", "{}"), Scratch::new());
    let outcome = crdc::answer(compiled, Request::create(&object), &mut scratch);
    let [rule] = outcome.uncompiled_rules() else { panic!("{:?}", outcome.uncompiled_rules()) };
    assert_eq!((rule.path, rule.rule, rule.index), ("spec", "self.count > 1", 2));
}
