//! Who can open a link to this server, and what the link to an invitation is.

use crate::server_state::ServerState;
use fast_qr::{ECL, QRBuilder};
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// Who can open a link to this server.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Reach {
    /// Only browsers on this machine: the server listens on a loopback address.
    Machine,
    /// The machines of its network.
    Network,
    /// Everyone: the server has a public address.
    Everyone,
}

/// The link to an invitation, with what a page must say about it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct InviteLink {
    link: String,
    reach: Reach,
    /// The address that the server would have in the network if it listened there.
    network: Option<String>,
    /// The link as a QR code, if another machine can open it.
    qr: Option<QrShown>,
}

/// A QR code: its modules row by row, `1` for a dark one.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
struct QrShown {
    size: usize,
    modules: String,
}

impl QrShown {
    /// `None` if the text is too long for a code.
    fn of(text: &str) -> Option<QrShown> {
        let code = QRBuilder::new(text).ecl(ECL::M).build().ok()?;
        let rows = (0..code.size).flat_map(|row| &code[row][..code.size]);
        let modules = rows.map(|module| if module.value() { '1' } else { '0' }).collect();
        Some(QrShown { size: code.size, modules })
    }
}

impl ServerState {
    /// The link to an invitation, for a page that was opened at the address `host`.
    pub(crate) fn invite_link(&self, invite: &str, host: Option<&str>) -> InviteLink {
        let (base, reach) = self.address_for_friends(host);
        let link = format!("{base}/join/{invite}");
        let qr = if reach == Reach::Machine { None } else { QrShown::of(&link) };
        let port = self.listens.get().map(SocketAddr::port);
        let network = network_address().zip(port).map(|(ip, port)| http(ip, port));
        InviteLink { link, reach, network, qr }
    }

    fn address_for_friends(&self, host: Option<&str>) -> (String, Reach) {
        if let Some(origin) = &self.origin {
            return (origin.clone(), Reach::Everyone);
        }
        let Some(&listens) = self.listens.get() else {
            return (format!("http://{}", host.unwrap_or("localhost")), Reach::Machine);
        };
        let here = host.map_or_else(|| listens.to_string(), str::to_owned);
        if listens.ip().is_loopback() {
            return (format!("http://{here}"), Reach::Machine);
        }
        if !is_loopback_name(&here) {
            return (format!("http://{here}"), Reach::Network);
        }
        // The page was opened on this machine. A friend needs the address in the network.
        let ip = if listens.ip().is_unspecified() { network_address() } else { Some(listens.ip()) };
        match ip {
            Some(ip) => (http(ip, listens.port()), Reach::Network),
            None => (format!("http://{here}"), Reach::Machine),
        }
    }
}

fn http(ip: IpAddr, port: u16) -> String {
    format!("http://{}", SocketAddr::new(ip, port))
}

/// Does a `Host` name the machine that asks?
fn is_loopback_name(host: &str) -> bool {
    let name =
        host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).map_or(host, |(n, _)| n);
    let name = name.trim_matches(['[', ']']);
    name == "localhost"
        || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback() || ip.is_unspecified())
}

/// The address of this machine in its network: the one from which it would send to another machine.
/// Nothing is sent. `None` without a network.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // 192.0.2.1 is reserved for examples, so it belongs to nobody.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_is_a_square_with_three_finders() {
        let QrShown { size, modules } = QrShown::of("http://192.168.1.5:4747/join/abc").unwrap();
        assert_eq!(modules.len(), size * size);
        let row = |row: usize, from: usize| &modules[row * size + from..row * size + from + 7];
        for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            assert_eq!(row(top, left), "1111111");
            assert_eq!(row(top + 3, left), "1011101");
        }
        assert_eq!(QrShown::of(&"x".repeat(9000)), None);
    }

    #[test]
    fn names_of_the_own_machine_are_known() {
        for own in ["127.0.0.1:4747", "localhost:4747", "localhost", "[::1]:4747", "0.0.0.0:1"] {
            assert!(is_loopback_name(own), "{own}");
        }
        for other in ["192.168.1.5:4747", "go.example.org", "kage.local:4747", "[fe80::1]:80"] {
            assert!(!is_loopback_name(other), "{other}");
        }
    }
}
