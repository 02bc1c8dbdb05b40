//! Limits for each client: token buckets for requests, and a number of sockets.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A token bucket.
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

    /// Takes tokens out if there are enough, and returns whether there were.
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

/// With more buckets than this, the full ones are dropped.
const MAX_BUCKETS: usize = 10_000;

/// The most sockets of one client.
const MAX_SOCKETS: usize = 100;

/// A bucket for each client, and the number of its open sockets.
#[derive(Debug)]
pub(crate) struct ClientLimits {
    /// The most requests in a second; 0 means no limit.
    rate: u32,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
    sockets: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// An open socket of a client. It counts until it is dropped.
#[derive(Debug)]
pub(crate) struct OpenSocket {
    network: IpAddr,
    sockets: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.network);
            }
        }
    }
}

impl ClientLimits {
    pub(crate) fn new(rate: u32) -> ClientLimits {
        ClientLimits { rate, buckets: Mutex::default(), sockets: Arc::default() }
    }

    /// Are the limits off?
    pub(crate) const fn are_off(&self) -> bool {
        self.rate == 0
    }

    /// Counts a new socket of a client; `None` if the client has too many.
    pub(crate) fn open_socket(&self, client: IpAddr) -> Option<OpenSocket> {
        let network = network_of(client);
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(network).or_default();
        if *count >= MAX_SOCKETS && !self.are_off() {
            return None;
        }
        *count += 1;
        Some(OpenSocket { network, sockets: Arc::clone(&self.sockets) })
    }

    /// May the client make a request of this cost now?
    pub(crate) fn allow(&self, client: IpAddr, cost: f64, now: Instant) -> bool {
        if self.are_off() {
            return true;
        }
        let rate = f64::from(self.rate);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MAX_BUCKETS {
            buckets.retain(|_, bucket| !bucket.take(bucket.full, now));
        }
        let bucket =
            buckets.entry(network_of(client)).or_insert_with(|| Bucket::new(4.0 * rate, rate, now));
        bucket.take(cost, now)
    }
}

/// The network of a client: with IPv6, one customer has many addresses.
fn network_of(client: IpAddr) -> IpAddr {
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
        let clients = ClientLimits::new(1);
        let now = Instant::now();
        let [one, same, other] =
            ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(|text| text.parse::<IpAddr>().unwrap());
        assert!((0..4).all(|_| clients.allow(one, 1.0, now)));
        assert!(!clients.allow(same, 1.0, now), "the same network");
        assert!(clients.allow(other, 1.0, now));
        assert!(ClientLimits::new(0).allow(one, 1e9, now));
    }

    #[test]
    fn sockets_are_counted() {
        let clients = ClientLimits::new(1);
        let one = "192.0.2.1".parse::<IpAddr>().unwrap();
        let mut open: Vec<OpenSocket> =
            (0..MAX_SOCKETS).filter_map(|_| clients.open_socket(one)).collect();
        assert_eq!(open.len(), MAX_SOCKETS);
        assert!(clients.open_socket(one).is_none());
        open.pop();
        assert!(clients.open_socket(one).is_some());
        drop(open);
        assert!(clients.sockets.lock().unwrap().is_empty());
    }
}
