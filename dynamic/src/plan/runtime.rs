//! The names of the runtime that plans use.

pub(super) use crdc::__private::decode::{
    Array, Check, DecodeResult, Decoder, Fingerprints, Key, MAX_RECURSION, Member, Number, Object,
};
pub(super) use crdc::__private::plan::{
    AlternativeField, Alternatives, Compiled, Decode, Default, KeptErrors, ListKey, Literal, Plan, Rule,
    RunRules, Scale, ScalePath, Shape, Steps, Topology, UncompiledRule, Validate,
};
pub(super) use crdc::__private::validate::Validator;
pub(super) use crdc::__private::{Bound, ErrorType, Ratcheting, Scope, Validation, kinds};
