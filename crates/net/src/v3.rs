//! Nets of the format before nets of any size: for 9x9, with advantages of tries instead of logits. They can be
//! evaluated, and are not trained any more.
//!
//! | file | what it has |
//! |---|---|
//! | `features` | a view as planes |
//! | `maps` | the board of 9x9 |
//! | `network` | the weights |
//! | `inference` | evaluation |
//! | `file` | a net from bytes |

pub(crate) mod features;
pub(crate) mod file;
pub(crate) mod inference;
mod maps;
pub(crate) mod network;
