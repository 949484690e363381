//! Parses the rules of comma-separated sequences: arguments, and the contents of lists, maps and messages.

use super::grammar::{self as g, Site};
use super::stream::Rule;
use super::token::{Token, TokenKind};
use super::{Parsed, Parser, Read};
use crate::compile::ast::{self, Entry, Field, Item};

impl Parser<'_> {
    /// `exprList: expr (',' expr)*`
    pub(super) fn args(&mut self, from: Site) -> Read<Vec<Parsed>> {
        self.stream.enter(Rule::Other, from)?;
        let mut args = vec![self.expr(g::ARGS_FIRST)?];
        let result = self.more_args(&mut args);
        self.stream.leave(Rule::Other, result)?;
        Ok(args)
    }

    fn more_args(&mut self, args: &mut Vec<Parsed>) -> Read {
        self.stream.sync(g::ARGS_LOOP)?;
        while self.stream.take(TokenKind::Comma, g::ARGS_COMMA)?.is_some() {
            args.push(self.expr(g::ARGS_NEXT)?);
            self.stream.sync(g::ARGS_LOOP)?;
        }
        Ok(())
    }

    /// `optExpr: '?'? expr`
    fn optional(&mut self, from: Site) -> Read<(Parsed, bool)> {
        self.stream.enter(Rule::Other, from)?;
        let mut optional = false;
        let mut value = None;
        let result = self.optional_content(&mut optional, &mut value);
        self.stream.leave(Rule::Other, result)?;
        Ok((value.unwrap_or_else(|| self.invalid()), optional))
    }

    fn optional_content(&mut self, optional: &mut bool, value: &mut Option<Parsed>) -> Read {
        self.stream.sync(g::VALUE_OPTIONAL)?;
        *optional = self.stream.take(TokenKind::Question, g::VALUE_QUESTION)?.is_some();
        *value = Some(self.expr(g::VALUE_EXPR)?);
        Ok(())
    }

    /// `'[' listInit? ','? ']'`
    pub(super) fn list(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let open = self.stream.peek();
        self.stream.expect(TokenKind::LeftBracket, g::LIST_OPEN)?;
        let mut items = Vec::new();
        let result = self.list_content(&mut items);
        let depth = items.iter().map(|(value, _)| value.depth).max().unwrap_or_default();
        let items = items.into_iter().map(|(value, optional)| Item { value: value.id, optional }).collect();
        *parsed = Some(self.node(open.start, open.start, ast::Kind::List(items), depth));
        result
    }

    fn list_content(&mut self, items: &mut Vec<(Parsed, bool)>) -> Read {
        self.stream.sync(g::LIST_ITEMS)?;
        if g::OPTIONAL_EXPR.has(self.stream.kind()) {
            self.stream.enter(Rule::Other, g::LIST_INIT)?;
            items.push(self.optional(g::ITEMS_FIRST)?);
            let result = self.more_items(items);
            self.stream.leave(Rule::Other, result)?;
        }
        self.stream.sync(g::LIST_TRAILING)?;
        self.stream.take(TokenKind::Comma, g::LIST_COMMA)?;
        self.stream.expect(TokenKind::RightBracket, g::LIST_CLOSE)?;
        Ok(())
    }

    fn more_items(&mut self, items: &mut Vec<(Parsed, bool)>) -> Read {
        self.stream.sync(g::ITEMS_LOOP)?;
        while self.stream.kind() == TokenKind::Comma && g::OPTIONAL_EXPR.has(self.stream.ahead(1)) {
            self.stream.expect(TokenKind::Comma, g::ITEMS_COMMA)?;
            items.push(self.optional(g::ITEMS_NEXT)?);
            self.stream.sync(g::ITEMS_LOOP)?;
        }
        Ok(())
    }

    /// `'{' mapInitializerList? ','? '}'`
    pub(super) fn map(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let open = self.stream.peek();
        self.stream.expect(TokenKind::LeftBrace, g::MAP_OPEN)?;
        let mut entries = Vec::new();
        let result = self.map_content(&mut entries);
        let depths = entries.iter().map(|(key, _, value)| key.depth.max(value.depth));
        let depth = depths.max().unwrap_or_default();
        let entry =
            |(key, optional, value): (Parsed, bool, Parsed)| Entry { key: key.id, value: value.id, optional };
        let entries = entries.into_iter().map(entry).collect();
        *parsed = Some(self.node(open.start, open.start, ast::Kind::Map(entries), depth));
        result
    }

    fn map_content(&mut self, entries: &mut Vec<(Parsed, bool, Parsed)>) -> Read {
        self.stream.sync(g::MAP_ENTRIES)?;
        if g::OPTIONAL_EXPR.has(self.stream.kind()) {
            self.stream.enter(Rule::Other, g::MAP_INIT)?;
            let result = self.entries(entries);
            self.stream.leave(Rule::Other, result)?;
        }
        self.stream.sync(g::MAP_TRAILING)?;
        self.stream.take(TokenKind::Comma, g::MAP_COMMA)?;
        self.stream.expect(TokenKind::RightBrace, g::MAP_CLOSE)?;
        Ok(())
    }

    /// `mapInitializerList: optExpr ':' expr (',' optExpr ':' expr)*`
    fn entries(&mut self, entries: &mut Vec<(Parsed, bool, Parsed)>) -> Read {
        let mut from = g::ENTRIES_FIRST;
        loop {
            let (key, optional) = self.optional(from)?;
            self.stream.expect(TokenKind::Colon, g::ENTRIES_COLON)?;
            let value = self.expr(g::ENTRIES_VALUE)?;
            entries.push((key, optional, value));
            self.stream.sync(g::ENTRIES_LOOP)?;
            if self.stream.kind() != TokenKind::Comma || !g::OPTIONAL_EXPR.has(self.stream.ahead(1)) {
                return Ok(());
            }
            self.stream.expect(TokenKind::Comma, g::ENTRIES_COMMA)?;
            from = g::ENTRIES_NEXT;
        }
    }

    /// `'.'? IDENTIFIER ('.' IDENTIFIER)* '{' fieldInitializerList? ','? '}'`
    pub(super) fn message(&mut self, parsed: &mut Option<Parsed>) -> Read {
        let first = self.stream.peek();
        let mut name = String::new();
        if self.stream.take(TokenKind::Dot, g::MESSAGE_DOT)?.is_some() {
            name.push('.');
        }
        let part = self.stream.expect(TokenKind::Identifier, g::MESSAGE_NAME)?;
        name.push_str(&self.name(part));
        self.stream.sync(g::MESSAGE_LOOP)?;
        while self.stream.take(TokenKind::Dot, g::MESSAGE_NEXT_DOT)?.is_some() {
            let part = self.stream.expect(TokenKind::Identifier, g::MESSAGE_NEXT)?;
            name.push('.');
            name.push_str(&self.name(part));
            self.stream.sync(g::MESSAGE_LOOP)?;
        }
        let open = self.stream.peek();
        self.stream.expect(TokenKind::LeftBrace, g::MESSAGE_OPEN)?;
        let mut fields = Fields::default();
        let result = self.message_content(&mut fields);
        let kind = ast::Kind::Struct { name: name.into(), fields: fields.list };
        *parsed = Some(self.node(open.start, first.start, kind, fields.depth));
        result
    }

    fn message_content(&mut self, fields: &mut Fields) -> Read {
        self.stream.sync(g::MESSAGE_FIELDS)?;
        if g::FIELD.has(self.stream.kind()) {
            self.stream.enter(Rule::Other, g::MESSAGE_INIT)?;
            let result = self.fields(fields);
            self.stream.leave(Rule::Other, result)?;
        }
        self.stream.sync(g::MESSAGE_TRAILING)?;
        self.stream.take(TokenKind::Comma, g::MESSAGE_COMMA)?;
        self.stream.expect(TokenKind::RightBrace, g::MESSAGE_CLOSE)?;
        Ok(())
    }

    /// `fieldInitializerList: optField ':' expr (',' optField ':' expr)*`
    fn fields(&mut self, fields: &mut Fields) -> Read {
        let first = self.stream.peek();
        let mut from = g::FIELDS_FIRST;
        loop {
            let (name, optional) = self.field_name(from)?;
            let colon = self.stream.peek();
            self.stream.expect(TokenKind::Colon, g::FIELDS_COLON)?;
            let value = self.expr(g::FIELDS_VALUE)?;
            match name.map(|name| self.plain_name(name)) {
                Some(Ok(name)) => {
                    fields.depth = fields.depth.max(value.depth);
                    let field = Field { at: colon.start, name: name.into(), value: value.id, optional };
                    fields.list.push(field);
                }
                Some(Err(kind)) => self.visited.report(first.start, kind),
                None => {}
            }
            self.stream.sync(g::FIELDS_LOOP)?;
            if self.stream.kind() != TokenKind::Comma || !g::FIELD.has(self.stream.ahead(1)) {
                return Ok(());
            }
            self.stream.expect(TokenKind::Comma, g::FIELDS_COMMA)?;
            from = g::FIELDS_NEXT;
        }
    }

    /// `optField: '?'? escapeIdent`
    fn field_name(&mut self, from: Site) -> Read<(Option<Token>, bool)> {
        self.stream.enter(Rule::Other, from)?;
        let mut optional = false;
        let mut name = None;
        let result = self.field_name_content(&mut optional, &mut name);
        self.stream.leave(Rule::Other, result)?;
        Ok((name, optional))
    }

    fn field_name_content(&mut self, optional: &mut bool, name: &mut Option<Token>) -> Read {
        self.stream.sync(g::FIELD_OPTIONAL)?;
        *optional = self.stream.take(TokenKind::Question, g::FIELD_QUESTION)?.is_some();
        *name = self.any_name(g::FIELD_NAME)?;
        Ok(())
    }
}

#[derive(Default)]
struct Fields {
    list: Vec<Field>,
    depth: u32,
}
