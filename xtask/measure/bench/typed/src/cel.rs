//! The operator's types with the same rules in CEL, as written for kube: the rules that apply to updates of
//! [`operator::BackupSpec`]. Neither side validates types, required fields and enums: kube only evaluates
//! rules, and typed values cannot violate these.

use k8s_openapi::api::core::v1::ResourceRequirements;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kube::{CustomResource, KubeSchema};
use operator::{Moment, StorageType};
use serde::{Deserialize, Serialize};

const IMMUTABLE: &str = "self == oldSelf";

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema, CustomResource)]
#[kube(group = "example.com", version = "v1", kind = "Backup", namespaced, cel)]
#[serde(rename_all = "camelCase")]
pub struct BackupSpec {
    #[x_kube(validation = IMMUTABLE)]
    pub database: String,
    #[x_kube(validation = "self.size() >= 9 && self.size() <= 64")]
    pub schedule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_kube(validation = "self.size() <= 200")]
    pub description: Option<String>,
    pub storage: Storage,
    pub workspace: Workspace,
    pub retention: Retention,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(validation = "self.all(x, self.exists_one(y, x == y))")]
    pub exclude: Vec<String>,
    #[x_kube(
        validation = "self.all(x, self.exists_one(y, x.id == y.id))",
        validation = "oldSelf.all(x, self.exists(y, x.id == y.id))"
    )]
    pub keys: Vec<EncryptionKey>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_kube(
        validation = "self.size() <= 16",
        validation = "self.all(x, self.exists_one(y, x.name == y.name))"
    )]
    pub hooks: Vec<Hook>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceRequirements>,
}

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    #[x_kube(validation = IMMUTABLE)]
    pub storage_class: String,
    pub size: Quantity,
}

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema)]
pub struct Retention {
    #[x_kube(validation = "self >= 1 && self <= 90")]
    pub daily: i32,
    #[serde(default)]
    #[x_kube(validation = "self >= 0 && self <= 52")]
    pub weekly: i32,
}

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema)]
#[x_kube(
    validation = "self.type == 'S3' ? has(self.s3) : !has(self.s3)",
    validation = "self.type == 'GCS' ? has(self.gcs) : !has(self.gcs)",
    validation = "self.type == 'Volume' || !has(self.volume)"
)]
pub struct Storage {
    #[serde(rename = "type")]
    pub kind: StorageType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub s3: Option<Bucket>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gcs: Option<Bucket>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<Volume>,
}

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema)]
pub struct Bucket {
    #[x_kube(validation = "self.size() >= 3 && self.size() <= 63")]
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema)]
pub struct Volume {
    pub claim: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema)]
pub struct EncryptionKey {
    #[x_kube(validation = "self.size() <= 32")]
    pub id: String,
    pub secret: String,
}

#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hook {
    pub name: String,
    pub when: Moment,
    #[x_kube(validation = "self.size() >= 1")]
    pub command: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_kube(validation = "self >= 1")]
    pub timeout_seconds: Option<i64>,
}
