//! Counts equal answers by file and level, and prints the counts with examples of differences.

use std::collections::BTreeMap;

/// The counts of all files.
pub(super) struct Table {
    levels: &'static [&'static str],
    rows: BTreeMap<String, Row>,
    differences: Vec<String>,
}

/// The counts of a file.
struct Row {
    cases: usize,
    /// The counts of each level.
    counts: Vec<Count>,
}

/// The counts of a level.
#[derive(Clone, Default)]
struct Count {
    /// The number of cases whose answers are equal.
    equal: usize,
    /// The number of cases whose answers can be compared.
    compared: usize,
}

impl Count {
    fn percent(&self) -> f64 {
        if self.compared == 0 { 100.0 } else { self.equal as f64 * 100.0 / self.compared as f64 }
    }
}

impl Table {
    pub(super) fn new(levels: &'static [&'static str]) -> Table {
        Table { levels, rows: BTreeMap::new(), differences: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a case: for each level whether the answers are equal, if they can be compared. `difference`
    /// describes answers that are not equal.
    pub(super) fn add(
        &mut self,
        file: &str,
        id: &str,
        equal: &[Option<bool>],
        difference: impl Fn() -> String,
    ) {
        for name in [file, "all"] {
            let new_row = || Row { cases: 0, counts: vec![Count::default(); self.levels.len()] };
            let row = self.rows.entry(name.to_owned()).or_insert_with(new_row);
            row.cases += 1;
            for (count, equal) in row.counts.iter_mut().zip(equal) {
                count.equal += usize::from(*equal == Some(true));
                count.compared += usize::from(equal.is_some());
            }
        }
        let missed = self.levels.iter().zip(equal).filter(|(_, equal)| **equal == Some(false));
        let missed: Vec<&str> = missed.map(|(level, _)| *level).collect();
        if !missed.is_empty() {
            self.differences.push(format!("{id} ({}): {}", missed.join(", "), difference()));
        }
    }

    /// Prints the table and the first differences.
    pub(super) fn print(&self, top: usize) {
        let width = self.rows.keys().map(String::len).max().unwrap_or_default().max(5);
        print!("{:width$} {:>6}", "", "cases");
        self.levels.iter().for_each(|level| print!(" {level:>20}"));
        println!();
        for (name, Row { cases, counts }) in &self.rows {
            print!("{name:width$} {cases:>6}");
            for count in counts {
                print!(" {:>20}", format!("{:.2} {}/{}", count.percent(), count.equal, count.compared));
            }
            println!();
        }
        if !self.differences.is_empty() {
            println!("\n{} cases differ:", self.differences.len());
        }
        for difference in self.differences.iter().take(top) {
            println!("  {difference}");
        }
    }

    /// Whether each level reaches its minimum.
    pub(super) fn holds(&self, minimums: &[(String, f64)]) -> bool {
        let Some(Row { counts, .. }) = self.rows.get("all") else { return false };
        let mut holds = true;
        for (level, percent) in minimums {
            let index = self.levels.iter().position(|name| name == level);
            let reached = index.is_some_and(|index| {
                let Count { equal, compared } = counts[index];
                equal as f64 * 100.0 >= compared as f64 * percent
            });
            if !reached {
                eprintln!("error: {level} is below {percent} %");
            }
            holds &= reached;
        }
        holds
    }
}
