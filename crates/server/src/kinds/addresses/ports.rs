//! Gives node ports to a Service. In: a Service, and the Service that it replaces. Out: the Service with node
//! ports, or the error of the first one that it cannot have.
//!
//! Easy to break: two ports of one Service with the same number share a node port; a new Service with two
//! numbers cannot. A dry run does not check the range, and answers with ports beyond it.
// kubernetes: pkg/registry/core/service/storage/alloc.go initNodePorts, updateNodePorts;
// portallocator/operation.go

use std::collections::{BTreeMap, BTreeSet};

use crdc::Cause;
use crdc_admission::Refusal;
use serde_json::json;

use super::fields::{Spec, has_health_check, has_node_ports, is_zero, number, ports, ports_mut, text};
use super::pool::{PORT_ALLOCATED, PORT_OUTSIDE, Pool, is_node_port};

/// The last port before those of dry runs.
const BEFORE_DRY: i64 = 32_768;

/// The allocation of the ports of one Service.
pub(super) struct Ports<'p> {
    pool: &'p mut Pool,
    allocated: BTreeSet<i64>,
    is_dry: bool,
}

impl<'p> Ports<'p> {
    pub(super) fn new(pool: &'p mut Pool, is_dry: bool) -> Ports<'p> {
        Ports { pool, allocated: BTreeSet::new(), is_dry }
    }

    /// Gives a Service the node ports that it needs, and returns the error of one that it cannot have.
    pub(super) fn give(&mut self, spec: &mut Spec, old: Option<&Spec>) -> Result<Option<Cause>, Refusal> {
        if has_node_ports(spec) {
            let cause = match old {
                None => self.of_new(spec)?,
                Some(old) => self.of_changed(spec, old)?,
            };
            if cause.is_some() {
                return Ok(cause);
            }
        }
        if has_health_check(spec) && !old.is_some_and(has_health_check) {
            self.health_check(spec)?;
        }
        Ok(None)
    }

    fn of_new(&mut self, spec: &mut Spec) -> Result<Option<Cause>, Refusal> {
        let allocates = allocates(spec);
        // The first node port that is asked for, by the number of the port.
        let mut asked = BTreeMap::new();
        for port in ports(spec).filter(|port| number(port, "nodePort") != 0) {
            asked.entry(number(port, "port")).or_insert_with(|| number(port, "nodePort"));
        }
        let mut shared: BTreeMap<i64, i64> = BTreeMap::new();
        for (index, port) in ports_mut(spec).enumerate() {
            let (of, own) = (number(port, "port"), number(port, "nodePort"));
            if is_zero(port, "nodePort") && !allocates {
                continue;
            }
            let given = match shared.get(&of) {
                Some(shared) if own == 0 || own == *shared => *shared,
                Some(_) => match self.allocate(own) {
                    Some(why) => return Ok(Some(error(index, own, why))),
                    None => own,
                },
                None => {
                    let given = match asked.get(&of) {
                        Some(asked) => match self.allocate(*asked) {
                            Some(why) => return Ok(Some(error(index, *asked, why))),
                            None => *asked,
                        },
                        None => self.next()?,
                    };
                    shared.insert(of, given);
                    given
                }
            };
            set(port, given);
        }
        Ok(None)
    }

    fn of_changed(&mut self, spec: &mut Spec, old: &Spec) -> Result<Option<Cause>, Refusal> {
        let allocates = allocates(spec);
        let before: BTreeSet<i64> =
            ports(old).map(|port| number(port, "nodePort")).filter(|port| *port != 0).collect();
        for (index, port) in ports_mut(spec).enumerate() {
            let own = number(port, "nodePort");
            if own != 0 {
                if !before.contains(&own)
                    && !self.allocated.contains(&own)
                    && let Some(why) = self.allocate(own)
                {
                    return Ok(Some(error(index, own, why)));
                }
            } else if is_zero(port, "nodePort") && allocates {
                let number = self.next()?;
                set(port, number);
            }
        }
        Ok(None)
    }

    fn health_check(&mut self, spec: &mut Spec) -> Result<(), Refusal> {
        let asked = number(spec, "healthCheckNodePort");
        if asked != 0 {
            return match self.allocate(asked) {
                None => Ok(()),
                Some(why) => Err(Refusal::internal(format!(
                    "failed to allocate requested HealthCheck NodePort {asked}: {why}"
                ))),
            };
        }
        if is_zero(spec, "healthCheckNodePort") {
            let number = self.next()?;
            spec.insert("healthCheckNodePort".to_owned(), json!(number));
        }
        Ok(())
    }

    /// Takes a port, or returns why it cannot be taken.
    fn allocate(&mut self, port: i64) -> Option<&'static str> {
        if !self.is_dry && !is_node_port(port) {
            return Some(PORT_OUTSIDE);
        }
        if self.pool.has_port(port) || self.allocated.contains(&port) {
            return Some(PORT_ALLOCATED);
        }
        self.allocated.insert(port);
        None
    }

    fn next(&mut self) -> Result<i64, Refusal> {
        let port = if self.is_dry {
            self.allocated.last().copied().unwrap_or(BEFORE_DRY) + 1
        } else {
            let full = || Refusal::internal("failed to allocate a nodePort: range is full");
            i64::from(self.pool.next_port(&self.allocated).ok_or_else(full)?)
        };
        self.allocated.insert(port);
        Ok(port)
    }
}

/// Whether the ports of a Service get node ports that it does not ask for.
fn allocates(spec: &Spec) -> bool {
    match text(spec, "type") {
        "NodePort" => true,
        "LoadBalancer" => spec.get("allocateLoadBalancerNodePorts") != Some(&json!(false)),
        _ => false,
    }
}

fn set(port: &mut Spec, number: i64) {
    port.insert("nodePort".to_owned(), json!(number));
}

fn error(index: usize, port: i64, why: &str) -> Cause {
    let field = format!("spec.ports[{index}].nodePort");
    Cause::new("FieldValueInvalid", format!("Invalid value: {port}: {why}"), field)
}
