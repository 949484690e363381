//! Checks times and durations, which have a decoder of their own in Go that reads strings.
//
// apimachinery: pkg/apis/meta/v1/{time,micro_time,duration}.go UnmarshalJSON

use crdc_source::{Node, Value};
use crdc_vocabulary::go::{self, Layout, Time};

use super::place::Place;
use super::report::{Decoder, Wanted};
use crate::definition::Shape;

impl Decoder<'_> {
    pub(super) fn time(&mut self, node: &Node, shape: &Shape, at: &Place<'_>) {
        let text = match &node.value {
            Value::Null => return,
            Value::String(text) => text,
            _ => return self.mismatch(node, Wanted::Text, Some("string"), at),
        };
        let (error, help) = match shape {
            Shape::MicroTime => {
                let read = Time::parse(text, Layout::Rfc3339Micro).map(drop);
                (
                    read.map_err(|error| error.to_string()),
                    "write a time such as `2024-01-31T10:00:00.000000Z`",
                )
            }
            Shape::Duration => {
                let read = go::read_duration(text.as_bytes()).map(drop);
                (read.map_err(|error| error.to_string()), "write a duration such as `1h30m`")
            }
            _ => {
                let read = Time::parse(text, Layout::Rfc3339).map(drop);
                (read.map_err(|error| error.to_string()), "write a time such as `2024-01-31T10:00:00Z`")
            }
        };
        if let Err(error) = error {
            self.refused("invalid-value", error, node.span, at, help.to_owned());
        }
    }
}
