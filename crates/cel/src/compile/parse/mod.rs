//! Parses a text to an [`Ast`]: `lex` splits it into tokens; `operators`, `member`, `primary` and `lists`
//! parse the rules of the grammar, with one function for each rule; `literal` reads literals. The parser
//! expands a macro as soon as it has read it.
//!
//! The parser is written by hand: cel-go's messages and its recovery are those of ANTLR's generated parsers,
//! so each function has the form of a generated one. `stream` is ANTLR's error strategy, and `grammar`
//! contains the tokens that can follow each state. Prediction needs at most three tokens of this grammar,
//! except for the names of messages.
//!
//! Easy to break: an error in a rule ends that rule only; the rules around it go on and report more.
//
// cel-go: parser/parser.go, parser/gen/cel_parser.go

mod grammar;
mod lex;
mod lists;
mod literal;
mod member;
mod operators;
mod primary;
mod stream;
#[cfg(test)]
mod tests;
mod token;

use super::ast::{Ast, Constant, ExprId, Kind, Name};
use super::issues::{IssueKind, Issues};
use super::macros::Expander;
use super::text::Text;
use stream::{Rule, Stop, Stream};
use token::Token;

/// The most code points of an expression.
const LONGEST: usize = 100_000;
/// The most nested operators, selections, calls and conditions.
const DEEPEST: u32 = 250;

/// The tokens of an expression with one space between them, without comments and other white space. `None` if
/// the text has characters that belong to no token.
pub(super) fn normalized(text: &str) -> Option<String> {
    let text = Text::new(text);
    if text.len() > LONGEST {
        return None;
    }
    let mut issues = Issues::default();
    let tokens = lex::lex(&text, &mut issues);
    if !issues.is_empty() {
        return None;
    }
    let of = |token: &Token| text.chars().get(token.start as usize..token.end as usize);
    let words = tokens.list.iter().filter_map(of).filter(|token| !token.is_empty());
    Some(words.map(String::from_iter).collect::<Vec<_>>().join(" "))
}

/// The ranges of the comments of an expression, in code points. Empty for an expression that is too long.
pub(super) fn comments(text: &Text) -> Vec<(u32, u32)> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    lex::lex(text, &mut Issues::default()).comments
}

/// Parses an expression with the macros of a server.
pub(super) fn parse(text: &Text, macros: &Expander) -> (Ast, Issues) {
    let mut issues = Issues::default();
    if text.len() > LONGEST {
        issues.report(None, IssueKind::TooLong { size: text.len(), limit: LONGEST });
        return (Ast::default(), issues);
    }
    let tokens = lex::lex(text, &mut issues);
    if tokens.hopeless {
        return (Ast::default(), issues);
    }
    let mut parser = Parser {
        stream: Stream::new(text, tokens, issues),
        ast: Ast::default(),
        visited: Issues::default(),
        macros,
    };
    match parser.start() {
        Ok(parsed) if parsed.depth > DEEPEST => {
            parser.visited.report(None, IssueKind::Depth);
        }
        Ok(parsed) => parser.ast.set_root(parsed.id),
        Err(_) => {}
    }
    if parser.ast.is_full() {
        parser.visited.report(None, IssueKind::TooLarge);
    }
    let mut issues = parser.stream.issues;
    issues.append(parser.visited);
    (parser.ast, issues)
}

struct Parser<'p> {
    stream: Stream<'p>,
    ast: Ast,
    /// Errors that cel-go finds when it visits the finished tree.
    visited: Issues,
    macros: &'p Expander,
}

/// The result of a rule of the grammar.
#[derive(Clone, Copy)]
struct Parsed {
    id: ExprId,
    /// The number of nested operators, selections, calls and conditions.
    depth: u32,
}

/// The result of a rule. An error ends it early; the parts that were read until then are used.
type Read<T = ()> = Result<T, Stop>;

impl Parser<'_> {
    fn start(&mut self) -> Read<Parsed> {
        self.stream.enter(Rule::Other, grammar::START_EXPR)?;
        let parsed = self.expr(grammar::START_EXPR)?;
        let result = self.stream.expect(token::TokenKind::Eof, grammar::START_END).map(|_| ());
        self.stream.leave(Rule::Other, result)?;
        Ok(parsed)
    }

    /// Makes a node for a part that could not be parsed.
    fn invalid(&mut self) -> Parsed {
        let at = self.stream.peek().start;
        Parsed { id: self.ast.add(at, (at, at), Kind::Invalid), depth: 0 }
    }

    /// Makes a node for the token at `at`, which spans the text from `start` to the last token.
    fn node(&mut self, at: u32, start: u32, kind: Kind, depth: u32) -> Parsed {
        let end = self.stream.end().max(start);
        Parsed { id: self.ast.add(at, (start, end), kind), depth }
    }

    fn constant(&mut self, token: Token, constant: Constant) -> Parsed {
        self.node(token.start, token.start, Kind::Constant(constant), 0)
    }

    /// The offset at which an expression starts.
    fn start_of(&self, parsed: Parsed) -> u32 {
        self.ast.node(parsed.id).span.0
    }

    /// Reports an error that cel-go finds only after it has parsed the whole text.
    fn visit_error(&mut self, at: u32, kind: impl Into<IssueKind>) -> Parsed {
        self.visited.report(at, kind);
        self.invalid()
    }

    /// Makes a call of a function, or expands a macro.
    fn call(
        &mut self,
        at: u32,
        start: u32,
        function: Name,
        target: Option<Parsed>,
        args: Vec<Parsed>,
    ) -> Parsed {
        let operands = || target.iter().chain(&args);
        let depth = operands().map(|operand| operand.depth).max().unwrap_or_default();
        let target = target.map(|target| target.id);
        let args: Vec<ExprId> = args.into_iter().map(|arg| arg.id).collect();
        let span = (start, self.stream.end().max(start));
        match self.macros.expand(&mut self.ast, at, span, &function, target, &args) {
            Some(Ok(id)) => return Parsed { id, depth },
            Some(Err(error)) => {
                self.visited.report(error.at, error.kind);
                return Parsed { depth, ..self.invalid() };
            }
            None => {}
        }
        self.node(at, start, Kind::Call { function, target, args }, depth)
    }

    /// The text of the token of a name. For a missing token that the parser assumed, ANTLR's name for it.
    fn name(&self, token: Option<Token>) -> String {
        token.map_or_else(|| "<missing IDENTIFIER>".to_owned(), |token| self.stream.slice(token))
    }
}
