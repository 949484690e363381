//! Tables of Services, Ingresses and other kinds of the network.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::row::{Row, items, text};
use super::table::{AGE, NAME, Table};

/// The number of hosts of an Ingress that are named.
const HOSTS: usize = 3;

pub(crate) const SERVICE: Table = Table {
    group: "",
    kind: "Service",
    columns: &[
        NAME,
        ("Type", "string", 0),
        ("Cluster-IP", "string", 0),
        ("External-IP", "string", 0),
        ("Port(s)", "string", 0),
        AGE,
        ("Selector", "string", 1),
    ],
    cells: |row| {
        vec![
            row.name(),
            json!(row.text("/spec/type")),
            json!(row.text_or("/spec/clusterIPs/0", "<none>")),
            json!(external(row)),
            json!(ports(row)),
            row.age(),
            row.labels("/spec/selector"),
        ]
    },
};

fn external(row: &Row<'_>) -> String {
    let mut given: Vec<&str> = row.list("/spec/externalIPs").iter().map(text).collect();
    let none = match row.text("/spec/type") {
        "ClusterIP" | "NodePort" => "<none>",
        "LoadBalancer" => {
            given.splice(..0, balancers(row));
            "<pending>"
        }
        "ExternalName" => return row.text("/spec/externalName").to_owned(),
        _ => return "<unknown>".to_owned(),
    };
    if given.is_empty() { none.to_owned() } else { given.join(",") }
}

/// The addresses of load balancers.
fn balancers<'o>(row: &Row<'o>) -> BTreeSet<&'o str> {
    let all = row.list("/status/loadBalancer/ingress").iter();
    let address = |ingress: &'o Value| match text(&ingress["ip"]) {
        "" => text(&ingress["hostname"]),
        ip => ip,
    };
    all.map(address).filter(|address| !address.is_empty()).collect()
}

fn ports(row: &Row<'_>) -> String {
    let port = |port: &Value| {
        let (number, protocol) = (port["port"].as_i64().unwrap_or_default(), text(&port["protocol"]));
        match port["nodePort"].as_i64().unwrap_or_default() {
            node @ 1.. => format!("{number}:{node}/{protocol}"),
            _ => format!("{number}/{protocol}"),
        }
    };
    let ports: Vec<String> = row.list("/spec/ports").iter().map(port).collect();
    if ports.is_empty() { "<none>".to_owned() } else { ports.join(",") }
}

pub(crate) const INGRESS: Table = Table {
    group: "networking.k8s.io",
    kind: "Ingress",
    columns: &[
        NAME,
        ("Class", "string", 0),
        ("Hosts", "string", 0),
        ("Address", "string", 0),
        ("Ports", "string", 0),
        AGE,
    ],
    cells: |row| {
        let address: Vec<&str> = balancers(row).into_iter().collect();
        let ports = if row.list("/spec/tls").is_empty() { "80" } else { "80, 443" };
        vec![
            row.name(),
            json!(row.at("/spec/ingressClassName").as_str().unwrap_or("<none>")),
            json!(hosts(row)),
            json!(address.join(",")),
            json!(ports),
            row.age(),
        ]
    },
};

fn hosts(row: &Row<'_>) -> String {
    let rules = row.list("/spec/rules");
    let (mut hosts, mut has_more) = (Vec::new(), false);
    for host in rules.iter().map(|rule| text(&rule["host"])) {
        // Any rule after the last host counts, whether it has a host or not.
        has_more |= hosts.len() == HOSTS;
        if !has_more && !host.is_empty() {
            hosts.push(host);
        }
    }
    match (hosts.is_empty(), has_more) {
        (true, _) => "*".to_owned(),
        (false, true) => format!("{} + {} more...", hosts.join(","), rules.len() - HOSTS),
        (false, false) => hosts.join(","),
    }
}

pub(crate) const INGRESS_CLASS: Table = Table {
    group: "networking.k8s.io",
    kind: "IngressClass",
    columns: &[NAME, ("Controller", "string", 0), ("Parameters", "string", 0), AGE],
    cells: |row| {
        let parameters = match row.at("/spec/parameters") {
            Value::Null => "<none>".to_owned(),
            of => {
                let group = of["apiGroup"].as_str().map(|group| format!(".{group}")).unwrap_or_default();
                format!("{}{group}/{}", text(&of["kind"]), text(&of["name"]))
            }
        };
        vec![row.name(), json!(row.text("/spec/controller")), json!(parameters), row.age()]
    },
};

pub(crate) const POLICY: Table = Table {
    group: "networking.k8s.io",
    kind: "NetworkPolicy",
    columns: &[NAME, ("Pod-Selector", "string", 0), AGE],
    cells: |row| vec![row.name(), row.selector("/spec/podSelector"), row.age()],
};

/// The number of addresses and ports of endpoints that are named.
const ENDPOINTS: usize = 3;

/// The first of a list, and how many more there are.
fn first_of(all: &[String], none: &str) -> String {
    let shown = all.get(..ENDPOINTS).unwrap_or(all).join(",");
    match all.len().saturating_sub(ENDPOINTS) {
        0 if shown.is_empty() => none.to_owned(),
        0 => shown,
        more => format!("{shown} + {more} more..."),
    }
}

pub(crate) const OLD_ENDPOINTS: Table = Table {
    group: "",
    kind: "Endpoints",
    columns: &[NAME, ("Endpoints", "string", 0), AGE],
    cells: |row| {
        let mut all = Vec::new();
        for subset in row.list("/subsets") {
            let addresses = || items(&subset["addresses"]).iter().map(|address| text(&address["ip"]));
            let ports = items(&subset["ports"]);
            if ports.is_empty() {
                all.extend(addresses().map(str::to_owned));
            }
            for port in ports.iter().map(|port| port["port"].as_i64().unwrap_or_default()) {
                all.extend(addresses().map(|address| match address.contains(':') {
                    true => format!("[{address}]:{port}"),
                    false => format!("{address}:{port}"),
                }));
            }
        }
        let none = if row.list("/subsets").is_empty() { "<none>" } else { "" };
        vec![row.name(), json!(first_of(&all, none)), row.age()]
    },
};

pub(crate) const ENDPOINT_SLICE: Table = Table {
    group: "discovery.k8s.io",
    kind: "EndpointSlice",
    columns: &[NAME, ("AddressType", "string", 0), ("Ports", "string", 0), ("Endpoints", "string", 0), AGE],
    cells: |row| {
        let port = |port: &Value| match (&port["port"], &port["name"]) {
            (Value::Number(number), _) => number.to_string(),
            (_, Value::String(name)) => name.clone(),
            _ => "*".to_owned(),
        };
        let ports: Vec<String> = row.list("/ports").iter().map(port).collect();
        let addresses = row.list("/endpoints").iter().flat_map(|endpoint| items(&endpoint["addresses"]));
        let addresses: Vec<String> = addresses.map(|address| text(address).to_owned()).collect();
        vec![
            row.name(),
            json!(row.text("/addressType")),
            json!(first_of(&ports, "<unset>")),
            json!(first_of(&addresses, "<unset>")),
            row.age(),
        ]
    },
};
