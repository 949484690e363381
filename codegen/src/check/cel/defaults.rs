//! Defaults that rules apply to: the server runs the rules on them, so a rule that does not compile is an error of
//! the default. Rules that compile are not run here.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/validation.go, pkg/apiserver/schema/cel/validation.go

use super::compile::RuleCompiler;
use super::declare::Declare;
use super::declare::escape;
use super::help::help;
use crate::cel::types::DeclaredId;
use crate::check::path::Path;
use crate::check::report::Report;
use crate::diag::{Code, ErrorKind};
use crate::schema::{At, Schema};
use crate::source::{Node, Value};

/// The most values that are visited in all defaults of a schema.
const MOST_VALUES: usize = 1 << 20;

/// Compiles the rules that apply to defaults. Defaults with errors are skipped.
pub(in crate::check) fn defaults(root: &Schema, path: &Path<'_>, wrong: &[String], report: &mut Report) {
    if !is_concerned(root) {
        return;
    }
    let mut declare = Declare::of(root);
    let compiler = RuleCompiler::new(std::mem::take(&mut declare.declarations));
    let mut walk = Walk { declare, compiler, wrong, left: MOST_VALUES };
    walk.schema(root, path, report);
}

/// Whether a schema with a default has rules, or one below it.
fn is_concerned(root: &Schema) -> bool {
    let mut found = false;
    root.visit(&mut |schema| {
        if schema.default.is_some() && !found {
            schema.visit(&mut |schema| found |= schema.x_validations.is_some());
        }
    });
    found
}

/// A value of a default, and its schema.
#[derive(Clone, Copy)]
struct Site<'s> {
    schema: &'s Schema,
    of: Option<DeclaredId>,
    value: &'s Node,
    default: &'s At<Node>,
}

struct Walk<'w> {
    declare: Declare,
    compiler: RuleCompiler,
    wrong: &'w [String],
    left: usize,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Schema, path: &Path<'_>, report: &mut Report) {
        if let Some(default) = schema.default.as_ref().filter(|_| !schema.misread) {
            let path = path.child("default");
            let shown = path.shown();
            if !self.wrong.iter().any(|field| field.starts_with(&shown)) {
                let of = self.declare.own(schema);
                self.value(Site { schema, of, value: &default.value, default }, &path, report);
            }
        }
        if let Some((items, _)) = schema.one_item() {
            self.schema(items, &path.child("items"), report);
        }
        let properties = path.child("properties");
        for property in schema.property_list() {
            self.schema(&property.schema, &properties.key(&property.name), report);
        }
    }

    fn value(&mut self, site: Site<'_>, path: &Path<'_>, report: &mut Report) {
        let Site { schema, of, value, .. } = site;
        if self.left == 0 || value.value == Value::Null {
            return;
        }
        self.left -= 1;
        self.own(site, path, report);
        match &value.value {
            Value::Array(items) => {
                let Some((schema, _)) = schema.one_item() else { return };
                let of = of.and_then(|of| self.compiler.element(of));
                for (index, item) in items.iter().enumerate() {
                    self.value(Site { schema, of, value: item, ..site }, &path.index(index), report);
                }
            }
            Value::Object(members) => {
                for member in members {
                    if let Some((schema, _)) = schema.additional_schema() {
                        let of = of.and_then(|of| self.compiler.element(of));
                        let inner = Site { schema, of, value: &member.value, ..site };
                        self.value(inner, &path.key(&member.key), report);
                    } else if let Some(property) = schema.property(&member.key) {
                        let inner = &property.schema;
                        // Fields that rules cannot see are skipped; those that they cannot name are not.
                        let of = match escape(&member.key) {
                            Some(_) => of.and_then(|of| self.compiler.field(of, &member.key)),
                            None => self.declare.own(inner),
                        };
                        if of.is_some() {
                            let inner = Site { schema: inner, of, value: &member.value, ..site };
                            self.value(inner, &path.child(&member.key), report);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn own(&mut self, Site { schema, of, value, default }: Site<'_>, path: &Path<'_>, report: &mut Report) {
        let Some(rules) = schema.x_validations.as_ref().filter(|rules| !rules.value.is_empty()) else {
            return;
        };
        let Some(of) = of else {
            let failed =
                "rule compiler initialization error: failed to convert to declType for CEL validation rules";
            report
                .add(Code::RuleSchema, rules.key, "rules cannot see the values of this schema")
                .note(default.key, "the rules apply to this default")
                .help("declare the types of its items, values and fields, or move the rules to a schema that has them")
                .server(path.error(ErrorKind::Invalid, schema.type_name(), failed));
            return;
        };
        for rule in &rules.value {
            let Some(error) = self.compiler.rule(rule, of).error else { continue };
            let span = rule.rule.as_ref().map_or(rule.span, |at| at.span);
            let detail = format!("rule compile error: {}", error.detail);
            report
                .add(Code::RuleCompile, span, "the rule does not compile")
                .label(error.summary())
                .help(help(&error.detail))
                .note(value.span, "the server runs it on this default")
                .server(path.error(ErrorKind::Invalid, schema.type_name(), &detail));
        }
    }
}
