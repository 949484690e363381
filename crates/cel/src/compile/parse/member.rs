//! Parses the rule `member` of the grammar: selections, calls on a value, and indices.
//!
//! Easy to break: a rule that ends early with an error still has a node, made of the parts that were read
//! until then. So a function writes the parts to variables of its caller, and returns only the error.
// cel-go: parser/gen/CEL.g4, parser/parser.go

use super::grammar::{self as g, Site};
use super::stream::Rule;
use super::token::{Token, TokenKind};
use super::{Parsed, Parser, Read};
use crate::compile::ast::{self, Constant};
use crate::compile::issues::IssueKind;

impl Parser<'_> {
    pub(super) fn member(&mut self, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Other, from)?;
        let mut parsed = self.primary(g::MEMBER_PRIMARY)?;
        let result = self.postfixes(&mut parsed);
        self.stream.leave(Rule::Other, result)?;
        Ok(parsed)
    }

    fn postfixes(&mut self, parsed: &mut Parsed) -> Read {
        loop {
            self.stream.sync(g::MEMBER_LOOP)?;
            match self.stream.kind() {
                TokenKind::LeftBracket => self.index(parsed)?,
                TokenKind::Dot => match (self.stream.ahead(1), self.stream.ahead(2)) {
                    (TokenKind::Identifier, TokenKind::LeftParen) => self.method(parsed)?,
                    (TokenKind::Identifier | TokenKind::EscapedIdentifier | TokenKind::Question, _) => {
                        self.select(parsed)?
                    }
                    _ => return Err(self.stream.no_alternative(1)),
                },
                _ => return Ok(()),
            }
        }
    }

    /// `member '.' '?'? escapeIdent`
    fn select(&mut self, parsed: &mut Parsed) -> Read {
        let dot = self.stream.peek();
        let mut optional = false;
        let mut name = None;
        let result = self.selected(&mut optional, &mut name);
        let (operand, start) = (*parsed, self.start_of(*parsed));
        let depth = operand.depth + 1;
        let Some((field, at)) = name else {
            *parsed = Parsed { depth, ..self.invalid() };
            return result;
        };
        *parsed = if optional {
            let field =
                self.ast.add(at, (at, self.stream.end()), ast::Kind::Constant(Constant::String(field)));
            let call =
                ast::Kind::Call { function: "_?._".into(), target: None, args: vec![operand.id, field] };
            self.node(dot.start, start, call, depth)
        } else {
            let select = ast::Kind::Select { operand: operand.id, field: field.into(), test: false };
            self.node(dot.start, start, select, depth)
        };
        result
    }

    /// Reads the parts of a selection.
    fn selected(&mut self, optional: &mut bool, name: &mut Option<(String, u32)>) -> Read {
        self.stream.expect(TokenKind::Dot, g::SELECT_DOT)?;
        self.stream.sync(g::SELECT_OPTIONAL)?;
        *optional = self.stream.take(TokenKind::Question, g::SELECT_QUESTION)?.is_some();
        let token = self.any_name(g::SELECT_NAME)?;
        *name = token.map(|token| match self.plain_name(token) {
            Ok(name) => (name, token.start),
            Err(kind) => {
                self.visited.report(token.start, kind);
                (String::new(), token.start)
            }
        });
        Ok(())
    }

    /// `escapeIdent: IDENTIFIER | ESC_IDENTIFIER`
    pub(super) fn any_name(&mut self, from: Site) -> Read<Option<Token>> {
        self.stream.enter(Rule::Other, from)?;
        let mut name = None;
        let result = self.stream.sync(g::NAME_ANY).and_then(|()| {
            name = self.stream.expect_one(g::NAME, g::NAME_ANY)?;
            Ok(())
        });
        self.stream.leave(Rule::Other, result)?;
        Ok(name)
    }

    /// The text of a name; names in backticks are an error, since no Kubernetes server enables them.
    pub(super) fn plain_name(&self, token: Token) -> Result<String, IssueKind> {
        match token.kind {
            TokenKind::Identifier => Ok(self.stream.slice(token)),
            _ => Err(IssueKind::Backticks),
        }
    }

    /// `member '.' IDENTIFIER '(' exprList? ')'`
    fn method(&mut self, parsed: &mut Parsed) -> Read {
        let start = self.start_of(*parsed);
        let target = *parsed;
        let mut args = Vec::new();
        self.stream.expect(TokenKind::Dot, g::CALL_DOT)?;
        let name = self.stream.expect(TokenKind::Identifier, g::CALL_NAME)?;
        let open = self.stream.peek();
        self.stream.expect(TokenKind::LeftParen, g::CALL_OPEN)?;
        let result = self.method_args(&mut args);
        let depth = args.iter().map(|arg| arg.depth).max().unwrap_or_default().max(target.depth);
        let name = self.name(name);
        *parsed = self.call(open.start, start, name.into(), Some(target), args);
        parsed.depth = depth + 1;
        result
    }

    fn method_args(&mut self, args: &mut Vec<Parsed>) -> Read {
        self.stream.sync(g::CALL_ARGS)?;
        if g::EXPR.has(self.stream.kind()) {
            *args = self.args(g::CALL_LIST)?;
        }
        self.stream.expect(TokenKind::RightParen, g::CALL_CLOSE)?;
        Ok(())
    }

    /// `member '[' '?'? expr ']'`
    fn index(&mut self, parsed: &mut Parsed) -> Read {
        let open = self.stream.peek();
        let (start, target) = (self.start_of(*parsed), *parsed);
        let mut optional = false;
        let mut index = None;
        let result = self.indexed(&mut optional, &mut index);
        let index = index.unwrap_or_else(|| self.invalid());
        let function = if optional { "_[?_]" } else { "_[_]" };
        *parsed = self.call(open.start, start, function.into(), None, vec![target, index]);
        parsed.depth += 1;
        result
    }

    /// Reads the parts of an index.
    fn indexed(&mut self, optional: &mut bool, index: &mut Option<Parsed>) -> Read {
        self.stream.expect(TokenKind::LeftBracket, g::INDEX_OPEN)?;
        self.stream.sync(g::INDEX_OPTIONAL)?;
        *optional = self.stream.take(TokenKind::Question, g::INDEX_QUESTION)?.is_some();
        *index = Some(self.expr(g::INDEX_EXPR)?);
        self.stream.expect(TokenKind::RightBracket, g::INDEX_CLOSE)?;
        Ok(())
    }
}
