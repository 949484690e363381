//! Every flow runs in the order of its table, and stops where it fails: nothing is stored, and nothing runs
//! after it.

use crdc_admission::order::{self, Flow, Step};
use crdc_admission::{Context, Patch, UserInfo, Workspace};
use crdc_admission_tests::{Log, Recorded, chain, database, storage};
use serde_json::json;

/// What a step calls.
fn calls(step: Step) -> &'static [&'static str] {
    match step {
        Step::Get => &["get"],
        Step::ApplyMutations => &["mutate a", "mutate b"],
        Step::BeforeCreate => &["before_create"],
        Step::Validate => &["validate"],
        Step::BeforeUpdate => &["before_update"],
        Step::ValidateUpdate => &["validate_update"],
        Step::BeforeDelete => &["before_delete"],
        Step::Admit => &["validate a", "validate b"],
        Step::Create => &["create"],
        Step::Update => &["update"],
        Step::Delete => &["delete"],
        Step::List => &["list"],
        Step::ConnectOptions => &["new_connect_options", "decode_connect_options"],
        Step::Connect => &["connect"],
        _ => &[],
    }
}

fn expected(steps: &[Step]) -> Vec<(Step, Vec<String>)> {
    steps.iter().map(|&step| (step, calls(step).iter().map(|&call| call.to_owned()).collect())).collect()
}

/// A request of each flow, good or bad.
#[derive(Clone, Copy, PartialEq)]
enum Body {
    Good,
    /// It cannot be read.
    Unreadable,
    /// It is a patch that cannot be applied.
    Inapplicable,
    /// It can be read, but is not valid.
    Invalid,
}

/// How many objects there are when a request comes.
const STORED: usize = 2;

fn run(flow: &Flow, fault: &'static str, body: Body) -> (Vec<(Step, Vec<String>)>, u16, bool) {
    let log = Log::default();
    let recorded = Recorded::new(storage(), &log, fault);
    let user = UserInfo::new("alice");
    let context = Context::new(&user);
    let mut workspace = Workspace::new();
    let quiet = crdc_admission::Chain::of::<crdc_admission_tests::database::Database>();
    let mut creator = |name: &str, spec| {
        let mut object: serde_json::Value = serde_json::from_slice(&database(name, &spec)).unwrap();
        if flow.title == order::INITIALIZING.title {
            object["metadata"]["annotations"] = json!({"admission.crdc.dev/initializers": "defaults"});
        }
        let object = object.to_string();
        let created = quiet.create(&recorded.memory, context, object.as_bytes(), &mut workspace);
        assert!(created.accepted(), "{created:?}");
    };
    for name in ["a", "b"] {
        creator(name, json!({"engine": "mysql"}));
    }
    let before = contents(&recorded);
    let chain = chain(&log, fault);
    let (code, accepted) = request(flow, body, &chain, &recorded, context, &mut workspace);
    let steps = log.take();
    if !accepted {
        assert_eq!(contents(&recorded), before, "{}: {fault} changed something", flow.title);
    }
    (steps, code, accepted)
}

fn contents(recorded: &Recorded) -> Vec<Option<Vec<u8>>> {
    ["a", "b", "new"]
        .map(|name| recorded.memory.object("default", name).map(|stored| stored.object.to_vec()))
        .to_vec()
}

fn request(
    flow: &Flow,
    body: Body,
    chain: &crdc_admission::Chain,
    recorded: &Recorded,
    context: Context<'_>,
    workspace: &mut Workspace,
) -> (u16, bool) {
    let name = if flow.title == "create" { "new" } else { "a" };
    let replicas = if body == Body::Invalid { 9 } else { 3 };
    let mut object: serde_json::Value =
        serde_json::from_slice(&database(name, &json!({"engine": "mysql", "replicas": replicas}))).unwrap();
    if flow.title != "create" {
        object["metadata"]["resourceVersion"] = json!("1");
    }
    let object = object.to_string().into_bytes();
    let object = if body == Body::Unreadable { b"{" } else { object.as_slice() };
    let options: &[u8] = if body == Body::Unreadable { b"{" } else { b"{}" };
    let response = match flow.title {
        "create" => chain.create(recorded, context, object, workspace),
        "patch" => {
            let patch: &[u8] = match body {
                Body::Good => br#"[{"op": "replace", "path": "/spec/replicas", "value": 3}]"#,
                Body::Unreadable => b"[",
                Body::Inapplicable => br#"[{"op": "remove", "path": "/spec/nothing"}]"#,
                Body::Invalid => br#"[{"op": "replace", "path": "/spec/replicas", "value": 9}]"#,
            };
            chain.patch(recorded, context, "a", Patch::Json(patch), workspace)
        }
        "delete" => chain.delete(recorded, context, "a", options),
        "delete collection" => chain.delete_collection(recorded, context, "", options),
        "connect" => {
            let (response, connection) = chain.connect(recorded, context, "a", "tty=true");
            assert_eq!(connection, response.accepted().then(|| "a tty=true".to_owned()));
            response
        }
        _ => chain.update(recorded, context, "a", object, workspace),
    };
    (response.code(), response.accepted())
}

#[test]
fn every_flow_runs_in_the_order_of_its_table() {
    for flow in order::FLOWS {
        let (steps, code, accepted) = run(flow, "", Body::Good);
        assert!(accepted, "{} {code} {steps:?}", flow.title);
        assert_eq!(code, if flow.title == "create" { 201 } else { 200 });
        assert_eq!(steps, expected(&flow.steps(STORED)), "{}", flow.title);
    }
}

/// Each row: the fault, the request, the step where the flow ends, the code. Of the calls of that step only
/// those up to the fault were made, except that all validators run.
#[test]
fn every_error_ends_its_flow_and_stores_nothing() {
    use Body::{Good, Inapplicable, Invalid, Unreadable};
    let rows: &[(&Flow, &'static str, Body, Step, u16)] = &[
        (&order::CREATE, "", Unreadable, Step::Decode, 400),
        (&order::CREATE, "mutate a", Good, Step::ApplyMutations, 403),
        (&order::CREATE, "mutate b", Good, Step::ApplyMutations, 403),
        (&order::CREATE, "mutate a panics", Good, Step::ApplyMutations, 500),
        (&order::CREATE, "malformed", Good, Step::ApplyMutations, 500),
        (&order::CREATE, "before_create", Good, Step::BeforeCreate, 500),
        (&order::CREATE, "", Invalid, Step::Validate, 422),
        (&order::CREATE, "validate", Good, Step::Validate, 500),
        (&order::CREATE, "validate a", Good, Step::Admit, 403),
        (&order::CREATE, "validate b panics", Good, Step::Admit, 500),
        (&order::CREATE, "create", Good, Step::Create, 500),
        (&order::UPDATE, "", Unreadable, Step::Decode, 400),
        (&order::UPDATE, "get", Good, Step::Get, 500),
        (&order::UPDATE, "mutate a", Good, Step::ApplyMutations, 403),
        (&order::UPDATE, "mutate b panics", Good, Step::ApplyMutations, 500),
        (&order::UPDATE, "malformed", Good, Step::ApplyMutations, 500),
        (&order::UPDATE, "before_update", Good, Step::BeforeUpdate, 500),
        (&order::UPDATE, "", Invalid, Step::ValidateUpdate, 422),
        (&order::UPDATE, "validate_update", Good, Step::ValidateUpdate, 500),
        (&order::UPDATE, "validate b", Good, Step::Admit, 403),
        (&order::UPDATE, "validate a panics", Good, Step::Admit, 500),
        (&order::UPDATE, "update", Good, Step::Update, 500),
        (&order::PATCH, "", Unreadable, Step::Decode, 400),
        (&order::PATCH, "get", Good, Step::Get, 500),
        (&order::PATCH, "", Inapplicable, Step::ApplyPatch, 422),
        (&order::PATCH, "mutate b", Good, Step::ApplyMutations, 403),
        (&order::PATCH, "mutate a panics", Good, Step::ApplyMutations, 500),
        (&order::PATCH, "malformed", Good, Step::ApplyMutations, 500),
        (&order::PATCH, "before_update", Good, Step::BeforeUpdate, 500),
        (&order::PATCH, "", Invalid, Step::ValidateUpdate, 422),
        (&order::PATCH, "validate_update", Good, Step::ValidateUpdate, 500),
        (&order::PATCH, "validate a", Good, Step::Admit, 403),
        (&order::PATCH, "update", Good, Step::Update, 500),
        (&order::DELETE, "", Unreadable, Step::Decode, 400),
        (&order::DELETE, "get", Good, Step::Get, 500),
        (&order::DELETE, "before_delete", Good, Step::BeforeDelete, 500),
        (&order::DELETE, "validate a", Good, Step::Admit, 403),
        (&order::DELETE, "validate b panics", Good, Step::Admit, 500),
        (&order::DELETE, "delete", Good, Step::Delete, 500),
        (&order::DELETE_COLLECTION, "validate a", Good, Step::Admit, 403),
        (&order::DELETE_COLLECTION, "", Unreadable, Step::Decode, 400),
        (&order::DELETE_COLLECTION, "list", Good, Step::List, 500),
        (&order::DELETE_COLLECTION, "before_delete", Good, Step::BeforeDelete, 500),
        (&order::DELETE_COLLECTION, "delete", Good, Step::Delete, 500),
        (&order::CONNECT, "decode_connect_options", Good, Step::ConnectOptions, 500),
        (&order::CONNECT, "validate a", Good, Step::Admit, 403),
        (&order::CONNECT, "connect", Good, Step::Connect, 500),
        (&order::INITIALIZING, "", Unreadable, Step::Decode, 400),
        (&order::INITIALIZING, "get", Good, Step::Get, 500),
        (&order::INITIALIZING, "before_update", Good, Step::BeforeUpdate, 500),
        (&order::INITIALIZING, "", Invalid, Step::ValidateUpdate, 422),
        (&order::INITIALIZING, "validate_update", Good, Step::ValidateUpdate, 500),
        (&order::INITIALIZING, "validate b", Good, Step::Admit, 403),
        (&order::INITIALIZING, "update", Good, Step::Update, 500),
    ];
    for &(flow, fault, body, last, code) in rows {
        let place = format!("{}: {fault:?} at {last:?}", flow.title);
        let (steps, found, accepted) = run(flow, fault, body);
        assert_eq!((found, accepted), (code, false), "{place}: {steps:?}");
        let all = flow.steps(STORED);
        let end = all.iter().position(|step| *step == last).unwrap();
        let mut expected = expected(&all[..=end]);
        let (_, calls) = expected.last_mut().unwrap();
        let failed = fault.trim_end_matches(" panics");
        match calls.iter().position(|call| call == failed) {
            Some(_) if last == Step::Admit => {}
            Some(at) => calls.truncate(at + 1),
            None if fault.is_empty() => calls.clear(),
            None => assert_eq!(fault, "malformed"),
        }
        assert_eq!(steps, expected, "{place}");
    }
    // Every step of every table fails somewhere above.
    for flow in order::FLOWS {
        for step in flow.steps(1) {
            let shown = rows.iter().any(|row| row.0.title == flow.title && row.3 == step);
            assert!(shown, "no row for {step:?} of {}", flow.title);
        }
    }
}

/// Without mutators crdc decodes and validates in one pass. The order is the same but for that.
#[test]
fn the_order_without_mutators_is_the_same() {
    let log = Log::default();
    let observed = log.clone();
    let chain = crdc_admission::Chain::of::<crdc_admission_tests::database::Database>()
        .observer(move |step| observed.step(step));
    let recorded = Recorded::new(storage(), &log, "");
    let user = UserInfo::default();
    let mut workspace = Workspace::new();
    let without = |flow: &Flow| {
        let mut steps = expected(&flow.steps(1));
        steps.retain(|(step, _)| *step != Step::ApplyMutations);
        steps.iter_mut().filter(|(step, _)| *step == Step::Admit).for_each(|(_, calls)| calls.clear());
        steps
    };
    let body = database("a", &json!({"engine": "mysql"}));
    let created = chain.create(&recorded, Context::new(&user), &body, &mut workspace);
    let created = created.object().unwrap().to_vec();
    assert_eq!(log.take(), without(&order::CREATE));
    assert!(chain.update(&recorded, Context::new(&user), "a", &created, &mut workspace).accepted());
    assert_eq!(log.take(), without(&order::UPDATE));
    let patch = Patch::Merge(br#"{"spec": {"team": "a"}}"#);
    assert!(chain.patch(&recorded, Context::new(&user), "a", patch, &mut workspace).accepted());
    assert_eq!(log.take(), without(&order::PATCH));
    // A body that cannot be read is refused for that, whatever is stored.
    let missing = chain.update(&recorded, Context::new(&user), "none", b"{", &mut workspace);
    assert_eq!(missing.code(), 400);
    let missing = chain.update(&recorded, Context::new(&user), "none", &created, &mut workspace);
    assert_eq!(missing.code(), 404);
}

#[test]
fn a_chain_handles_what_its_plugins_handle() {
    use crdc_admission::{Chain, Operation, mutator_fn, validator_fn};
    use crdc_admission_tests::database::Database;
    let none = Chain::of::<Database>();
    assert!(!none.handles(Operation::Create) && !none.handles(Operation::Connect));
    let mutating = Chain::of::<Database>().mutator(mutator_fn("m", |_| Ok(())).on(&[Operation::Update]));
    assert!(mutating.handles(Operation::Update) && !mutating.handles(Operation::Create));
    // Mutators are never called for deletions.
    let mutating = Chain::of::<Database>().mutator(mutator_fn("m", |_| Ok(())));
    assert!(mutating.handles(Operation::Create) && !mutating.handles(Operation::Delete));
    let validating = Chain::of::<Database>().validator(validator_fn("v", |_| Ok(())));
    assert!(validating.handles(Operation::Delete) && validating.handles(Operation::Connect));
}
