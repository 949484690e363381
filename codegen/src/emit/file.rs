//! The generated file: the unit type, its constants, and a private module of functions.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::known::Fields;
use super::{Constants, Emitter, Names, Policies};
use crate::plan::{Node, Plan, escaped};

/// The text of the file for one version of one resource; `runtime` is the path by which it
/// names the runtime crate, such as `::crdc`.
///
/// Equal plans give equal text. Fails only where `runtime` is no path.
pub(crate) fn emit(plan: &Plan, runtime: &str, policies: Policies) -> Result<String, syn::Error> {
    let runtime: syn::Path = syn::parse_str(runtime)?;
    let runtime = quote!(#runtime);
    let mut emitter = Emitter {
        plan,
        names: Names::new(plan),
        fields: Fields::of_all(plan).into(),
        keys: super::array::keys(plan),
        constants: Constants::default(),
        runtime: runtime.clone(),
        policies,
    };
    let ratcheting = policies.ratcheting;
    let policy = format_ident!("{ratcheting:?}");
    let reached = emitter.reached();
    let alternatives = alternatives(&mut emitter, &reached);
    let (whole, judges) = match &alternatives {
        Some(module) => (module.whole.clone(), Some(&module.module)),
        None => (quote!(None), None),
    };
    let topologies = emitter.topologies();
    let root_topology = qualified(emitter.topology(plan.root));
    let status_topology = qualified(plan.status.map_or(quote!(Topology::LEAF), |id| emitter.topology(id)));
    let functions: Vec<TokenStream> = reached
        .into_iter()
        .map(|id| {
            let body = emitter.function(id);
            let name = emitter.names.of(id);
            let doc = doc(&plan.nodes[id], &plan.places[id]);
            quote! {
                #[doc = #doc]
                pub(super) fn #name(d: &mut Decoder<'_>, m: Member) -> Step {
                    #body
                }
            }
        })
        .collect();
    let (places, steps) = match emitter.extensions() {
        Some((places, steps)) => (Some(self::places(&places, &runtime)), steps),
        None => (None, quote!(#runtime::Steps::NONE)),
    };
    let defaults = Literal::byte_string(emitter.constants.text().as_bytes());
    let status = match plan.status {
        Some(id) => {
            let name = emitter.names.of(id);
            quote!(Some(functions::#name))
        }
        None => quote!(None),
    };
    let scale = scale(&emitter, &runtime);
    let Plan { group, version, kind, plural, status_subresource, .. } = plan;
    let api_version = if group.is_empty() { version.clone() } else { format!("{group}/{version}") };
    let scope = if plan.namespaced { format_ident!("Namespaced") } else { format_ident!("Cluster") };
    let name = type_name(kind);
    let doc = format!(
        " {kind} of {api_version}: decodes, prunes, defaults and validates its objects as the API server does."
    );
    let has_rules = plan.has_rules() || emitter.lowers();
    let import = judges.is_some().then(|| {
        quote!(
            use super::alternatives;
        )
    });
    let file = quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[allow(unreachable_pub)]
        pub struct #name;

        impl #runtime::Resource for #name {
            const GROUP: &'static str = #group;
            const VERSION: &'static str = #version;
            const KIND: &'static str = #kind;
            const PLURAL: &'static str = #plural;
            const SCOPE: #runtime::Scope = #runtime::Scope::#scope;

            fn compiled() -> &'static #runtime::Compiled {
                &COMPILED
            }
        }

        static COMPILED: #runtime::Compiled = #runtime::Compiled {
            group: #group,
            version: #version,
            kind: #kind,
            plural: #plural,
            api_version: #api_version,
            scope: #runtime::Scope::#scope,
            root: functions::root,
            status: #status,
            whole: #whole,
            topology: #root_topology,
            status_topology: #status_topology,
            ratcheting: #runtime::Ratcheting::#policy,
            status_subresource: #status_subresource,
            scale: #scale,
            has_rules: #has_rules,
            defaults: #defaults,
            steps: #steps,
        };

        /// One function for each different part of the schema, named after the first place it
        /// stands at.
        #[allow(unused_imports, clippy::all, clippy::pedantic)]
        mod functions {
            use #runtime::decode::{Array, Decoder, Default, Member, Object, Prints, Shape, Step};
            use #runtime::judge::Alternatives;
            use #runtime::{kinds, Bound, Literal, Rule};
            #import

            #(#functions)*
        }

        #judges

        #places

        /// How values of the old object are found for those of the new one.
        #[allow(unused_imports, clippy::all, clippy::pedantic)]
        mod topology {
            pub(super) use #runtime::correlate::Topology;

            #topologies
        }
    };
    let file = syn::parse2::<syn::File>(file)?;
    let head = format!("// Generated by crdc from {}, version {}. Do not edit.\n\n", plan.crd, plan.version);
    Ok(head + &spaced(&prettyplease::unparse(&file)))
}

/// The module of places.
fn places(places: &TokenStream, runtime: &TokenStream) -> TokenStream {
    quote! {
        /// Where something is marked, a union, or normalised.
        #[allow(unused_imports, clippy::all, clippy::pedantic)]
        mod places {
            use #runtime::extensions::{Dialect, Edge, ItemKind, Mark, Marked, Member, Older, Place, Union};
            use #runtime::Rule;

            #places
        }
    }
}

/// The name of a constant of the module `topology`, seen from outside.
fn qualified(name: TokenStream) -> TokenStream {
    let text = name.to_string();
    match text.strip_prefix('&') {
        Some(name) => {
            let name = format_ident!("{}", name.trim());
            quote!(&topology::#name)
        }
        None => quote!(topology::#name),
    }
}

/// The module of branches, and the field that names the function for the whole object.
struct Judges {
    module: TokenStream,
    whole: TokenStream,
}

/// The functions that judge alternatives of the given nodes; nothing where there are none.
fn alternatives(emitter: &mut Emitter<'_>, reached: &[usize]) -> Option<Judges> {
    let runtime = emitter.runtime.clone();
    let whole = emitter.whole();
    let field = if whole.is_some() { quote!(Some(alternatives::root)) } else { quote!(None) };
    let whole = whole.map(|body| {
        quote! {
            /// The object itself, once it is what will be stored.
            pub(super) fn root(d: &mut Judge<'_>) {
                #body
            }
        }
    });
    let branches: Vec<TokenStream> = emitter
        .branches(reached)
        .into_iter()
        .map(|id| {
            let body = emitter.judged(id);
            let name = emitter.names.of(id);
            let doc = doc(&emitter.plan.nodes[id], &emitter.plan.places[id]);
            quote! {
                #[doc = #doc]
                pub(super) fn #name(d: &mut Judge<'_>) {
                    #body
                }
            }
        })
        .collect();
    if branches.is_empty() && whole.is_none() {
        return None;
    }
    let module = quote! {
        /// One function for each different branch of `allOf`, `anyOf`, `oneOf` and `not`.
        #[allow(unused_imports, clippy::all, clippy::pedantic)]
        mod alternatives {
            use #runtime::decode::Shape;
            use #runtime::judge::{Alternatives, Judge};
            use #runtime::{kinds, Bound, Literal, Rule};

            #whole
            #(#branches)*
        }
    };
    Some(Judges { module, whole: field })
}

/// The paths of the scale subresource, split as the server splits them: brackets mean nothing.
// apiextensions-apiserver: registry/customresource/validator.go ValidateScaleSpec
fn scale(emitter: &Emitter<'_>, runtime: &TokenStream) -> TokenStream {
    let Some(scale) = &emitter.plan.scale else { return quote!(None) };
    let path = |path: &str| {
        let keys: Vec<&str> = path.strip_prefix('.').unwrap_or(path).split('.').collect();
        let fields = emitter.numbers(&keys);
        let keys = keys.into_iter().map(escaped);
        quote!(#runtime::ScalePath { path: #path, keys: &[#(#keys),*], fields: &[#(#fields),*] })
    };
    let (spec, status) = (path(&scale.spec_replicas), path(&scale.status_replicas));
    let selector = match &scale.label_selector {
        Some(selector) => {
            let selector = path(selector);
            quote!(Some(#selector))
        }
        None => quote!(None),
    };
    quote!(Some(#runtime::Scale { spec_replicas: #spec, status_replicas: #status, label_selector: #selector }))
}

/// Puts a blank line before every documented item that follows another.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut previous = "";
    for line in text.lines() {
        let documented = |line: &str| line.trim_start().starts_with("///");
        let starts = documented(line) || line.starts_with("impl ") || line.starts_with("static ");
        if starts && !documented(previous) && !previous.is_empty() && !previous.ends_with('{') {
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
        previous = line;
    }
    out
}

/// The unit type's name: the kind, made an identifier.
pub(crate) fn type_name(kind: &str) -> proc_macro2::Ident {
    let mut name: String = kind.chars().filter(|unit| unit.is_ascii_alphanumeric()).collect();
    if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) || name == "Self" {
        name.insert_str(0, "Kind");
    }
    format_ident!("{name}")
}

/// What a function's documentation says: the place and what is asked there.
fn doc(node: &Node, place: &str) -> String {
    let place = if place.is_empty() { "The object itself".to_owned() } else { format!("`{place}`") };
    let types = match node.types.as_slice() {
        [] => "any value".to_owned(),
        types => types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(" or "),
    };
    let nullable = if node.nullable { " or null" } else { "" };
    format!(" {place}: {types}{nullable}.")
}
