//! Parses the rules `primary` and `literal`: names, calls, parentheses, lists, maps, messages, literals.

use super::grammar::{self as g, Site};
use super::literal;
use super::stream::Rule;
use super::token::{Token, TokenKind};
use super::{Parsed, Parser, Read};
use crate::compile::ast::{self, Constant};
use crate::compile::issues::IssueKind;
use crdc_vocabulary::cel_names::RESERVED;

impl Parser<'_> {
    pub(super) fn primary(&mut self, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Other, from)?;
        let mut parsed = None;
        let result = self.primary_content(&mut parsed);
        self.stream.leave(Rule::Other, result)?;
        Ok(parsed.unwrap_or_else(|| self.invalid()))
    }

    fn primary_content(&mut self, parsed: &mut Option<Parsed>) -> Read {
        self.stream.sync(g::PRIMARY)?;
        match self.stream.kind() {
            TokenKind::Dot | TokenKind::Identifier => self.named(parsed),
            TokenKind::LeftParen => self.nested(parsed),
            TokenKind::LeftBracket => self.list(parsed),
            TokenKind::LeftBrace => self.map(parsed),
            kind if g::LITERAL.has(kind) => {
                *parsed = Some(self.literal(g::PRIMARY_LITERAL)?);
                Ok(())
            }
            _ => Err(self.stream.no_alternative(0)),
        }
    }

    fn named(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let dot = usize::from(self.stream.kind() == TokenKind::Dot);
        if self.stream.ahead(dot) != TokenKind::Identifier {
            return Err(self.stream.no_alternative(dot));
        }
        let mut last = dot;
        while self.stream.ahead(last + 1) == TokenKind::Dot
            && self.stream.ahead(last + 2) == TokenKind::Identifier
        {
            last += 2;
        }
        if self.stream.ahead(dot + 1) == TokenKind::LeftParen {
            self.global_call(parsed)
        } else if self.stream.ahead(last + 1) == TokenKind::LeftBrace {
            self.message(parsed)
        } else {
            self.ident(parsed)
        }
    }

    /// The name after an optional leading dot, unless it is reserved.
    fn unreserved(&mut self, start: Token, name: Option<Token>, dot: bool) -> Result<String, Parsed> {
        let text = self.name(name);
        if RESERVED.contains(&text.as_str()) {
            return Err(self.visit_error(start.start, IssueKind::Reserved { name: text }));
        }
        Ok(if dot { format!(".{text}") } else { text })
    }

    fn ident(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let first = self.stream.peek();
        let dot = self.stream.take(TokenKind::Dot, g::IDENT_DOT)?.is_some();
        let token = self.stream.peek();
        let name = self.stream.expect(TokenKind::Identifier, g::IDENT_NAME)?;
        *parsed = Some(match self.unreserved(first, name, dot) {
            Ok(name) => self.node(token.start, first.start, ast::Kind::Ident(name.into()), 0),
            Err(invalid) => invalid,
        });
        Ok(())
    }

    fn global_call(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let first = self.stream.peek();
        let dot = self.stream.take(TokenKind::Dot, g::GLOBAL_DOT)?.is_some();
        let name = self.stream.expect(TokenKind::Identifier, g::GLOBAL_NAME)?;
        let open = self.stream.peek();
        self.stream.expect(TokenKind::LeftParen, g::GLOBAL_OPEN)?;
        let mut args = Vec::new();
        let result = self.global_args(&mut args);
        *parsed = Some(match self.unreserved(first, name, dot) {
            Ok(name) => self.call(open.start, first.start, name.into(), None, args),
            Err(invalid) => invalid,
        });
        result
    }

    fn global_args(&mut self, args: &mut Vec<Parsed>) -> Read {
        self.stream.sync(g::GLOBAL_ARGS)?;
        if g::EXPR.has(self.stream.kind()) {
            *args = self.args(g::GLOBAL_LIST)?;
        }
        self.stream.expect(TokenKind::RightParen, g::GLOBAL_CLOSE)?;
        Ok(())
    }

    fn nested(&mut self, parsed: &mut Option<Parsed>) -> Read {
        self.stream.expect(TokenKind::LeftParen, g::NESTED_OPEN)?;
        *parsed = Some(self.expr(g::NESTED_EXPR)?);
        self.stream.expect(TokenKind::RightParen, g::NESTED_CLOSE)?;
        Ok(())
    }

    fn literal(&mut self, from: Site) -> Read<Parsed> {
        self.stream.enter(Rule::Other, from)?;
        let mut parsed = None;
        let result = self.literal_content(&mut parsed);
        self.stream.leave(Rule::Other, result)?;
        Ok(parsed.unwrap_or_else(|| self.invalid()))
    }

    fn literal_content(&mut self, parsed: &mut Option<Parsed>) -> Read {
        self.stream.sync(g::LITERAL_ANY)?;
        let first = self.stream.peek();
        let negative = first.kind == TokenKind::Minus;
        if negative {
            let site = match self.stream.ahead(1) {
                TokenKind::Int => g::LITERAL_INT_SIGN,
                TokenKind::Float => g::LITERAL_FLOAT_SIGN,
                _ => return Err(self.stream.no_alternative(1)),
            };
            self.stream.expect(TokenKind::Minus, site)?;
        }
        let Some(token) = self.stream.expect_one(g::LITERAL, g::LITERAL_TOKEN)? else { return Ok(()) };
        let text = self.stream.slice(token);
        let read = match token.kind {
            TokenKind::Int => literal::int(&text, negative),
            TokenKind::Uint => literal::uint(&text),
            TokenKind::Float => literal::double(&text, negative),
            TokenKind::String => literal::string(&text).map(Constant::String),
            TokenKind::Bytes => literal::bytes(text.get(1..).unwrap_or_default()).map(Constant::Bytes),
            TokenKind::True => Ok(Constant::Bool(true)),
            TokenKind::False => Ok(Constant::Bool(false)),
            _ => Ok(Constant::Null),
        };
        *parsed = Some(match read {
            Ok(constant) => self.constant(first, constant),
            Err(error) => self.visit_error(first.start, error),
        });
        Ok(())
    }
}
