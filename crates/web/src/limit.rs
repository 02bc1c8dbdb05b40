//! How much one client may ask for: buckets that fill slowly.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A bucket of tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    full: f64,
    per_second: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(full: f64, per_second: f64, now: Instant) -> Bucket {
        Bucket { tokens: full, full, per_second, at: now }
    }

    /// Takes so many tokens out, if they are there.
    pub(crate) fn take(&mut self, tokens: f64, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.tokens = (self.tokens + gained).min(self.full);
        self.at = now;
        let enough = self.tokens >= tokens;
        if enough {
            self.tokens -= tokens;
        }
        enough
    }
}

/// More clients than this, and those who have been quiet are forgotten.
const MANY: usize = 10_000;

/// The most sockets of one client.
const SOCKETS: usize = 100;

/// A bucket for each client, and how many sockets each has open.
#[derive(Debug)]
pub(crate) struct Clients {
    /// Requests a second; 0 is no limit.
    rate: u32,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
    sockets: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// An open socket of a client; it counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Visit {
    house: IpAddr,
    sockets: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&self.house) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.house);
            }
        }
    }
}

impl Clients {
    pub(crate) fn new(rate: u32) -> Clients {
        Clients { rate, buckets: Mutex::default(), sockets: Arc::default() }
    }

    /// Is there no limit?
    pub(crate) const fn are_free(&self) -> bool {
        self.rate == 0
    }

    /// A client opens a socket; `None` if he has too many.
    pub(crate) fn visit(&self, client: IpAddr) -> Option<Visit> {
        let house = house_of(client);
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(house).or_default();
        if *count >= SOCKETS && !self.are_free() {
            return None;
        }
        *count += 1;
        Some(Visit { house, sockets: Arc::clone(&self.sockets) })
    }

    /// May this client do something that costs so much, now?
    pub(crate) fn may(&self, client: IpAddr, cost: f64, now: Instant) -> bool {
        if self.are_free() {
            return true;
        }
        let rate = f64::from(self.rate);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| !bucket.take(bucket.full, now));
        }
        let bucket =
            buckets.entry(house_of(client)).or_insert_with(|| Bucket::new(4.0 * rate, rate, now));
        bucket.take(cost, now)
    }
}

/// One customer of the newer internet has a whole network of addresses.
fn house_of(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3.0, 2.0, start);
        let taken = (0..5).filter(|_| bucket.take(1.0, start)).count();
        assert_eq!(taken, 3);
        assert!(bucket.take(1.0, start + Duration::from_millis(600)));
        assert!(!bucket.take(1.0, start + Duration::from_millis(700)));
    }

    #[test]
    fn clients_do_not_share() {
        let clients = Clients::new(1);
        let now = Instant::now();
        let [one, same, other] =
            ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(|text| text.parse::<IpAddr>().unwrap());
        assert!((0..4).all(|_| clients.may(one, 1.0, now)));
        assert!(!clients.may(same, 1.0, now), "the same house");
        assert!(clients.may(other, 1.0, now));
        assert!(Clients::new(0).may(one, 1e9, now));
    }

    #[test]
    fn sockets_are_counted() {
        let clients = Clients::new(1);
        let one = "192.0.2.1".parse::<IpAddr>().unwrap();
        let mut open: Vec<Visit> = (0..SOCKETS).filter_map(|_| clients.visit(one)).collect();
        assert_eq!(open.len(), SOCKETS);
        assert!(clients.visit(one).is_none());
        open.pop();
        assert!(clients.visit(one).is_some());
        drop(open);
        assert!(clients.sockets.lock().unwrap().is_empty());
    }
}
