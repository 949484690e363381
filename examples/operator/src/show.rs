//! Prints the results of updates. Not needed to use crdc.

use crdc::typed::RefusedValue;
use serde_json::Value;

/// Whether an object is accepted, and the errors if not.
pub(crate) fn verdict(validated: Result<(), RefusedValue>) {
    match validated {
        Ok(()) => println!("  accepted"),
        Err(refused) => {
            println!("  refused with {}", refused.code());
            for error in refused.errors() {
                println!("    {error}");
            }
        }
    }
}

/// What normalization changed.
pub(crate) fn difference(path: &str, sent: &Value, made: &Value) {
    match (sent, made) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                match after.get(name) {
                    Some(now) => difference(&path, value, now),
                    None => println!("  normalized: {path} is cleared"),
                }
            }
        }
        _ if sent == made => {}
        _ => println!("  normalized: {path} is {made}"),
    }
}
