//! Whole expressions: types, costs, errors.

use super::server::Minor;
use super::*;

fn compile(text: &str) -> Result<(String, Range), String> {
    let mut scope = Scope::default();
    let text = Text::new(text);
    match Environment::new(Minor::NEWEST).compile(&text, &mut scope) {
        Ok(found) => Ok((scope.types.type_name(found.result, &scope.declarations), found.cost)),
        Err(Refusal::Issues(issues)) => Err(issues.display(&text)),
        Err(Refusal::Program(message)) => Err(message),
    }
}

#[test]
fn literals_have_types() {
    assert_eq!(compile("[1, 2]"), Ok(("list(int)".to_owned(), Range { min: 10, max: 10 })));
    assert_eq!(compile("int(1e99)"), Err("integer overflow".to_owned()));
}
