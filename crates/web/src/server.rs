//! The server: its routes, and how it starts and stops.

use crate::server_state::{Options, ServerState};
use crate::store::OpenError;
use crate::{assets, guard, http, socket};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

/// A server for games in the browser. It continues every game of its store.
pub struct Server {
    state: Arc<ServerState>,
}

/// On drop, the rooms close. The last room that closes also closes the store.
impl Drop for Server {
    fn drop(&mut self) {
        self.state.stop();
    }
}

impl Server {
    /// Opens the store, and the rooms of all games that are not over.
    pub async fn open(options: Options) -> Result<Server, OpenError> {
        Ok(Server { state: ServerState::open(options).await? })
    }

    /// Serves until `stop` is ready. Then it tells and closes all sockets. Every game is on disk.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let state = Arc::clone(&self.state);
        let stopped = async move {
            stop.await;
            state.stop();
        };
        // A server listens once, so this is set once.
        let _ = self.state.listens.set(listener.local_addr()?);
        let service = self.routes().into_make_service_with_connect_info::<SocketAddr>();
        // Frames are small, so they are sent at once instead of waiting for a full packet.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, service).with_graceful_shutdown(stopped).await
    }

    /// The routes, without a listener.
    pub fn routes(&self) -> Router {
        let mut router = Router::new();
        for page in [
            "/",
            "/lobby",
            "/learn",
            "/desk",
            "/desk/{game}",
            "/game/{game}",
            "/join/{invite}",
            "/watch/{game}",
            "/replay/{game}",
        ] {
            router = router.route(page, get(assets::page));
        }
        router
            .route("/assets/{*name}", get(assets::asset))
            .route("/api/about", get(http::about))
            .route("/api/games", post(http::new_game))
            .route("/api/games/{game}", get(http::summary))
            .route("/api/games/{game}/join", post(http::join))
            .route("/api/games/{game}/replay", get(http::replay))
            .route("/api/games/{game}/belief", get(http::belief))
            .route("/api/games/{game}/play-on", post(http::play_on))
            .route("/api/games/{game}/sgf", get(http::sgf))
            .route("/api/games/{game}/text", get(http::text))
            .route("/api/invites/{invite}", get(http::invite).post(http::accept))
            .route("/api/invites/{invite}/link", get(http::invite_link))
            .route("/api/exhibitions", post(http::new_exhibition))
            .route("/api/desks", post(http::new_desk))
            .route("/ws", get(socket::connect))
            .fallback(assets::missing)
            .method_not_allowed_fallback(|| async { http::Failure::no_page() })
            .layer(DefaultBodyLimit::max(http::LARGEST_BODY))
            .layer(CompressionLayer::new())
            .layer(from_fn_with_state(Arc::clone(&self.state), guard::guard))
            .with_state(Arc::clone(&self.state))
    }
}
