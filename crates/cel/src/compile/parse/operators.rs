//! Parses the rules of operators: conditions, `||`, `&&`, relations, arithmetic, `!` and `-`.

use super::grammar::{self as g, Site};
use super::stream::Rule;
use super::token::{Token, TokenKind};
use super::{Parsed, Parser, Read};
use crate::compile::ast;

impl Parser<'_> {
    /// `expr: conditionalOr ('?' conditionalOr ':' expr)?`
    pub(super) fn expr(&mut self, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Expr, from)?;
        let first = self.or(g::EXPR_OR)?;
        let mut parts = (None, None, None);
        let result = self.condition(&mut parts);
        self.stream.leave(Rule::Expr, result)?;
        let (Some(question), then, otherwise) = parts else { return Ok(first) };
        let then = then.unwrap_or_else(|| self.invalid());
        let otherwise = otherwise.unwrap_or_else(|| self.invalid());
        let start = self.start_of(first);
        let mut parsed = self.call(question.start, start, "_?_:_".into(), None, vec![first, then, otherwise]);
        parsed.depth += 1;
        Ok(parsed)
    }

    fn condition(&mut self, parts: &mut (Option<Token>, Option<Parsed>, Option<Parsed>)) -> Read {
        self.stream.sync(g::EXPR_CHOICE)?;
        parts.0 = self.stream.take(TokenKind::Question, g::EXPR_QUESTION)?;
        if parts.0.is_some() {
            parts.1 = Some(self.or(g::EXPR_THEN)?);
            self.stream.expect(TokenKind::Colon, g::EXPR_COLON)?;
            parts.2 = Some(self.expr(g::EXPR_ELSE)?);
        }
        Ok(())
    }

    /// `conditionalOr: conditionalAnd ('||' conditionalAnd)*`
    fn or(&mut self, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Other, from)?;
        let mut terms = Terms::new(self.and(g::OR_FIRST)?);
        let result = self.more_or(&mut terms);
        self.stream.leave(Rule::Other, result)?;
        Ok(self.balance("_||_", &terms))
    }

    fn more_or(&mut self, terms: &mut Terms) -> Read {
        self.stream.sync(g::OR_LOOP)?;
        while let Some(operator) = self.stream.take(TokenKind::Or, g::OR_OPERATOR)? {
            let term = self.and(g::OR_NEXT)?;
            terms.add(operator, term);
            self.stream.sync(g::OR_LOOP)?;
        }
        Ok(())
    }

    /// `conditionalAnd: relation ('&&' relation)*`
    fn and(&mut self, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Other, from)?;
        let mut terms = Terms::new(self.relation(1, g::AND_FIRST)?);
        let result = self.more_and(&mut terms);
        self.stream.leave(Rule::Other, result)?;
        Ok(self.balance("_&&_", &terms))
    }

    fn more_and(&mut self, terms: &mut Terms) -> Read {
        self.stream.sync(g::AND_LOOP)?;
        while let Some(operator) = self.stream.take(TokenKind::And, g::AND_OPERATOR)? {
            let term = self.relation(1, g::AND_NEXT)?;
            terms.add(operator, term);
            self.stream.sync(g::AND_LOOP)?;
        }
        Ok(())
    }

    /// Makes a balanced tree of binary calls from the terms of a chain.
    // cel-go: parser/helper.go (balancedTree)
    fn balance(&mut self, function: &'static str, terms: &Terms) -> Parsed {
        if terms.operators.is_empty() {
            return terms.terms[0];
        }
        self.balanced(function, terms, 0, terms.operators.len() - 1)
    }

    fn balanced(&mut self, function: &'static str, terms: &Terms, low: usize, high: usize) -> Parsed {
        let middle = (low + high).div_ceil(2);
        let left =
            if middle == low { terms.terms[middle] } else { self.balanced(function, terms, low, middle - 1) };
        let right = if middle == high {
            terms.terms[middle + 1]
        } else {
            self.balanced(function, terms, middle + 1, high)
        };
        let start = self.start_of(left);
        let end = self.ast.node(right.id).span.1;
        let call = ast::Kind::Call { function: function.into(), target: None, args: vec![left.id, right.id] };
        let id = self.ast.add(terms.operators[middle].start, (start, end), call);
        Parsed { id, depth: left.depth.max(right.depth) }
    }

    /// `relation: calc | relation op relation`, for operators that bind at least as tightly as `least`.
    fn relation(&mut self, least: u32, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Relation, from)?;
        let mut left = self.calc(1, g::RELATION_FIRST)?;
        let result = self.relations(least, &mut left);
        self.stream.leave(Rule::Relation, result)?;
        Ok(left)
    }

    fn relations(&mut self, least: u32, left: &mut Parsed) -> Read {
        self.stream.sync(g::RELATION_LOOP)?;
        while least <= 1 && g::RELATION.has(self.stream.kind()) {
            let operator = self.stream.peek();
            self.stream.expect_one(g::RELATION, g::RELATION_OPERATOR)?;
            let right = self.relation(2, g::RELATION_NEXT)?;
            *left = self.binary(operator, *left, right);
            self.stream.sync(g::RELATION_LOOP)?;
        }
        Ok(())
    }

    /// `calc: unary | calc op calc`, for operators that bind at least as tightly as `least`.
    fn calc(&mut self, least: u32, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Calc, from)?;
        let mut left = self.unary(g::CALC_FIRST)?;
        let result = self.calcs(least, &mut left);
        self.stream.leave(Rule::Calc, result)?;
        Ok(left)
    }

    fn calcs(&mut self, least: u32, left: &mut Parsed) -> Read {
        loop {
            self.stream.sync(g::CALC_LOOP)?;
            let operator = self.stream.peek();
            let (operators, next) = match operator.kind {
                kind if g::PRODUCT.has(kind) && least <= 2 => (g::PRODUCT, 3),
                kind if g::SUM.has(kind) && least <= 1 => (g::SUM, 2),
                _ => return Ok(()),
            };
            self.stream.expect_one(operators, g::CALC_OPERATOR)?;
            let right = self.calc(next, g::CALC_NEXT)?;
            *left = self.binary(operator, *left, right);
        }
    }

    fn binary(&mut self, operator: Token, left: Parsed, right: Parsed) -> Parsed {
        let function = match operator.kind {
            TokenKind::Equals => "_==_",
            TokenKind::NotEquals => "_!=_",
            TokenKind::In => "@in",
            TokenKind::Less => "_<_",
            TokenKind::LessEquals => "_<=_",
            TokenKind::GreaterEquals => "_>=_",
            TokenKind::Greater => "_>_",
            TokenKind::Star => "_*_",
            TokenKind::Slash => "_/_",
            TokenKind::Percent => "_%_",
            TokenKind::Plus => "_+_",
            _ => "_-_",
        };
        let start = self.start_of(left);
        let mut parsed = self.call(operator.start, start, function.into(), None, vec![left, right]);
        parsed.depth += 1;
        parsed
    }

    /// `unary: member | '!'+ member | '-'+ member`
    fn unary(&mut self, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Other, from)?;
        let mut parsed = None;
        let result = self.unary_content(&mut parsed);
        self.stream.leave(Rule::Other, result)?;
        Ok(parsed.unwrap_or_else(|| self.invalid()))
    }

    fn unary_content(&mut self, parsed: &mut Option<Parsed>) -> Read {
        self.stream.sync(g::UNARY)?;
        match self.stream.kind() {
            TokenKind::Exclamation => self.not(parsed),
            TokenKind::Minus if !matches!(self.stream.ahead(1), TokenKind::Int | TokenKind::Float) => {
                if !self.starts_negation() {
                    return Err(self.stream.no_alternative(1));
                }
                self.negate(parsed)
            }
            kind if g::EXPR.has(kind) => {
                *parsed = Some(self.member(g::UNARY_MEMBER)?);
                Ok(())
            }
            _ => Err(self.stream.no_alternative(0)),
        }
    }

    /// Whether the token after `-` is another `-`, or starts an expression that can be negated.
    fn starts_negation(&self) -> bool {
        let next = self.stream.ahead(1);
        next != TokenKind::Exclamation && g::EXPR.has(next)
    }

    fn not(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let first = self.stream.peek();
        let mut count = 0;
        loop {
            self.stream.expect(TokenKind::Exclamation, g::NOT)?;
            count += 1;
            self.stream.sync(g::NOT_LOOP)?;
            if self.stream.kind() != TokenKind::Exclamation {
                break;
            }
        }
        let member = self.member(g::NOT_MEMBER)?;
        *parsed = Some(self.prefixed(first, count, "!_", member));
        Ok(())
    }

    fn negate(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let first = self.stream.peek();
        let mut count = 0;
        loop {
            self.stream.expect(TokenKind::Minus, g::NEGATE)?;
            count += 1;
            self.stream.sync(g::NEGATE_LOOP)?;
            match self.stream.kind() {
                TokenKind::Minus if self.starts_negation() => {}
                kind if kind != TokenKind::Minus && kind != TokenKind::Exclamation && g::EXPR.has(kind) => {
                    break;
                }
                kind => return Err(self.stream.no_alternative(usize::from(kind == TokenKind::Minus))),
            }
        }
        let member = self.member(g::NEGATE_MEMBER)?;
        *parsed = Some(self.prefixed(first, count, "-_", member));
        Ok(())
    }

    fn prefixed(&mut self, first: Token, count: usize, function: &'static str, member: Parsed) -> Parsed {
        if count.is_multiple_of(2) {
            return member;
        }
        self.call(first.start, first.start, function.into(), None, vec![member])
    }
}

/// The terms of a chain of `||` or `&&`.
struct Terms {
    terms: Vec<Parsed>,
    operators: Vec<Token>,
}

impl Terms {
    fn new(first: Parsed) -> Terms {
        Terms { terms: vec![first], operators: Vec::new() }
    }

    fn add(&mut self, operator: Token, term: Parsed) {
        self.operators.push(operator);
        self.terms.push(term);
    }
}
