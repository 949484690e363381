//! The generated file: the unit type, and private modules with the code.
//!
//! **No kind can have the name of a generated module**: a type's name has letters and digits only, modules
//! have an underscore. There are no items other than the type and modules, so that the type's name shadows
//! nothing that generated code uses.

use crdc_vocabulary::Ratcheting;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::actions::UncompiledRule;
use super::actions::{Scale, ScalePath};
use super::emitter::{Emitter, Places, Policies, emitter};
use super::module::Module;
use super::rules::{Emitted, RuleCode};
use super::type_name::type_name;
use crate::json::escaped;
use crate::plan::{NodeId, Plan};
use crate::text::printable;

/// The file for one version of one resource.
#[derive(Clone, Debug)]
pub(crate) struct EmittedFile {
    /// Its text.
    pub(crate) text: String,
    /// The rules that it does not check, because they have no form in Rust.
    pub(crate) uncompiled: Vec<UncompiledRule>,
}

/// The file for one version of one resource. `runtime` is the path of the runtime crate in it, such as `::crdc`.
///
/// Equal plans give equal text. With `coverage`, tests of the crate that includes the file record what rules do.
///
/// Fails only if `runtime` is not a path.
pub(crate) fn emit(
    plan: &Plan,
    runtime: &str,
    policies: Policies,
    coverage: Option<Places<'_>>,
) -> Result<EmittedFile, syn::Error> {
    with_rules(plan, runtime, policies, coverage, |emitter| emitter.rules())
}

/// The rules of a plan that have no form in Rust.
pub(crate) fn uncompiled_rules(plan: &Plan) -> Vec<UncompiledRule> {
    if !plan.has_rules() {
        return Vec::new();
    }
    let emitter = emitter(plan, "::crdc", Policies::default());
    emitter.map_or_else(|_| Vec::new(), |emitter| emitter.uncompiled_rules())
}

/// Each rule of a plan with the program that its code is generated from, as text.
pub(crate) fn programs(plan: &Plan) -> String {
    emitter(plan, "::crdc", Policies::default()).map_or_else(|_| String::new(), |emitter| emitter.programs())
}

/// A file whose rules are expressions over one field of the objects; and for each expression why it has no code.
pub(crate) fn emit_expressions(
    plan: &Plan,
    runtime: &str,
    field: &str,
    texts: &[String],
) -> Result<Emitted, syn::Error> {
    // Values whose format is wrong keep rules from running; expressions see them nevertheless.
    let mut lenient = plan.clone();
    lenient.nodes.iter_mut().for_each(|node| node.format = None);
    let policies = Policies::default();
    let (module, refused) = emitter(plan, runtime, policies)?.expressions(field, texts)?;
    let rules = RuleCode { module: Some(module), uncompiled: Vec::new() };
    let file = with_rules(&lenient, runtime, policies, None, |_| Ok(rules))?;
    Ok((file.text, refused))
}

/// What expressions over one field of the objects cost at most, in objects of some sizes.
pub(crate) fn bound_expressions(
    plan: &Plan,
    field: &str,
    texts: &[String],
    sizes: &[usize],
    trusted: bool,
) -> Result<Vec<Option<Vec<f64>>>, String> {
    let emitter = emitter(plan, "::crdc", Policies::default()).map_err(|error| error.to_string())?;
    emitter.bounds(field, texts, sizes, trusted)
}

/// The text of the file with a module of rules.
fn with_rules(
    plan: &Plan,
    runtime: &str,
    policies: Policies,
    coverage: Option<Places<'_>>,
    rules: impl FnOnce(&Emitter<'_>) -> Result<RuleCode, syn::Error>,
) -> Result<EmittedFile, syn::Error> {
    let mut emitter = Emitter { coverage, ..emitter(plan, runtime, policies)? };
    emitter.noted = emitter.noted_rules();
    emitter.settled = emitter.settled_rules();
    let runtime = emitter.runtime.clone();
    let reached = emitter.reached();
    let (alternatives, whole) = alternatives(&mut emitter, &reached)?;
    let topology = topology(&emitter)?;
    let functions = functions(&mut emitter, reached)?;
    let (places, root_place, mut steps) = match emitter.extensions() {
        Some((places, root, steps)) => (Some(self::places(places, &runtime)?), root, steps),
        None => (None, quote!(#runtime::extensions::ExtensionNode::NONE), TokenStream::new()),
    };
    let RuleCode { module: rules, uncompiled } = rules(&emitter)?;
    if rules.is_some() {
        steps.extend(quote!(rules: Some(#runtime::RunRules::Function(super::object_rules::run)),));
        if coverage.is_some() {
            steps.extend(quote!(#[cfg(test)] covered_rules: Some(&super::object_rules::COVERED),));
        }
    }
    let steps = match steps.is_empty() {
        true => quote!(#runtime::Steps::NONE),
        false => quote!(#runtime::Steps { #steps ..#runtime::Steps::NONE }),
    };
    let constants = uncompiled.iter().map(|rule| rule.constant(&runtime));
    let parts = Parts { whole, places: root_place, steps, uncompiled: quote!(&[#(#constants),*]) };
    let resource = resource(&emitter, &parts)?;
    let mut out = format!(
        "// Generated by crdc from {}, version {}. Do not edit.\n\n",
        printable(&plan.crd),
        printable(&plan.version)
    );
    out.push_str(&unit(plan)?);
    for module in [Some(resource), Some(functions), alternatives, rules, places, Some(topology)] {
        out.push_str(&module.unwrap_or_default());
    }
    Ok(EmittedFile { text: spaced(&out), uncompiled })
}

/// The unit type.
fn unit(plan: &Plan) -> Result<String, syn::Error> {
    let Plan { group, version, kind, .. } = plan;
    let api_version = api_version(group, version);
    let name = type_name(kind);
    let doc = format!(
        " `{}` of `{}`: decodes, prunes, defaults and validates its objects as the API server does.",
        printable(kind),
        printable(&api_version)
    );
    let lower = kind.starts_with(|first: char| first.is_ascii_lowercase());
    // The files are compiled for a resource that a program does not use, or not yet.
    let allowed = quote!(dead_code, unreachable_pub);
    let allowed = if lower { quote!(non_camel_case_types, #allowed) } else { allowed };
    let item = quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[allow(#allowed)]
        pub struct #name;
    };
    Ok(prettyplease::unparse(&syn::parse2(item)?))
}

/// `apiVersion` of the objects of a resource.
pub(super) fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

/// Expressions of the description of a resource that other modules of the file decide.
struct Parts {
    whole: TokenStream,
    places: TokenStream,
    steps: TokenStream,
    uncompiled: TokenStream,
}

/// The description of the resource for the runtime.
fn resource(emitter: &Emitter<'_>, parts: &Parts) -> Result<String, syn::Error> {
    let Parts { whole, places, steps, uncompiled } = parts;
    let (plan, runtime, policies) = (emitter.plan, &emitter.runtime, emitter.policies);
    let Plan { group, version, kind, plural, status_subresource, .. } = plan;
    let api_version = api_version(group, version);
    let scope = if plan.namespaced { format_ident!("Namespaced") } else { format_ident!("Cluster") };
    let name = type_name(kind);
    let policy = match policies.ratcheting {
        Ratcheting::ApiServer => quote!(ApiServer),
        Ratcheting::Off => quote!(Off),
        Ratcheting::Kep4008 => quote!(Kep4008),
    };
    let root_topology = qualified(&emitter.topology(plan.root), runtime);
    let status_topology = plan.status.map_or(quote!(Topology::LEAF), |id| emitter.topology(id));
    let status_topology = qualified(&status_topology, runtime);
    let status = match plan.status {
        Some(id) => {
            let name = emitter.names.of(id);
            quote!(Some(#runtime::decode::Decode::Function(super::decode_functions::#name)))
        }
        None => quote!(None),
    };
    let generated_name = match emitter.generated_name() {
        Some(name) => quote!(Some(#runtime::decode::Decode::Function(super::decode_functions::#name))),
        None => quote!(None),
    };
    let scale = scale(emitter, runtime);
    let defaults = Literal::byte_string(emitter.constants.text().as_bytes());
    let has_rules = emitter.has_rules();
    let mut module = Module::new("compiled_resource", " The description of the resource for the runtime.");
    let compiler = env!("CARGO_PKG_VERSION");
    module.push(quote! {
        const _: () = #runtime::generated_by(#compiler);

        impl #runtime::Sealed for super::#name {}

        impl #runtime::Resource for super::#name {
            const GROUP: &'static str = #group;
            const VERSION: &'static str = #version;
            const KIND: &'static str = #kind;
            const PLURAL: &'static str = #plural;
            const SCOPE: #runtime::Scope = #runtime::Scope::#scope;

            fn compiled() -> &'static #runtime::Compiled {
                &COMPILED
            }
        }
    })?;
    module.push(quote! {
        static COMPILED: #runtime::Compiled = #runtime::Compiled { definition: DEFINITION, steps: #steps };
    })?;
    module.push(quote! {
        const DEFINITION: #runtime::Definition = #runtime::Definition {
            group: #group,
            version: #version,
            kind: #kind,
            plural: #plural,
            api_version: #api_version,
            scope: #runtime::Scope::#scope,
            root: #runtime::decode::Decode::Function(super::decode_functions::root),
            status: #status,
            whole: #whole,
            topology: #root_topology,
            status_topology: #status_topology,
            ratcheting: #runtime::Ratcheting::#policy,
            status_subresource: #status_subresource,
            scale: #scale,
            has_rules: #has_rules,
            defaults: #defaults,
            generated_name: #generated_name,
            places: #places,
            uncompiled_rules: #uncompiled,
            kept: #runtime::KeptErrors::ByAll,
        };
    })?;
    module.text(&[])
}

/// The functions that decode.
fn functions(emitter: &mut Emitter<'_>, ids: Vec<NodeId>) -> Result<String, syn::Error> {
    let mut module = Module::new(
        "decode_functions",
        " One function for each distinct part of the schema. A function shared by several scalars is named after their type and constraints, any other after the first path of its values.",
    );
    for id in ids {
        let body = emitter.function(id);
        let name = emitter.names.of(id);
        let doc = doc(emitter, id);
        module.push(quote! {
            #[doc = #doc]
            pub(super) fn #name(d: &mut Decoder<'_, '_>, m: Member) -> DecodeResult {
                #body
            }
        })?;
    }
    let runtime = &emitter.runtime;
    module.text(&[
        (
            quote!(#runtime::decode),
            &[
                "Array",
                "Decode",
                "DecodeResult",
                "Decoder",
                "Default",
                "Field",
                "Fingerprints",
                "Member",
                "Object",
                "Role",
                "Shape",
            ],
        ),
        (quote!(#runtime::validate), &["Alternatives", "Validate"]),
        (quote!(#runtime), &["kinds", "Bound", "Literal", "Rule"]),
        (quote!(super), &["alternative_functions"]),
    ])
}

/// The module of places.
fn places(places: Vec<TokenStream>, runtime: &TokenStream) -> Result<String, syn::Error> {
    let mut module =
        Module::new("extension_places", " Which values are immutable, have a union, or are normalized.");
    for place in places {
        module.push(place)?;
    }
    module.text(&[
        (
            quote!(#runtime::extensions),
            &[
                "Dialect",
                "Edge",
                "ExtensionNode",
                "Immutability",
                "ImmutabilityRule",
                "ItemKind",
                "Member",
                "Older",
                "Union",
            ],
        ),
        (quote!(#runtime), &["Rule"]),
    ])
}

/// The module of topologies.
fn topology(emitter: &Emitter<'_>) -> Result<String, syn::Error> {
    let runtime = &emitter.runtime;
    let mut module =
        Module::new("value_topology", " How values of the new object are matched with those of the old one.");
    for constant in emitter.topologies() {
        module.push(constant)?;
    }
    module.text(&[(quote!(#runtime::correlate), &["Topology"])])
}

/// The qualified name of a constant of the module of topologies.
fn qualified(name: &TokenStream, runtime: &TokenStream) -> TokenStream {
    let text = name.to_string();
    match text.strip_prefix('&') {
        Some(name) => {
            let name = format_ident!("{}", name.trim());
            quote!(&super::value_topology::#name)
        }
        None => quote!(#runtime::correlate::#name),
    }
}

/// The functions that validate alternatives of the given nodes, if there are any, and the value of the field
/// that names the function for the whole object.
fn alternatives(
    emitter: &mut Emitter<'_>,
    reached: &[NodeId],
) -> Result<(Option<String>, TokenStream), syn::Error> {
    let mut module = Module::new(
        "alternative_functions",
        " One function for each distinct branch of `allOf`, `anyOf`, `oneOf` and `not`.",
    );
    let whole = emitter.whole();
    let runtime = &emitter.runtime;
    let field = match whole {
        Some(_) => {
            quote!(Some(#runtime::validate::Validate::Function(super::alternative_functions::root)))
        }
        None => quote!(None),
    };
    if let Some(body) = whole {
        module.push(quote! {
            /// The object itself, in its stored form.
            pub(super) fn root(d: &mut Validator<'_, '_>) {
                #body
            }
        })?;
    }
    for id in emitter.branches(reached) {
        let body = emitter.validated(id);
        let name = emitter.names.of(id);
        let doc = doc(emitter, id);
        module.push(quote! {
            #[doc = #doc]
            pub(super) fn #name(d: &mut Validator<'_, '_>) {
                #body
            }
        })?;
    }
    if module.is_empty() {
        return Ok((None, field));
    }
    let runtime = &emitter.runtime;
    let text = module.text(&[
        (quote!(#runtime::decode), &["Shape"]),
        (quote!(#runtime::validate), &["Alternatives", "Field", "Validate", "Validator"]),
        (quote!(#runtime), &["kinds", "Bound", "Literal", "Rule"]),
    ])?;
    Ok((Some(text), field))
}

/// The paths of the scale subresource, split as the server does: brackets have no special meaning.
// apiextensions-apiserver: registry/customresource/validator.go ValidateScaleSpec
fn scale(emitter: &Emitter<'_>, runtime: &TokenStream) -> TokenStream {
    let Some(scale) = emitter.scale() else { return quote!(None) };
    let path = |ScalePath { path, keys, fields }: &ScalePath| {
        let fields = fields.iter().copied().map(Literal::usize_unsuffixed);
        quote!(#runtime::ScalePath { path: #path, keys: &[#(#keys),*], fields: &[#(#fields),*] })
    };
    let (spec, status) = (path(&scale.spec), path(&scale.status));
    let selector = match &scale.selector {
        Some(selector) => {
            let selector = path(selector);
            quote!(Some(#selector))
        }
        None => quote!(None),
    };
    quote!(Some(#runtime::Scale { spec_replicas: #spec, status_replicas: #status, label_selector: #selector }))
}

impl Emitter<'_> {
    /// The paths of the scale subresource.
    pub(super) fn scale(&self) -> Option<Scale> {
        let scale = self.plan.scale.as_ref()?;
        let path = |path: &String| {
            let keys: Vec<&str> = path.strip_prefix('.').unwrap_or(path).split('.').collect();
            let fields = self.numbers(&keys);
            ScalePath { path: path.clone(), keys: keys.into_iter().map(escaped).collect(), fields }
        };
        Some(Scale {
            spec: path(&scale.spec_replicas),
            status: path(&scale.status_replicas),
            selector: scale.label_selector.as_ref().map(path),
        })
    }
}

/// Puts a blank line before every documented item except the first.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut previous = "";
    for line in text.lines() {
        let documented = |line: &str| line.trim_start().starts_with("///");
        let starts = documented(line) || line.trim_start().starts_with("static COMPILED");
        if starts && !documented(previous) && !previous.is_empty() && !previous.ends_with('{') {
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
        previous = line;
    }
    out
}

/// The documentation of a function: the path and the types.
fn doc(emitter: &Emitter<'_>, id: NodeId) -> String {
    let (node, place) = (&emitter.plan.nodes[id], &emitter.plan.places[id]);
    let place =
        if place.is_empty() { "The object itself".to_owned() } else { format!("`{}`", printable(place)) };
    let others = if emitter.names.is_shared(id) { " and other places" } else { "" };
    let types = match node.types.as_slice() {
        [] => "any value".to_owned(),
        types => types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(" or "),
    };
    let nullable = if node.nullable { " or null" } else { "" };
    format!(" {place}{others}: {types}{nullable}.")
}
