//! Differences that crdc keeps, each a rule with its reason. In: both bodies, masked. Out: both without these
//! differences.
//!
//! No rule names a request: a rule is for all answers of its form.

use serde_json::Value;

/// Removes known differences from both bodies.
pub(super) fn without(real: &mut Value, ours: &mut Value) {
    for rule in [
        words_of_yaml,
        discovery,
        indexed_paths,
        unexplained_patch,
        repeated_errors,
        order_of_errors,
        first_undeclared_field,
        printed_maps,
        printed_schemas,
        own_names,
        first_embedded_fault,
        newer_cel,
    ] {
        rule(real, ours);
    }
}

/// A JSON patch that does not apply: the message of a server contains no reason, that of crdc does.
fn unexplained_patch(real: &mut Value, ours: &mut Value) {
    const MESSAGE: &str = "the server rejected our request due to an error in our request";
    if real["message"] == MESSAGE
        && let Some(details) = ours.get_mut("details").and_then(Value::as_object_mut)
    {
        details.remove("causes");
    }
}

/// Errors of changed metadata: a server validates it in the storage and in the strategy, and reports them
/// twice; crdc once.
fn repeated_errors(real: &mut Value, ours: &mut Value) {
    for body in [real, ours] {
        if let Some(causes) = body.pointer_mut("/details/causes").and_then(Value::as_array_mut) {
            causes.dedup();
        }
    }
}

/// Errors of one object: a server has them in the order of a map of Go, which changes; crdc sorts them. The
/// causes, which are compared, say the same as the message.
fn order_of_errors(real: &mut Value, ours: &mut Value) {
    for body in [real, ours] {
        let has_causes = body["details"]["causes"].as_array().is_some_and(|causes| causes.len() > 1);
        if body["reason"] == "Invalid"
            && has_causes
            && let Some(message) = body["message"].as_str()
        {
            body["message"] = message.split(": ").next().unwrap_or_default().into();
        }
    }
}

/// Fields that are not declared: a server stops at one of several, the first of a map of Go; crdc at the
/// first by name.
fn first_undeclared_field(real: &mut Value, ours: &mut Value) {
    const WHAT: &str = ": field not declared in schema";
    let message =
        |body: &Value| body["message"].as_str().filter(|message| message.contains(WHAT)).map(str::to_owned);
    if let (Some(of_real), Some(of_ours)) = (message(real), message(ours)) {
        // What is said before the paths.
        for (body, message) in [(real, of_real), (ours, of_ours)] {
            let end = message.find("errors:\n").or_else(|| message.find(" .")).unwrap_or_default();
            body["message"] = message.get(..end).unwrap_or_default().trim_end().into();
        }
    }
}

/// YAML that cannot be read: the message of a server is that of its YAML library, crdc has its own.
fn words_of_yaml(real: &mut Value, ours: &mut Value) {
    let is_of_yaml =
        |body: &Value| body["message"].as_str().is_some_and(|message| message.contains("yaml: "));
    if is_of_yaml(real) && real["code"] == ours["code"] {
        (real["message"], ours["message"]) = (Value::Null, Value::Null);
    }
}

/// Values that Go prints: members of maps are in an order that changes.
fn printed_maps(real: &mut Value, ours: &mut Value) {
    const PRINTED: [&str; 2] = ["valueUnstructured", "map[string]interface {}"];
    let printed = |body: &Value| {
        let message =
            body["message"].as_str().filter(|message| PRINTED.iter().any(|what| message.contains(what)))?;
        let mut letters: Vec<char> = message.chars().collect();
        letters.sort_unstable();
        Some(Value::from(letters.into_iter().collect::<String>()))
    };
    if let (Some(of_real), Some(of_ours)) = (printed(real), printed(ours)) {
        (real["message"], ours["message"]) = (of_real, of_ours);
    }
}

/// Discovery: resources and verbs are in another order, and crdc has no hashes of storage versions.
fn discovery(real: &mut Value, ours: &mut Value) {
    for body in [real, ours] {
        let Some(resources) = body.get_mut("resources").and_then(Value::as_array_mut) else { continue };
        for resource in resources.iter_mut() {
            if let Some(resource) = resource.as_object_mut() {
                resource.remove("storageVersionHash");
            }
            if let Some(verbs) = resource.get_mut("verbs").and_then(Value::as_array_mut) {
                verbs.sort_by_cached_key(Value::to_string);
            }
        }
        resources.sort_by_cached_key(|resource| resource["name"].to_string());
    }
}

/// A path that is not served: a standalone apiextensions-apiserver lists its paths, a kube-apiserver answers
/// that the path is not found.
fn indexed_paths(real: &mut Value, ours: &mut Value) {
    if real.get("paths").is_some() && ours.is_string() {
        *real = ours.clone();
    }
}

/// Schemas and versions in errors: a server prints all their fields, also those without a value, and crdc
/// three dots.
fn printed_schemas(real: &mut Value, ours: &mut Value) {
    const PRINTED: [(&str, &str); 2] =
        [("Invalid value: {\"ID\":", "}: "), ("Invalid value: [{\"Name\":", "}]: ")];
    fn elide(value: &mut Value) {
        match value {
            Value::String(text) => {
                for (beginning, end) in PRINTED {
                    // Texts in schemas do not have such an end.
                    if let Some(start) = text.find(beginning).map(|at| at + "Invalid value: ".len())
                        && let Some(length) = text.get(start..).and_then(|printed| printed.rfind(end))
                    {
                        text.replace_range(start..start + length + end.len() - ": ".len(), "…");
                    }
                }
            }
            Value::Array(all) => all.iter_mut().for_each(elide),
            Value::Object(all) => all.values_mut().for_each(elide),
            _ => {}
        }
    }
    for body in [real, ours] {
        elide(body);
    }
}

/// Names of the real server alone: of its process, which writes the status of definitions, and of a type in
/// CEL, which has the time in it.
fn own_names(real: &mut Value, _: &mut Value) {
    fn mask(value: &mut Value) {
        const TYPE: &str = "selfType";
        match value {
            Value::String(text) if text == "apiextensions-apiserver" => *value = "kube-apiserver".into(),
            Value::String(text) => {
                let mut parts = text.split(TYPE);
                let first = parts.next().unwrap_or_default().to_owned();
                let without_time =
                    |part: &str| part.trim_start_matches(|letter: char| letter.is_ascii_digit()).to_owned();
                *text = parts.fold(first, |masked, part| masked + TYPE + &without_time(part));
            }
            Value::Array(all) => all.iter_mut().for_each(mask),
            Value::Object(all) => all.values_mut().for_each(mask),
            _ => {}
        }
    }
    mask(real);
}

/// The problem with an embedded object: a server stops at one of its three fields, the first of a map of Go;
/// crdc at the first by name.
fn first_embedded_fault(real: &mut Value, ours: &mut Value) {
    const FIELDS: [&str; 3] =
        [".apiVersion: Invalid value: ", ".kind: Invalid value: ", ".metadata: Invalid value: "];
    /// The text in front of the path.
    fn before(text: &str) -> Option<&str> {
        let at = FIELDS.iter().filter_map(|field| text.rfind(field)).max()?;
        let is_fault = text.contains("must be a string") || text.contains("json: cannot unmarshal");
        let start = text.get(..at)?.rfind(' ').map_or(0, |space| space + 1);
        text.get(..start).filter(|_| is_fault)
    }
    for place in ["/message", "/details/causes/0/message"] {
        let both = (real.pointer(place).and_then(Value::as_str), ours.pointer(place).and_then(Value::as_str));
        let (Some(one), Some(other)) = both else { continue };
        let (Some(one), Some(other)) = (before(one).map(Value::from), before(other).map(Value::from)) else {
            continue;
        };
        for (body, cut) in [(&mut *real, one), (&mut *ours, other)] {
            if let Some(text) = body.pointer_mut(place) {
                *text = cut;
            }
        }
    }
}

/// A rule that ends with a fault of cel-go: the real server has a newer one.
fn newer_cel(real: &mut Value, ours: &mut Value) {
    const FAULT: &str = "internal error: interface conversion";
    if !ours["message"].as_str().is_some_and(|message| message.contains(FAULT))
        && !ours["details"]["causes"].to_string().contains(FAULT)
    {
        return;
    }
    for body in [real, ours] {
        body["message"] = Value::Null;
        if let Some(causes) = body.pointer_mut("/details/causes").and_then(Value::as_array_mut) {
            causes.retain(|cause| {
                !cause["message"].as_str().is_some_and(|message| message.contains(" evaluating rule: "))
            });
        }
    }
}
