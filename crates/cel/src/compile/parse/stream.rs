//! The stream of tokens with ANTLR's error strategy: it decides which error is reported if a token does not
//! fit, and how the parser continues. It skips a single wrong token and assumes a single missing one.
//! Otherwise the rule ends, and tokens are skipped up to one that can follow any open rule.
//
// antlr: runtime/Go/antlr/v4/error_strategy.go; cel-go: parser/parser.go (recoveryLimitErrorStrategy)

use super::grammar::{Site, Step, next};
use super::lex::{MOST_ERRORS, Tokens};
use super::token::{Set, Token, TokenKind};
use crate::compile::issues::{IssueKind, Issues, SyntaxError};
use crate::compile::text::Text;

/// The most nested uses of one rule of the grammar.
const DEEPEST_RULE: u32 = 250;
/// The most attempts to recover from errors.
const MOST_RECOVERIES: u32 = 30;
/// The most tokens that one attempt to recover skips.
const MOST_SKIPPED: u32 = 256;

/// The reason why a rule ends early.
pub(super) enum Stop {
    /// An error that ends only the current rule.
    Rule(Exception),
    /// An error that ends the parser.
    Fatal,
}

/// The kind of an error that ends a rule.
pub(super) enum Exception {
    Mismatch { token: usize, expected: Set },
    NoAlternative { start: usize, token: usize },
}

/// The rules that can contain themselves most often.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    Expr,
    Relation,
    Calc,
    Other,
}

pub(super) struct Stream<'t> {
    text: &'t Text,
    tokens: Tokens,
    at: usize,
    /// The part after each open rule in the rule that contains it.
    open: Vec<&'static [Step]>,
    depth: [u32; 4],
    state: u8,
    recovering: bool,
    /// The token at which the parser last recovered; the states are those of the attempts there.
    last: Option<usize>,
    last_states: Vec<u8>,
    recoveries: u32,
    reported: u32,
    pub(super) issues: Issues,
}

impl<'t> Stream<'t> {
    pub(super) fn new(text: &'t Text, tokens: Tokens, issues: Issues) -> Self {
        let reported = u32::try_from(tokens.skipped.len()).unwrap_or(u32::MAX);
        Stream {
            text,
            tokens,
            at: 0,
            open: Vec::new(),
            depth: [0; 4],
            state: 0,
            recovering: false,
            last: None,
            last_states: Vec::new(),
            recoveries: 0,
            reported,
            issues,
        }
    }

    fn token(&self, at: usize) -> Token {
        // The last token is the end, and there is one.
        self.tokens.list[at.min(self.tokens.list.len() - 1)]
    }

    /// The next token.
    pub(super) fn peek(&self) -> Token {
        self.token(self.at)
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.peek().kind
    }

    /// The kind of a later token.
    pub(super) fn ahead(&self, by: usize) -> TokenKind {
        self.token(self.at + by).kind
    }

    /// The end of the last token that was read.
    pub(super) fn end(&self) -> u32 {
        self.at.checked_sub(1).map_or(0, |before| self.token(before).end)
    }

    pub(super) fn slice(&self, token: Token) -> String {
        self.text.slice(token.start, token.end)
    }

    fn consume(&mut self) {
        if self.kind() != TokenKind::Eof {
            self.at += 1;
        }
    }

    /// Enters a rule from a state of another rule.
    pub(super) fn enter(&mut self, rule: Rule, from: Site) -> Result<(), Stop> {
        self.open.push(from.steps.get(1..).unwrap_or_default());
        let depth = &mut self.depth[rule as usize];
        *depth += 1;
        if !matches!(rule, Rule::Other) && *depth > DEEPEST_RULE {
            self.issues.report(None, IssueKind::Recursion { limit: DEEPEST_RULE });
            return Err(Stop::Fatal);
        }
        Ok(())
    }

    /// Leaves a rule: reports the error that ended it, and skips the tokens that do not fit.
    pub(super) fn leave(&mut self, rule: Rule, result: Result<(), Stop>) -> Result<(), Stop> {
        match result {
            Ok(()) => {}
            Err(Stop::Fatal) => return Err(Stop::Fatal),
            Err(Stop::Rule(exception)) => {
                self.report(&exception)?;
                self.recover()?;
            }
        }
        self.depth[rule as usize] -= 1;
        self.open.pop();
        Ok(())
    }

    /// Reads a token of this kind. `None` if the token is missing and was assumed.
    pub(super) fn expect(&mut self, kind: TokenKind, site: Site) -> Result<Option<Token>, Stop> {
        self.expect_one(Set::of(&[kind]), site)
    }

    /// Reads a token of these kinds.
    pub(super) fn expect_one(&mut self, kinds: Set, site: Site) -> Result<Option<Token>, Stop> {
        self.state = site.state;
        let token = self.peek();
        if kinds.has(token.kind) {
            self.matched();
            self.consume();
            return Ok(Some(token));
        }
        self.recover_inline(site)
    }

    /// Reads a token of this kind if it is next.
    pub(super) fn take(&mut self, kind: TokenKind, site: Site) -> Result<Option<Token>, Stop> {
        if self.kind() == kind { self.expect(kind, site) } else { Ok(None) }
    }

    fn matched(&mut self) {
        self.recovering = false;
        self.last = None;
        self.last_states.clear();
    }

    /// Checks that the next token can follow at a state. Skips a token that cannot follow if the token after
    /// it can.
    pub(super) fn sync(&mut self, site: Site) -> Result<(), Stop> {
        self.state = site.state;
        if self.recovering {
            return Ok(());
        }
        let (first, ends) = next(site.steps);
        if ends || first.has(self.kind()) {
            return Ok(());
        }
        if site.loops {
            self.report_unwanted(site)?;
            let until = self.expected(site.steps).and(self.follow());
            while self.kind() != TokenKind::Eof && !until.has(self.kind()) {
                self.consume();
            }
            return Ok(());
        }
        if self.delete_token(site)? { Ok(()) } else { Err(self.mismatch(site)) }
    }

    fn mismatch(&self, site: Site) -> Stop {
        Stop::Rule(Exception::Mismatch { token: self.at, expected: self.expected(site.steps) })
    }

    /// The error that no alternative starts with the tokens up to the one at offset `ahead`.
    pub(super) fn no_alternative(&self, ahead: usize) -> Stop {
        let last = self.tokens.list.len() - 1;
        Stop::Rule(Exception::NoAlternative { start: self.at, token: (self.at + ahead).min(last) })
    }

    /// The tokens that can follow, including those that can follow the open rules.
    fn expected(&self, steps: &[Step]) -> Set {
        let (mut tokens, mut ends) = next(steps);
        for steps in self.open.iter().rev() {
            if !ends {
                return tokens;
            }
            let more;
            (more, ends) = next(steps);
            tokens = tokens.and(more);
        }
        if ends { tokens.and(Set::of(&[TokenKind::Eof])) } else { tokens }
    }

    /// The tokens that can follow any of the open rules.
    fn follow(&self) -> Set {
        self.open.iter().fold(Set::EMPTY, |tokens, steps| tokens.and(next(steps).0))
    }

    fn delete_token(&mut self, site: Site) -> Result<bool, Stop> {
        if !self.expected(site.steps).has(self.ahead(1)) {
            return Ok(false);
        }
        self.report_unwanted(site)?;
        self.consume();
        self.matched();
        Ok(true)
    }

    fn recover_inline(&mut self, site: Site) -> Result<Option<Token>, Stop> {
        self.attempt()?;
        if self.delete_token(site)? {
            let token = self.peek();
            self.consume();
            return Ok(Some(token));
        }
        let after = self.expected(site.steps.get(1..).unwrap_or_default());
        if after.has(self.kind()) {
            if !self.recovering {
                self.recovering = true;
                let expected = self.expected(site.steps).names();
                let found = self.found(self.at);
                self.error(self.at, SyntaxError::Missing { expected, found })?;
            }
            return Ok(None);
        }
        Err(self.mismatch(site))
    }

    fn attempt(&mut self) -> Result<(), Stop> {
        if self.recoveries == MOST_RECOVERIES {
            self.error(self.at, SyntaxError::Recoveries { limit: MOST_RECOVERIES })?;
            return Err(Stop::Fatal);
        }
        self.recoveries += 1;
        Ok(())
    }

    fn recover(&mut self) -> Result<(), Stop> {
        self.attempt()?;
        let mut skipped = 0;
        if self.last == Some(self.at) && self.last_states.contains(&self.state) {
            self.consume();
            skipped += 1;
        }
        self.last = Some(self.at);
        self.last_states.push(self.state);
        let follow = self.follow();
        while self.kind() != TokenKind::Eof && !follow.has(self.kind()) {
            if skipped >= MOST_SKIPPED {
                self.issues.report(None, IssueKind::Lookahead { limit: MOST_SKIPPED });
                return Err(Stop::Fatal);
            }
            skipped += 1;
            self.consume();
        }
        Ok(())
    }

    fn report(&mut self, exception: &Exception) -> Result<(), Stop> {
        if self.recovering {
            return Ok(());
        }
        self.recovering = true;
        match *exception {
            Exception::Mismatch { token, expected } => {
                let found = self.found(token);
                self.error(token, SyntaxError::Mismatched { found, expected: expected.names() })
            }
            Exception::NoAlternative { start, token } => {
                let error = self.without_alternative(start, token);
                self.error(token, error)
            }
        }
    }

    fn without_alternative(&self, start: usize, token: usize) -> SyntaxError {
        let (first, last) = (self.token(start), self.token(token));
        // The message contains the white space between the tokens, but not skipped text that is not a token.
        let mut input = String::new();
        let mut from = first.start;
        let within = first.start..last.end;
        for (start, end) in self.tokens.skipped.iter().filter(|(start, _)| within.contains(start)) {
            input.push_str(&self.text.slice(from, *start));
            from = *end;
        }
        input.push_str(&self.text.slice(from, last.end));
        let word = input.strip_prefix('.').filter(|word| ["true", "false", "null"].contains(word));
        match word {
            // cel-go rewrites this message.
            Some(word) => {
                SyntaxError::Mismatched { found: Some(word.to_owned()), expected: vec!["IDENTIFIER"] }
            }
            None => SyntaxError::NoAlternative { input },
        }
    }

    fn report_unwanted(&mut self, site: Site) -> Result<(), Stop> {
        if self.recovering {
            return Ok(());
        }
        self.recovering = true;
        let found = self.found(self.at);
        let expected = self.expected(site.steps).names();
        self.error(self.at, SyntaxError::Extraneous { found, expected })
    }

    /// The text of a token. `None` for the end of the expression.
    fn found(&self, token: usize) -> Option<String> {
        let token = self.token(token);
        (token.kind != TokenKind::Eof).then(|| self.slice(token))
    }

    fn error(&mut self, token: usize, error: SyntaxError) -> Result<(), Stop> {
        let at = self.token(token).start;
        if self.reported < MOST_ERRORS {
            self.reported += 1;
            self.issues.report(at, error);
            return Ok(());
        }
        self.issues.report(at, SyntaxError::TooMany { limit: MOST_ERRORS });
        Err(Stop::Fatal)
    }
}
