//! The plugin DefaultTolerationSeconds: a Pod stays on a node that is not ready or unreachable for five
//! minutes. In: a Pod. Out: the Pod with both tolerations, unless it has others for these taints.
// kubernetes: plugin/pkg/admission/defaulttolerationseconds/admission.go

use crdc_admission::{Attributes, Mutator, Operation, Refusal};
use serde_json::{Value, json};

const TAINTS: [&str; 2] = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];
const SECONDS: i64 = 300;

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
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let path = ["spec", "tolerations"];
        let before = object.get(&path).map(serde_json::from_slice::<Option<Vec<Value>>>);
        // The validators refuse a value that is no list, and a Pod without a specification.
        let Ok(before) = before.transpose() else { return Ok(()) };
        if object.get(&["spec"]).is_none_or(|spec| !spec.starts_with(b"{")) {
            return Ok(());
        }
        let mut tolerations = before.flatten().unwrap_or_default();
        let count = tolerations.len();
        for taint in TAINTS {
            let tolerates = |toleration: &Value| {
                let text = |field: &str| toleration[field].as_str().unwrap_or_default();
                (text("key").is_empty() || text("key") == taint) && matches!(text("effect"), "" | "NoExecute")
            };
            if !tolerations.iter().any(tolerates) {
                tolerations.push(json!({"key": taint, "operator": "Exists", "effect": "NoExecute",
                    "tolerationSeconds": SECONDS}));
            }
        }
        if tolerations.len() > count {
            object.set(&path, Value::Array(tolerations).to_string().as_bytes());
        }
        Ok(())
    }
}
