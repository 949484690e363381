//! The workload of a webhook: Namespace, Deployment, Service, PodDisruptionBudget, NetworkPolicy.

use super::placement::Placement;

const TEMPLATE: &str = r#"# A namespace of its own. The configurations below exempt it.
apiVersion: v1
kind: Namespace
metadata:
  name: <namespace>
  labels:
    # The pods need no rights on their nodes.
    pod-security.kubernetes.io/enforce: restricted
---
# The webhook. It has no state, so replicas share nothing.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: <name>
  namespace: <namespace>
  labels: {app.kubernetes.io/name: <name>}
spec:
  # Two, so that one answers while the other is replaced.
  replicas: <replicas>
  strategy:
    type: RollingUpdate
    rollingUpdate:
      # A new replica answers before an old one ends.
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels: {app.kubernetes.io/name: <name>}
  template:
    metadata:
      labels: {app.kubernetes.io/name: <name>}
    spec:
      # It has no client of the cluster, so it needs no token.
      automountServiceAccountToken: false
      # Otherwise it gets variables for each Service of the namespace, which it does not need.
      enableServiceLinks: false
      # Evicted after others: writes wait for it.
      priorityClassName: system-cluster-critical
      # 10 seconds until no server sends requests any more, 30 for the last ones, and some to end.
      terminationGracePeriodSeconds: 45
      securityContext:
        runAsNonRoot: true
        # Nobody. The image has no users.
        runAsUser: 65532
        seccompProfile: {type: RuntimeDefault}
      # Replicas on different nodes, if there are enough.
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {app.kubernetes.io/name: <name>}
      containers:
        - name: webhook
          image: <image>
          # Settings of crdc-webhook. A program of your own finds its files at the same paths.
          env:
            - {name: CRDC_WEBHOOK_CRDS, value: /crds}
            - {name: CRDC_WEBHOOK_TLS_CERT, value: /tls/tls.crt}
            - {name: CRDC_WEBHOOK_TLS_KEY, value: /tls/tls.key}
          ports:
            # Reviews, with TLS.
            - {name: webhook, containerPort: 9443}
            # Health and metrics, without.
            - {name: operations, containerPort: 8080}
          # Requests come only while it answers itself.
          readinessProbe:
            httpGet: {path: /readyz, port: operations}
            periodSeconds: 5
          # Restarted only if the process hangs.
          livenessProbe:
            httpGet: {path: /healthz, port: operations}
            periodSeconds: 20
          resources:
            # What it has when nothing happens. There is no limit of the processor: it would add latency.
            requests: {cpu: 100m, memory: 64Mi}
            # All bodies have 128Mi together (bodies-limit). What is computed of them, and of connections, comes on top.
            limits: {memory: 512Mi}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: ["ALL"]}
          volumeMounts:
            # tls.crt and tls.key.
            - {name: tls, mountPath: /tls, readOnly: true}
            # The CRDs with their extensions, which the cluster does not keep.
            - {name: crds, mountPath: /crds, readOnly: true}
      volumes:
        - name: crds
          configMap:
            # kubectl --namespace <namespace> create configmap <name>-crds --from-file crds/
            name: <name>-crds
            # A webhook for compiled CRDs needs none.
            optional: true
        - name: tls
          secret:
            # From the Certificate. The pod waits until it is there.
            secretName: <name>-tls
---
# The address that the configurations name.
apiVersion: v1
kind: Service
metadata:
  name: <name>
  namespace: <namespace>
spec:
  selector: {app.kubernetes.io/name: <name>}
  ports:
    # API servers call 443 unless told otherwise.
    - {name: webhook, port: 443, targetPort: webhook}
---
# While nodes are drained, this many replicas stay.
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: <name>
  namespace: <namespace>
spec:
  # With a single replica it is zero: nodes could not be drained otherwise.
  minAvailable: <spare>
  selector:
    matchLabels: {app.kubernetes.io/name: <name>}
---
# Who may call it.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: <name>
  namespace: <namespace>
spec:
  podSelector:
    matchLabels: {app.kubernetes.io/name: <name>}
  # Egress is named and has no rule: the webhook calls nobody.
  policyTypes: ["Ingress", "Egress"]
  ingress:
    # API servers are no pods, so reviews are accepted from everywhere.
    - ports: [{port: 9443, protocol: TCP}]
    # Metrics, from pods of any namespace. Probes of the node are never blocked.
    - ports: [{port: 8080, protocol: TCP}]
      from: [{namespaceSelector: {}}]
"#;

/// The documents.
pub(super) fn documents(placement: &Placement) -> String {
    placement.fill(TEMPLATE)
}
