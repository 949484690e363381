//! Processes objects of a `Database` resource as an API server does between request and
//! storage. The schema is `crds/databases.example.com.yaml`; `build.rs`
//! compiles it.

mod database {
    crdc::include_crd!("databases.example.com/v1");
}
mod show;
#[cfg(test)]
mod tests;

use crdc::{FieldValidation, Request, Resource, Scratch};
use database::Database;

// Valid and invalid objects. A webhook or operator would get them from the network.
const ORDERS: &[u8] = include_bytes!("../objects/orders.json");
const ORDERS_LARGER: &[u8] = include_bytes!("../objects/orders-larger.json");
const ORDERS_STATUS: &[u8] = include_bytes!("../objects/orders-status.json");
const COMPLETE: &[u8] = include_bytes!("../objects/complete.json");
const REFUSED: &[u8] = include_bytes!("../objects/refused.json");
const UNQUOTED: &[u8] = include_bytes!("../objects/unquoted.json");

/// The object as stored: updates must specify the `resourceVersion` that they replace.
fn stored_as(object: &[u8], version: &str) -> Vec<u8> {
    let version = format!("\"metadata\":{{\"resourceVersion\":\"{version}\",");
    String::from_utf8_lossy(object).replacen("\"metadata\": {", &version, 1).into_bytes()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Holds all buffers. Keep one for each thread: then a valid object that needs no change does not
    // allocate.
    let mut scratch = Scratch::new();

    show::title("create orders.json", "a misspelled field, a duplicate field, a null, defaults, a status");
    let outcome = Database::create(ORDERS, &mut scratch);
    show::stored(ORDERS, &outcome)?;
    let accepted = outcome.into_result()?;
    // Fields are read from what was decoded: defaults are there, and nothing is parsed again.
    let spec = Database::view(accepted.value()).spec();
    println!("  read: {} with {} replica, {}", spec.engine(), spec.replicas(), spec.storage());
    let users = spec.users().iter().map(|user| format!("{} ({})", user.name(), user.role()));
    println!("  read: users {}", users.collect::<Vec<_>>().join(", "));
    // An outcome borrows the scratch, so copy what must outlive the next request.
    let stored = stored_as(accepted.object(), "1");

    show::title("create orders.json with fieldValidation=Strict", "warnings become errors");
    let request = Request::create(ORDERS).field_validation(FieldValidation::Strict);
    show::refusal(&Database::answer(request, &mut scratch));

    show::title("create complete.json", "nothing to add or drop");
    show::stored(COMPLETE, &Database::create(COMPLETE, &mut scratch))?;

    show::title("create refused.json", "all errors, as the server reports them");
    show::refusal(&Database::create(REFUSED, &mut scratch));

    show::title("create unquoted.json", "not JSON");
    show::refusal(&Database::create(UNQUOTED, &mut scratch));

    show::title(
        "update orders.json to orders-larger.json",
        "the generation increases, the status does not change",
    );
    let outcome = Database::update(ORDERS_LARGER, &stored, &mut scratch);
    show::stored(ORDERS_LARGER, &outcome)?;
    let stored = outcome.into_result()?.object().to_vec();

    show::title("update its storage to \"lots\"", "updates are validated too");
    let lots = String::from_utf8_lossy(&stored).replace("20Gi", "lots");
    show::refusal(&Database::update(lots.as_bytes(), &stored, &mut scratch));

    show::title("update its status to that of orders-status.json", "compared with the stored object");
    let outcome = Database::update_status(ORDERS_STATUS, &stored, &mut scratch);
    show::difference(&stored, &outcome)?;
    Ok(())
}
