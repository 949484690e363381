//! Times `validate_update` of the derive and kube's `validate_cel_update` on the same update, alternating.
//! Also times the fastest use of kube's API: schema and rules compiled once, and in addition both objects
//! already JSON. Prints a line of JSON.

use std::error::Error;
use std::hint::black_box;

use crdc::Rules;
use crdc::typed::Scratch;
use crdc_bench_contest::{Contestant, contest};
use crdc_bench_typed::{cel, object};
use kube::CustomResourceExt;
use kube::core::cel::{Validator, compile_schema};
use serde_json::{json, to_value};

fn main() -> Result<(), Box<dyn Error>> {
    let (old, new) = object::specs();
    let bytes = serde_json::to_vec(&new)?.len();
    let typed_old: operator::BackupSpec = serde_json::from_value(old.clone())?;
    let typed_new: operator::BackupSpec = serde_json::from_value(new.clone())?;
    let kube_old = cel::Backup::new("orders", serde_json::from_value(old.clone())?);
    let kube_new = cel::Backup::new("orders", serde_json::from_value(new.clone())?);

    let schema = to_value(&cel::Backup::crd().spec.versions[0].schema)?["openAPIV3Schema"].take();
    let (compiled, validator) = (compile_schema(&schema), Validator::new());
    let (json_old, json_new) = (to_value(&kube_old)?, to_value(&kube_new)?);
    let mut scratch = Scratch::new();

    let mut trouble = Vec::new();
    let mut check = |what: &str, is: bool| {
        if !is {
            trouble.push(what.to_owned());
        }
    };
    check("the derive refuses the update", typed_new.validate_update(&typed_old, &mut scratch).is_ok());
    check("kube refuses the update", kube_new.validate_cel_update(&kube_old).is_ok());
    check("rules in CEL do not compile", !compiled.has_errors());
    // Both sides find an error of every rule.
    for (what, change) in WRONG {
        let mut wrong = new.clone();
        change(&mut wrong);
        let typed: operator::BackupSpec = serde_json::from_value(wrong.clone())?;
        let of_kube = cel::Backup::new("orders", serde_json::from_value(wrong)?);
        check(
            &format!("the derive lets {what} pass"),
            typed.validate_update(&typed_old, &mut scratch).is_err(),
        );
        check(&format!("kube lets {what} pass"), of_kube.validate_cel_update(&kube_old).is_err());
    }

    let mut contestants: Vec<(&str, Contestant<'_>)> = vec![
        (
            "derive",
            Box::new(|| black_box(&typed_new).validate_update(black_box(&typed_old), &mut scratch).is_ok()),
        ),
        ("kube", Box::new(|| black_box(&kube_new).validate_cel_update(black_box(&kube_old)).is_ok())),
        (
            "kube_compiled",
            Box::new(|| {
                let (Ok(new), Ok(old)) = (to_value(black_box(&kube_new)), to_value(black_box(&kube_old)))
                else {
                    return false;
                };
                validator.validate_compiled(&compiled, &new, Some(&old)).is_ok()
            }),
        ),
        (
            "kube_rules",
            Box::new(|| {
                let (new, old) = (black_box(&json_new), black_box(&json_old));
                validator.validate_compiled(&compiled, new, Some(old)).is_ok()
            }),
        ),
    ];
    let times = contest(&mut contestants);
    println!("{}", json!({"object": "operator-2k", "bytes": bytes, "trouble": trouble, "times": times}));
    Ok(())
}

type Change = fn(&mut serde_json::Value);

const WRONG: &[(&str, Change)] = &[
    ("another database", |spec| spec["database"] = json!("customers")),
    ("another storage class", |spec| spec["workspace"]["storageClass"] = json!("fast")),
    ("a short schedule", |spec| spec["schedule"] = json!("daily")),
    ("a long description", |spec| spec["description"] = json!("x".repeat(201))),
    ("no bucket", |spec| spec["storage"] = json!({"type": "S3"})),
    ("a second bucket", |spec| spec["storage"]["gcs"] = json!({"name": "second"})),
    ("a volume that is not selected", |spec| spec["storage"]["volume"] = json!({"claim": "c"})),
    ("a short name of a bucket", |spec| spec["storage"]["s3"]["name"] = json!("x")),
    ("no days", |spec| spec["retention"]["daily"] = json!(0)),
    ("too many weeks", |spec| spec["retention"]["weekly"] = json!(53)),
    ("a table twice", |spec| spec["exclude"][1] = spec["exclude"][0].clone()),
    ("a key twice", |spec| spec["keys"][1] = spec["keys"][0].clone()),
    ("a key that is gone", |spec| spec["keys"][0]["id"] = json!("2099")),
    ("a hook twice", |spec| spec["hooks"][1]["name"] = spec["hooks"][0]["name"].clone()),
    ("a hook without a command", |spec| spec["hooks"][1]["command"] = json!([])),
    ("no time", |spec| spec["hooks"][1]["timeoutSeconds"] = json!(0)),
];
