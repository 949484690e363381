//! Unicode classes and case folding. In: the name in `\p{name}`, or a set to fold. Out: the code points in
//! Go's tables.
//!
//! Easy to break: the tables of `regex-syntax` are of a later Unicode version than Go's. All classes are
//! restricted to the characters in Go's tables; otherwise `\pL` would match letters that the server rejects.
//!
//! Go: regexp/syntax/parse.go (unicodeTable, canonicalName), unicode/tables.go (Version 15.0.0).

use alloc::format;
use alloc::string::String;
use alloc::vec;

use super::charset::CharSet;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// The characters in Go's tables, in the syntax of `regex-syntax`.
const KNOWN_TO_GO: &str = r"[\p{Age=15.0}&&\P{Cn}]";

const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// The first and the last character with another case.
const FOLDABLE: (u32, u32) = (0x41, 0x1E943);

/// Pairs that fold to each other since Unicode 15.1, and therefore not in Go.
const FOLDED_LATER: [u32; 6] = [0x390, 0x3B0, 0x1FD3, 0x1FE3, 0xFB05, 0xFB06];

const CATEGORIES: &[(&str, &[&str])] = &[
    ("C", &["Other"]),
    ("Cc", &["Control", "cntrl"]),
    ("Cf", &["Format"]),
    ("Cn", &["Unassigned"]),
    ("Co", &["Private_Use"]),
    ("Cs", &["Surrogate"]),
    ("L", &["Letter"]),
    ("LC", &["Cased_Letter"]),
    ("Ll", &["Lowercase_Letter"]),
    ("Lm", &["Modifier_Letter"]),
    ("Lo", &["Other_Letter"]),
    ("Lt", &["Titlecase_Letter"]),
    ("Lu", &["Uppercase_Letter"]),
    ("M", &["Mark", "Combining_Mark"]),
    ("Mc", &["Spacing_Mark"]),
    ("Me", &["Enclosing_Mark"]),
    ("Mn", &["Nonspacing_Mark"]),
    ("N", &["Number"]),
    ("Nd", &["Decimal_Number", "digit"]),
    ("Nl", &["Letter_Number"]),
    ("No", &["Other_Number"]),
    ("P", &["Punctuation", "punct"]),
    ("Pc", &["Connector_Punctuation"]),
    ("Pd", &["Dash_Punctuation"]),
    ("Pe", &["Close_Punctuation"]),
    ("Pf", &["Final_Punctuation"]),
    ("Pi", &["Initial_Punctuation"]),
    ("Po", &["Other_Punctuation"]),
    ("Ps", &["Open_Punctuation"]),
    ("S", &["Symbol"]),
    ("Sc", &["Currency_Symbol"]),
    ("Sk", &["Modifier_Symbol"]),
    ("Sm", &["Math_Symbol"]),
    ("So", &["Other_Symbol"]),
    ("Z", &["Separator"]),
    ("Zl", &["Line_Separator"]),
    ("Zp", &["Paragraph_Separator"]),
    ("Zs", &["Space_Separator"]),
];

/// The scripts of Unicode 15.0 by their long names. `\p{Grek}` is not accepted: Go has no short names.
const SCRIPTS: &str = "
    Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak
    Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian
    Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot
    Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs
    Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi
    Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic
    Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi
    Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu
    Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen
    Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs
    Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa
    Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian
    Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage
    Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic
    Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng
    Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil
    Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho
    Warang_Citi Yezidi Yi Zanabazar_Square
";

/// The set `name` in `\p{...}`, without a leading `^`. `None` if Go has no such name. `fold` is the flag `i`.
pub(super) fn class(name: &str, fold: bool) -> Option<CharSet> {
    let wanted = canonical(name);
    match wanted.as_str() {
        "any" => return Some(CharSet::any()),
        // Go inverts its table of unassigned characters and folds neither.
        "assigned" => return table(KNOWN_TO_GO).map(|known| with_surrogates(&known)),
        "ascii" => return Some(folded(CharSet::new(vec![(0, 0x7F)]), fold)),
        _ => {}
    }
    let category = CATEGORIES.iter().find(|(short, long)| {
        canonical(short) == wanted || long.iter().any(|long| canonical(long) == wanted)
    });
    if let Some((short, _)) = category {
        return Some(folded(general_category(short)?, fold));
    }
    let script = SCRIPTS.split_ascii_whitespace().find(|script| canonical(script) == wanted)?;
    Some(folded(known(&format!(r"\p{{Script={script}}}"))?, fold))
}

/// `set` and everything that differs from a member only in case.
pub(super) fn fold(set: &CharSet) -> CharSet {
    if set.is_ascii() {
        return fold_ascii(set);
    }
    let foldable = CharSet::new(vec![FOLDABLE]);
    if foldable.minus(set).ranges().is_empty() {
        return set.clone();
    }
    let Some(known_to_go) = table(KNOWN_TO_GO) else {
        return set.clone();
    };
    let known_to_go = known_to_go.intersect(&foldable);
    let mut class = to_class(&set.intersect(&known_to_go));
    if class.try_case_fold_simple().is_err() {
        return set.clone();
    }
    let later = CharSet::new(FOLDED_LATER.iter().map(|&c| (c, c)).collect());
    set.union(&from_class(&class).intersect(&known_to_go).minus(&later))
}

/// The letters, and the two characters beyond ASCII that fold to ASCII letters: long s and the Kelvin sign.
fn fold_ascii(set: &CharSet) -> CharSet {
    let mut ranges = set.ranges().to_vec();
    for (upper, lower) in (u32::from(b'A')..=u32::from(b'Z')).zip(u32::from(b'a')..) {
        if set.contains(upper) || set.contains(lower) {
            ranges.extend([(upper, upper), (lower, lower)]);
            match lower {
                0x6B => ranges.push((0x212A, 0x212A)),
                0x73 => ranges.push((0x17F, 0x17F)),
                _ => {}
            }
        }
    }
    CharSet::new(ranges)
}

fn folded(set: CharSet, fold_case: bool) -> CharSet {
    if fold_case { fold(&set) } else { set }
}

/// Names are compared ignoring case, underscores, hyphens and spaces.
fn canonical(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).map(|c| c.to_ascii_lowercase()).collect()
}

fn general_category(short: &str) -> Option<CharSet> {
    let unassigned = || table(KNOWN_TO_GO).map(|known| with_surrogates(&known).negate());
    match short {
        "Cn" => unassigned(),
        "Cs" => Some(CharSet::new(vec![SURROGATES])),
        "C" => {
            let control = known(r"[\p{Cc}\p{Cf}\p{Co}]")?;
            Some(with_surrogates(&control).union(&unassigned()?))
        }
        _ => known(&format!(r"\p{{gc={short}}}")),
    }
}

fn with_surrogates(set: &CharSet) -> CharSet {
    set.union(&CharSet::new(vec![SURROGATES]))
}

/// The class `pattern` in the syntax of `regex-syntax`, restricted to the characters in Go's tables.
fn known(pattern: &str) -> Option<CharSet> {
    Some(table(pattern)?.intersect(&table(KNOWN_TO_GO)?))
}

fn table(pattern: &str) -> Option<CharSet> {
    match regex_syntax::parse(pattern).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(from_class(&class)),
        // A script of one character, should there be one.
        HirKind::Literal(literal) => {
            let c = core::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(CharSet::single(u32::from(c)))
        }
        _ => None,
    }
}

fn from_class(class: &ClassUnicode) -> CharSet {
    CharSet::new(class.iter().map(|r| (u32::from(r.start()), u32::from(r.end()))).collect())
}

fn to_class(set: &CharSet) -> ClassUnicode {
    let scalars = set.minus(&CharSet::new(vec![SURROGATES]));
    ClassUnicode::new(
        scalars
            .ranges()
            .iter()
            .filter_map(|&(lo, hi)| Some(ClassUnicodeRange::new(char::from_u32(lo)?, char::from_u32(hi)?))),
    )
}
