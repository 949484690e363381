//! Writes a plan as Rust: one function per node, with rules and constants, formatted.
//!
//! In: a [`Plan`](crdc_plan::Plan) and the actions of its functions
//! ([`Actions`](crdc_plan::actions::Actions)). Out: the text of a file to be included in a module. Code that
//! does not depend on the schema is a call of the runtime crate. Generated code refers to the runtime only by
//! its configured path, uses no names of the prelude that a user could shadow, and contains no paths of this
//! machine.
//!
//! `emitter` has the shared state, `node` writes the function of a node, and `file` assembles the file. **No
//! decisions are made here**: crdc-dynamic runs the same actions without compiling.
//!
//! A generated file has the unit type, and modules whose names contain an underscore. The name of a kind
//! never does, so the names cannot collide. A pinned prettyplease formats the file. Keep generated code
//! small: code that does not depend on the schema belongs in the runtime.
//!
//! A generated function decodes one node. It opens the object, matches keys by length and bytes, passes each
//! value to the function of its node, and ends with the constraints of the whole object:
//!
//! ```rust,ignore
//! pub(super) fn at_spec(d: &mut Decoder<'_>, m: Member) -> DecodeResult {
//!     static SHAPE: Shape = Shape::new(kinds::OBJECT, "object", "");
//!     let mut o = Object::<1>::new();
//!     let mut next = match d.object(&mut o, m, &SHAPE)? {
//!         Some(first) => first,
//!         None => return Ok(()),                            // not an object: already handled
//!     };
//!     while let Some(key) = next {
//!         let k = key.bytes;
//!         match k.len() {
//!             4 if k == b"size" => { let m = d.field(&mut o, key, 2); spec_size(d, m)? }
//!             _ => d.unknown(&mut o, key)?,                 // pruned
//!         };
//!         next = d.next_key()?;
//!     }
//!     d.finish(&mut o);                                     // removes duplicate keys; limits and required follow
//!     Ok(())
//! }
//! ```
//!
//! Keys of more than eight bytes that have the same length are told apart by the byte in which they differ
//! most before they are compared: `18 if k[7] == b'A' && k == b"serviceAccountName"`. Comparing such a key
//! takes ten instructions. Objects with more than 256 fields and large enums use a sorted table (`arms`).
//!
//! Where defaults may be added, `d.end(&mut o)` comes before them and `d.close(&o)` after them; for the root
//! object, these are `end_root` and `close_root`. **Only inlined calls take a reference to an open
//! `Object`**; others get copies of its fields, so that it stays in registers.

mod arms;
mod array;
mod emitter;
pub(crate) mod file;
mod limits;
mod mixed;
mod module;
mod names;
mod node;
mod number;
mod object;
mod option;
mod places;
mod printable;
mod rules;
mod scalar_name;
mod shape;
mod string;
mod structure;
mod topology;
mod type_name;
pub(crate) mod types;
mod union;
mod validated;
pub(crate) mod views;

pub(crate) use emitter::Places;
pub(crate) use printable::printable;
pub(crate) use type_name::type_name;
