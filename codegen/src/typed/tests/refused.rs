//! What is refused: the words, and the line of the marker.

use super::problems;

#[track_caller]
fn refused(text: &str, expected: &[&str]) {
    assert_eq!(problems(text), expected, "{text}");
}

/// A field on line 2, whose markers begin there.
#[track_caller]
fn at_field(text: &str, expected: &[&str]) {
    refused(&format!("struct S {{\n{text}\n}}"), expected);
}

#[test]
fn unknown_and_misspelt_markers() {
    at_field("/// +imutable\na: u8", &["2 marker-unknown: there is no marker `+imutable`"]);
    at_field("/// Words.\n/// +Immutable\na: u8", &["3 marker-unknown: there is no marker `+Immutable`"]);
    at_field("/// +k8s:imutable\na: u8", &["2 marker-unknown: there is no marker `+k8s:imutable`"]);
    at_field("/// +k8s:anything\na: u8", &["2 marker-unknown: there is no marker `+k8s:anything`"]);
    at_field(
        "/// +kubebuilder:validation:Maxlength=3\na: String",
        &["2 marker-unknown: there is no marker `+kubebuilder:validation:Maxlength`"],
    );
    let (_, problems) = super::read(&super::parse("struct S {\n/// +imutable\na: u8 }"));
    assert_eq!(problems.problems()[0].help, "did you mean `+immutable`?");
}
