//! The three user stories of validation ratcheting (KEP-4008): a CRD author adds a rule, Kubernetes adds a
//! format, a release is downgraded. Each makes a stored object invalid. Its status and all valid fields can
//! still be updated, but the invalid value cannot be changed into another invalid value, and new objects must
//! be valid.
//!
//! `crds-before` has the CRDs under which the objects were stored, `crds` the current ones; `build.rs`
//! compiles both.

mod before {
    pub(crate) mod backup {
        crdc::include_crd!("before/backups.stories.example.com/v1");
    }
    pub(crate) mod host {
        crdc::include_crd!("before/hosts.stories.example.com/v1");
    }
    pub(crate) mod queue {
        crdc::include_crd!("before/queues.stories.example.com/v1");
    }
}
mod after {
    pub(crate) mod backup {
        crdc::include_crd!("after/backups.stories.example.com/v1");
    }
    pub(crate) mod host {
        crdc::include_crd!("after/hosts.stories.example.com/v1");
    }
    pub(crate) mod queue {
        crdc::include_crd!("after/queues.stories.example.com/v1");
    }
}
mod story;
#[cfg(test)]
mod tests;

use crdc::Resource;
use story::Story;

fn stories() -> [Story; 3] {
    [
        Story {
            title: "An author tightens a field: a schedule must be @hourly, @daily or @weekly",
            before: before::backup::Backup::compiled(),
            after: after::backup::Backup::compiled(),
            field: "schedule",
            stored: "every night",
            wrong: "every hour",
            right: "@daily",
        },
        Story {
            title: "Kubernetes tightens a format: an alias must be a short name",
            before: before::host::Host::compiled(),
            after: after::host::Host::compiled(),
            field: "alias",
            stored: "Front_Door",
            wrong: "Back_Door",
            right: "front-door",
        },
        Story {
            title: "A downgrade narrows an enum: the size \"huge\" is removed",
            before: before::queue::Queue::compiled(),
            after: after::queue::Queue::compiled(),
            field: "size",
            stored: "huge",
            wrong: "gigantic",
            right: "large",
        },
    ]
}

fn main() {
    for story in stories() {
        println!("{}\n", story.title);
        for step in story.steps() {
            println!("  {:<44} {}", step.title, step.verdict);
            for line in &step.errors {
                println!("      {line}");
            }
            for line in &step.ratcheted {
                println!("      as before: {line}");
            }
        }
        println!();
    }
}
