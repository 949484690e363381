//! The tokens that the grammar expects at each state: the parts that must and may follow up to the end of the
//! rule. ANTLR derives its messages and its recovery from these.
//
// cel-go: parser/gen/CEL.g4; the names are the states of parser/gen/cel_parser.go.

use super::token::Set;
use super::token::TokenKind::*;

/// A part of a rule: the tokens with which it can start, and whether it can be left out.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) first: Set,
    pub(super) required: bool,
}

/// A state in a rule of the grammar, with the parts that follow.
#[derive(Clone, Copy)]
pub(super) struct Site {
    /// The number of the state.
    pub(super) state: u8,
    pub(super) steps: &'static [Step],
    /// Whether a loop goes on or ends at this site.
    pub(super) loops: bool,
}

const MEMBER: Set = Set::of(&[
    LeftBracket,
    LeftBrace,
    LeftParen,
    Dot,
    Minus,
    True,
    False,
    Null,
    Float,
    Int,
    Uint,
    String,
    Bytes,
    Identifier,
]);
pub(super) const LITERAL: Set = Set::of(&[Minus, True, False, Null, Float, Int, Uint, String, Bytes]);
pub(super) const EXPR: Set = MEMBER.and(Set::of(&[Exclamation]));
pub(super) const OPTIONAL_EXPR: Set = EXPR.and(Set::of(&[Question]));
pub(super) const NAME: Set = Set::of(&[Identifier, EscapedIdentifier]);
pub(super) const FIELD: Set = NAME.and(Set::of(&[Question]));
pub(super) const RELATION: Set = Set::of(&[Equals, NotEquals, In, Less, LessEquals, GreaterEquals, Greater]);
pub(super) const PRODUCT: Set = Set::of(&[Star, Slash, Percent]);
pub(super) const SUM: Set = Set::of(&[Plus, Minus]);
const CALC: Set = PRODUCT.and(SUM);
pub(super) const POSTFIX: Set = Set::of(&[Dot, LeftBracket]);

const fn set(kind: super::token::TokenKind) -> Set {
    Set::of(&[kind])
}

const fn must(first: Set) -> Step {
    Step { first, required: true }
}

const fn may(first: Set) -> Step {
    Step { first, required: false }
}

macro_rules! sites {
    ($($name:ident = $state:literal $([$loops:ident])? : $($step:expr),* ;)*) => {
        $(pub(super) const $name: Site = Site {
            state: $state,
            steps: &[$($step),*],
            loops: sites!(@loops $($loops)?),
        };)*
    };
    (@loops) => { false };
    (@loops loops) => { true };
}

const EXPR_: Step = must(EXPR);
const OR_: Step = may(set(Or));
const AND_: Step = may(set(And));
const RELATION_: Step = may(RELATION);
const CALC_: Step = may(CALC);
const POSTFIX_: Step = may(POSTFIX);
const COMMA_: Step = may(set(Comma));
const CLOSE: Step = must(set(RightParen));
const MEMBER_: Step = must(MEMBER);
const IDENTIFIER: Step = must(set(Identifier));
const COLON: Step = must(set(Colon));
const BRACKET: Step = must(set(RightBracket));
const BRACE: Step = must(set(RightBrace));

sites! {
    START_EXPR = 34: EXPR_, must(set(Eof));
    START_END = 35: must(set(Eof));

    EXPR_OR = 37: EXPR_, may(set(Question));
    EXPR_CHOICE = 43: may(set(Question));
    EXPR_QUESTION = 38: must(set(Question)), EXPR_, COLON, EXPR_;
    EXPR_THEN = 39: EXPR_, COLON, EXPR_;
    EXPR_COLON = 40: COLON, EXPR_;
    EXPR_ELSE = 41: EXPR_;

    OR_FIRST = 45: EXPR_, OR_;
    OR_LOOP = 50: OR_;
    OR_OPERATOR = 46: must(set(Or)), EXPR_, OR_;
    OR_NEXT = 47: EXPR_, OR_;

    AND_FIRST = 53: EXPR_, AND_;
    AND_LOOP = 58: AND_;
    AND_OPERATOR = 54: must(set(And)), EXPR_, AND_;
    AND_NEXT = 55: EXPR_, AND_;

    RELATION_FIRST = 62: EXPR_, RELATION_;
    RELATION_LOOP = 69: RELATION_;
    RELATION_OPERATOR = 65: must(RELATION), EXPR_, RELATION_;
    RELATION_NEXT = 66: EXPR_, RELATION_;

    CALC_FIRST = 73: EXPR_, CALC_;
    CALC_LOOP = 83: CALC_;
    CALC_OPERATOR = 76: must(CALC), EXPR_, CALC_;
    CALC_NEXT = 77: EXPR_, CALC_;

    UNARY = 99: EXPR_;
    UNARY_MEMBER = 86: MEMBER_;
    NOT = 87: must(set(Exclamation)), may(set(Exclamation)), MEMBER_;
    NOT_LOOP = 90 [loops]: may(set(Exclamation)), MEMBER_;
    NOT_MEMBER = 92: MEMBER_;
    NEGATE = 93: must(set(Minus)), may(set(Minus)), MEMBER_;
    NEGATE_LOOP = 96 [loops]: may(set(Minus)), MEMBER_;
    NEGATE_MEMBER = 98: MEMBER_;

    MEMBER_PRIMARY = 102: MEMBER_, POSTFIX_;
    MEMBER_LOOP = 128: POSTFIX_;
    SELECT_DOT = 105: must(set(Dot)), may(set(Question)), must(NAME), POSTFIX_;
    SELECT_OPTIONAL = 107: may(set(Question)), must(NAME), POSTFIX_;
    SELECT_QUESTION = 106: must(set(Question)), must(NAME), POSTFIX_;
    SELECT_NAME = 109: must(NAME), POSTFIX_;
    CALL_DOT = 111: must(set(Dot)), IDENTIFIER, must(set(LeftParen)), may(EXPR), CLOSE, POSTFIX_;
    CALL_NAME = 112: IDENTIFIER, must(set(LeftParen)), may(EXPR), CLOSE, POSTFIX_;
    CALL_OPEN = 113: must(set(LeftParen)), may(EXPR), CLOSE, POSTFIX_;
    CALL_ARGS = 115: may(EXPR), CLOSE, POSTFIX_;
    CALL_LIST = 114: EXPR_, CLOSE, POSTFIX_;
    CALL_CLOSE = 117: CLOSE, POSTFIX_;
    INDEX_OPEN = 119: must(set(LeftBracket)), may(set(Question)), EXPR_, BRACKET, POSTFIX_;
    INDEX_OPTIONAL = 121: may(set(Question)), EXPR_, BRACKET, POSTFIX_;
    INDEX_QUESTION = 120: must(set(Question)), EXPR_, BRACKET, POSTFIX_;
    INDEX_EXPR = 123: EXPR_, BRACKET, POSTFIX_;
    INDEX_CLOSE = 124: BRACKET, POSTFIX_;

    PRIMARY = 184: MEMBER_;
    IDENT_DOT = 131: must(set(Dot)), IDENTIFIER;
    IDENT_NAME = 134: IDENTIFIER;
    GLOBAL_DOT = 135: must(set(Dot)), IDENTIFIER, must(set(LeftParen)), may(EXPR), CLOSE;
    GLOBAL_NAME = 138: IDENTIFIER, must(set(LeftParen)), may(EXPR), CLOSE;
    GLOBAL_OPEN = 139: must(set(LeftParen)), may(EXPR), CLOSE;
    GLOBAL_ARGS = 141: may(EXPR), CLOSE;
    GLOBAL_LIST = 140: EXPR_, CLOSE;
    GLOBAL_CLOSE = 143: CLOSE;
    NESTED_OPEN = 144: must(set(LeftParen)), EXPR_, CLOSE;
    NESTED_EXPR = 145: EXPR_, CLOSE;
    NESTED_CLOSE = 146: CLOSE;
    LIST_OPEN = 148: must(set(LeftBracket)), may(OPTIONAL_EXPR), COMMA_, BRACKET;
    LIST_ITEMS = 150: may(OPTIONAL_EXPR), COMMA_, BRACKET;
    LIST_INIT = 149: must(OPTIONAL_EXPR), COMMA_, BRACKET;
    LIST_TRAILING = 153: COMMA_, BRACKET;
    LIST_COMMA = 152: must(set(Comma)), BRACKET;
    LIST_CLOSE = 155: BRACKET;
    MAP_OPEN = 156: must(set(LeftBrace)), may(OPTIONAL_EXPR), COMMA_, BRACE;
    MAP_ENTRIES = 158: may(OPTIONAL_EXPR), COMMA_, BRACE;
    MAP_INIT = 157: must(OPTIONAL_EXPR), COMMA_, BRACE;
    MAP_TRAILING = 161: COMMA_, BRACE;
    MAP_COMMA = 160: must(set(Comma)), BRACE;
    MAP_CLOSE = 163: BRACE;
    MESSAGE_DOT = 164: must(set(Dot)), IDENTIFIER, may(set(Dot)), must(set(LeftBrace));
    MESSAGE_NAME = 167: IDENTIFIER, may(set(Dot)), must(set(LeftBrace));
    MESSAGE_LOOP = 174 [loops]: may(set(Dot)), must(set(LeftBrace));
    MESSAGE_NEXT_DOT = 168: must(set(Dot)), IDENTIFIER, may(set(Dot)), must(set(LeftBrace));
    MESSAGE_NEXT = 169: IDENTIFIER, may(set(Dot)), must(set(LeftBrace));
    MESSAGE_OPEN = 175: must(set(LeftBrace)), may(FIELD), COMMA_, BRACE;
    MESSAGE_FIELDS = 177: may(FIELD), COMMA_, BRACE;
    MESSAGE_INIT = 176: must(FIELD), COMMA_, BRACE;
    MESSAGE_TRAILING = 180: COMMA_, BRACE;
    MESSAGE_COMMA = 179: must(set(Comma)), BRACE;
    MESSAGE_CLOSE = 182: BRACE;
    PRIMARY_LITERAL = 183: must(LITERAL);

    ARGS_FIRST = 186: EXPR_, COMMA_;
    ARGS_LOOP = 191: COMMA_;
    ARGS_COMMA = 187: must(set(Comma)), EXPR_, COMMA_;
    ARGS_NEXT = 188: EXPR_, COMMA_;

    ITEMS_FIRST = 194: must(OPTIONAL_EXPR), COMMA_;
    ITEMS_LOOP = 199: COMMA_;
    ITEMS_COMMA = 195: must(set(Comma)), must(OPTIONAL_EXPR), COMMA_;
    ITEMS_NEXT = 196: must(OPTIONAL_EXPR), COMMA_;

    FIELDS_FIRST = 202: must(FIELD), COLON, EXPR_, COMMA_;
    FIELDS_COLON = 203: COLON, EXPR_, COMMA_;
    FIELDS_VALUE = 204: EXPR_, COMMA_;
    FIELDS_LOOP = 212: COMMA_;
    FIELDS_COMMA = 205: must(set(Comma)), must(FIELD), COLON, EXPR_, COMMA_;
    FIELDS_NEXT = 206: must(FIELD), COLON, EXPR_, COMMA_;

    ENTRIES_FIRST = 220: must(OPTIONAL_EXPR), COLON, EXPR_, COMMA_;
    ENTRIES_COLON = 221: COLON, EXPR_, COMMA_;
    ENTRIES_VALUE = 222: EXPR_, COMMA_;
    ENTRIES_LOOP = 230: COMMA_;
    ENTRIES_COMMA = 223: must(set(Comma)), must(OPTIONAL_EXPR), COLON, EXPR_, COMMA_;
    ENTRIES_NEXT = 224: must(OPTIONAL_EXPR), COLON, EXPR_, COMMA_;

    FIELD_OPTIONAL = 216: may(set(Question)), must(NAME);
    FIELD_QUESTION = 215: must(set(Question)), must(NAME);
    FIELD_NAME = 218: must(NAME);
    NAME_ANY = 235: must(NAME);
    VALUE_OPTIONAL = 238: may(set(Question)), EXPR_;
    VALUE_QUESTION = 237: must(set(Question)), EXPR_;
    VALUE_EXPR = 240: EXPR_;

    LITERAL_ANY = 1: must(LITERAL);
    LITERAL_INT_SIGN = 242: must(set(Minus)), must(set(Int));
    LITERAL_FLOAT_SIGN = 247: must(set(Minus)), must(set(Float));
    LITERAL_TOKEN = 245: must(LITERAL);
}

/// The tokens that can follow, and whether the rule can end here.
pub(super) fn next(steps: &[Step]) -> (Set, bool) {
    let mut tokens = Set::EMPTY;
    for step in steps {
        tokens = tokens.and(step.first);
        if step.required {
            return (tokens, false);
        }
    }
    (tokens, true)
}
