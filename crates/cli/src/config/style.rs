//! The mapping `style` of `.crdc.yaml`: for a code of style, whether `crdc check` reports it. It replaces
//! `--style` for that code.

use super::error::{ConfigError, error, members};
use crdc_check::{style_codes, usual_style_codes};
use crdc_source::Node;
use crdc_source::diag::Code;

const CODES: &str = "the codes are those in the brackets of crdc check --style";

/// The policies, by code.
#[derive(Debug, Default)]
pub(super) struct Style(Vec<(Code, bool)>);

impl Style {
    pub(super) fn read(node: &Node, errors: &mut Vec<ConfigError>) -> Style {
        let mut read = Style::default();
        for member in members(node, CODES, errors) {
            let Some(code) = style_codes().into_iter().find(|code| code.name() == member.key) else {
                errors.push(error(
                    member.key_span,
                    format!("`{}` is not a code of style", member.key),
                    CODES,
                ));
                continue;
            };
            match member.value.as_str() {
                Some("allow") => read.0.push((code, false)),
                Some("warn") => read.0.push((code, true)),
                _ => {
                    let message = format!("`{}` has no policy", member.key);
                    errors.push(error(member.value.span, message, "write allow or warn"));
                }
            }
        }
        read
    }

    /// The codes that are reported. `otherwise` is whether usual codes without a policy are reported.
    pub(super) fn codes(&self, otherwise: bool) -> Vec<Code> {
        let usual = usual_style_codes();
        let is_usual = |code: &Code| otherwise && usual.contains(code);
        let mut codes = style_codes();
        codes.retain(|code| {
            self.0.iter().find(|(of, _)| of == code).map_or_else(|| is_usual(code), |(_, warn)| *warn)
        });
        codes
    }
}
