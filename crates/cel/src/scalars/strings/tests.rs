//! Rows of the record, and a slow second form of the searches.

use super::*;

const OUT_OF_RANGE: &str = "index out of range: ";

fn fails<T: core::fmt::Debug>(found: Evaluated<T>, index: i64) {
    assert_eq!(found.map(|_| ()), Err(EvalError::text(format!("{OUT_OF_RANGE}{index}"))));
}

#[test]
fn sizes_count_code_points() {
    let arena = Arena::new();
    for (text, expected) in [("", 0), ("A", 1), ("ÿ", 1), ("four", 4), ("πέντε", 5), ("🐱😀", 2)] {
        assert_eq!(size(&arena, text), expected);
    }
}

/// Rows of the record.
#[test]
fn characters_have_an_index() {
    let arena = Arena::new();
    for (text, index, expected) in [
        ("tacocat", 3, "o"),
        ("tacocat", 7, ""),
        ("©αT", 0, "©"),
        ("©αT", 1, "α"),
        ("©αT", 2, "T"),
        ("©αT", 3, ""),
        ("", 0, ""),
    ] {
        assert_eq!(char_at(&arena, text, index), Ok(expected));
    }
    for (text, index) in
        [("tacocat", 30), ("tacocat", -1), ("©αT", 4), ("", 1), ("a", i64::MAX), ("a", i64::MIN)]
    {
        fails(char_at(&arena, text, index), index);
    }
}

/// Rows of the record.
#[test]
fn first_occurrences() {
    for (text, part, expected) in [
        ("tacocat", "", 0),
        ("tacocat", "ac", 1),
        ("tacocat", "none", -1),
        ("ta©o©αT", "©", 2),
        ("ijk", "k", 2),
        ("hello wello", "hello wello", 0),
        ("hello wello", "elbo room!!", -1),
        ("", "", 0),
    ] {
        assert_eq!(index_of(text, part), expected, "{text} {part}");
    }
    for (text, part, from, expected) in [
        ("tacocat", "", 3, 3),
        ("tacocat", "", -7, -7),
        ("tacocat", "", 100, 100),
        ("tacocat", "a", 3, 5),
        ("tacocat", "at", 3, 5),
        ("ta©o©αT", "©", 3, 4),
        ("ta©o©αT", "©αT", 3, 4),
        ("ta©o©αT", "©α", 5, -1),
        ("hello wello", "ello", 6, 7),
        ("tacocat", "a", 30, -1),
        ("tacocat", "t", 7, -1),
    ] {
        assert_eq!(index_of_from(text, part, from), Ok(expected), "{text} {part} {from}");
    }
    fails(index_of_from("tacocat", "a", -1), -1);
}

/// Rows of the record.
#[test]
fn last_occurrences() {
    for (text, part, expected) in [
        ("", "@@", -1),
        ("tacocat", "", 7),
        ("tacocat", "at", 5),
        ("tacocat", "none", -1),
        ("ta©o©αT", "©", 4),
        ("ta©o©αT", "", 7),
        ("hello wello", "low", -1),
        ("hello wello", "hello wello", 0),
    ] {
        assert_eq!(last_index_of(text, part), expected, "{text} {part}");
    }
    for (text, part, upto, expected) in [
        ("tacocat", "", 3, 3),
        ("tacocat", "a", 3, 1),
        ("ta©o©αT", "©", 3, 2),
        ("ta©o©αT", "©α", 4, 4),
        ("hello wello", "ello", 6, 1),
        ("bananananana", "nana", 7, 6),
        ("tacocat", "a", 30, -1),
        ("tacocat", "t", 7, -1),
        ("tacocat", "t", 6, 6),
        ("ab", "abc", 1, -1),
        // Where it would end is inside of a character.
        ("aé", "ab", 0, -1),
        ("", "a", 0, -1),
    ] {
        assert_eq!(last_index_of_upto(text, part, upto), Ok(expected), "{text} {part} {upto}");
    }
    fails(last_index_of_upto("tacocat", "a", -1), -1);
}

/// The loops of `strings.go` over slices of characters, as a second opinion.
#[test]
fn indices_are_those_of_the_slow_form() {
    fn at(text: &[char], part: &[char], index: usize) -> bool {
        text.get(index..index + part.len()).is_some_and(|found| found == part)
    }
    let texts = ["", "a", "é", "aa", "aé", "éa", "éé", "aéa", "ééa", "aaaa", "éaéaé", "日éa日"];
    for text in texts {
        let runes: alloc::vec::Vec<char> = text.chars().collect();
        for part in texts.into_iter().filter(|part| !part.is_empty()) {
            let sought: alloc::vec::Vec<char> = part.chars().collect();
            for from in 0..7_usize {
                let forward = (from..runes.len()).find(|&index| at(&runes, &sought, index));
                let backward = if from >= runes.len() {
                    None
                } else {
                    (0..=from).rev().find(|&index| at(&runes, &sought, index))
                };
                let index = |found: Option<usize>| Ok(found.map_or(-1, |found| found as i64));
                assert_eq!(index_of_from(text, part, from as i64), index(forward), "{text} {part} {from}");
                assert_eq!(
                    last_index_of_upto(text, part, from as i64),
                    index(backward),
                    "{text} {part} {from}"
                );
            }
        }
    }
}

#[test]
fn cases_are_ascii() {
    let arena = Arena::new();
    for (text, lower, upper) in [
        ("TacoCat", "tacocat", "TACOCAT"),
        ("TacoCÆt Xii", "tacocÆt xii", "TACOCÆT XII"),
        ("tacoCαt", "tacocαt", "TACOCαT"),
        ("\u{17f}\u{212a}", "\u{17f}\u{212a}", "\u{17f}\u{212a}"),
    ] {
        assert_eq!((lower_ascii(&arena, text), upper_ascii(&arena, text)), (lower, upper));
    }
}

/// Rows of the record.
#[test]
fn occurrences_are_replaced() {
    let arena = Arena::new();
    for (text, old, new, limit, expected) in [
        ("12 days 12 hours", "{0}", "2", -1, "12 days 12 hours"),
        ("{0} days {0} hours", "{0}", "2", -1, "2 days 2 hours"),
        ("{0} days {0} hours", "{0}", "2", 1, "2 days {0} hours"),
        ("{0} days {0} hours", "{0}", "2", 0, "{0} days {0} hours"),
        ("1 ©αT taco", "αT", "o©α", -1, "1 ©o©α taco"),
        ("abc 123", "", "x", -1, "xaxbxcx x1x2x3x"),
        ("aé", "", "x", 2, "xaxé"),
        ("aé", "", "x", 9, "xaxéx"),
        ("", "", "x", -1, "x"),
        ("abc 123 def 123", "123", "", -1, "abc  def "),
        ("aaa", "aa", "b", -1, "ba"),
    ] {
        assert_eq!(replace_limited(&arena, text, old, new, limit), expected, "{text} {old} {limit}");
    }
    assert_eq!(replace(&arena, "aba", "a", "c"), "cbc");
}

/// Rows of the record.
#[test]
fn texts_are_split() {
    let arena = Arena::new();
    for (text, separator, limit, expected) in [
        ("hello world", " ", -1, &["hello", "world"][..]),
        ("hello world events!", " ", 0, &[]),
        ("hello world events!", " ", 1, &["hello world events!"]),
        ("hello world events!", " ", 2, &["hello", "world events!"]),
        ("o©o©o©o", "©", -1, &["o", "o", "o", "o"]),
        ("", " ", -1, &[""]),
        ("", "", -1, &[]),
        ("aéb", "", -1, &["a", "é", "b"]),
        ("aéb", "", 2, &["a", "éb"]),
        ("aéb", "", 9, &["a", "é", "b"]),
        ("aéb", "", 0, &[]),
        (",a,", ",", -1, &["", "a", ""]),
        ("a, b, c", ", ", -1, &["a", "b", "c"]),
        ("a, b, c", ", ", 2, &["a", "b, c"]),
    ] {
        assert_eq!(split_limited(&arena, text, separator, limit), expected, "{text} {separator} {limit}");
    }
    assert_eq!(split(&arena, "a.b", "."), ["a", "b"]);
}

/// Rows of the record.
#[test]
fn substrings_count_code_points() {
    for (text, start, expected) in
        [("tacocat", 4, "cat"), ("tacocat", 7, ""), ("abc 123 def 123", 5, "23 def 123"), ("é日", 1, "日")]
    {
        assert_eq!(substring_from(text, start), Ok(expected));
    }
    fails(substring_from("tacocat", 40), 40);
    fails(substring_from("tacocat", -1), -1);
    fails(substring_from("é日", 3), 3);
    for (text, start, end, expected) in [
        ("tacocat", 0, 4, "taco"),
        ("tacocat", 4, 4, ""),
        ("ta©o©αT", 2, 6, "©o©α"),
        ("ta©o©αT", 7, 7, ""),
        ("abc 123 def 123", 5, 8, "23 "),
    ] {
        assert_eq!(substring(text, start, end), Ok(expected));
    }
    fails(substring("tacocat", 1, 50), 50);
    fails(substring("tacocat", 49, 50), 49);
    fails(substring("tacocat", -2, -1), -2);
    assert_eq!(
        substring("tacocat", 4, 3),
        Err(EvalError::text("invalid substring range. start: 4, end: 3".into()))
    );
}

/// Rows of the record: Go's white space.
#[test]
fn white_space_is_trimmed() {
    for (text, expected) in [
        (" \u{c}\n\r\t\u{b}text  ", "text"),
        ("\u{85}\u{a0}\u{1680}text", "text"),
        ("text\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2006}\u{2007}\u{2008}\u{2009}", "text"),
        ("\u{200a}text\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}", "text"),
        (
            "\u{180e}text\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}",
            "\u{180e}text\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}",
        ),
        ("\u{1c}text\u{1f}", "\u{1c}text\u{1f}"),
    ] {
        assert_eq!(trim(text), expected);
    }
}

#[test]
fn texts_are_joined() {
    let arena = Arena::new();
    for (a, b, expected) in [("", "x", "x"), ("x", "", "x"), ("é", "日", "é日")] {
        assert_eq!(concat(&arena, a, b), expected);
    }
}

/// Rows of the record.
#[test]
fn texts_are_quoted() {
    let arena = Arena::new();
    for (text, expected) in [
        ("", r#""""#),
        ("first\nsecond", r#""first\nsecond""#),
        ("bell\u{7}\u{8}\u{c}\r\t\u{b}", r#""bell\a\b\f\r\t\v""#),
        (r"double \\ slash", r#""double \\\\ slash""#),
        (r"ends with \", r#""ends with \\""#),
        ("mid string \" quote 'q'", r#""mid string \" quote 'q'""#),
        ("\u{0}\u{1b}\u{7f}завтра🐱", "\"\u{0}\u{1b}\u{7f}завтра🐱\""),
    ] {
        assert_eq!(quote(&arena, text), expected);
    }
}

/// Parts of the input are not copied.
#[test]
fn parts_of_a_text_allocate_nothing() {
    let arena = Arena::new();
    let text = "Hello, wörld";
    for part in [
        lower_ascii(&arena, "wörld"),
        upper_ascii(&arena, "WÖRLD"),
        replace(&arena, text, "x", "y"),
        concat(&arena, text, ""),
        trim(text),
    ] {
        assert!(!part.is_empty());
    }
    assert!(substring(text, 1, 9).is_ok() && char_at(&arena, text, 8).is_ok());
    assert_eq!(arena.allocated_bytes(), 0);
}
