//! A number that a function writes as text, with the schema and the rules of a text.
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    /// +k8s:maxLength=5
    /// +crdc:rule=self.size() > 0
    #[serde(with = "text")]
    #[schemars(with = "String")]
    number: i64,
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "Option<String>", length(max = 5))]
    other: Option<i64>,
}

mod text {
    pub fn serialize<S: serde::Serializer, T>(_: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("1")
    }
}

fn main() {}
