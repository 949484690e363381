//! The name of the unit type: the kind as an identifier.

use proc_macro2::Ident;
use quote::format_ident;

/// The letters and digits of a kind. Keywords become raw identifiers (`r#struct`), or get the prefix `Kind`
/// if they cannot (`Kindself`).
pub(crate) fn type_name(kind: &str) -> Ident {
    let mut name: String = kind.chars().filter(|unit| unit.is_ascii_alphanumeric()).collect();
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if !starts || matches!(name.as_str(), "self" | "Self" | "super" | "crate") {
        name.insert_str(0, "Kind");
    }
    // `gen` is a keyword from edition 2024 on, which syn does not recognize.
    let keyword = name == "gen" || syn::parse_str::<Ident>(&name).is_err();
    if keyword { format_ident!("r#{name}") } else { format_ident!("{name}") }
}

#[cfg(test)]
mod tests {
    use super::type_name;

    #[test]
    fn kinds_are_identifiers() {
        for (kind, name) in [
            ("Database", "Database"),
            ("my-kind", "mykind"),
            ("self", "Kindself"),
            ("Self", "KindSelf"),
            ("crate", "Kindcrate"),
            ("struct", "r#struct"),
            ("async", "r#async"),
            ("gen", "r#gen"),
            ("3d", "Kind3d"),
            ("\u{212a}", "Kind"),
        ] {
            assert_eq!(type_name(kind).to_string(), name);
        }
    }
}
