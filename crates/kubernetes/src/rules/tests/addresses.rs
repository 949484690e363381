//! Addresses and ranges: stricter since 1.36, but not for what is stored.

use super::{documents, indexed, kinds, pod, problems, sentences_in};

const ZEROS: &str = "must not have leading 0s";
const MAPPED: &str = "must not be an IPv4-mapped IPv6 address";
const RANGE_ZEROS: &str = "must not have leading 0s in IP or prefix length";
const RANGE_MAPPED: &str = "must not have an IPv4-mapped IPv6 address";
const BITS: &str = "must not have bits set beyond the prefix length";

fn policy(block: &str) -> String {
    format!(
        "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {{name: a}}\nspec: {{podSelector: {{}}, egress: [{{to: \
         [{{ipBlock: {block}}}]}}]}}\n"
    )
}

fn service(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Service\nmetadata: {{name: a}}\nspec: {{ports: [{{port: 80}}], {spec}}}\n")
}

#[track_caller]
fn refused_since_1_36(text: &str, wanted: &[String]) {
    assert_eq!(sentences_in(35, text), [""; 0], "{text}");
    assert_eq!(sentences_in(36, text), wanted, "{text}");
}

#[test]
fn ranges() {
    for (range, reason) in [
        ("10.1.2.3/16", BITS),
        ("2001:db8::1/64", BITS),
        ("10.0.0.1/0", BITS),
        ("010.0.0.0/8", RANGE_ZEROS),
        ("10.0.0.0/08", RANGE_ZEROS),
        ("10.01.2.3/16", RANGE_ZEROS),
        ("::ffff:1.2.3.4/128", RANGE_MAPPED),
    ] {
        refused_since_1_36(
            &policy(&format!("{{cidr: '{range}'}}")),
            &[format!("spec.egress[0].to[0].ipBlock.cidr: Invalid value: \"{range}\": {reason}")],
        );
    }
    for good in ["10.1.0.0/16", "10.1.2.3/32", "2001:db8::/64", "::1/128", "0.0.0.0/0", "2001:0DB8::/64"] {
        assert_eq!(sentences_in(36, &policy(&format!("{{cidr: '{good}'}}"))), [""; 0], "{good}");
    }
    refused_since_1_36(
        &policy("{cidr: 10.0.0.0/8, except: [10.1.2.3/16]}"),
        &[format!("spec.egress[0].to[0].ipBlock.except[0]: Invalid value: \"10.1.2.3/16\": {BITS}")],
    );
    refused_since_1_36(
        &service("type: LoadBalancer, loadBalancerSourceRanges: [' 10.1.2.3/16']"),
        &[format!("spec.LoadBalancerSourceRanges[0]: Invalid value: \"10.1.2.3/16\": {BITS}")],
    );
    refused_since_1_36(
        "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {podCIDRs: [10.1.2.3/16]}\n",
        &[format!("spec.podCIDRs[0]: Invalid value: \"10.1.2.3/16\": {BITS}")],
    );
}

#[test]
fn addresses() {
    for (address, reason) in [("010.0.0.1", ZEROS), ("10.00.0.1", ZEROS), ("::ffff:1.2.3.4", MAPPED)] {
        let invalid = |at: &str| [format!("{at}: Invalid value: \"{address}\": {reason}")];
        refused_since_1_36(&service(&format!("externalIPs: ['{address}']")), &invalid("spec.externalIPs[0]"));
        refused_since_1_36(&service(&format!("clusterIP: '{address}'")), &invalid("spec.clusterIPs[0]"));
        let containers = "containers: [{name: a, image: a}]";
        refused_since_1_36(
            &pod(&format!("{containers}\nhostAliases: [{{ip: '{address}', hostnames: [a]}}]")),
            &invalid("spec.hostAliases[0].ip"),
        );
        refused_since_1_36(
            &pod(&format!("{containers}\ndnsConfig: {{nameservers: ['{address}']}}")),
            &invalid("spec.dnsConfig.nameservers[0]"),
        );
    }
    for good in ["10.0.0.1", "0.0.0.1", "2001:db8::1", "2001:DB8:0:0:0:0:0:1"] {
        assert_eq!(sentences_in(36, &service(&format!("externalIPs: ['{good}']"))), [""; 0], "{good}");
    }
}

#[test]
fn help_has_what_to_write() {
    for (range, wanted) in [("10.1.2.3/16", "write `10.1.0.0/16`"), ("010.1.2.3/016", "write `10.1.0.0/16`")]
    {
        let text = policy(&format!("{{cidr: {range}}}"));
        let all = problems(&kinds(36), &documents(&text)[0], None);
        assert_eq!(all[0].help.as_deref(), Some(wanted), "{range}");
    }
}

#[test]
fn what_is_stored_can_stay() {
    let many = |range: &str| policy(&format!("{{cidr: 10.0.0.0/8, except: [{range}]}}"));
    for (old, new, kept) in [
        (policy("{cidr: 10.1.2.3/16}"), policy("{cidr: 10.1.2.3/16}"), true),
        (policy("{cidr: 10.1.2.3/16}"), policy("{cidr: 10.1.2.4/16}"), false),
        (many("10.1.2.3/16"), many("10.1.2.3/16"), true),
        (service("externalIPs: [010.0.0.1]"), service("externalIPs: [10.0.0.2, 010.0.0.1]"), true),
        (service("externalIPs: [10.0.0.1]"), service("externalIPs: [010.0.0.1]"), false),
        (service("clusterIP: 010.0.0.1"), service("clusterIP: 010.0.0.1"), true),
        (
            service("type: LoadBalancer, loadBalancerSourceRanges: [10.1.2.3/16]"),
            service("type: LoadBalancer, loadBalancerSourceRanges: ['10.1.2.3/16 ']"),
            true,
        ),
    ] {
        let (old, new) = (documents(&old), documents(&new));
        let found = problems(&kinds(36), &new[0], Some(&old[0]));
        assert_eq!(indexed(&found).is_empty(), kept, "{found:?}");
    }
    // Aliases of hosts are always checked.
    let text = pod("containers: [{name: a, image: a}]\nhostAliases: [{ip: 010.0.0.1}]");
    let all = documents(&text);
    assert_eq!(problems(&kinds(36), &all[0], Some(&all[0])).len(), 1);
}
