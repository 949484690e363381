//! Members of a marked set are equal if they differ only in the order of sets in them, wherever these are.
//!
//! In: random members of every form. Out: whether an update may replace one by another, compared with an
//! equality of their JSON that tries every order.

use std::collections::{BTreeMap, HashMap};

use crdc::Rules;
use crdc::typed::Scratch;
use crdc_oracle::random::Rng;
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Spec {
    /// +listType=set
    /// +additionOnly
    groups: Vec<Member>,
    /// +listType=set
    /// +immutable
    fixed: Vec<Member>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Member {
    list: Vec<Step>,
    /// +listType=set
    set: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<Box<Member>>,
    /// +immutable
    null: Option<u8>,
    map: HashMap<String, Sorted>,
    #[crdc(leaf)]
    any: Vec<u8>,
    #[serde(flatten)]
    more: More,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct More {
    /// +listType=map
    /// +listMapKey=name
    keyed: Vec<Keyed>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Keyed {
    name: u8,
    sets: BTreeMap<String, Sorted>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Sorted {
    /// +listType=set
    set: Vec<f64>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
enum Step {
    Start,
    Stop,
    Wait {
        /// +listType=set
        set: Vec<u8>,
    },
    Go(Sorted),
}

fn list<T>(rng: &mut Rng, mut item: impl FnMut(&mut Rng) -> T) -> Vec<T> {
    (0..rng.below(3)).map(|_| item(rng)).collect()
}

fn small(rng: &mut Rng) -> u8 {
    rng.below(2) as u8
}

fn sorted(rng: &mut Rng) -> Sorted {
    Sorted { set: list(rng, |rng| f64::from(small(rng)) / 2.0) }
}

fn step(rng: &mut Rng) -> Step {
    match rng.below(4) {
        0 => Step::Start,
        1 => Step::Stop,
        2 => Step::Wait { set: list(rng, small) },
        _ => Step::Go(sorted(rng)),
    }
}

fn map<M: FromIterator<(String, Sorted)>>(rng: &mut Rng) -> M {
    list(rng, |rng| (format!("k{}", small(rng)), sorted(rng))).into_iter().collect()
}

fn member(rng: &mut Rng, depth: usize) -> Member {
    Member {
        list: list(rng, step),
        set: list(rng, step),
        maybe: (depth > 0 && rng.chance(30)).then(|| Box::new(member(rng, depth - 1))),
        null: rng.chance(10).then_some(0),
        map: map(rng),
        any: list(rng, small),
        more: More { keyed: list(rng, |rng| Keyed { name: small(rng), sets: map(rng) }) },
    }
}

/// The same member after a change or two: of the order of a list or set, of an item, or of none.
fn changed(rng: &mut Rng, member: &Member) -> Member {
    let mut out = member.clone();
    for _ in 0..=rng.below(2) {
        let inner = |rng: &mut Rng, step: &mut Step| match step {
            Step::Wait { set } => set.reverse(),
            Step::Go(Sorted { set }) if rng.chance(50) => set.reverse(),
            Step::Go(Sorted { set }) => drop(set.pop()),
            Step::Start => *step = Step::Stop,
            Step::Stop => {}
        };
        match rng.below(9) {
            0 => out.list.reverse(),
            1 => out.set.reverse(),
            2 => out.any.reverse(),
            3 => out.list.iter_mut().for_each(|step| inner(rng, step)),
            4 => out.set.iter_mut().for_each(|step| inner(rng, step)),
            5 => out.map.values_mut().for_each(|sorted| sorted.set.reverse()),
            6 => out
                .more
                .keyed
                .iter_mut()
                .flat_map(|item| item.sets.values_mut())
                .for_each(|s| s.set.reverse()),
            7 => out.null = None,
            _ => out.maybe = out.maybe.map(|inner| Box::new(changed(rng, &inner))),
        }
    }
    out
}

/// Equality of JSON; what a member named `set` has is a set.
fn same(a: &Value, b: &Value, is_set: bool) -> bool {
    match (a, b) {
        (Value::Array(x), Value::Array(y)) if is_set => {
            let count = |list: &[Value], item: &Value| list.iter().filter(|x| same(x, item, false)).count();
            x.len() == y.len() && x.iter().all(|item| count(x, item) == count(y, item))
        }
        (Value::Array(x), Value::Array(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y, false))
        }
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len()
                && x.iter().all(|(key, x)| y.get(key).is_some_and(|y| same(x, y, key == "set")))
        }
        (a, b) => a == b,
    }
}

#[test]
fn sets_in_members_have_no_order() {
    let mut scratch = Scratch::new();
    let [mut equal, mut unequal] = [0, 0];
    for seed in 0..4_000 {
        let mut rng = Rng::new(seed);
        let old = member(&mut rng, 2);
        let new = changed(&mut rng, &old);
        let [first, second] = [member(&mut rng, 0), member(&mut rng, 0)];
        let spec = |own: [&Member; 2], other: [&Member; 2]| Spec {
            groups: own.map(Clone::clone).to_vec(),
            fixed: other.map(Clone::clone).to_vec(),
        };
        let [of_old, of_new, of_first] =
            [&old, &new, &first].map(|value| serde_json::to_value(value).unwrap());
        let is_same = same(&of_new, &of_old, false);
        let fields = |new: &Spec, old: &Spec, scratch: &mut Scratch| {
            let refused = new.validate_update(old, scratch).err();
            let errors = refused.iter().flat_map(|refused| refused.errors());
            let marked = errors.filter(|error| error.source == crdc::ErrorSource::Immutable);
            let mut fields: Vec<String> = marked.map(|error| error.field.to_string()).collect();
            fields.dedup();
            fields
        };
        // What is added breaks no rule; a member that is replaced is missing.
        let found = fields(
            &spec([&first, &new], [&first, &second]),
            &spec([&old, &first], [&second, &first]),
            &mut scratch,
        );
        let expected: &[&str] =
            if is_same || same(&of_first, &of_old, false) { &[] } else { &["spec.groups"] };
        assert_eq!(found, expected, "seed {seed}\n{of_old}\n{of_new}");
        let found = fields(
            &spec([&first, &second], [&new, &first]),
            &spec([&second, &first], [&first, &old]),
            &mut scratch,
        );
        let expected: &[&str] = if is_same { &[] } else { &["spec.fixed"] };
        assert_eq!(found, expected, "seed {seed}\n{of_old}\n{of_new}");
        *if is_same { &mut equal } else { &mut unequal } += 1;
    }
    println!("{equal} pairs equal, {unequal} not");
    assert!(equal > 500 && unequal > 500, "{equal} {unequal}");
}
