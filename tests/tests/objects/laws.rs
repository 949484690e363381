//! Properties of every schema and object: compiled code answers like the interpreter, and so do plans that
//! are not compiled; pruning is idempotent; decoding a stored object does not change it; an update to itself
//! changes nothing and finds no new errors; ratcheted errors are errors without ratcheting. Schemas are those
//! of the build script (random ones and the keyword folders), objects are random. A failure names the schema
//! and shows the smallest object found. `CRDC_SAMPLES=N` runs N times as many objects for each schema,
//! `CRDC_SEED` sets the first seed.

use crdc::__private::Definition;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crdc_dynamic::validators::{Validator, Validators};
use crdc_oracle::differential::{compare, pair, same};
use crdc_oracle::interpreter::{Server, Structural, Union, has_deduced_unions, has_unions};
use crdc_oracle::json::{Json, read};
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::object::{mix, request, vary};
use crdc_oracle::random::samples::{samples, seeds};
use crdc_oracle::random::shrink::shrink;
use crdc_oracle::random::switch::switch;
use crdc_oracle::random::text::{Spelling, write};
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_oracle::stack::deep;
use crdc_tests::compiled::{self, run};
use crdc_vocabulary::Ratcheting;

/// How many times as much must be seen as with the usual number of objects.
fn many() -> usize {
    samples(1) as usize
}

/// Every server that the properties are tested with, and its plan.
fn servers() -> Vec<(Server, Rc<Validators>)> {
    let mut out = Vec::new();
    let mut add = |name: &str, text: &str, ratcheting: Ratcheting| {
        let validators = Rc::new(load::validators(name, text, ratcheting));
        let servers = load::servers(name, text).into_iter();
        out.extend(servers.map(|server| (Server { ratcheting, ..server }, validators.clone())));
    };
    for (seed, text) in compiled::RANDOM.iter().chain(compiled::UNIONS) {
        add(&format!("random{seed}.json"), text, Ratcheting::default());
    }
    for (seed, text) in compiled::RESOURCES.iter().chain(compiled::RULES) {
        let ratcheting = Ratcheting::ALL[*seed as usize % Ratcheting::ALL.len()];
        add(&format!("resources{seed}.json"), text, ratcheting);
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/keywords");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if !path.join("crd.yaml").exists() {
            continue;
        }
        let text = std::fs::read_to_string(path.join("crd.yaml")).unwrap();
        add(&path.display().to_string(), &text, Ratcheting::default());
    }
    out
}

/// Whether create drops a status that decoding adds again by default. The properties of stored objects do not
/// hold there, nor on the server.
fn remakes_status(server: &Server) -> bool {
    server.status && server.schema.property("status").is_some_and(|status| status.default.is_some())
}

fn name(server: &Server) -> &'static str {
    let end = format!(".{}/{}", server.group, server.version);
    let wanted = format!("{}s{end}", server.kind.to_lowercase());
    compiled::entry(&wanted).unwrap_or_else(|| panic!("{wanted} was not compiled")).name
}

/// Tests a property of compiled code with random objects for every schema.
fn each(law: impl Fn(&Server, &'static crdc::Compiled, &mut Rng, &Json) -> Result<(), String> + Sync) {
    each_with_plan(|server, compiled, _, rng, object| law(server, compiled, rng, object));
}

/// Tests a property of compiled code and of the plan that is not compiled.
fn each_with_plan(
    law: impl Fn(&Server, &'static crdc::Compiled, Validator<'_>, &mut Rng, &Json) -> Result<(), String> + Sync,
) {
    deep(|| {
        let mut failed = Vec::new();
        for (server, validators) in servers() {
            let compiled = compiled::find(name(&server));
            let Server { group, version, kind, .. } = &server;
            let plan = validators.get(group, version, kind).unwrap_or_else(|| panic!("no plan of {kind}"));
            let law = |rng: &mut Rng, object: &Json| law(&server, compiled, plan, rng, object);
            for seed in seeds(25) {
                let mut rng = Rng::new(seed);
                let object = request(&mut rng, &server);
                let at = rng.clone();
                if law(&mut rng, &object).is_ok() {
                    continue;
                }
                let small = shrink(&object, &|object| law(&mut at.clone(), object).is_err());
                let why = law(&mut at.clone(), &small).unwrap_err();
                failed.push(format!("{} seed {seed}\n  {small}\n  {why}", name(&server)));
                break;
            }
        }
        let shown = failed.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
        assert!(failed.is_empty(), "{} schemas\n{shown}", failed.len());
    });
}

#[test]
fn all_answers_are_the_interpreters() {
    let rules = AtomicUsize::new(0);
    each_with_plan(|server, compiled, plan, rng, object| {
        let pair = pair(rng, server, object);
        let both = [("compiled code", compiled), ("the plan", plan.compiled())];
        let compared = compare(server, &both, rng, &pair)?;
        rules.fetch_add(compared.rules as usize, Ordering::Relaxed);
        Ok(())
    });
    let rules = rules.into_inner();
    println!("{rules} rules were evaluated");
    assert!(rules > 250 * many(), "only {rules}");
}

/// The bytes after a create, stored or refused; nothing on 400.
fn stored(compiled: &'static crdc::Compiled, new: &[u8], scratch: &mut crdc::Scratch) -> Option<Vec<u8>> {
    let outcome = crdc::answer(compiled, crdc::Request::create(new), scratch);
    outcome.accepted_object().or(outcome.rejected_object()).map(<[u8]>::to_vec)
}

/// Violations of immutability.
fn violations(given: &Given) -> Vec<String> {
    let own = given.errors.iter().filter(|error| error.source == "immutable");
    own.map(|error| format!("{} {}", error.field, error.detail)).collect()
}

#[test]
fn marks_are_broken_by_what_changes_alone() {
    let broken = AtomicUsize::new(0);
    each(|server, compiled, rng, object| {
        let mut scratch = crdc::Scratch::new();
        let new = write(rng, object, Spelling::Plain).into_bytes();
        let other = request(rng, server);
        let old = mix(rng, object, &other).to_string().into_bytes();
        for op in [Op::Update, Op::UpdateStatus] {
            if op == Op::UpdateStatus && !server.status {
                continue;
            }
            // Valid or not, an unchanged object violates no marker, unless a union deduces an absent
            // discriminator.
            let same = run(compiled, op, &new, &new, &mut scratch);
            if !violations(&same).is_empty() && !has_deduced_unions(&server.schema) {
                return Err(format!("{op:?} to itself: {:?}", violations(&same)));
            }
            // An update with a violation has no other errors, and nothing is stored.
            let given = run(compiled, op, &new, &old, &mut scratch);
            let found = violations(&given);
            if !found.is_empty() {
                broken.fetch_add(1, Ordering::Relaxed);
                if given.code != 400 || given.errors.len() != found.len() || given.object.is_some() {
                    return Err(format!("{op:?} {given:?}"));
                }
            }
        }
        Ok(())
    });
    let broken = broken.into_inner();
    println!("marks were broken by {broken} updates");
    assert!(broken > 25 * many(), "only {broken}");
}

/// A value without an immutable ancestor can be removed and set again: two updates can do what one cannot.
#[test]
fn marks_below_unmarked_parents_can_be_got_around() {
    let around = AtomicUsize::new(0);
    each(|server, compiled, rng, object| {
        let marked = server.schema.property("spec").is_some_and(|spec| spec.marks.any());
        let stays = server.schema.property("spec").is_some_and(|spec| spec.default.is_some());
        if marked || stays || object.get("spec").is_none_or(|spec| *spec == Json::Null) {
            return Ok(());
        }
        let mut scratch = crdc::Scratch::new();
        let other = request(rng, server);
        let other = mix(rng, object, &other);
        let without = |object: &Json| {
            let mut object = object.clone();
            object.remove("spec");
            object.to_string().into_bytes()
        };
        let (new, old) = (other.to_string().into_bytes(), object.to_string().into_bytes());
        let of_spec = |new: &[u8], old: &[u8], scratch: &mut crdc::Scratch| {
            let found = violations(&run(compiled, Op::Update, new, old, scratch));
            found.into_iter().any(|found| found.starts_with("spec"))
        };
        around.fetch_add(usize::from(of_spec(&new, &old, &mut scratch)), Ordering::Relaxed);
        if of_spec(&without(object), &old, &mut scratch) || of_spec(&new, &without(&other), &mut scratch) {
            return Err(format!("{object}\n  {other}"));
        }
        Ok(())
    });
    let around = around.into_inner();
    println!("{around} updates are got around");
    assert!(around > 4 * many(), "only {around}");
}

#[test]
fn normalizing_twice_is_normalizing_once() {
    let gone = AtomicUsize::new(0);
    each(|server, compiled, rng, object| {
        if remakes_status(server) {
            return Ok(());
        }
        let mut scratch = crdc::Scratch::new();
        let new = write(rng, object, Spelling::Plain).into_bytes();
        let Some(once) = stored(compiled, &new, &mut scratch) else { return Ok(()) };
        let Some(twice) = stored(compiled, &once, &mut scratch) else { return Ok(()) };
        let tree = |text: &[u8]| read(text).unwrap().value;
        if !tree(&once).same(&tree(&twice)) {
            return Err(String::from_utf8_lossy(&twice).into_owned());
        }
        // An object stored before its fields were normalized counts as equal.
        let decoded = crdc::answer(compiled, crdc::Request::decode(&new), &mut scratch);
        let before = decoded.accepted_object().map(<[u8]>::to_vec).unwrap_or_default();
        let given = run(compiled, Op::Update, &once, &before, &mut scratch);
        gone.fetch_add(usize::from(before.len() > once.len()), Ordering::Relaxed);
        // A deduced discriminator is deduced again on every update.
        if !violations(&given).is_empty() && !has_deduced_unions(&server.schema) {
            return Err(format!("{:?}", violations(&given)));
        }
        Ok(())
    });
    assert!(gone.into_inner() > 5 * many());
}

#[test]
fn pruning_twice_is_pruning_once() {
    each(|_, compiled, rng, object| {
        let mut scratch = crdc::Scratch::new();
        let new = write(rng, object, Spelling::Repeating).into_bytes();
        let Some(once) = stored(compiled, &new, &mut scratch) else { return Ok(()) };
        let again = crdc::answer(compiled, crdc::Request::create(&once), &mut scratch);
        if again.pruned().next().is_some() || again.strict().next().is_some() {
            return Err(format!("pruned again: {:?}", again.strict().collect::<Vec<_>>()));
        }
        Ok(())
    });
}

#[test]
fn decoding_an_answer_is_the_answer() {
    each(|server, compiled, rng, object| {
        if remakes_status(server) {
            return Ok(());
        }
        let mut scratch = crdc::Scratch::new();
        let new = write(rng, object, Spelling::Odd).into_bytes();
        let Some(once) = stored(compiled, &new, &mut scratch) else { return Ok(()) };
        let again = crdc::answer(compiled, crdc::Request::decode(&once), &mut scratch);
        let tree = |text: &[u8]| read(text).unwrap().value;
        let twice = again.accepted_object().or(again.rejected_object());
        let same = twice.is_some_and(|twice| tree(twice).same(&tree(&once)));
        // An object of another kind is stored as sent, including duplicate keys.
        let own = tree(&once).get("kind").and_then(Json::as_str) == Some(&server.kind);
        if !same || (own && !again.unchanged()) {
            let twice = twice.map(String::from_utf8_lossy);
            return Err(format!("{}\n  {twice:?}", String::from_utf8_lossy(&once)));
        }
        Ok(())
    });
}

#[test]
fn an_update_to_itself_changes_nothing() {
    each(|server, compiled, rng, object| {
        if remakes_status(server) {
            return Ok(());
        }
        let mut scratch = crdc::Scratch::new();
        let new = write(rng, object, Spelling::Odd).into_bytes();
        let created = crdc::answer(compiled, crdc::Request::create(&new), &mut scratch);
        let (accepted, Some(once)) =
            (created.accepted(), created.accepted_object().or(created.rejected_object()).map(<[u8]>::to_vec))
        else {
            return Ok(());
        };
        // Storage sets these.
        let stored = read(&once).unwrap().value;
        let named = |field| stored.get("metadata").is_some_and(|metadata| metadata.get(field).is_some());
        let accepted = accepted && named("resourceVersion") && named("name");
        if !accepted && has_unions(&server.schema) {
            // A discriminator that is invalid in a new object may be valid as an unchanged one.
            return Ok(());
        }
        let again = crdc::answer(compiled, crdc::Request::update(&once, &once), &mut scratch);
        let tree = |text: &[u8]| read(text).unwrap().value;
        let twice = again.accepted_object().or(again.rejected_object());
        let same = twice.is_some_and(|twice| tree(twice).same(&tree(&once)));
        // Rules that compare with the old value run on updates alone.
        let excused = refused_by_transitions(&again);
        if !same || (accepted && !again.accepted() && !excused) {
            let twice = twice.map(String::from_utf8_lossy);
            let errors: Vec<_> = again.errors().collect();
            let once = String::from_utf8_lossy(&once);
            return Err(format!("{once}\n  {twice:?} {} {errors:?}", again.code()));
        }
        Ok(())
    });
}

/// Whether all errors are those of rules that compare with the old value.
fn refused_by_transitions(outcome: &crdc::Outcome<'_>) -> bool {
    let mut failed = outcome.failed_rules().filter(|failed| !failed.ignored).peekable();
    failed.peek().is_some()
        && failed.all(|failed| failed.rule.contains("oldSelf"))
        && outcome.errors().all(|error| error.source == crdc::ErrorSource::Cel)
}

/// The highest number of set members of each union of an object.
fn most_members(value: &Json, schema: &Structural) -> usize {
    let is_set = |name: &str| value.get(name).is_some_and(|member| *member != Json::Null);
    let members = |union: &Union| union.choices().filter(|(_, name)| name.is_some_and(is_set)).count();
    let own = schema.unions.iter().map(members).max().unwrap_or(0);
    let below = match value {
        Json::Object(fields) => {
            let schema = |key: &str| schema.property(key).or(schema.additional_schema());
            fields.iter().filter_map(|(key, field)| Some(most_members(field, schema(key)?))).max()
        }
        Json::Array(items) => schema
            .items
            .as_deref()
            .and_then(|schema| items.iter().map(|item| most_members(item, schema)).max()),
        _ => None,
    };
    own.max(below.unwrap_or(0))
}

#[test]
fn unions_have_one_member_and_stay_as_they_are() {
    let (valid, cleared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    each(|server, compiled, rng, object| {
        if !has_unions(&server.schema) || remakes_status(server) {
            return Ok(());
        }
        let mut scratch = crdc::Scratch::new();
        let (mut new, mut old) = (object.clone(), vary(rng, object));
        for object in [&mut new, &mut old] {
            switch(rng, object, &server.schema);
        }
        let (new, old) = (new.to_string().into_bytes(), old.to_string().into_bytes());
        let given = run(compiled, Op::Update, &new, &old, &mut scratch);
        let Some(stored) = given.object.filter(|_| given.code == 200 && given.ratcheted.is_empty()) else {
            return Ok(());
        };
        valid.fetch_add(1, Ordering::Relaxed);
        let sent = read(&new).map(|read| most_members(&read.value, &server.schema)).unwrap_or(0);
        cleared.fetch_add(usize::from(sent > 1), Ordering::Relaxed);
        let mut validated = stored.clone();
        if server.status {
            // Unchanged.
            validated.remove("status");
        }
        if most_members(&validated, &server.schema) > 1 {
            return Err(format!("several members: {stored}"));
        }
        let text = stored.to_string().into_bytes();
        let again = run(compiled, Op::Update, &text, &text, &mut scratch);
        if again.code != 200 || !again.object.as_ref().is_some_and(|object| object.same(&stored)) {
            return Err(format!("{stored}\n  then {again:?}"));
        }
        Ok(())
    });
    let (valid, cleared) = (valid.into_inner(), cleared.into_inner());
    println!("{valid} valid updates, {cleared} of them cleared something");
    assert!(valid > 25 * many() && cleared > 3 * many(), "{valid} valid, {cleared} cleared");
}

/// Errors of rules, by path and text, and whether rules did not run.
fn broken_rules(given: &Given) -> (Vec<(&str, &str)>, bool) {
    let own = given.errors.iter().filter(|error| error.source == "cel");
    let blocked = given.errors.iter().any(|error| error.source == "blocked");
    (own.map(|error| (error.field.as_str(), error.detail.as_str())).collect(), blocked)
}

/// Errors of the schema and of lists, by path and text.
fn faults(errors: &[GivenError]) -> Vec<String> {
    let own = errors.iter().filter(|error| matches!(error.source.as_str(), "schema" | "listtype"));
    let mut all: Vec<String> =
        own.map(|error| format!("{} {} {}", error.error_type, error.field, error.detail)).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn an_update_to_itself_finds_nothing_that_its_create_did_not() {
    each(|server, compiled, rng, object| {
        if remakes_status(server) {
            return Ok(());
        }
        let mut scratch = crdc::Scratch::new();
        let new = write(rng, object, Spelling::Odd).into_bytes();
        let Some(once) = stored(compiled, &new, &mut scratch) else { return Ok(()) };
        let created = faults(&run(compiled, Op::Create, &once, b"", &mut scratch).errors);
        let updated = faults(&run(compiled, Op::Update, &once, &once, &mut scratch).errors);
        match updated.iter().find(|fault| !created.contains(fault)) {
            Some(fault) => Err(format!("new: {fault}\n  among {updated:?}")),
            None => Ok(()),
        }
    });
}

#[test]
fn without_ratcheting_everything_that_is_set_aside_stands() {
    let (set_aside, broken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    each(|server, compiled, rng, object| {
        let off: &'static crdc::Compiled = {
            let definition = Definition { ratcheting: crdc::Ratcheting::Off, ..compiled.definition };
            Box::leak(Box::new(crdc::Compiled { definition, ..*compiled }))
        };
        let mut scratch = crdc::Scratch::new();
        let new = write(rng, object, Spelling::Plain).into_bytes();
        let old = write(rng, &vary(&mut rng.clone(), object), Spelling::Plain).into_bytes();
        for op in [Op::Update, Op::UpdateStatus] {
            if op == Op::UpdateStatus && !server.status {
                continue;
            }
            let with = run(compiled, op, &new, &old, &mut scratch);
            let without = run(off, op, &new, &old, &mut scratch);
            set_aside.fetch_add(usize::from(!with.ratcheted.is_empty()), Ordering::Relaxed);
            let all: Vec<GivenError> = with.errors.iter().chain(&with.ratcheted).cloned().collect();
            if !without.ratcheted.is_empty() || faults(&all) != faults(&without.errors) {
                return Err(format!("{op:?} {with:?}\n  without {without:?}"));
            }
            // Broken rules that are set aside are warnings.
            let ((kept, _), (found, blocked)) = (broken_rules(&with), broken_rules(&without));
            let warned = |(field, detail): (&str, &str)| {
                let is = |warning: &String| {
                    warning.starts_with(&format!("{field}: ")) && warning.ends_with(detail)
                };
                with.warnings.iter().any(is)
            };
            let stands = |error: &(&str, &str)| kept.contains(error) || warned(*error);
            let is_kept = kept.iter().all(|error| found.contains(error)) && found.iter().all(stands);
            if !blocked && !is_kept {
                return Err(format!("{op:?} {with:?}\n  without {without:?}"));
            }
            broken.fetch_add(found.len().saturating_sub(kept.len()), Ordering::Relaxed);
        }
        Ok(())
    });
    // Otherwise the property would be trivial.
    let set_aside = set_aside.into_inner();
    let broken = broken.into_inner();
    println!("something was set aside in {set_aside} updates, and {broken} broken rules");
    assert!(set_aside > 50 * many() && broken > 5 * many(), "only {set_aside} and {broken}");
}

#[test]
fn spelling_does_not_matter() {
    each(|_, compiled, rng, object| {
        let mut scratch = crdc::Scratch::new();
        let plain = write(rng, object, Spelling::Plain).into_bytes();
        let value = read(&plain).unwrap().value;
        let odd = write(rng, &value, Spelling::Odd).into_bytes();
        if !read(&odd).unwrap().value.same(&value) {
            // A number in another spelling may be a float.
            return Ok(());
        }
        let one = run(compiled, Op::Create, &plain, b"", &mut scratch);
        let other = run(compiled, Op::Create, &odd, b"", &mut scratch);
        if one.code == 400 && other.code == 400 {
            // The message for a refused body may quote it.
            return Ok(());
        }
        same(&one, &other)
    });
}
