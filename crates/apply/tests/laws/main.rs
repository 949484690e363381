//! Laws that hold for any input, on random values, and input that is made to be slow or deep.

mod apply;
mod hostile;
mod random;
mod sets;
