//! Random numbers for the choices of a search.

/// Makes the random numbers of a search's choices differ from those of its playouts.
pub(crate) const SALT: u64 = 0x1CE4_E5B9_A076_1D64;

/// What is added to the state for each number.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Makes a number of a state.
const fn mix(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A small stream of random numbers (`SplitMix64`), for the choices of a search.
#[derive(Clone, Debug)]
pub(crate) struct Stream(u64);

impl Stream {
    pub(crate) const fn new(seed: u64) -> Stream {
        Stream(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// The number that comes after so many others; none is used up.
    pub(crate) const fn ahead(&self, skip: u64) -> u64 {
        mix(self.0.wrapping_add(GAMMA.wrapping_mul(skip.wrapping_add(1))))
    }

    /// Passes over so many numbers.
    pub(crate) const fn skip(&mut self, count: u64) {
        self.0 = self.0.wrapping_add(GAMMA.wrapping_mul(count));
    }

    /// A number from 0 up to 1.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ahead_are_those_that_come() {
        let mut stream = Stream::new(7);
        let ahead = [0, 1, 2, 3, 4].map(|skip| stream.ahead(skip));
        let mut later = stream.clone();
        later.skip(3);
        assert_eq!(ahead, [(); 5].map(|()| stream.next()));
        assert_eq!(ahead[3], later.next());
    }
}
