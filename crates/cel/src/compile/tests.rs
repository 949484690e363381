//! Whole expressions: types, costs, errors, and texts that are meant to be slow.

use super::cost::Range;
use super::*;
use crdc_vocabulary::Minor;

fn compile(text: &str) -> Result<(String, Range), String> {
    let mut scope = Scope::default();
    let text = Text::new(text);
    match Environment::new(Minor::NEWEST).compile(&text, &mut scope) {
        Ok(found) => Ok((scope.types.type_name(found.result, &scope.declarations), found.cost)),
        Err(CompileError::Issues(issues)) => Err(issues.display(&text)),
        Err(CompileError::Program(message)) => Err(message),
    }
}

fn of(name: &str, min: u64, max: u64) -> Result<(String, Range), String> {
    Ok((name.to_owned(), Range { min, max }))
}

#[test]
fn expressions_have_types_and_costs() {
    assert_eq!(compile("[1, 2]"), of("list(int)", 10, 10));
    // From the record.
    assert_eq!(compile("[].map(n, n / 2)"), of("list(int)", 21, 21));
    assert_eq!(compile("([].map(x,x))[0].foo"), of("dyn", 22, 22));
    assert_eq!(compile("optional.of(42).optMap(y, y + 1).value()"), of("int", 4, 18));
    assert_eq!(compile("2 / 0 > 4 ? 'baz' : 'quux'"), of("string", 2, 2));
}

#[test]
fn conversions_of_literals_are_computed() {
    assert_eq!(compile("int(1e99)"), Err("integer overflow".to_owned()));
    assert_eq!(
        compile("timestamp(string(1.5))"),
        Err("type conversion error from 'string' to 'google.protobuf.Timestamp'".to_owned())
    );
    assert_eq!(compile("'a'.find('(')"), Err("error parsing regexp: missing closing ): `(`".to_owned()));
    assert_eq!(compile("{1: 2}[dyn(b'')]"), Err("invalid qualifier type: types.Bytes".to_owned()));
}

#[test]
fn older_servers_know_less() {
    let compiles = |minor: u8, text: &str| {
        Environment::new(Minor(minor)).compile(&Text::new(text), &mut Scope::default()).is_ok()
    };
    assert!(!compiles(28, "1 < 1.5") && compiles(29, "1 < 1.5"));
    assert!(!compiles(32, "[1].all(i, x, x > i)") && compiles(33, "[1].all(i, x, x > i)"));
    assert!(!compiles(34, "[2, 1].sort() == [1, 2]") && compiles(35, "[2, 1].sort() == [1, 2]"));
}

/// The values are those of the servers' own tests: cel-go checker/cost_test.go at v0.22.0 and v0.23.2,
/// apiserver pkg/cel/library/cost_test.go at v0.31 and v0.32.
#[test]
fn older_servers_estimate_other_costs() {
    let cost = |minor: u8, text: &str| {
        let environment = Environment::new(Minor::NEWEST).with_costs_of(Minor(minor));
        let compiled = environment.compile(&Text::new(text), &mut Scope::default());
        compiled.map(|compiled| (compiled.cost.min, compiled.cost.max)).unwrap_or_default()
    };
    let nested = "[1,2,3,4,5].map(x, [x, x]).all(y, y.all(y, y == 1))";
    assert_eq!((cost(32, nested), cost(33, nested)), ((157, u64::MAX), (157, 217)));
    for (text, same) in [
        ("[1,2,3].all(i, i in [1,2,3].map(j, j + j))", (20, 230)),
        ("[1,2,3,4,5].map(x, x).map(x, x) + [1]", (173, 173)),
        ("[[1,2],[1,2],[1,2],[1,2],[1,2]][4]", (61, 61)),
    ] {
        assert_eq!((cost(32, text), cost(33, text)), (same, same), "{text}");
    }
    let dynamic = "dyn([1,2,3]).all(i, i in dyn([1,2,3]).map(j, j + j))";
    assert_eq!((cost(32, dynamic).1 > 10_000_000, cost(33, dynamic)), (true, (21, 234)));
    let equal = "quantity('200M') == quantity('200M')";
    assert_eq!((cost(31, equal), cost(32, equal)), ((3, 1_844_674_407_370_955_266), (3, 3)));
    let long = "isQuantity('20000000000000000000000000000000M')";
    assert_eq!((cost(29, long).1, cost(30, long).1), (1, 4));
}

/// The deepest expressions that the parser accepts, for each way of nesting.
#[test]
fn the_deepest_expressions_fit_on_a_small_stack() {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let deep = [
        nested("(", "1", ")", 249),
        nested("[", "1", "]", 249),
        nested("!(", "true", ")", 249),
        nested("{1: ", "1", "}", 249),
        nested("true ? 1 : ", "1", "", 249),
        nested("dyn(", "1", ")", 249),
        nested("[1].all(x, ", "true", ")", 240),
        nested("[1].map(x, x > 0, ", "1", ")", 240),
        nested("[1].transformList(i, x, x > 0, ", "1", ")", 240),
        nested("1 + 2 * (", "1", ")", 80),
        format!("dyn(1){}", ".a".repeat(249)),
        format!("[1]{}", ".map(x, x)".repeat(249)),
        format!("1{}", " + 1".repeat(249)),
        format!("true{}", " && true".repeat(10_000)),
    ];
    for text in deep {
        let start: String = text.chars().take(40).collect();
        assert!(compile(&text).is_ok(), "{start}: {:?}", compile(&text));
    }
}

/// Types, paths and sizes that would grow with each step if they were copied.
#[test]
fn hostile_expressions_end() {
    let doubling = format!("[1]{}", ".map(x, {'a': x, 'b': x})".repeat(60));
    assert!(compile(&doubling).is_ok());
    let pairs = format!("[[]]{}", ".map(x, [x, x])".repeat(60));
    assert!(compile(&pairs).is_ok());
    let wrong = format!("[1]{} + 1", ".map(x, {x: x})".repeat(60));
    assert!(compile(&wrong).is_err_and(|message| message.len() < 2_000_000));
    let many = format!("[{}]", "x,".repeat(49_000));
    assert!(compile(&many).is_err_and(|message| message.ends_with("48900 more errors were truncated")));
    let unknown = format!("[{}] == 1", "[],".repeat(30_000));
    assert!(compile(&unknown).is_err());
}

/// Evaluates a condition with the variables `object` and `oldObject`, which are read by their JSON types: a
/// list of numbers, and null.
fn with_variables(text: &str) -> Result<bool, String> {
    use super::program::{ValueType, ValueTypes, lower};
    use crate::document::schema::Form;
    use crate::values::Value;
    use crate::values::built::Slot;

    let mut scope = Scope::default();
    for name in ["object", "oldObject"] {
        scope.variables.declare(name, types::Type::DYN);
    }
    let text = Text::new(text);
    let checked = Environment::new(Minor::NEWEST).check(&text, &mut scope);
    let checked = checked.map_err(|issues| issues.display(&text))?;
    let program = lower(&checked, &scope).map_err(|unsupported| unsupported.what)?;
    let mut types = ValueTypes::default();
    let of = types.add(ValueType::of(Form::Raw));
    let arena = bumpalo::Bump::new();
    let mut evaluator = Evaluator::new(&arena, &types);
    evaluator.load(|document, _| {
        document.begin_object(Slot::Item);
        document.begin_list(Slot::Member("numbers"));
        [1, 2, 3].into_iter().for_each(|number| document.int(Slot::Item, number));
        document.end();
        document.end();
        document.null(Slot::Item);
    });
    // The object has five values.
    let found =
        evaluator.run_with(&program, &[(0, of), (5, of)], |value| Ok(matches!(value, Value::Bool(true))));
    found.result.map_err(|error| error.to_string())
}

#[test]
fn declared_variables_have_values() {
    assert_eq!(with_variables("object.numbers.all(x, x > 0) && oldObject == null"), Ok(true));
    assert_eq!(with_variables("object.numbers.exists(object, object == 3)"), Ok(true));
    assert_eq!(with_variables("has(object.others) || object.numbers[1] == 3"), Ok(false));
    assert_eq!(with_variables("object.?numbers[?9].hasValue()"), Ok(false));
    assert_eq!(with_variables("object.others > 1"), Err("no such key: others".to_owned()));
    assert_eq!(with_variables("oldObject.numbers == []"), Err("no such key: numbers".to_owned()));
    let undeclared = with_variables("self.numbers == []");
    assert!(
        matches!(&undeclared, Err(why) if why.contains("undeclared reference to 'self'")),
        "{undeclared:?}"
    );
}
