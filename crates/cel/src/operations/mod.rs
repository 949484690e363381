//! The operations of which programs are made, apart from functions: logic, fields and items, operators, calls
//! with their costs, loops, messages, and the variables of a rule.

pub(crate) mod call_cost;
pub(crate) mod calls;
pub(crate) mod concatenation;
pub(crate) mod logic;
pub(crate) mod loops;
pub(crate) mod message;
pub(crate) mod operators;
pub(crate) mod rule_variables;
pub(crate) mod select;
