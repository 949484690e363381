//! The variables in an unknown text. In: the text. Out: its parts.

/// A part of a text.
pub(super) enum Part<'t> {
    Text(&'t str),
    /// By its name.
    Variable(String),
}

impl Part<'_> {
    pub(super) fn variable(self) -> Option<String> {
        match self {
            Part::Variable(name) => Some(name),
            Part::Text(_) => None,
        }
    }
}

/// The parts of an unknown text. One without variables is unknown as a whole.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    let mut found = false;
    while let Some(at) = [rest.find("${"), rest.find("{{")].into_iter().flatten().min() {
        let end = if rest[at..].starts_with("${") { "}" } else { "}}" };
        let Some(length) = rest[at..].find(end) else { break };
        let variable = rest[at + 2..at + length].trim();
        let name = variable.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|_| end == "}");
        let name = &variable[..name.unwrap_or(variable.len())];
        parts.push(Part::Text(&rest[..at]));
        parts.push(Part::Variable(name.to_owned()));
        rest = &rest[at + length + end.len()..];
        found = true;
    }
    if !found {
        return vec![Part::Variable(text.to_owned())];
    }
    parts.push(Part::Text(rest));
    parts.retain(|part| !matches!(part, Part::Text("")));
    parts
}
