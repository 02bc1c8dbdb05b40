//! The server: its routes, and its life from the first socket to the last.

use crate::hall::{Hall, Options};
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

/// A table in the browser: every game in its store goes on.
pub struct Server {
    hall: Arc<Hall>,
}

/// Who lets go of a server closes its rooms, and with the last of them its store.
impl Drop for Server {
    fn drop(&mut self) {
        self.hall.stop();
    }
}

impl Server {
    /// Opens the store, and the rooms of all games that are not over.
    pub async fn open(options: Options) -> Result<Server, OpenError> {
        Ok(Server { hall: Hall::open(options).await? })
    }

    /// Serves until `stop` comes; then says goodbye to everyone, and has everything on disk.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let hall = Arc::clone(&self.hall);
        let stopped = async move {
            stop.await;
            hall.stop();
        };
        let service = self.routes().into_make_service_with_connect_info::<SocketAddr>();
        // A frame is small and somebody waits for it: it is not kept back to fill a packet.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, service).with_graceful_shutdown(stopped).await
    }

    /// The routes alone, without a listener.
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
            .route("/api/games/{game}", get(http::card))
            .route("/api/games/{game}/join", post(http::join))
            .route("/api/games/{game}/replay", get(http::replay))
            .route("/api/games/{game}/belief", get(http::belief))
            .route("/api/games/{game}/sgf", get(http::sgf))
            .route("/api/games/{game}/text", get(http::text))
            .route("/api/invites/{invite}", get(http::invitation).post(http::accept))
            .route("/api/exhibitions", post(http::new_exhibition))
            .route("/api/desks", post(http::new_desk))
            .route("/ws", get(socket::connect))
            .fallback(|| async { http::Failure::no_page() })
            .method_not_allowed_fallback(|| async { http::Failure::no_page() })
            .layer(DefaultBodyLimit::max(http::LARGEST_BODY))
            .layer(CompressionLayer::new())
            .layer(from_fn_with_state(Arc::clone(&self.hall), guard::guard))
            .with_state(Arc::clone(&self.hall))
    }
}
