//! Writes the impls that kube needs: its traits, and the first fields of an object. In: the root of a plan.
//! Out: items.
//!
//! Easy to break: lists of typed servers leave out `apiVersion` and `kind` of their items, so both have a
//! default. Names of `kube` and `k8s-openapi` are complete paths, since a schema may have a `Resource` too.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Types;

/// A field in the struct of the root object.
pub(super) struct Part {
    /// The key.
    pub(super) key: String,
    /// The name in Rust.
    pub(super) ident: Ident,
    /// The type.
    pub(super) of: TokenStream,
    /// The type of its values, without the `Option` of an optional field.
    pub(super) inner: TokenStream,
    /// The value in a new object; none if the caller of `new` must pass it.
    pub(super) value: Option<TokenStream>,
    /// Whether the field is an `Option` because it may be absent.
    pub(super) optional: bool,
}

impl Types<'_> {
    /// `apiVersion` and `kind`, which items of lists may lack.
    pub(super) fn own_names(&self, name: &Ident) -> (TokenStream, TokenStream) {
        let (api_version, kind) = (self.plan.api_version(), &self.plan.kind);
        let of = |function: &str| format!("{name}::{function}");
        let (version_function, kind_function) = (of("default_api_version"), of("default_kind"));
        let fields = quote! {
            /// `apiVersion`
            #[serde(rename = "apiVersion", default = #version_function)]
            pub api_version: String,
            /// `kind`
            #[serde(default = #kind_function)]
            pub kind: String,
        };
        let functions = quote! {
            fn default_api_version() -> String { String::from(#api_version) }
            fn default_kind() -> String { String::from(#kind) }
        };
        (fields, functions)
    }

    /// The impls of kube's traits. `first` is the argument of `new` for the name of the object, `other` the
    /// field of unknown members.
    pub(super) fn traits(
        &self,
        name: &Ident,
        parts: &[Part],
        first: &Ident,
        other: Option<&Ident>,
    ) -> TokenStream {
        let (group, version) = (&self.plan.group, &self.plan.version);
        let (kind, plural) = (&self.plan.kind, &self.plan.plural);
        let scope =
            if self.plan.namespaced { quote!(NamespaceResourceScope) } else { quote!(ClusterResourceScope) };
        let given = parts.iter().filter(|part| part.value.is_none());
        let arguments = given.map(|Part { ident, of, .. }| quote!(#ident: #of));
        let values = parts.iter().map(|Part { ident, value, .. }| match value {
            Some(value) => quote!(#ident: #value),
            None => quote!(#ident),
        });
        let other = other.map(|other| quote!(#other: BTreeMap::new(),));
        let part = |key: &str| parts.iter().find(|part| part.key == key);
        let spec = part("spec").map(|Part { ident, of, .. }| {
            quote! {
                impl ::kube::core::object::HasSpec for #name {
                    type Spec = #of;
                    fn spec(&self) -> &#of { &self.#ident }
                    fn spec_mut(&mut self) -> &mut #of { &mut self.#ident }
                }
            }
        });
        let status = part("status").filter(|part| part.optional).map(|Part { ident, of, inner, .. }| {
            quote! {
                impl ::kube::core::object::HasStatus for #name {
                    type Status = #inner;
                    fn status(&self) -> Option<&#inner> { self.#ident.as_ref() }
                    fn status_mut(&mut self) -> &mut #of { &mut self.#ident }
                }
            }
        });
        quote! {
            impl #name {
                /// An object with a name and what is required.
                #[allow(dead_code)]
                pub fn new(#first: &str, #(#arguments),*) -> Self {
                    #name {
                        api_version: Self::default_api_version(),
                        kind: Self::default_kind(),
                        metadata: ObjectMeta { name: Some(String::from(#first)), ..Default::default() },
                        #(#values,)*
                        #other
                    }
                }
            }

            impl ::kube::Resource for #name {
                type DynamicType = ();
                type Scope = ::k8s_openapi::#scope;
                fn kind(_: &()) -> ::std::borrow::Cow<'_, str> { ::std::borrow::Cow::Borrowed(#kind) }
                fn group(_: &()) -> ::std::borrow::Cow<'_, str> { ::std::borrow::Cow::Borrowed(#group) }
                fn version(_: &()) -> ::std::borrow::Cow<'_, str> { ::std::borrow::Cow::Borrowed(#version) }
                fn plural(_: &()) -> ::std::borrow::Cow<'_, str> { ::std::borrow::Cow::Borrowed(#plural) }
                fn meta(&self) -> &ObjectMeta { &self.metadata }
                fn meta_mut(&mut self) -> &mut ObjectMeta { &mut self.metadata }
            }
            #spec
            #status
        }
    }
}
