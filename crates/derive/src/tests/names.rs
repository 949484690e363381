//! Names are compared with those that serde serializes for the same types.

#![allow(clippy::unwrap_used)]

use super::super::{Body, model::Data};
use super::item;
use serde::Serialize;

macro_rules! same {
    ($($case:literal $type:ident $enum:ident;)*) => {
        $(
            #[derive(Serialize)]
            #[serde(rename_all = $case)]
            #[allow(non_snake_case)]
            struct $type { a: u8, first_name: u8, http2_port: u8, __x__y_: u8, x_1: u8, url: u8, r#type: u8, aB: u8, straße_ä: u8 }
            #[derive(Serialize)]
            #[serde(rename_all = $case)]
            #[allow(non_camel_case_types)]
            enum $enum { A, FirstName, HTTPPort, Http2, S3Bucket, Snake_Case, LängeÜber }
        )*

        #[test]
        fn names_are_those_that_serde_writes() {
            $(
                let written = serde_json::to_string(&$type {
                    a: 0, first_name: 0, http2_port: 0, __x__y_: 0, x_1: 0, url: 0, r#type: 0, aB: 0, straße_ä: 0,
                }).unwrap();
                let ours = item(concat!(
                    "#[serde(rename_all = \"", $case, "\")] struct S { a: u8, first_name: u8, http2_port: u8, __x__y_: u8,",
                    " x_1: u8, url: u8, r#type: u8, aB: u8, straße_ä: u8 }",
                ));
                let Body::Object(object) = ours.body else { panic!() };
                let names: Vec<String> = object.fields.iter().map(|field| format!("\"{}\":0", field.name)).collect();
                assert_eq!(format!("{{{}}}", names.join(",")), written, $case);

                let all = [
                    $enum::A, $enum::FirstName, $enum::HTTPPort, $enum::Http2, $enum::S3Bucket, $enum::Snake_Case,
                    $enum::LängeÜber,
                ];
                let written: Vec<String> = all.iter().map(|each| serde_json::to_string(each).unwrap()).collect();
                let ours = item(concat!(
                    "#[serde(rename_all = \"", $case, "\")] enum E { A, FirstName, HTTPPort, Http2, S3Bucket, Snake_Case, LängeÜber }",
                ));
                let Body::Text(variants) = ours.body else { panic!() };
                let names: Vec<String> = variants.iter().map(|variant| format!("\"{}\"", variant.name)).collect();
                assert_eq!(names, written, $case);
            )*
        }
    };
}

same! {
    "lowercase" Lower LowerE;
    "UPPERCASE" Upper UpperE;
    "PascalCase" Pascal PascalE;
    "camelCase" Camel CamelE;
    "snake_case" Snake SnakeE;
    "SCREAMING_SNAKE_CASE" Screaming ScreamingE;
    "kebab-case" Kebab KebabE;
    "SCREAMING-KEBAB-CASE" ScreamingKebab ScreamingKebabE;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "SCREAMING_SNAKE_CASE")]
enum Choice {
    FirstOne {
        in_it: u8,
    },
    #[serde(rename_all = "kebab-case", rename = "other")]
    SecondOne {
        in_it: u8,
        #[serde(rename = "named")]
        x: u8,
    },
}

#[test]
fn rules_of_enums_reach_their_fields_as_in_serde() {
    let ours = item(
        "#[serde(rename_all = \"camelCase\", rename_all_fields = \"SCREAMING_SNAKE_CASE\")] enum Choice {
            FirstOne { in_it: u8 },
            #[serde(rename_all = \"kebab-case\", rename = \"other\")]
            SecondOne { in_it: u8, #[serde(rename = \"named\")] x: u8 },
        }",
    );
    let Body::Choice(choice) = ours.body else { panic!() };
    let values = [Choice::FirstOne { in_it: 0 }, Choice::SecondOne { in_it: 0, x: 0 }];
    for (variant, value) in choice.variants.iter().zip(values) {
        let Data::Object(object) = &variant.data else { panic!() };
        let fields: Vec<String> = object.fields.iter().map(|field| format!("\"{}\":0", field.name)).collect();
        let ours = format!("{{\"{}\":{{{}}}}}", variant.variant.name, fields.join(","));
        assert_eq!(ours, serde_json::to_string(&value).unwrap());
    }
}
