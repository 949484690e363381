//! Writes a compiled pattern as a Rust function. In: a compiled pattern. Out: `fn name(s: &[u8]) -> bool`,
//! including its tables.
//!
//! Tables are written compactly, because the runtime's `const fn`s expand them while the user's crate is
//! compiled: classes as pairs of bytes, states as rows of small numbers.

use crdc_schema::pattern::{Alphabet, Dfa, Form, Matcher, Run, SHIFT_STATES, Shape};
use crdc_vocabulary::regexp::Look;
use crdc_vocabulary::regexp::program::{Inst, Program};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Above this many states, the rows are one byte string instead of an array each.
const READABLE_STATES: usize = 32;

/// The items that define `fn #name(s: &[u8]) -> bool`. Everything the function needs is inside it, so that
/// names cannot clash. `runtime` is the path of the runtime crate.
///
/// The bytes passed to that function must be valid UTF-8; for others the result is unspecified, but it does
/// not panic. It takes linear time and does not allocate.
#[must_use]
pub fn function(matcher: &Matcher, name: &Ident, runtime: &TokenStream) -> TokenStream {
    let form = matcher.form();
    let body = match form {
        Form::Shape(shape) => emit_shape(shape, runtime),
        Form::Suffix(text) => {
            let text = Literal::byte_string(text);
            quote! { s.ends_with(#text) }
        }
        Form::Dfa(dfa) => emit_dfa(dfa, runtime),
        Form::Program(program) => emit_program(program, runtime),
    };
    let argument = match form {
        Form::Shape(Shape::Always(_)) => quote! { _s },
        _ => quote! { s },
    };
    quote! { fn #name(#argument: &[u8]) -> bool { #body } }
}

fn emit_shape(shape: &Shape, runtime: &TokenStream) -> TokenStream {
    match shape {
        Shape::Always(answer) => quote! { #answer },
        Shape::Exact(texts) => {
            let texts = texts.iter().map(|text| Literal::byte_string(text));
            quote! { ::core::matches!(s, #(#texts)|*) }
        }
        Shape::Prefix(texts) => {
            let texts = texts.iter().map(|text| Literal::byte_string(text));
            quote! { #(s.starts_with(#texts))||* }
        }
        Shape::Contains(set) => {
            let pairs = pairs(|byte| set[usize::from(byte)]);
            quote! {
                static SET: [bool; 256] = #runtime::pattern::set(#pairs);
                s.iter().any(|&byte| SET[usize::from(byte)])
            }
        }
        Shape::Run(run) => emit_run(run, runtime),
    }
}

fn emit_run(run: &Run, runtime: &TokenStream) -> TokenStream {
    let pairs = pairs(|byte| run.set[usize::from(byte)]);
    let min = Literal::usize_unsuffixed(run.min);
    let every = run.set.iter().all(|&member| member);
    let length = if run.chars {
        quote! { #runtime::pattern::chars(rest) }
    } else {
        quote! { rest.len() }
    };
    let mut checks = Vec::new();
    match (run.open, run.min, run.max) {
        (true, ..) => checks.push(quote! {
            rest.get(..#min).is_some_and(|first| #runtime::pattern::all(&SET, first))
        }),
        (false, 0, None) => {}
        (false, 1, None) => checks.push(quote! { !rest.is_empty() }),
        (false, _, None) => checks.push(quote! { #length >= #min }),
        (false, _, Some(max)) if max == run.min => checks.push(quote! { #length == #min }),
        (false, 0, Some(max)) => {
            let max = Literal::usize_unsuffixed(max);
            checks.push(quote! { #length <= #max });
        }
        (false, _, Some(max)) => {
            let max = Literal::usize_unsuffixed(max);
            checks.push(quote! { (#min..=#max).contains(&#length) });
        }
    }
    let mut table = None;
    if !every || run.open {
        table = Some(quote! {
            static SET: [bool; 256] = #runtime::pattern::set(#pairs);
        });
        if !run.open {
            checks.push(quote! { #runtime::pattern::all(&SET, rest) });
        }
    }
    let prefix = Literal::byte_string(&run.prefix);
    let rest = if run.prefix.is_empty() {
        quote! { let rest = s; }
    } else {
        quote! { let Some(rest) = s.strip_prefix(#prefix) else { return false; }; }
    };
    quote! { #table #rest #(#checks)&&* }
}

/// The ranges of a set of bytes, two bytes each: `b"09az"` is digits and lowercase letters.
fn pairs(member: impl Fn(u8) -> bool) -> Literal {
    let mut pairs = Vec::new();
    for byte in 0..=255u8 {
        if !member(byte) {
            continue;
        }
        match pairs.last_mut() {
            Some(last) if *last == byte.wrapping_sub(1) && byte > 0 => *last = byte,
            _ => pairs.extend([byte, byte]),
        }
    }
    Literal::byte_string(&pairs)
}

fn emit_dfa(dfa: &Dfa, runtime: &TokenStream) -> TokenStream {
    let [start, live, accepting, settled] =
        [dfa.start, dfa.live, dfa.accepting, dfa.settled].map(Literal::usize_unsuffixed);
    let layout = quote! {
        #runtime::pattern::Layout {
            start: #start, live: #live, accepting: #accepting, settled: #settled,
        }
    };
    let count = dfa.class_count();
    let groups = (1..count).map(|class| pairs(|b| usize::from(dfa.classes[usize::from(b)]) == class));
    let classes = quote! { #runtime::pattern::classes(&[#(#groups),*]) };
    let rows = || {
        let rows = dfa.next.iter().map(|row| {
            let row = row.iter().map(|&to| Literal::usize_unsuffixed(to));
            quote! { [#(#row),*] }
        });
        quote! { &[#(#rows),*] }
    };
    let stride = Literal::usize_unsuffixed(count);
    let cells = dfa.states() * count;
    if dfa.states() <= SHIFT_STATES {
        let rows = rows();
        return quote! {
            static TABLE: [u64; 256] = #runtime::pattern::shift_table(&#classes, #rows);
            #runtime::pattern::shift(&TABLE, #layout, s)
        };
    }
    if cells <= 256 {
        let table = if dfa.states() <= READABLE_STATES {
            let rows = rows();
            quote! { #runtime::pattern::table8(#rows) }
        } else {
            let cells = dfa.next.iter().flatten();
            let bytes: Vec<u8> = cells.map(|&to| u8::try_from(to).unwrap_or(0)).collect();
            let bytes = Literal::byte_string(&bytes);
            quote! { #runtime::pattern::packed8(#bytes, #stride) }
        };
        return quote! {
            static CLASSES: [u8; 256] = #classes;
            static TABLE: [u8; 256] = #table;
            #runtime::pattern::walk8(&CLASSES, &TABLE, #stride, #layout, s)
        };
    }
    let length = Literal::usize_unsuffixed(cells.next_power_of_two());
    let table = if dfa.states() <= READABLE_STATES {
        let rows = rows();
        quote! { #runtime::pattern::table16(#rows) }
    } else {
        let bytes: Vec<u8> =
            dfa.next.iter().flatten().flat_map(|&to| u16::try_from(to).unwrap_or(0).to_le_bytes()).collect();
        let bytes = Literal::byte_string(&bytes);
        quote! { #runtime::pattern::packed16(#bytes, #stride) }
    };
    quote! {
        static CLASSES: [u8; 256] = #classes;
        static TABLE: [u16; #length] = #table;
        #runtime::pattern::walk16(&CLASSES, &TABLE, #stride, #layout, s)
    }
}

fn emit_program(program: &Program, runtime: &TokenStream) -> TokenStream {
    let alphabet = Alphabet::new(program);
    let count = program.insts.len();
    let code: Vec<u8> = program.insts.iter().flat_map(|inst| encode(*inst)).collect();
    let code = Literal::byte_string(&code);
    let ranges = alphabet.starts.iter().map(|&(start, class)| {
        let (start, class) = (Literal::u32_unsuffixed(start), Literal::usize_unsuffixed(class));
        quote! { (#start, #class) }
    });
    let words = alphabet.class_count().div_ceil(64).max(1);
    let mut members = vec![0u64; words * program.sets.len()];
    for (class, sets) in alphabet.sets.iter().enumerate() {
        for set in sets {
            members[set * words + class / 64] |= 1 << (class % 64);
        }
    }
    let members = members.into_iter().map(Literal::u64_unsuffixed);
    let insts = Literal::usize_unsuffixed(count);
    let seen = Literal::usize_unsuffixed(count.div_ceil(64));
    let words = Literal::usize_unsuffixed(words);
    quote! {
        static INSTS: [#runtime::pattern::Inst; #insts] = #runtime::pattern::insts(#code);
        static PROGRAM: #runtime::pattern::Program = #runtime::pattern::Program {
            insts: &INSTS,
            ranges: &[#(#ranges),*],
            members: &[#(#members),*],
            words: #words,
        };
        #runtime::pattern::simulate::<#insts, #seen>(&PROGRAM, s)
    }
}

/// Five bytes: the operation and two numbers, low byte first.
fn encode(inst: Inst) -> [u8; 5] {
    let (kind, a, b) = match inst {
        Inst::Match => (0, 0, 0),
        Inst::Set { set, next } => (1, set, next),
        Inst::Split(a, b) => (2, a, b),
        Inst::Look(look, next) => {
            let look = match look {
                Look::BeginText => 0,
                Look::EndText => 1,
                Look::BeginLine => 2,
                Look::EndLine => 3,
                Look::WordBoundary => 4,
                Look::NoWordBoundary => 5,
            };
            (3, look, next)
        }
    };
    // There are at most `program::MAX_STATES` of anything, which fits in 16 bits.
    let [a, b] = [a, b].map(|n| u16::try_from(n).unwrap_or(0).to_le_bytes());
    [kind, a[0], a[1], b[0], b[1]]
}
