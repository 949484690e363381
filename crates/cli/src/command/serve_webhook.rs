//! `crdc serve --webhook`: where the webhook of a Service listens. In: `NAMESPACE/NAME=HOST:PORT`. Out: the
//! name of the Service and an address, or what is wrong with the text, and what to write instead.

use std::net::{SocketAddr, ToSocketAddrs};

/// The port on which controller-runtime's webhooks listen, for examples in errors.
const USUAL_PORT: u16 = 9443;

/// The webhook of a Service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WebhookAt {
    /// `NAMESPACE/NAME`
    pub(super) service: String,
    pub(super) address: SocketAddr,
}

/// Reads the value of the option.
pub(super) fn webhook_at(text: &str) -> Result<WebhookAt, String> {
    let Some((service, place)) = text.split_once('=') else {
        return Err(format!(
            "no address: write NAMESPACE/NAME=HOST:PORT, such as {text}=127.0.0.1:{USUAL_PORT}"
        ));
    };
    let Some((namespace, name)) = service.split_once('/') else {
        return Err(format!(
            "the Service `{service}` has no namespace: write NAMESPACE/{service}={place}, as the webhook's \
             configuration names both"
        ));
    };
    for (what, part) in [("namespace", namespace), ("name", name)] {
        let letters = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        if part.is_empty() || part.len() > 63 || !part.bytes().all(letters) {
            return Err(format!(
                "the {what} `{part}` is not one that a Service can have: write NAMESPACE/NAME=HOST:PORT with the \
                 names in the webhook's configuration, such as system/webhook-service=127.0.0.1:{USUAL_PORT}"
            ));
        }
    }
    if let Some((scheme, rest)) = place.split_once("://") {
        let rest = rest.split('/').next().unwrap_or_default();
        return Err(format!(
            "`{scheme}://` is not part of an address: write {service}={rest}; the path is that of the configuration"
        ));
    }
    let host_and_port = place.rsplit_once(':').filter(|(host, _)| !host.is_empty());
    let Some((host, port)) = host_and_port.filter(|(host, _)| !host.contains(':') || host.ends_with(']'))
    else {
        return Err(format!(
            "`{place}` has no host or no port: write {service}=HOST:PORT, such as {service}=127.0.0.1:{USUAL_PORT}"
        ));
    };
    if !port.parse::<u16>().is_ok_and(|port| port > 0) {
        return Err(format!(
            "`{port}` is no port: write a number from 1 to 65535, such as {service}={host}:{USUAL_PORT}"
        ));
    }
    let found: Vec<SocketAddr> = place
        .to_socket_addrs()
        .map_err(|error| {
            format!("the host `{host}` is not found: {error}; write an address, such as 127.0.0.1")
        })?
        .collect();
    // `localhost` may be both, and what listens on 127.0.0.1 does not answer on ::1.
    let address = found.iter().find(|address| address.is_ipv4()).or(found.first());
    let address =
        *address.ok_or_else(|| format!("the host `{host}` has no address: write one, such as 127.0.0.1"))?;
    Ok(WebhookAt { service: service.to_owned(), address })
}

#[cfg(test)]
mod tests {
    use super::webhook_at;

    #[test]
    fn a_service_stands_for_an_address() {
        for (text, service, address) in [
            ("system/webhook-service=127.0.0.1:9443", "system/webhook-service", "127.0.0.1:9443"),
            ("a/b=[::1]:1", "a/b", "[::1]:1"),
            ("a/b=localhost:65535", "a/b", "127.0.0.1:65535"),
        ] {
            let found = webhook_at(text).map(|at| (at.service, at.address.to_string()));
            assert_eq!(found, Ok((service.to_owned(), address.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_is_malformed_says_what_to_write() {
        for (text, error) in [
            ("system/hook", "no address: write NAMESPACE/NAME=HOST:PORT, such as system/hook=127.0.0.1:9443"),
            (
                "hook=127.0.0.1:9443",
                "the Service `hook` has no namespace: write NAMESPACE/hook=127.0.0.1:9443",
            ),
            ("/hook=127.0.0.1:9443", "the namespace `` is not one that a Service can have"),
            ("system/=127.0.0.1:9443", "the name `` is not one that a Service can have"),
            ("system/Hook=127.0.0.1:9443", "the name `Hook` is not one that a Service can have"),
            ("a/b/c=127.0.0.1:9443", "the name `b/c` is not one that a Service can have"),
            (
                "a/b=https://localhost:9443/convert",
                "`https://` is not part of an address: write a/b=localhost:9443;",
            ),
            ("a/b=9443", "`9443` has no host or no port: write a/b=HOST:PORT"),
            ("a/b=:9443", "`:9443` has no host or no port"),
            ("a/b=::1:9443", "`::1:9443` has no host or no port"),
            ("a/b=", "`` has no host or no port"),
            ("a/b=127.0.0.1:", "`` is no port: write a number from 1 to 65535, such as a/b=127.0.0.1:9443"),
            ("a/b=127.0.0.1:0", "`0` is no port"),
            ("a/b=127.0.0.1:65536", "`65536` is no port"),
            ("a/b=127.0.0.1:https", "`https` is no port"),
            ("a/b=no such host:9443", "the host `no such host` is not found"),
        ] {
            let found = webhook_at(text).map_or_else(|error| error, |at| format!("accepted: {at:?}"));
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
