//! Which address does what.

use crate::presence::Presence;
use crate::queue::Queue;
use crate::research::Research;
use crate::runs::Runs;
use crate::server::StartError;
use crate::settings::Settings;
use crate::{certificates, events, games, guard, jobs, page, positions, research, runs};
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
    /// What researchers named.
    pub research: Research,
    /// The server with runs over many machines, if one was named.
    pub runs: Option<Runs>,
    /// Becomes true when the server stops.
    pub closing: watch::Sender<bool>,
}

impl Site {
    /// A site without jobs.
    ///
    /// # Errors
    /// Something that the settings name cannot be shown.
    pub fn new(settings: Settings) -> Result<Site, StartError> {
        let queue = Arc::new(Queue::new(&settings));
        Ok(Site {
            research: Research::open(&settings)?,
            runs: settings.runs.clone().map(Runs::new),
            presence: Arc::new(Presence::new(Arc::clone(&queue), settings.absence)),
            queue,
            settings,
            opponent: Mutex::default(),
            closing: watch::Sender::new(false),
        })
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
        .route("/research", get(page::research))
        .route("/research/{kind}/{number}", get(page::research))
        .route("/api/research", get(research::overview))
        .route("/api/runs", get(runs::runs))
        .route("/api/enumerations/{id}", get(research::gallery))
        .route("/api/enumerations/{id}/plot", get(research::mates_plot))
        .route("/api/tables/{id}", post(research::look))
        .route("/api/tables/{id}/plot", get(research::table_plot))
        .route("/api/answers/{id}/plot", get(research::answers_plot))
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
