//! Counts equal answers by file and level, and prints them with examples of what differs.

use std::collections::BTreeMap;

/// The answers of all files.
pub(super) struct Table {
    levels: &'static [&'static str],
    /// For each file: cases, and for each level how many are equal and how many are compared.
    rows: BTreeMap<String, (usize, Vec<(usize, usize)>)>,
    differences: Vec<String>,
}

impl Table {
    pub(super) fn new(levels: &'static [&'static str]) -> Table {
        Table { levels, rows: BTreeMap::new(), differences: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a case: for each level whether the answers are equal, if they can be compared.
    pub(super) fn add(&mut self, file: &str, id: &str, equal: &[Option<bool>], class: impl Fn() -> String) {
        for name in [file, "all"] {
            let row = self.rows.entry(name.to_owned());
            let (cases, counts) = row.or_insert_with(|| (0, vec![(0, 0); self.levels.len()]));
            *cases += 1;
            for (count, equal) in counts.iter_mut().zip(equal) {
                count.0 += usize::from(*equal == Some(true));
                count.1 += usize::from(equal.is_some());
            }
        }
        let missed = self.levels.iter().zip(equal).filter(|(_, equal)| **equal == Some(false));
        let missed: Vec<&str> = missed.map(|(level, _)| *level).collect();
        if !missed.is_empty() {
            self.differences.push(format!("{id} ({}): {}", missed.join(", "), class()));
        }
    }

    /// Prints the table and the first differences.
    pub(super) fn print(&self, top: usize) {
        let width = self.rows.keys().map(String::len).max().unwrap_or_default().max(5);
        print!("{:width$} {:>6}", "", "cases");
        self.levels.iter().for_each(|level| print!(" {level:>20}"));
        println!();
        for (name, (cases, counts)) in &self.rows {
            print!("{name:width$} {cases:>6}");
            for (equal, compared) in counts {
                let percent = if *compared == 0 { 100.0 } else { *equal as f64 * 100.0 / *compared as f64 };
                print!(" {:>20}", format!("{percent:.2} {equal}/{compared}"));
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
        let Some((_, counts)) = self.rows.get("all") else { return false };
        let mut holds = true;
        for (level, percent) in minimums {
            let found = self.levels.iter().position(|name| name == level);
            let reached = found.is_some_and(|index| {
                let (equal, compared) = counts[index];
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
