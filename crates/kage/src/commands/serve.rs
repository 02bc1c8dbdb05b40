//! `kage serve`: the table in the browser.

use crate::args::Serve;
use crate::failure::Failure;
use crate::levels;
use kage_lab::BeliefView;
use kage_phantom::Seat;
use kage_web::{Belief, BeliefSource, Options, Server};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;

pub(crate) fn run(options: &Serve) -> Result<(), Failure> {
    let data = match &options.data {
        Some(data) => data.clone(),
        None => data_folder()?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Other(format!("cannot start threads: {error}")))?;
    runtime.block_on(serve(options, &data))
}

fn data_folder() -> Result<PathBuf, Failure> {
    let folder = dirs::data_dir().ok_or_else(|| {
        Failure::Usage("your data folder is not known here: name one with --data".to_owned())
    })?;
    Ok(folder.join("kage"))
}

async fn serve(options: &Serve, data: &Path) -> Result<(), Failure> {
    // The port comes first, so that a second server fails at once and does not read the games of
    // the first.
    let listener = listen(options.listen).await?;
    let address = listener.local_addr().map_err(|error| Failure::Other(error.to_string()))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let server = Server::open(Options {
        data: data.to_owned(),
        levels: levels::all(),
        beliefs: Some(Arc::new(Beliefs)),
        threads: cores,
        rate: options.rate,
        origin: options.origin.clone(),
        max_megabytes: options.max_size,
        report: Arc::new(|what| anstream::eprintln!("kage: {what}")),
    })
    .await
    .map_err(|error| Failure::Other(error.to_string()))?;
    let url = address_for_people(options, address);
    writeln!(anstream::stdout().lock(), "{url}")?;
    anstream::eprintln!("The table is open at this address. Games are kept in {}.", data.display());
    anstream::eprintln!("Ctrl-C stops the server; all games continue when it is started again.");
    if !options.no_open && has_desktop() {
        // Without a browser, the user still has the printed address.
        let _ = open::that_detached(&url);
    }
    let ended = server.run(listener, interrupted()).await;
    ended.map_err(|error| Failure::Other(format!("the server stopped: {error}")))
}

/// Beliefs for replays in the browser.
struct Beliefs;

impl BeliefSource for Beliefs {
    fn belief(&self, seat: &Seat) -> Belief {
        match BeliefView::of(seat) {
            Ok(BeliefView { hidden, certain, worlds, health }) => {
                Belief { hidden, certain, worlds, health }
            }
            Err(error) => Belief {
                hidden: Vec::new(),
                certain: Vec::new(),
                worlds: 0,
                health: format!("no belief: {error}"),
            },
        }
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => Failure::Other(format!(
            "{address} is in use, perhaps by another kage: open http://{address}, or choose another \
             port with --listen {}:{}",
            address.ip(),
            address.port().saturating_add(1)
        )),
        std::io::ErrorKind::PermissionDenied => Failure::Other(format!(
            "you may not listen on {address}: choose a port above 1023 with --listen"
        )),
        _ => Failure::Other(format!("cannot listen on {address}: {error}; see --listen")),
    })
}

/// The address for a browser on this machine.
fn address_for_people(options: &Serve, address: SocketAddr) -> String {
    match &options.origin {
        Some(origin) => origin.clone(),
        None if address.ip().is_unspecified() => format!("http://localhost:{}", address.port()),
        None => format!("http://{address}"),
    }
}

/// Is there a screen to open a browser on?
fn has_desktop() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Waits for Ctrl-C, or for the signal of a service manager (SIGTERM).
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a handler an interrupt ends the program; every game is on disk.
    let _ = tokio::signal::ctrl_c().await;
}
