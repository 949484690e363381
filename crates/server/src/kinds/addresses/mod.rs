//! Allocates cluster IPs and node ports for Services. In: a Service, and the Service that it replaces. Out:
//! the Service with its addresses and ports, or the server's refusal of one that is taken or not in the
//! range.
//!
//! `pool` knows what the stored Services have, `families` the fields of IP families, `ports` node ports, and
//! `carried` what an update keeps and drops of the stored Service.
//!
//! Easy to break: a Service is stored under the lock of the pool, so no two Services get the same address or
//! port. What is wrong in a Service in other ways is left to validation, which comes later.
// kubernetes: pkg/registry/core/service/storage/{alloc,storage}.go

mod carried;
mod families;
mod fields;
mod pool;
mod ports;

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};

use crdc::Cause;
use crdc_admission::{Attributes, Refusal};
use serde_json::{Value, json};

use crate::storage::history::History;
use crate::storage::key::Key;
use fields::{Spec, list, text};
use pool::{ALLOCATED, NETWORK, Pool};
use ports::Ports;

/// The addresses and ports of a server's Services.
pub(crate) struct Addresses {
    history: Arc<History>,
    pool: Mutex<Pool>,
}

impl Addresses {
    pub(crate) fn new(history: Arc<History>) -> Addresses {
        Addresses { history, pool: Mutex::default() }
    }

    /// The addresses of a copy of the server, whose objects are in `history`.
    pub(crate) fn copy(&self, history: Arc<History>) -> Addresses {
        let pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Addresses { history, pool: Mutex::new(pool) }
    }

    /// Gives a new or a changed Service what it needs, and takes what it needs no longer.
    pub(crate) fn allocate(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let (name, is_dry) = (attributes.name().into_owned(), attributes.is_dry_run());
        let old = attributes.old_object().map(|old| old.parse::<Value>().unwrap_or_default());
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let Ok(mut service) = object.parse::<Value>() else { return Ok(()) };
        let before = service.clone();
        if let Some(spec) = service["spec"].as_object_mut() {
            let old = old.as_ref().and_then(|old| old["spec"].as_object());
            let causes = self.change(spec, old, is_dry)?;
            if !causes.is_empty() {
                return Err(Refusal::invalid(["", "Service", &name], causes));
            }
        }
        if service != before {
            object.replace(service.to_string().as_bytes());
        }
        Ok(())
    }

    /// Changes the specification of a Service, and returns its errors.
    fn change(&self, spec: &mut Spec, old: Option<&Spec>, is_dry: bool) -> Result<Vec<Cause>, Refusal> {
        if let Some(old) = old {
            carried::keep(spec, old);
        }
        carried::normalize(spec, old);
        if !families::are_consistent(spec) {
            return Ok(Vec::new());
        }
        let causes = families::complete(spec, old);
        if !causes.is_empty() {
            return Ok(causes);
        }
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        pool.catch_up(&self.history);
        let is_named = |spec: &Spec| text(spec, "type") == "ExternalName";
        if !is_named(spec)
            && old.is_none_or(is_named)
            && let Some(cause) = give_address(spec, &mut pool, is_dry)?
        {
            return Ok(vec![cause]);
        }
        if let Some(cause) = Ports::new(&mut pool, is_dry).give(spec, old)? {
            return Ok(vec![cause]);
        }
        if let Some(old) = old {
            carried::drop_unused(spec, old);
        }
        Ok(Vec::new())
    }

    /// Stores a Service, unless another one has got one of its addresses or ports since they were allocated.
    pub(crate) fn stored<T>(
        &self,
        attributes: &Attributes<'_>,
        store: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if attributes.is_dry_run() {
            return store();
        }
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        pool.catch_up(&self.history);
        let name = attributes.name().into_owned();
        let key: Key = (attributes.namespace().into(), name.as_str().into());
        let service = attributes.object().and_then(|object| object.parse::<Value>().ok()).unwrap_or_default();
        match pool.conflict(&key, &service) {
            Some((field, value, why)) => {
                let cause = Cause::new("FieldValueInvalid", format!("Invalid value: {value}: {why}"), field);
                Err(Refusal::invalid(["", "Service", &name], vec![cause]))
            }
            None => store(),
        }
    }
}

/// Gives a Service a cluster IP, or takes the one that it asks for. A headless Service has none.
fn give_address(spec: &mut Spec, pool: &mut Pool, is_dry: bool) -> Result<Option<Cause>, Refusal> {
    let given = list(spec, "clusterIPs").first().map(|text| (*text).to_owned()).unwrap_or_default();
    if given == "None" {
        return Ok(None);
    }
    let address = match given.parse::<Ipv4Addr>() {
        Err(_) if is_dry => NETWORK,
        Err(_) => pool
            .next_address()
            .ok_or_else(|| Refusal::internal("failed to allocate a serviceIP: range is full"))?,
        Ok(address) => {
            let taken = if pool.has_address(address) && !is_dry { Some(ALLOCATED) } else { None };
            if let Some(why) = pool::outside(address).or(taken) {
                let given = json!(list(spec, "clusterIPs"));
                let why = format!("Invalid value: {given}: failed to allocate IP {address}: {why}");
                return Ok(Some(Cause::new("FieldValueInvalid", why, "spec.clusterIPs")));
            }
            address
        }
    };
    spec.insert("clusterIP".to_owned(), json!(address.to_string()));
    spec.insert("clusterIPs".to_owned(), json!([address.to_string()]));
    Ok(None)
}
