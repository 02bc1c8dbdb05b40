//! Which vector instructions of the processor this process uses. Results do not depend on them.

use kage_net::Unsupported;

/// A set of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// The best that the processor has.
    Best,
    /// Those that every processor has.
    Portable,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 for nets, AVX2 for playouts.
    Avx512,
}

impl Instructions {
    /// From now on the playouts and nets of this process use these instructions.
    pub fn force(self) -> Result<(), Unsupported> {
        let nets = match self {
            Instructions::Best => return Ok(()),
            Instructions::Portable => kage_net::Instructions::Portable,
            Instructions::Avx2 => kage_net::Instructions::Avx2,
            Instructions::Avx512 => kage_net::Instructions::Avx512,
        };
        nets.force()?;
        if self == Instructions::Portable {
            kage_playout::force_portable();
        }
        Ok(())
    }
}
