//! Indicators: brackets, commas, `-`, `?` and `:`. A `:` makes the possible key before it a key.
//
// go.yaml.in/yaml/v2 v2.4.3: scannerc.go (yaml_parser_fetch_value and its like)

use super::{Scanned, Scanner, SimpleKey, Token, TokenKind};

impl<'a> Scanner<'a> {
    pub(super) fn flow_start(&mut self, kind: TokenKind<'a>) -> Scanned<()> {
        self.save_key()?;
        let token = self.taken + self.tokens.len();
        self.keys.push(SimpleKey { token, ..SimpleKey::default() });
        self.is_key_allowed = true;
        self.indicator(kind, 1);
        Ok(())
    }

    pub(super) fn flow_end(&mut self, kind: TokenKind<'a>) -> Scanned<()> {
        self.remove_key()?;
        if self.is_in_flow() {
            self.keys.pop();
        }
        self.is_key_allowed = false;
        self.indicator(kind, 1);
        Ok(())
    }

    pub(super) fn block_entry(&mut self) -> Scanned<()> {
        if !self.is_in_flow() {
            if !self.is_key_allowed {
                let message = "block sequence entries are not allowed in this context";
                return Err(self
                    .here(message)
                    .help("begin the list on a line of its own, or put the text in quotes")
                    .into());
            }
            self.roll_indent(self.cursor.column, None, TokenKind::BlockSequenceStart, self.cursor.at);
        }
        self.remove_key()?;
        self.is_key_allowed = true;
        self.indicator(TokenKind::BlockEntry, 1);
        Ok(())
    }

    pub(super) fn key(&mut self) -> Scanned<()> {
        if !self.is_in_flow() {
            if !self.is_key_allowed {
                let message = "mapping keys are not allowed in this context";
                return Err(self.here(message).into());
            }
            self.roll_indent(self.cursor.column, None, TokenKind::BlockMappingStart, self.cursor.at);
        }
        self.remove_key()?;
        self.is_key_allowed = !self.is_in_flow();
        self.indicator(TokenKind::Key, 1);
        Ok(())
    }

    pub(super) fn value(&mut self) -> Scanned<()> {
        let last = self.keys.len().saturating_sub(1);
        if self.is_key_valid(last)? {
            let key = self.keys.get(last).copied().unwrap_or_default();
            self.insert(
                Some(key.token),
                Token { kind: TokenKind::Key, span: self.cursor.span(key.at, key.at) },
            );
            self.roll_indent(key.column, Some(key.token), TokenKind::BlockMappingStart, key.at);
            if let Some(key) = self.keys.get_mut(last) {
                key.is_possible = false;
            }
            self.is_key_allowed = false;
        } else {
            if !self.is_in_flow() {
                if !self.is_key_allowed {
                    let message = "mapping values are not allowed in this context";
                    return Err(self
                        .here(message)
                        .label("a second `: ` on this line")
                        .help("put the value in quotes if the colon is part of it")
                        .into());
                }
                self.roll_indent(self.cursor.column, None, TokenKind::BlockMappingStart, self.cursor.at);
            }
            self.is_key_allowed = !self.is_in_flow();
        }
        self.indicator(TokenKind::Value, 1);
        Ok(())
    }
}
