//! Runs commands of kubectl against one server, in order, and checks a part of the output of each.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use super::served::{Served, folder};

/// The arguments of each command, and a part of its output. `FILE` is a file with an object of the kind
/// `Database`, `POLICY` one with a policy and its binding.
const COMMANDS: [(&str, &str); 80] = [
    ("version", "Server Version: v1.36.0+crdc"),
    (
        "api-resources --api-group=example.com",
        "databases   db           example.com/v1   true         Database",
    ),
    ("explain database.spec", "engine\t<string> -required-"),
    ("explain pods.spec.containers.ports", "containerPort\t<integer> -required-"),
    ("apply --server-side -f FILE", "database.example.com/a serverside-applied"),
    ("get databases", "a      pg"),
    ("get db/a -o jsonpath={.spec.replicas}", "1"),
    ("diff --server-side -f FILE", ""),
    (
        "patch db a --type=merge -p {\"spec\":{\"engine\":\"oracle\"}}",
        "spec.engine: Unsupported value: \"oracle\": supported values: \"pg\", \"mysql\"",
    ),
    ("patch db a --type=merge -p {\"spec\":{\"engine\":\"mysql\"}}", "database.example.com/a patched"),
    ("apply --server-side -f FILE", "conflict with \"kubectl-patch\""),
    ("apply --server-side --force-conflicts -f FILE", "serverside-applied"),
    ("apply -f FILE", "database.example.com/a configured"),
    ("apply -f FILE", "database.example.com/a unchanged"),
    ("diff -f FILE", ""),
    ("scale db/a --replicas=3", "database.example.com/a scaled"),
    ("get db/a -o jsonpath={.spec.replicas}/{.metadata.generation}", "3/4"),
    ("label db a tier=one", "labeled"),
    ("get db -l tier=one -o name", "database.example.com/a"),
    ("annotate db a note=x", "annotated"),
    (
        "patch db a --subresource=status --type=merge -p {\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}",
        "patched",
    ),
    ("wait db/a --for=condition=Ready --timeout=5s", "condition met"),
    ("describe db a", "Engine:  pg"),
    ("edit db a", "Edit cancelled, no changes made"),
    ("run p --image=i", "pod/p created"),
    ("get pod p -o jsonpath={.status.phase}", "Pending"),
    ("get pods", "p      0/1     Pending   0          "),
    ("debug p --image=busybox --container=debugger --attach=false --profile=general", ""),
    ("get pod p -o jsonpath={.spec.ephemeralContainers[0].name}", "debugger"),
    ("delete pod p --timeout=5s", "pod \"p\" deleted"),
    ("apply -f -", "deployment.apps/d created"),
    ("set image deployment/d c=j", "image updated"),
    ("get deployment d -o jsonpath={.spec.template.spec.containers[0].image}", "j"),
    ("get deployments", "d      0/1     0            0           "),
    ("rollout restart deployment/d", "restarted"),
    ("scale deployment/d --replicas=2 --current-replicas=1", "scaled"),
    ("delete deployment d --cascade=foreground --timeout=5s", "\"d\" deleted"),
    ("delete db a --wait=true --timeout=5s", "database.example.com \"a\" deleted"),
    ("get db a", "Error from server (NotFound): databases.example.com \"a\" not found"),
    ("get nothing", "the server doesn't have a resource type \"nothing\""),
    ("get --raw /readyz", "ok"),
    // What follows sends protobuf.
    ("create namespace n", "namespace/n created"),
    ("create namespace n", "Error from server (AlreadyExists): namespaces \"n\" already exists"),
    ("create configmap c --from-literal=a=b", "configmap/c created"),
    ("get configmap c -o jsonpath={.data.a}", "b"),
    ("create secret generic s --from-literal=a=b", "secret/s created"),
    ("get secret s -o jsonpath={.data.a}/{.type}", "Yg==/Opaque"),
    ("create deployment e --image=i --replicas=2 --port=80", "deployment.apps/e created"),
    ("get deployment e -o jsonpath={.spec.replicas}/{.spec.strategy.rollingUpdate.maxSurge}", "2/25%"),
    (
        "get deployment e -o jsonpath={.spec.template.spec.containers[0].ports[0]}",
        "{\"containerPort\":80,\"protocol\":\"TCP\"}",
    ),
    ("create job j --image=i -- date", "job.batch/j created"),
    ("create cronjob k --image=i --schedule=@daily", "cronjob.batch/k created"),
    ("create service clusterip t --tcp=80:8080", "service/t created"),
    ("get service t -o jsonpath={.spec.ports[0].targetPort}", "8080"),
    ("create service nodeport u --tcp=80:web", "service/u created"),
    ("create serviceaccount a", "serviceaccount/a created"),
    ("create token a", "eyJ"),
    ("create role r --verb=get,list --resource=pods", "role.rbac.authorization.k8s.io/r created"),
    (
        "create rolebinding b --role=r --serviceaccount=default:a",
        "rolebinding.rbac.authorization.k8s.io/b created",
    ),
    ("create clusterrole r --verb=get --resource=pods", "clusterrole.rbac.authorization.k8s.io/r created"),
    (
        "create clusterrolebinding b --clusterrole=r --user=u",
        "clusterrolebinding.rbac.authorization.k8s.io/b created",
    ),
    ("create quota q --hard=pods=2,requests.cpu=500m", "resourcequota/q created"),
    ("get quota q -o jsonpath={.spec.hard}", "{\"pods\":\"2\",\"requests.cpu\":\"500m\"}"),
    (
        "create poddisruptionbudget p --selector=a=b --min-available=50%",
        "poddisruptionbudget.policy/p created",
    ),
    ("get pdb p -o jsonpath={.spec.minAvailable}", "50%"),
    ("create priorityclass p --value=7", "priorityclass.scheduling.k8s.io/p created"),
    ("create ingress g --rule=example.com/*=t:80", "ingress.networking.k8s.io/g created"),
    ("create deployment E --image=i", "metadata.name: Invalid value: \"E\""),
    ("create configmap d --dry-run=server", "configmap/d created (server dry run)"),
    ("expose deployment e --port=80", "service/e exposed"),
    ("auth can-i create pods", "yes"),
    ("auth whoami", "kubernetes-admin"),
    ("scale deployment/e --replicas=1", "deployment.apps/e scaled"),
    ("run v --image=i", "pod/v created"),
    ("delete pod v --grace-period=0 --force --wait=false", "pod \"v\" force deleted"),
    ("delete namespace n --timeout=5s", "namespace \"n\" deleted"),
    ("apply -f POLICY", "validatingadmissionpolicybinding.admissionregistration.k8s.io/few created"),
    ("get validatingadmissionpolicies", "few    1             <unset>     "),
    ("create deployment f --image=i --replicas=9", "denied request: at most 3 replicas, and not 9"),
    ("delete -f POLICY", "validatingadmissionpolicy.admissionregistration.k8s.io \"few\" deleted"),
];

const DEPLOYMENT: &str = r#"{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"}, "spec": {"selector": {"matchLabels": {"a": "b"}},
    "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}}"#;

/// Runs all commands; returns `false` if one prints something else.
pub(super) fn run(kubectl: &Path, served: &Served) -> Result<bool> {
    let [file, policy] =
        ["database.yaml", "policy.yaml"].map(|name| folder().join(name).display().to_string());
    let mut differ = 0;
    for (arguments, expected) in COMMANDS {
        let arguments = arguments.split(' ').map(|word| match word {
            "FILE" => &*file,
            "POLICY" => &*policy,
            word => word,
        });
        let arguments: Vec<&str> = arguments.collect();
        let mut child = Command::new(kubectl)
            .args(&arguments)
            .env("KUBECONFIG", served.kubeconfig())
            // It changes nothing.
            .env("EDITOR", "true")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| kubectl.display().to_string())?;
        // One that does not read it may have ended.
        let _ = child.stdin.take().context("no input")?.write_all(DEPLOYMENT.as_bytes());
        let done = child.wait_with_output()?;
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let holds = if expected.is_empty() { said.is_empty() } else { said.contains(expected) };
        if !holds {
            differ += 1;
            println!("kubectl {}\n  expected: {expected}\n  said: {said}", arguments.join(" "));
        }
    }
    println!("kubectl: {} commands, {differ} with other output than expected", COMMANDS.len());
    Ok(differ == 0)
}
