//! Which address does what.

use crate::presence::Presence;
use crate::queue::Queue;
use crate::settings::Settings;
use crate::{certificates, events, games, guard, jobs, page, positions};
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;
use yose_interface::Opponent;

/// What every request can use.
#[derive(Debug)]
pub struct Site {
    pub settings: Settings,
    pub queue: Arc<Queue>,
    pub presence: Arc<Presence>,
    /// The certificate that somebody plays against.
    pub opponent: Mutex<Opponent>,
    /// Becomes true when the server stops.
    pub closing: watch::Sender<bool>,
}

impl Site {
    /// A site without jobs.
    pub fn new(settings: Settings) -> Site {
        let queue = Arc::new(Queue::new(&settings));
        Site {
            presence: Arc::new(Presence::new(Arc::clone(&queue), settings.absence)),
            queue,
            settings,
            opponent: Mutex::default(),
            closing: watch::Sender::new(false),
        }
    }
}

/// The routes of a site.
pub fn routes(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/icon.svg", get(page::icon))
        .route("/page/{name}", get(page::part))
        .route("/solve/{*position}", get(page::index))
        .route("/check/{*position}", get(page::index))
        .route("/hisshi/{*position}", get(page::index))
        .route("/threat/{*position}", get(page::index))
        .route("/value/{*position}", get(page::index))
        .route("/loa/{*position}", get(page::index))
        .route("/api/game", get(games::game))
        .route("/api/position", post(positions::read))
        .route("/api/line", post(positions::line))
        .route("/api/convert", post(positions::write))
        .route("/api/jobs", get(jobs::list).post(jobs::ask))
        .route("/api/jobs/{id}", get(jobs::look).delete(jobs::stop))
        .route("/api/jobs/{id}/text", get(jobs::text))
        .route("/api/jobs/{id}/certificate", get(certificates::download))
        .route("/api/jobs/{id}/verify", post(certificates::verify))
        .route("/api/jobs/{id}/play", post(certificates::play))
        .route("/api/tabs/{id}/open", post(jobs::open_tab))
        .route("/api/tabs/{id}/close", post(jobs::close_tab))
        .route("/api/events", get(events::events))
        .fallback(|| async { (StatusCode::NOT_FOUND, "there is no such page\n") })
        .layer(from_fn_with_state(Arc::clone(site), guard::guard))
        .with_state(Arc::clone(site))
}
