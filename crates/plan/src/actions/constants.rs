//! Builds the constant text with all defaults. Equal defaults have the same position in it.

use std::collections::HashMap;

use crdc_source::json::Json;
use crdc_source::json::escaped;

/// The place of a default in the constant text.
#[derive(Clone, Copy, Debug)]
pub struct DefaultText {
    /// The offset of the quote that opens the key.
    pub key: u32,
    /// The offset of the value.
    pub value: u32,
    /// The offset of the end of the value.
    pub end: u32,
}

/// Collects `"key":value` pieces.
#[derive(Default)]
pub(super) struct Constants {
    text: String,
    places: HashMap<String, DefaultText>,
}

impl Constants {
    /// The position of a default under a key.
    pub(super) fn place(&mut self, key: &str, value: &Json) -> DefaultText {
        let head = format!("\"{}\":", escaped(key));
        let piece = format!("{head}{}", value.text());
        if let Some(place) = self.places.get(&piece) {
            return *place;
        }
        // Pieces are separated by line breaks, so that a number is terminated.
        let at = self.text.len() as u32;
        let place = DefaultText { key: at, value: at + head.len() as u32, end: at + piece.len() as u32 };
        self.text.push_str(&piece);
        self.text.push('\n');
        self.places.insert(piece, place);
        place
    }

    /// The whole text.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}
