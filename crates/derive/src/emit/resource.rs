//! Writes the parts of a spec that belong to its resource: the paths of the scale subresource, and the type
//! of the status.
//!
//! In: an item with `#[kube(…)]`. Out: a constant of `impl Rules`, and an assertion about the other type.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::keys::words;
use super::spans::located;
use crate::model::{Field, Form};
use crate::types::shown;
use crdc_source::diag::Code;
use crdc_source::json::escaped;

impl Emitter<'_> {
    /// The paths of the scale subresource, split as the server does.
    pub(super) fn scale(&self) -> Option<TokenStream> {
        let (scale, runtime) = (self.item.scale.as_ref()?, &self.item.runtime);
        let private = quote!(#runtime::__private);
        let path = |path: &String| {
            let keys = path.strip_prefix('.').unwrap_or(path).split('.').map(escaped);
            quote!(#private::ScalePath { path: #path, keys: &[#(#keys),*], fields: &[] })
        };
        let (spec, status) = (path(&scale.spec), path(&scale.status));
        let selector = match scale.selector.as_ref().map(path) {
            Some(selector) => quote!(_crdc::Some(#selector)),
            None => quote!(_crdc::None),
        };
        let scale = quote! {
            #private::Scale { spec_replicas: #spec, status_replicas: #status, label_selector: #selector }
        };
        Some(quote!(const SCALE: _crdc::Option<&'static #private::Scale> = _crdc::Some(&#scale);))
    }

    /// Asserts that the errors of the status begin with `status`, if it has rules.
    pub(super) fn status_path(&mut self) {
        let Some(status) = &self.item.status else { return };
        let ty: syn::Type = syn::parse_quote!(#status);
        if self.is_generic(&ty) {
            return;
        }
        let words = words(
            &format!(
                "`{}` is the status of a resource, but its errors do not begin with `status.`",
                shown(&ty)
            ),
            &format!("write `#[crdc(path = \"status\")]` on `{}`", shown(&ty)),
            Code::AttributeInvalid,
        );
        let picked = self.picked(&ty);
        self.assert(&quote_spanned!(located(status.span())=>
            _crdc::must(_crdc::is_at(<#picked>::PATH, "status"), #words)
        ));
    }

    /// Asserts that `None` of a field is not written as null if its type is an enum of strings, because null
    /// is not a value of the enum.
    pub(super) fn null_of_enum(&mut self, field: &Field) {
        let Form::Other(ty, _) = field.form.core() else { return };
        if !field.writes_null() || self.is_generic(ty) {
            return;
        }
        let message = format!(
            "`None` of `{}` is written as null, which is no value of the enum `{}`: each `None` is refused",
            field.name,
            shown(ty)
        );
        let words = words(&message, crate::rules::SKIP_NONE, Code::PresenceConflict);
        let picked = self.picked(ty);
        self.assert(&quote_spanned!(super::spans::place(field)=> _crdc::must(!<#picked>::IS_ENUM, #words)));
    }
}
