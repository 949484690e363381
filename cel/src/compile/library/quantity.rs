//! Quantities.
//
// apiserver: pkg/cel/library/quantity.go

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "quantity",
        since: Minor(29),
        doc: "a string as a quantity; an error if it is none",
        overloads: &[of("string_to_quantity", &[String], Object("kubernetes.Quantity"), Cost::Parse)],
    },
    Function {
        name: "isQuantity",
        since: Minor(29),
        doc: "whether a string is a quantity",
        overloads: &[of("is_quantity_string", &[String], Bool, Cost::Parse)],
    },
    Function {
        name: "sign",
        since: Minor(29),
        doc: "1, 0 or -1",
        overloads: &[of("quantity_sign", &[Object("kubernetes.Quantity")], Int, Cost::Unit)],
    },
    Function {
        name: "isGreaterThan",
        since: Minor(29),
        doc: "whether it is greater",
        overloads: &[on(
            "quantity_is_greater_than",
            &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
            Bool,
            Cost::Unit,
        )],
    },
    Function {
        name: "isLessThan",
        since: Minor(29),
        doc: "whether it is less",
        overloads: &[on(
            "quantity_is_less_than",
            &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
            Bool,
            Cost::Unit,
        )],
    },
    Function {
        name: "compareTo",
        since: Minor(29),
        doc: "1, 0 or -1: how it compares",
        overloads: &[on(
            "quantity_compare_to",
            &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
            Int,
            Cost::Unit,
        )],
    },
    Function {
        name: "asApproximateFloat",
        since: Minor(29),
        doc: "the nearest floating-point number",
        overloads: &[on("quantity_get_float", &[Object("kubernetes.Quantity")], Double, Cost::Unit)],
    },
    Function {
        name: "asInteger",
        since: Minor(29),
        doc: "the integer; an error if it is none",
        overloads: &[on("quantity_get_int", &[Object("kubernetes.Quantity")], Int, Cost::Unit)],
    },
    Function {
        name: "isInteger",
        since: Minor(29),
        doc: "whether it is an integer",
        overloads: &[on("quantity_is_integer", &[Object("kubernetes.Quantity")], Bool, Cost::Unit)],
    },
    Function {
        name: "add",
        since: Minor(29),
        doc: "the sum",
        overloads: &[
            on(
                "quantity_add",
                &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
                Object("kubernetes.Quantity"),
                Cost::Unit,
            ),
            on(
                "quantity_add_int",
                &[Object("kubernetes.Quantity"), Int],
                Object("kubernetes.Quantity"),
                Cost::Unit,
            ),
        ],
    },
    Function {
        name: "sub",
        since: Minor(29),
        doc: "the difference",
        overloads: &[
            on(
                "quantity_sub",
                &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
                Object("kubernetes.Quantity"),
                Cost::Unit,
            ),
            on(
                "quantity_sub_int",
                &[Object("kubernetes.Quantity"), Int],
                Object("kubernetes.Quantity"),
                Cost::Unit,
            ),
        ],
    },
];
