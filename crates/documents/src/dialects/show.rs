//! Prints immutability extensions with their rows: an excerpt for terminals, one line each for pipes, JSON
//! for tools. Rows that hold for every extension come first, once.

use super::report::Report;
use super::table::{Answer, GENERAL, Row};
use crdc_schema::Dialect;
use crdc_source::diag::outside;
use crdc_source::render::{Format, Renderer, json};
use crdc_source::{Lines, Source};

/// The differences for the extensions of one source. Empty if there are none.
///
/// In JSON every line is an object: `case` (the name of the row), `situation`, and for each dialect
/// `{"answer": "accepts" or "refuses", "words"}`; then `crd`, `version`, `path`, `mark`, `dialect` (the one
/// set on the same schema) and `place`, which are null in rows that hold for every extension.
#[must_use]
pub fn render(source: &Source, marks: &[Report], format: Format) -> String {
    let mut out = String::new();
    if marks.is_empty() {
        return out;
    }
    let lines = source.lines();
    match format {
        Format::Human | Format::Colour => {
            out.push_str("for every immutability extension:\n");
            GENERAL.iter().for_each(|row| for_people(row, &mut out));
            for marked in marks {
                let place = place(source, &lines, marked);
                out.push_str(&format!("\n{place}: {}{}\n", title(marked), beside(marked)));
                marked.rows.iter().for_each(|row| for_people(row, &mut out));
                if marked.rows.is_empty() {
                    out.push_str("  no other differences\n");
                }
            }
        }
        Format::Plain | Format::Markdown => {
            let item = if format == Format::Markdown { "- " } else { "" };
            for row in GENERAL {
                let name = outside::path(&source.name);
                out.push_str(&format!("{item}{name}: dialects[{}]: {}\n", row.id, sentence(row)));
            }
            for marked in marks {
                let place = place(source, &lines, marked);
                for row in &marked.rows {
                    out.push_str(&format!(
                        "{item}{place}: dialects[{}]: {}: {}\n",
                        row.id,
                        title(marked),
                        sentence(row)
                    ));
                }
            }
        }
        Format::Json => {
            let renderer = Renderer::new(source, Format::Json);
            GENERAL.iter().for_each(|row| for_tools(row, None, &renderer, &mut out));
            for marked in marks {
                marked.rows.iter().for_each(|row| for_tools(row, Some(marked), &renderer, &mut out));
            }
        }
    }
    out
}

fn place(source: &Source, lines: &Lines<'_>, marked: &Report) -> String {
    let (line, column) = lines.line_column(marked.key.start);
    format!("{}:{line}:{column}", outside::path(&source.name))
}

/// `` `spec.engine` in v1, `x-kubernetes-immutable` ``.
fn title(marked: &Report) -> String {
    let version = marked.version.as_ref().map_or(String::new(), |name| format!(" in {name}"));
    let place = format!("`{}`{version}", marked.path);
    format!("{}, `{}`", outside::line(&place), marked.mark.keyword())
}

fn beside(marked: &Report) -> String {
    marked.chosen.map_or(String::new(), |dialect| format!(", checked as `{}`", dialect.as_str()))
}

fn for_people(row: &Row, out: &mut String) {
    out.push_str(&format!("  {}:\n", row.situation));
    for dialect in Dialect::ALL {
        let answer = row.answer(dialect);
        out.push_str(&format!("    {:<11} {}: {}\n", dialect.as_str(), answer.verb(), answer.words()));
    }
}

fn sentence(row: &Row) -> String {
    let said = Dialect::ALL.map(|dialect| {
        let answer = row.answer(dialect);
        format!("{} {} ({})", dialect.as_str(), answer.verb(), answer.words())
    });
    format!("{}: {}", row.situation, said.join(", "))
}

fn for_tools(row: &Row, marked: Option<&Report>, renderer: &Renderer<'_>, out: &mut String) {
    let mut object = json::Object::new();
    object.text("case", row.id);
    object.text("situation", row.situation);
    for dialect in Dialect::ALL {
        object.verbatim(dialect.as_str(), &answer(row.answer(dialect)));
    }
    object.optional("crd", marked.map(|marked| marked.crd.as_str()));
    object.optional("version", marked.and_then(|marked| marked.version.as_deref()));
    object.optional("path", marked.map(|marked| marked.path.as_str()));
    object.optional("mark", marked.map(|marked| marked.mark.keyword()));
    object.optional("dialect", marked.and_then(|marked| marked.chosen).map(Dialect::as_str));
    let place = marked.map_or("null".to_owned(), |marked| renderer.place_in_json(marked.key));
    object.verbatim("place", &place);
    out.push_str(&object.finish());
    out.push('\n');
}

fn answer(answer: Answer) -> String {
    let mut object = json::Object::new();
    object.text("answer", answer.verb());
    object.text("words", answer.words());
    object.finish()
}
