//! A function of another language.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Names {
    /// +kubebuilder:validation:XValidation:rule="self.all(name, name.startsWth('a'))",message="names begin with a"
    names: Vec<String>,
}

fn main() {}
