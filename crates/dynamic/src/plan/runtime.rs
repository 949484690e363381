//! Re-exports of the runtime that plans use.

pub(super) use crdc::__private::decode::{
    Array, Check, DecodeResult, Decoder, Fingerprints, Key, MAX_RECURSION, Member, Number, Object,
};
pub(super) use crdc::__private::plan::{
    AlternativeField, Alternatives, Compiled, Decode, DecodePlan, Default, Definition, ExtensionNode,
    KeptErrors, ListKey, Literal, Rule, RulesPlan, RunRules, Scale, ScalePath, Shape, Steps, Topology,
    UncompiledRule, Validate, ValidatePlan,
};
pub(super) use crdc::__private::validate::Validator;
pub(super) use crdc::__private::{Bound, ErrorType, Scope, Validation, kinds};
