//! Draws horizontal bars. In: groups of ratios. Out: horizontal bars, as SVG that is readable on light and
//! dark pages.

use std::fmt::Write;

pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) bars: Vec<Bar>,
}

pub(super) struct Bar {
    pub(super) label: &'static str,
    pub(super) ratio: f64,
    /// Whether the bar is emphasized.
    pub(super) ours: bool,
}

const WIDTH: f64 = 760.0;
/// The start of the bars, right of the labels.
const BEGIN: f64 = 290.0;
/// The end of the longest bar; its number follows.
const END: f64 = 700.0;
const ROW: f64 = 20.0;
const BAR: f64 = 13.0;
/// The height of a group's title.
const HEAD: f64 = 30.0;
/// The height of the picture's title.
const TOP: f64 = 34.0;

/// The picture. Labels must not need escapes.
pub(super) fn svg(title: &str, groups: &[Group]) -> String {
    let bars = groups.iter().flat_map(|group| &group.bars);
    let longest = bars.clone().map(|bar| bar.ratio).fold(1.0, f64::max);
    let height = TOP + HEAD * groups.len() as f64 + ROW * bars.count() as f64 + 10.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n<title>{title}</title>\n{STYLE}\
         <text x=\"{BEGIN}\" y=\"20\" class=\"title\">{title} (shorter is faster)</text>\n"
    );
    let mut y = TOP;
    for group in groups {
        let _ =
            writeln!(out, "<text x=\"{BEGIN}\" y=\"{}\" class=\"title\">{}</text>", y + 20.0, group.title);
        y += HEAD;
        for bar in &group.bars {
            let length = (END - BEGIN) * bar.ratio / longest;
            let (base, class) = (y + 11.0, if bar.ours { "ours" } else { "theirs" });
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{}</text>\
                 <rect x=\"{BEGIN}\" y=\"{y}\" width=\"{length:.1}\" height=\"{BAR}\" class=\"{class}\"/>\
                 <text x=\"{:.1}\" y=\"{base}\">{:.1}x</text>",
                BEGIN - 8.0,
                bar.label,
                BEGIN + length + 6.0,
                bar.ratio,
            );
            y += ROW;
        }
    }
    out + "</svg>\n"
}

const STYLE: &str = "<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.ours { fill: #0969da }
.theirs { fill: #afb8c1 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .ours { fill: #4493f8 } .theirs { fill: #6e7681 } }
</style>
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_fills_the_width() {
        let bar = |label, ratio| Bar { label, ratio, ours: ratio == 1.0 };
        let svg = svg("t", &[Group { title: "g", bars: vec![bar("a", 1.0), bar("b", 4.0)] }]);
        assert!(svg.contains("width=\"102.5\" height=\"13\" class=\"ours\""), "{svg}");
        assert!(svg.contains("width=\"410.0\" height=\"13\" class=\"theirs\""), "{svg}");
        assert!(svg.contains(">4.0x</text>"), "{svg}");
    }
}
