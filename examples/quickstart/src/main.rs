//! Objects of a `Database` resource, taken through what an API server does to them between
//! the socket and the store. The schema is `crds/databases.example.com.yaml`; `build.rs`
//! compiles it.

mod database {
    crdc::include_crd!("databases.example.com/v1");
}
mod show;
#[cfg(test)]
mod tests;

use crdc::{FieldValidation, Request, Resource, Scratch};
use database::Database;

// Objects good and bad. A webhook or an operator has its own from the network.
const ORDERS: &[u8] = include_bytes!("../objects/orders.json");
const ORDERS_LARGER: &[u8] = include_bytes!("../objects/orders-larger.json");
const ORDERS_STATUS: &[u8] = include_bytes!("../objects/orders-status.json");
const COMPLETE: &[u8] = include_bytes!("../objects/complete.json");
const REFUSED: &[u8] = include_bytes!("../objects/refused.json");
const UNQUOTED: &[u8] = include_bytes!("../objects/unquoted.json");

/// What a store makes of an object: an update has to name the version that it means to replace.
fn stored_as(object: &[u8], version: &str) -> Vec<u8> {
    let version = format!("\"metadata\":{{\"resourceVersion\":\"{version}\",");
    String::from_utf8_lossy(object).replacen("\"metadata\": {", &version, 1).into_bytes()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // All buffers live here. Keep one for each thread: a valid object that needs no change
    // then costs no allocation.
    let mut scratch = Scratch::new();

    show::title("create orders.json", "a misspelt field, one twice, a null, defaults, a status");
    let outcome = Database::create(ORDERS, &mut scratch);
    show::stored(ORDERS, &outcome)?;
    // An outcome borrows the scratch: what is to outlive the next request is copied.
    let stored = stored_as(outcome.object().unwrap_or_default(), "1");

    show::title("create orders.json with fieldValidation=Strict", "warnings become a refusal");
    let request = Request::create(ORDERS).field_validation(FieldValidation::Strict);
    show::refusal(&Database::answer(request, &mut scratch));

    show::title("create complete.json", "nothing to add, nothing to drop");
    show::stored(COMPLETE, &Database::create(COMPLETE, &mut scratch))?;

    show::title("create refused.json", "all that is wrong with it, as the server says it");
    show::refusal(&Database::create(REFUSED, &mut scratch));

    show::title("create unquoted.json", "no JSON");
    show::refusal(&Database::create(UNQUOTED, &mut scratch));

    show::title(
        "update orders.json to orders-larger.json",
        "its generation rises, its status stays as it was",
    );
    let outcome = Database::update(ORDERS_LARGER, &stored, &mut scratch);
    show::stored(ORDERS_LARGER, &outcome)?;
    let stored = outcome.object().unwrap_or_default().to_vec();

    show::title("update its storage to \"lots\"", "updates are validated too");
    let lots = String::from_utf8_lossy(&stored).replace("20Gi", "lots");
    show::refusal(&Database::update(lots.as_bytes(), &stored, &mut scratch));

    show::title("update its status to that of orders-status.json", "compared with what was stored before");
    let outcome = Database::update_status(ORDERS_STATUS, &stored, &mut scratch);
    show::difference(&stored, &outcome)?;
    Ok(())
}
