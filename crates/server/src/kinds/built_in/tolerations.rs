//! The plugin DefaultTolerationSeconds: a Pod stays on a node that is not ready or unreachable for five
//! minutes. In: a Pod. Out: the Pod with both tolerations, unless it has others for these taints.
// kubernetes: plugin/pkg/admission/defaulttolerationseconds/admission.go

use crdc_admission::{Attributes, Mutator, Operation, Refusal};
use serde_json::{Value, json};

use super::spec::edit_spec;

const TAINTS: [&str; 2] = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];
const SECONDS: i64 = 300;
const PATH: &str = "tolerations";

pub(super) struct DefaultTolerationSeconds;

impl Mutator for DefaultTolerationSeconds {
    fn name(&self) -> &str {
        "DefaultTolerationSeconds"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        if attributes.subresource().is_some() {
            return Ok(());
        }
        edit_spec(attributes, |spec| {
            let before = spec.get(&[PATH]).map(serde_json::from_slice::<Option<Vec<Value>>>);
            // The validators refuse a value that is no list.
            let Ok(before) = before.transpose() else { return Ok(()) };
            let mut tolerations = before.flatten().unwrap_or_default();
            let count = tolerations.len();
            for taint in TAINTS {
                if !tolerations.iter().any(|toleration| tolerates(toleration, taint)) {
                    tolerations.push(json!({"key": taint, "operator": "Exists", "effect": "NoExecute",
                        "tolerationSeconds": SECONDS}));
                }
            }
            if tolerations.len() > count {
                spec.set(&[PATH], Value::Array(tolerations).to_string().as_bytes());
            }
            Ok(())
        })
    }
}

/// Whether a toleration is for a taint that drives Pods away.
fn tolerates(toleration: &Value, taint: &str) -> bool {
    let text = |field: &str| toleration[field].as_str().unwrap_or_default();
    (text("key").is_empty() || text("key") == taint) && matches!(text("effect"), "" | "NoExecute")
}
