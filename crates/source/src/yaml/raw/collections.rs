//! Collections, in blocks and in brackets. They nest at most as deep as `open` allows.

use super::super::Span;
use super::super::dialect::problem;
use super::super::scan::{Scanned, TokenKind};
use super::{NodePlace, Reader};

impl<'a> Reader<'a> {
    // parserc.go: yaml_parser_parse_block_sequence_entry, yaml_parser_parse_indentless_sequence_entry
    pub(super) fn block_list(&mut self, is_indentless: bool, anchor: Option<&'a str>) -> Scanned<usize> {
        let span = self.scanner.peek()?.span;
        if !is_indentless {
            self.scanner.skip()?;
        }
        let node = self.open(span, anchor)?;
        let mut items = Vec::new();
        loop {
            match self.scanner.peek()?.kind {
                TokenKind::BlockEntry => {}
                TokenKind::BlockEnd if !is_indentless => {
                    self.scanner.skip()?;
                    break;
                }
                _ if is_indentless => break,
                _ => return Err(self.expected("did not find expected '-' indicator")?),
            }
            let dash = self.scanner.skip()?;
            items.push(match self.scanner.peek()?.kind {
                TokenKind::BlockEntry | TokenKind::BlockEnd => self.null(dash.end),
                TokenKind::Key | TokenKind::Value if is_indentless => self.null(dash.end),
                _ => self.node(NodePlace::Block)?,
            });
        }
        Ok(self.close(node, items, false, None))
    }

    // parserc.go: yaml_parser_parse_block_mapping_key, yaml_parser_parse_block_mapping_value
    pub(super) fn block_mapping(&mut self, anchor: Option<&'a str>) -> Scanned<usize> {
        let span = self.scanner.skip()?;
        let node = self.open(span, anchor)?;
        let mut members = Vec::new();
        loop {
            match self.scanner.peek()?.kind {
                TokenKind::Key => {}
                TokenKind::BlockEnd => {
                    self.scanner.skip()?;
                    break;
                }
                _ => return Err(self.expected("did not find expected key")?),
            }
            let key = self.scanner.skip()?;
            members.push(match self.scanner.peek()?.kind {
                TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => self.null(key.end),
                _ => self.node(NodePlace::Member)?,
            });
            members.push(match self.scanner.peek()?.kind {
                TokenKind::Value => {
                    let colon = self.scanner.skip()?;
                    match self.scanner.peek()?.kind {
                        TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => self.null(colon.start),
                        _ => self.node(NodePlace::Member)?,
                    }
                }
                _ => self.null_behind(&members),
            });
        }
        Ok(self.close(node, members, true, None))
    }

    /// The value of a key without a colon.
    fn null_behind(&mut self, members: &[usize]) -> usize {
        let key = members.last().and_then(|key| self.document.nodes.get(*key));
        let at = key.map_or(0, |key| key.span.end);
        self.null(at)
    }

    /// Reads the part between two items of a flow collection. Returns whether the collection continues.
    fn goes_on(&mut self, open: Span, is_first: bool, end: &TokenKind<'a>) -> Scanned<bool> {
        if self.scanner.peek()?.kind == *end {
            return Ok(false);
        }
        if is_first {
            return Ok(true);
        }
        if self.scanner.peek()?.kind == TokenKind::FlowEntry {
            self.scanner.skip()?;
            return Ok(self.scanner.peek()?.kind != *end);
        }
        if let Some(fault) = self.unclosed()? {
            return Err(fault);
        }
        let message = match end {
            TokenKind::FlowSequenceEnd => "did not find expected ',' or ']'",
            _ => "did not find expected ',' or '}'",
        };
        let span = self.scanner.peek()?.span;
        Err(problem(span, message).note(open, "the bracket is opened here").into())
    }

    // parserc.go: yaml_parser_parse_flow_sequence_entry and its states for a pair
    pub(super) fn flow_list(&mut self, anchor: Option<&'a str>) -> Scanned<usize> {
        let open = self.scanner.skip()?;
        let node = self.open(open, anchor)?;
        self.brackets.push((open, '['));
        let mut items = Vec::new();
        while self.goes_on(open, items.is_empty(), &TokenKind::FlowSequenceEnd)? {
            items.push(match self.scanner.peek()?.kind {
                TokenKind::Key => self.flow_pair()?,
                _ => self.node(NodePlace::Flow)?,
            });
        }
        let end = self.scanner.skip()?;
        self.brackets.pop();
        Ok(self.close(node, items, false, Some(end.end)))
    }

    /// A mapping of one member in a list, without braces.
    fn flow_pair(&mut self) -> Scanned<usize> {
        let key = self.scanner.skip()?;
        let node = self.open(key, None)?;
        let mut members = Vec::new();
        members.push(match self.scanner.peek()?.kind {
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd => {
                // Go reads the token as the key.
                self.scanner.skip()?;
                self.null(key.end)
            }
            _ => self.node(NodePlace::Flow)?,
        });
        let value = self.flow_value(&members, &TokenKind::FlowSequenceEnd)?;
        members.push(value);
        Ok(self.close(node, members, true, None))
    }

    fn flow_value(&mut self, members: &[usize], end: &TokenKind<'a>) -> Scanned<usize> {
        if self.scanner.peek()?.kind != TokenKind::Value {
            return Ok(self.null_behind(members));
        }
        let colon = self.scanner.skip()?;
        let next = &self.scanner.peek()?.kind;
        if *next == TokenKind::FlowEntry || next == end {
            Ok(self.null(colon.start))
        } else {
            self.node(NodePlace::Flow)
        }
    }

    // parserc.go: yaml_parser_parse_flow_mapping_key, yaml_parser_parse_flow_mapping_value
    pub(super) fn flow_mapping(&mut self, anchor: Option<&'a str>) -> Scanned<usize> {
        let open = self.scanner.skip()?;
        let node = self.open(open, anchor)?;
        self.brackets.push((open, '{'));
        let mut members = Vec::new();
        while self.goes_on(open, members.is_empty(), &TokenKind::FlowMappingEnd)? {
            if self.scanner.peek()?.kind != TokenKind::Key {
                let key = self.node(NodePlace::Flow)?;
                members.push(key);
                members.push(self.null_behind(&members));
                continue;
            }
            let key = self.scanner.skip()?;
            members.push(match self.scanner.peek()?.kind {
                TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd => self.null(key.end),
                _ => self.node(NodePlace::Flow)?,
            });
            let value = self.flow_value(&members, &TokenKind::FlowMappingEnd)?;
            members.push(value);
        }
        let end = self.scanner.skip()?;
        self.brackets.pop();
        Ok(self.close(node, members, true, Some(end.end)))
    }
}
