//! Authorization checks. They exist in every environment, but a CRD has no authorizer to call them on.
//
// apiserver: pkg/cel/library/authz.go

use super::overload::{Cost, FUNCTION, Function, on};
use super::signature::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "path",
        since: Minor(27),
        doc: "a check of a path",
        overloads: &[on(
            "authorizer_path",
            &[Object("kubernetes.authorization.Authorizer"), String],
            Object("kubernetes.authorization.PathCheck"),
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "group",
        since: Minor(27),
        doc: "a check of a group",
        overloads: &[on(
            "authorizer_group",
            &[Object("kubernetes.authorization.Authorizer"), String],
            Object("kubernetes.authorization.GroupCheck"),
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "serviceAccount",
        since: Minor(27),
        doc: "the authorizer of a service account",
        overloads: &[on(
            "authorizer_serviceaccount",
            &[Object("kubernetes.authorization.Authorizer"), String, String],
            Object("kubernetes.authorization.Authorizer"),
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "resource",
        since: Minor(27),
        doc: "a check of a resource",
        overloads: &[on(
            "groupcheck_resource",
            &[Object("kubernetes.authorization.GroupCheck"), String],
            Object("kubernetes.authorization.ResourceCheck"),
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "subresource",
        since: Minor(27),
        doc: "the check of a subresource",
        overloads: &[on(
            "resourcecheck_subresource",
            &[Object("kubernetes.authorization.ResourceCheck"), String],
            Object("kubernetes.authorization.ResourceCheck"),
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "namespace",
        since: Minor(27),
        doc: "the check in a namespace",
        overloads: &[on(
            "resourcecheck_namespace",
            &[Object("kubernetes.authorization.ResourceCheck"), String],
            Object("kubernetes.authorization.ResourceCheck"),
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "name",
        since: Minor(27),
        doc: "the check of a name",
        overloads: &[on(
            "resourcecheck_name",
            &[Object("kubernetes.authorization.ResourceCheck"), String],
            Object("kubernetes.authorization.ResourceCheck"),
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "check",
        since: Minor(27),
        doc: "whether the check is allowed",
        overloads: &[
            on(
                "pathcheck_check",
                &[Object("kubernetes.authorization.PathCheck"), String],
                Object("kubernetes.authorization.Decision"),
                Cost::Authorize,
            ),
            on(
                "resourcecheck_check",
                &[Object("kubernetes.authorization.ResourceCheck"), String],
                Object("kubernetes.authorization.Decision"),
                Cost::Authorize,
            ),
        ],
        ..FUNCTION
    },
    Function {
        name: "errored",
        since: Minor(27),
        doc: "whether the check failed",
        overloads: &[on(
            "decision_errored",
            &[Object("kubernetes.authorization.Decision")],
            Bool,
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "error",
        since: Minor(27),
        doc: "why the check failed",
        overloads: &[on(
            "decision_error",
            &[Object("kubernetes.authorization.Decision")],
            String,
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "allowed",
        since: Minor(27),
        doc: "whether it is allowed",
        overloads: &[on(
            "decision_allowed",
            &[Object("kubernetes.authorization.Decision")],
            Bool,
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "reason",
        since: Minor(27),
        doc: "why it is allowed or not",
        overloads: &[on(
            "decision_reason",
            &[Object("kubernetes.authorization.Decision")],
            String,
            Cost::Unit,
        )],
        ..FUNCTION
    },
    Function {
        name: "fieldSelector",
        since: Minor(32),
        doc: "the check of a field selector",
        overloads: &[on(
            "authorizer_fieldselector",
            &[Object("kubernetes.authorization.ResourceCheck"), String],
            Object("kubernetes.authorization.ResourceCheck"),
            Cost::Selector,
        )],
        ..FUNCTION
    },
    Function {
        name: "labelSelector",
        since: Minor(32),
        doc: "the check of a label selector",
        overloads: &[on(
            "authorizer_labelselector",
            &[Object("kubernetes.authorization.ResourceCheck"), String],
            Object("kubernetes.authorization.ResourceCheck"),
            Cost::Selector,
        )],
        ..FUNCTION
    },
];
