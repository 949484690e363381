//! Asks about all files once what an upgrade changes. In: the options, and what is asked of the upgrade. Out:
//! a report of the objects that it changes.
//!
//! Only objects are asked about. Files without one of an upgraded project are not in the report.

use super::catalogue::known;
use super::options::Validate;
use super::reports::{Reports, Round};
use crate::count::number;
use crate::failure::Failure;
use crate::output::complain;
use crate::upgrade::{Asked, NOTHING_NEWER, Upgrade, moves};
use crate::validate::context::{Context, Settings};
use crate::validate::report::Order;
use crate::validate::report::file_report::FileReport;
use crate::validate::storage::stored_objects::Stored;

impl Validate {
    /// Reads everything and compares what two releases do with all objects.
    ///
    /// # Errors
    /// The upgrade changes nothing, or nobody knows the release before.
    pub(in crate::command) fn upgrade(&self, asked: &Asked) -> Result<Round, Failure> {
        let read = self.everything()?;
        // What is stored is compared.
        let settings = Settings { stores: true, ..read.settings };
        let in_use = &read.schemas.catalogued;
        if let Asked::To(targets) = asked {
            targets.iter().try_for_each(|(name, _)| known(in_use.catalogues(), name))?;
        }
        // The old files name releases. Their objects are not asked about.
        let old = in_use.releases_in(&[(&read.old.inputs, &read.old.tell)], self.threads(), &settings.values);
        let upgrade =
            Upgrade::new(in_use, moves(asked, in_use.releases(), &old, |name| in_use.project(name))?);
        let mut reports = Reports::new(self, &read.to, &read.schemas, read.baseline, Order::Danger);
        let context = Context {
            schemas: &read.schemas,
            locations: &read.locations,
            stored: &Stored::default(),
            layout: &read.layout,
            settings: &settings,
        };
        let ask = |manifest: &_, identity: &_, context: Context<'_>, buffers: &mut _| {
            upgrade.answer(manifest, identity, context, buffers)
        };
        let (mut unread, mut met) = (0, 0);
        self.ask(&read.inputs, context, &ask, &mut reports, |file| {
            unread += usize::from(file.findings.iter().any(|placed| placed.finding.fails()));
            let file = FileReport { findings: Vec::new(), left_out: Vec::new(), ..file };
            met += file.objects.len();
            (!file.objects.is_empty()).then_some(file)
        })?;
        match asked {
            _ if met > 0 => {}
            Asked::ToNewest => return Err(NOTHING_NEWER.to_owned()),
            Asked::To(targets) => {
                let names: Vec<&str> = targets.iter().map(|(name, _)| name.as_str()).collect();
                return Err(format!("no object here is of a kind of {}", names.join(" or ")));
            }
            // Most changes of a repository move no release.
            Asked::FromOld => complain("note: no release of a project with objects here differs from --old"),
        }
        if unread > 0 {
            let files = number(unread, "file");
            complain(&format!(
                "note: {files} with errors outside of objects, which may hide some: see crdc validate"
            ));
        }
        reports.end(upgrade.releases(), &[])
    }
}
