//! How rules run: what is visited, what is compared, what is reported. The rules are functions written by
//! hand, so that each can cost, fail and show what a test needs. `tests/policies/ruled.yaml` has the schema.

mod budget;
mod old_values;
mod reports;

use crdc::__private::cel::functions::Called;
use crdc::__private::cel::program::{Code, Expr, OldSelf, Op, Program, Repr};
use crdc::__private::cel::{self, Context, EvalError, Evaluated, Form, List, Map, Node, Rule, RuleNode};
use crdc::__private::cel::{Cost, RuleField, RuleType, Rules, Value};
use crdc::__private::{CheckFn, Definition, RunRules, Steps, Validation};
use crdc::{Compiled, ErrorType, Ratcheting, Request, Scratch};
use crdc_tests::compiled;

/// The numbers of fields.
const KIND: u16 = 1;
const STATUS: u16 = 3;
const SPEC: u16 = 4;
const ITEMS: u16 = 1;
const MAP: u16 = 3;
const PLAIN: u16 = 4;
const TEXT: u16 = 5;
const PAIRS: u16 = 1;
const VALUE: u16 = 2;

static INT: RuleType = RuleType::of(Form::Int);
static STRING: RuleType = RuleType::of(Form::String);
static INTS: RuleType = RuleType { each: Some(&INT), ..RuleType::of(Form::Map) };
static LIST: RuleType = RuleType { each: Some(&INT), ..RuleType::of(Form::List) };
static PHASE: RuleType = object(&[field("phase", &STRING)]);
static PAIR: RuleType = object(&[field("a", &STRING), field("b", RuleType::RAW), field("value", &INT)]);
static PAIRS_OF: RuleType = RuleType { each: Some(&PAIR), ..RuleType::of(Form::ListMap) };
static ITEM: RuleType = object(&[field("name", &STRING), field("pairs", &PAIRS_OF), field("value", &INT)]);
static ITEMS_OF: RuleType = RuleType { each: Some(&ITEM), ..RuleType::of(Form::ListMap) };
static SPEC_OF: RuleType = object(&[
    field("count", &INT),
    field("items", &ITEMS_OF),
    field("level", &STRING),
    field("map", &INTS),
    field("plain", &LIST),
    field("text", &STRING),
]);
static ROOT: RuleType = object(&[
    field("apiVersion", &STRING),
    field("kind", &STRING),
    field("metadata", &cel::METADATA),
    field("status", &PHASE),
    field("spec", &SPEC_OF),
]);

const fn object(fields: &'static [RuleField]) -> RuleType {
    RuleType { fields, ..RuleType::of(Form::Object) }
}

/// A message that a function makes of `self`.
macro_rules! message {
    ($make:expr) => {{
        const MAKE: Called = Called { constant: "MAKE", code: $make };
        &Program {
            parts: &[
                Expr(Op::SelfValue, Repr::Dynamic),
                Expr(
                    Op::Call(Code::Overload(MAKE, Repr::String), Cost::Free, false, &[(0, Repr::Dynamic)]),
                    Repr::String,
                ),
            ],
            old: OldSelf::InMessage,
            recorded: None,
        }
    }};
}
use message;

/// A program that a function evaluates: of nothing, so that it costs what the function says, or of `self` and
/// `oldSelf`.
macro_rules! program {
    ($holds:expr, of $operands:expr, $old:expr) => {{
        const HOLDS: Called = Called { constant: "HOLDS", code: |c, v| ($holds)(c, v).map(Value::Bool) };
        &Program {
            parts: &[
                Expr(Op::SelfValue, Repr::Dynamic),
                Expr(Op::OldSelf, Repr::Dynamic),
                Expr(Op::Call(Code::Overload(HOLDS, Repr::Bool), Cost::Free, false, $operands), Repr::Bool),
            ],
            old: $old,
            recorded: None,
        }
    }};
}
use program;

const fn field(name: &'static str, of: &'static RuleType) -> RuleField {
    RuleField { name, escaped: name, of: Some(of) }
}

/// A value with rules.
const fn node(of: &'static RuleType, kind: &'static str, rules: &'static [Rule]) -> RuleNode {
    let transitions = has_transition(rules);
    RuleNode { of, kind, rules, precheck: None, transitions, fields: &[], each: None, items: None, keys: &[] }
}

const fn has_transition(rules: &[Rule]) -> bool {
    let mut at = 0;
    while at < rules.len() {
        if rules[at].transition {
            return true;
        }
        at += 1;
    }
    false
}

/// The object, with rules below these fields of `spec`.
macro_rules! spec {
    ($($field:expr),* $(,)?) => {
        RuleNode {
            fields: &[(SPEC, &RuleNode { fields: &[$($field),*], ..node(&SPEC_OF, "object", &[]) })],
            ..node(&ROOT, "object", &[])
        }
    };
}
pub(crate) use spec;

/// A rule that a function evaluates.
macro_rules! rule {
    ($text:literal, $test:expr $(, $field:ident: $value:expr)* $(,)?) => {
        Rule { text: $text, holds: program!($test, of &[], OldSelf::Plain), $($field: $value,)* ..RULE }
    };
}
pub(crate) use rule;

/// A rule that a function evaluates, which gets `self` and `oldSelf`, a value or an optional.
macro_rules! compared {
    ($text:literal, $test:expr, $old:expr $(, $field:ident: $value:expr)* $(,)?) => {
        Rule {
            text: $text,
            holds: program!($test, of &[(0, Repr::Dynamic), (1, Repr::Dynamic)], $old),
            $($field: $value,)*
            ..RULE
        }
    };
}
pub(crate) use compared;

/// The step for a tree of rules.
macro_rules! step {
    ($root:expr $(, $uncounted:expr)?) => {{
        static ROOT_NODE: RuleNode = $root;
        fn step(validation: &mut Validation<'_, '_>) {
            static RULES: Rules = Rules { root: &ROOT_NODE, candidates: &[], all_prechecked: false, uncounted_up_to: 0 $(+ $uncounted)? };
            cel::run(validation, &RULES);
        }
        step
    }};
}
pub(crate) use step;

const RULE: Rule = Rule {
    text: "",
    index: 0,
    holds: program!(holds, of & [], OldSelf::Plain),
    message: "",
    expression: None,
    reason: ErrorType::Invalid,
    field_path: "",
    transition: false,
    optional_old_self: false,
};

fn holds<'a>(_: Context<'a>, _: &[Value<'a>]) -> Evaluated<bool> {
    Ok(true)
}

fn fails<'a>(_: Context<'a>, _: &[Value<'a>]) -> Evaluated<bool> {
    Ok(false)
}

/// `self` and `oldSelf`.
fn pair<'a>(values: &[Value<'a>]) -> (Value<'a>, Option<Value<'a>>) {
    match *values {
        [new, Value::Optional(old)] => (new, old.copied()),
        [new, old] => (new, Some(old)),
        _ => panic!("not `self` and `oldSelf`: {values:?}"),
    }
}

/// Shows both values in an error.
fn shows<'a>(_: Context<'a>, values: &[Value<'a>]) -> Evaluated<bool> {
    let shown = |value| match value {
        Value::Int(value) => value.to_string(),
        Value::String(text) => format!("{text:?}"),
        value => format!("{:?}", node_of(value)),
    };
    let (new, old) = pair(values);
    Err(EvalError::text(match old.map(shown) {
        Some(old) => format!("{} was Some({old})", shown(new)),
        None => format!("{} was None", shown(new)),
    }))
}

/// The part of the object that a list or a map is.
fn node_of(value: Value<'_>) -> Node<'_> {
    match value {
        Value::Map(Map::Node(node)) | Value::List(List::Node(node)) | Value::Unread(node) => node,
        value => panic!("no part of the object: {value:?}"),
    }
}

/// The same for `value` of objects.
fn shows_value<'a>(_: Context<'a>, values: &[Value<'a>]) -> Evaluated<bool> {
    let value = |of| node_of(of).field(VALUE).map(Node::int).transpose();
    let (new, old) = pair(values);
    let (new, old) = (value(new)?, old.map(value).transpose()?.flatten());
    Err(EvalError::text(format!("{new:?} was {old:?}")))
}

fn with(step: CheckFn, ratcheting: Ratcheting) -> &'static Compiled {
    let compiled = compiled::find("ruleds.policies.example.com/v1");
    let steps = Steps { rules: Some(RunRules::Function(step)), ..compiled.steps };
    let definition = Definition { ratcheting, has_rules: true, ..compiled.definition };
    Box::leak(Box::new(Compiled { definition, steps }))
}

/// An object with this `spec` and `status`.
fn whole(spec: &str, status: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"Ruled","metadata":{{"name":"sample","namespace":"default",
            "resourceVersion":"1","generation":1}},"spec":{spec},"status":{status}}}"#
    )
    .into_bytes()
}

/// The lines of errors and of warnings.
fn answer(step: CheckFn, request: Request<'_>) -> (Vec<String>, Vec<String>) {
    answer_as(with(step, Ratcheting::ApiServer), request)
}

fn answer_as(compiled: &'static Compiled, request: Request<'_>) -> (Vec<String>, Vec<String>) {
    let mut scratch = Scratch::new();
    let outcome = crdc::answer(compiled, request, &mut scratch);
    assert_ne!(outcome.code(), 400, "{:?}", outcome.message());
    let errors: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
    assert_eq!(outcome.accepted(), errors.is_empty());
    (errors, outcome.warnings().map(String::from).collect())
}

/// What a create reports.
fn created(step: CheckFn, spec: &str) -> Vec<String> {
    answer(step, Request::create(&whole(spec, "{}"))).0
}

/// What rules show when `old` is updated to `new`, with the paths of the values.
fn updated(step: CheckFn, new: &str, old: &str) -> Vec<String> {
    let (new, old) = (whole(new, "{}"), whole(old, "{}"));
    shown(answer(step, Request::update(&new, &old)).0)
}

/// The errors of [`shows`], shortened.
fn shown(errors: Vec<String>) -> Vec<String> {
    let short = |line: String| -> Option<String> {
        let (path, rest) = line.split_once(": Invalid value: ")?;
        let (_, rest) = rest.split_once("\": ")?;
        Some(format!("{path}: {}", rest.strip_suffix(" evaluating rule: shows")?))
    };
    errors.into_iter().map(|line| short(line.clone()).unwrap_or(line)).collect()
}
