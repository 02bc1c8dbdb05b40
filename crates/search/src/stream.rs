//! Random numbers for the choices of a search.

/// A small stream of random numbers (`SplitMix64`), for the choices of a search.
#[derive(Clone, Debug)]
pub(crate) struct Stream(u64);

impl Stream {
    pub(crate) const fn new(seed: u64) -> Stream {
        Stream(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The place of one of these weights, drawn in proportion; `None` if none is above zero.
    pub(crate) fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> Option<usize> {
        let sum: f64 = weights.clone().sum();
        let mut at = self.unit() * sum;
        let mut last = None;
        for (place, weight) in weights.enumerate().filter(|(_, weight)| *weight > 0.0) {
            last = Some(place);
            at -= weight;
            if at < 0.0 {
                break;
            }
        }
        last
    }
}
