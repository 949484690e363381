//! The table of functions for authorization checks. Every environment declares them, but rules of a CRD have
//! no authorizer to call them on.
//
// apiserver: pkg/cel/library/authz.go

use super::overload::{Cost, on};
use super::signature::Signature::*;
use crdc_vocabulary::Minor;

functions! {
    "path" since Minor(27), "a check of a path":
        AUTHORIZER_PATH = on "authorizer_path" [Object("kubernetes.authorization.Authorizer"), String] -> Object("kubernetes.authorization.PathCheck"), Cost::Unit;
    "group" since Minor(27), "a check of a group":
        AUTHORIZER_GROUP = on "authorizer_group" [Object("kubernetes.authorization.Authorizer"), String] -> Object("kubernetes.authorization.GroupCheck"), Cost::Unit;
    "serviceAccount" since Minor(27), "the authorizer of a service account":
        AUTHORIZER_SERVICEACCOUNT = on "authorizer_serviceaccount" [Object("kubernetes.authorization.Authorizer"), String, String] -> Object("kubernetes.authorization.Authorizer"), Cost::Unit;
    "resource" since Minor(27), "a check of a resource":
        GROUPCHECK_RESOURCE = on "groupcheck_resource" [Object("kubernetes.authorization.GroupCheck"), String] -> Object("kubernetes.authorization.ResourceCheck"), Cost::Unit;
    "subresource" since Minor(27), "the check of a subresource":
        RESOURCECHECK_SUBRESOURCE = on "resourcecheck_subresource" [Object("kubernetes.authorization.ResourceCheck"), String] -> Object("kubernetes.authorization.ResourceCheck"), Cost::Unit;
    "namespace" since Minor(27), "the check in a namespace":
        RESOURCECHECK_NAMESPACE = on "resourcecheck_namespace" [Object("kubernetes.authorization.ResourceCheck"), String] -> Object("kubernetes.authorization.ResourceCheck"), Cost::Unit;
    "name" since Minor(27), "the check of a name":
        RESOURCECHECK_NAME = on "resourcecheck_name" [Object("kubernetes.authorization.ResourceCheck"), String] -> Object("kubernetes.authorization.ResourceCheck"), Cost::Unit;
    "check" since Minor(27), "whether the check is allowed":
        PATHCHECK_CHECK = on "pathcheck_check" [Object("kubernetes.authorization.PathCheck"), String] -> Object("kubernetes.authorization.Decision"), Cost::Authorize;
        RESOURCECHECK_CHECK = on "resourcecheck_check" [Object("kubernetes.authorization.ResourceCheck"), String] -> Object("kubernetes.authorization.Decision"), Cost::Authorize;
    "errored" since Minor(27), "whether the check failed":
        DECISION_ERRORED = on "decision_errored" [Object("kubernetes.authorization.Decision")] -> Bool, Cost::Unit;
    "error" since Minor(27), "why the check failed":
        DECISION_ERROR = on "decision_error" [Object("kubernetes.authorization.Decision")] -> String, Cost::Unit;
    "allowed" since Minor(27), "whether it is allowed":
        DECISION_ALLOWED = on "decision_allowed" [Object("kubernetes.authorization.Decision")] -> Bool, Cost::Unit;
    "reason" since Minor(27), "why it is allowed or not":
        DECISION_REASON = on "decision_reason" [Object("kubernetes.authorization.Decision")] -> String, Cost::Unit;
    "fieldSelector" since Minor(32), "the check of a field selector":
        AUTHORIZER_FIELDSELECTOR = on "authorizer_fieldselector" [Object("kubernetes.authorization.ResourceCheck"), String] -> Object("kubernetes.authorization.ResourceCheck"), Cost::Selector;
    "labelSelector" since Minor(32), "the check of a label selector":
        AUTHORIZER_LABELSELECTOR = on "authorizer_labelselector" [Object("kubernetes.authorization.ResourceCheck"), String] -> Object("kubernetes.authorization.ResourceCheck"), Cost::Selector;
}
