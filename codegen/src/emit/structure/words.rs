//! Converts names in schemas to Rust identifiers. In: names of fields, and strings of enums. Out: names of
//! methods, types and variants.
//!
//! Easy to break: every identifier must be valid and unused, also for keywords, for names without letters,
//! and for names that differ only in their case.

use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::format_ident;

/// The words of a name: `podCIDRs` has `pod` and `CIDRs`, `URLRewrite` has `URL` and `Rewrite`.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| letters.get(at)).copied().unwrap_or('_');
        let is_plural = |at: usize| {
            letters.get(at) == Some(&'s') && letters.get(at + 1).is_none_or(|next| !next.is_ascii_lowercase())
        };
        let after_word = before.is_ascii_lowercase() || before.is_ascii_digit();
        let ends_acronym = before.is_ascii_uppercase()
            && letters.get(at + 1).is_some_and(char::is_ascii_lowercase)
            && !is_plural(at + 1);
        if letter.is_ascii_uppercase() && (after_word || ends_acronym) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        word.push(letter);
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// A name in the case of types: `UrlRewrite`. Empty if there are no letters and digits.
pub(crate) fn pascal(name: &str) -> String {
    let capital = |word: String| {
        let word = word.to_ascii_lowercase();
        let rest = word.get(1..).unwrap_or_default();
        let first = word.get(..1).unwrap_or_default().to_ascii_uppercase();
        first + rest
    };
    let words: Vec<String> = words(name).into_iter().map(capital).collect();
    // Without an underscore, digits at the end of a word and at the start of the next would read as one
    // number.
    words.into_iter().fold(String::new(), |mut name, word| {
        let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        if digit(name.chars().last()) && digit(word.chars().next()) {
            name.push('_');
        }
        name + &word
    })
}

/// A name in the case of methods: `url_rewrite`.
pub(crate) fn snake(name: &str) -> String {
    words(name).join("_").to_ascii_lowercase()
}

/// Names that are taken in one scope.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    names: HashSet<String>,
    /// The last number that was appended to each wanted name.
    numbers: HashMap<String, u32>,
}

impl Taken {
    /// A scope in which these names are taken.
    pub(crate) fn with(names: &[&str]) -> Taken {
        Taken { names: names.iter().map(|name| (*name).to_owned()).collect(), ..Taken::default() }
    }

    /// A free name: the wanted one, with a number appended if it is taken.
    pub(crate) fn unique(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        // Continues after the last number used for that name: thousands of places may want it.
        let number = self.numbers.entry(wanted.clone()).or_insert(1);
        // rustc warns of underscores in the names of types and variants, except between digits.
        let is_type = wanted.starts_with(|first: char| first.is_ascii_uppercase());
        let separator =
            if is_type && !wanted.ends_with(|last: char| last.is_ascii_digit()) { "" } else { "_" };
        while !self.names.insert(name.clone()) {
            *number += 1;
            name = format!("{wanted}{separator}{number}");
        }
        name
    }

    /// A free identifier. `otherwise` replaces a name without letters.
    pub(crate) fn free(&mut self, wanted: String, otherwise: &str) -> Ident {
        let wanted = match wanted.chars().next() {
            None => otherwise.to_owned(),
            Some(first) if first.is_ascii_digit() && otherwise.starts_with(char::is_uppercase) => {
                format!("V{wanted}")
            }
            Some(first) if first.is_ascii_digit() => format!("_{wanted}"),
            Some(_) => wanted,
        };
        identifier(&self.unique(wanted))
    }
}

/// The variants for the strings of an enum. The name `Unlisted` is left free for a variant of all other
/// strings.
pub(crate) fn variants(strings: &[&str]) -> Vec<Ident> {
    let mut taken = Taken::with(&["Unlisted"]);
    strings.iter().map(|text| taken.free(pascal(text), "Empty")).collect()
}

/// An identifier as text, without the `r#` of a keyword.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// A name as an identifier. Keywords become raw identifiers, or get an underscore if they cannot be raw.
fn identifier(name: &str) -> Ident {
    if matches!(name, "self" | "Self" | "super" | "crate" | "_") {
        return format_ident!("{name}_");
    }
    // A keyword since edition 2024, which syn does not know.
    let keyword = name == "gen" || syn::parse_str::<Ident>(name).is_err();
    if keyword { format_ident!("r#{name}") } else { format_ident!("{name}") }
}

#[cfg(test)]
mod tests {
    use super::{Taken, pascal, snake};

    #[test]
    fn names_are_split_into_words() {
        for (name, method, kind) in [
            ("replicas", "replicas", "Replicas"),
            ("backendRefs", "backend_refs", "BackendRefs"),
            ("isCA", "is_ca", "IsCa"),
            ("URLRewrite", "url_rewrite", "UrlRewrite"),
            ("podCIDRs", "pod_cidrs", "PodCidrs"),
            ("externalIPsPolicy", "external_ips_policy", "ExternalIpsPolicy"),
            ("ca-cert", "ca_cert", "CaCert"),
            ("x509.v1", "x509_v1", "X509V1"),
            ("1.2", "1_2", "1_2"),
            ("größe", "gr_e", "GrE"),
            ("$ref", "ref", "Ref"),
            ("==", "", ""),
        ] {
            assert_eq!((snake(name).as_str(), pascal(name).as_str()), (method, kind), "{name}");
        }
    }

    #[test]
    fn identifiers_are_free_and_valid() {
        let mut taken = Taken::with(&["as_value"]);
        let mut free = |name: &str| taken.free(snake(name), "field").to_string();
        assert_eq!(free("type"), "r#type");
        assert_eq!(free("gen"), "r#gen");
        assert_eq!(free("self"), "self_");
        assert_eq!(free("asValue"), "as_value_2");
        assert_eq!(free("fooBar"), "foo_bar");
        assert_eq!(free("foo_bar"), "foo_bar_2");
        assert_eq!(free("3scale"), "_3scale");
        assert_eq!(free("=="), "field");
        let mut taken = Taken::default();
        let mut free = |name: &str| taken.free(pascal(name), "Empty").to_string();
        assert_eq!(free("1.2"), "V1_2");
        assert_eq!(free(""), "Empty");
        assert_eq!(free("self"), "Self_");
        assert_eq!(free("none"), "None");
        assert_eq!(free("None"), "None2");
        assert_eq!(free("1.2"), "V1_2_2");
    }
}
