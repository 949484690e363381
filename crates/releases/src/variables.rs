//! Fills variables as Flux does. In: a text. Out: the text with the values that are known; a variable without
//! one stays as it is.
//
// fluxcd/pkg: envsubst/parse/parse.go

/// Fills `${NAME}`, and `${NAME:=default}`, `${NAME:-default}`, `${NAME=default}` and `${NAME-default}`.
pub(crate) fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("${") {
        filled.push_str(before);
        let Some((inner, after)) = after.split_once('}') else {
            // Nor does any after it end.
            return filled + "${" + after;
        };
        let end = inner.find(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric());
        let (name, operator) = inner.split_at(end.unwrap_or(inner.len()));
        let defaults = [":=", ":-", "=", "-"].iter();
        let default = defaults.filter_map(|sign| operator.strip_prefix(sign)).next();
        let known = (operator.is_empty() || default.is_some()) && !before.ends_with('$');
        match value(name).or_else(|| default.map(str::to_owned)).filter(|_| known) {
            Some(value) => filled.push_str(&value),
            None => filled.extend(["${", inner, "}"]),
        }
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn variables_have_values_or_defaults() {
        let value = |name: &str| (name == "A").then(|| "1.2.3".to_owned());
        for (text, expected) in [
            ("${A}", "1.2.3"),
            ("v${A}-x", "v1.2.3-x"),
            ("${A:=2}", "1.2.3"),
            ("${B:=2}", "2"),
            ("${B:-2}${B-3}${B=4}", "234"),
            ("${B}", "${B}"),
            ("${B}-${A}", "${B}-1.2.3"),
            ("$${A}", "$${A}"),
            ("${A:0:1}", "${A:0:1}"),
            ("${A", "${A"),
            ("$A", "$A"),
        ] {
            assert_eq!(fill(text, value), expected, "{text}");
        }
    }
}
