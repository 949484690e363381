//! Whether lists are equal whose items cannot be compared (`policies/uncompared.yaml`): which list comes
//! first decides, and how it was made. A list of the object has an error, one that a literal or a loop made
//! takes the items as equal, and a sum of two such lists has an error again. The interpreter answers each
//! request as well.
//
// cel-go v0.26.0: common/types/list.go (baseList.Equal, concatList.Equal, mutableList), common/types/map.go
// (baseMap.Equal), common/types/optional.go (Equal), interpreter/interpretable.go (evalFold); apiserver:
// pkg/cel/common/valuesunstructured.go

use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_tests::compiled::{find, run};
use crdc_vocabulary::Ratcheting;

/// The rules that do not hold, and those with an error, of a spec.
fn created(spec: &str) -> (Vec<String>, Vec<String>) {
    let crd = include_str!("../../policies/uncompared.yaml");
    let server = load::servers("uncompared.yaml", crd).into_iter().next().unwrap();
    let server = Server { ratcheting: Ratcheting::default(), ..server };
    let object = format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"Uncompared","metadata":{{"name":"a","namespace":"default"}},"spec":{spec}}}"#
    );
    let object = object.as_bytes();
    let compiled =
        run(find("uncompareds.policies.example.com/v1"), Op::Create, object, b"", &mut crdc::Scratch::new());
    let interpreted = server.create(object);
    assert!(interpreted.unknown.is_empty(), "{:?}", interpreted.unknown);
    let rules = |given: &Given| -> Vec<String> {
        let of_rules = |error: &&GivenError| error.source == "cel";
        given.errors.iter().filter(of_rules).map(|error| error.detail.clone()).collect()
    };
    let found = rules(&compiled);
    assert_eq!(rules(&Given::from(interpreted)), found);
    let error =
        "invalid data, expected XIntOrString value to be either a string or integer evaluating rule: ";
    let failed = found.iter().filter_map(|text| text.strip_prefix(error)).map(str::to_owned).collect();
    (found.into_iter().filter(|text| !text.starts_with(error)).collect(), failed)
}

fn spec(last: &str) -> String {
    format!(
        r#"{{"maps":[{{"v":"a"}},{{"v":{last}}}],"lists":[["a"],["b",{last}]],"sets":[["a"],["b",{last}]],"open":[{{"k":"a"}},{{"k":{last}}}]}}"#
    )
}

#[test]
fn the_first_list_decides() {
    let (refused, failed) = created(&spec("98.0"));
    assert_eq!(
        failed,
        [
            "object, loop",
            "object, object",
            "sum, loop",
            "sum of loops, sum",
            "lists: object, loop",
            "open: object, loop",
            // The inner loop reads the item.
            "loop in a loop",
            "in the object",
            "in a sum with the object",
            "item in a sum with the object",
            "items",
            "orValue",
        ]
    );
    // Go compares the items of sets as they are in JSON, and an error is no such item.
    assert_eq!(
        refused,
        ["loop, object: unequal", "sets: loop, loop", "sets: object, loop", "in a loop", "in a sum"]
    );
}

/// A float that is a whole number is valid where an integer is, and stays a float.
#[test]
fn whole_floats_are_no_integers() {
    assert_eq!(created(&spec("9.8e1")), created(&spec("98.0")));
}

#[test]
fn what_can_be_compared_is_equal() {
    let refused = ["loop, object: unequal", "item in a sum with the object"];
    assert_eq!(created(&spec("98")), (refused.map(str::to_owned).to_vec(), vec![]));
    assert_eq!(created(&spec("\"b\"")).1, [""; 0]);
}
