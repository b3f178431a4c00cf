//! Runs over many machines, on the server that was named at the start. Another program looks at
//! them (`yose-nats`), so that this one has no network client.

use crate::error::Refusal;
use crate::routes::Site;
use crate::settings::RunServer;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use yose_batch::elsewhere::look;

/// A look is shown again for so long, however many browsers ask.
const FRESH: Duration = Duration::from_secs(2);

/// How long a look may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The server with the runs, and what the last look saw.
#[derive(Debug)]
pub struct Runs {
    server: RunServer,
    /// Held while one look is taken: the others wait for it.
    last: Mutex<Option<(Instant, Result<String, String>)>>,
}

impl Runs {
    /// Nobody has looked yet.
    pub fn new(server: RunServer) -> Runs {
        Runs {
            server,
            last: Mutex::default(),
        }
    }

    async fn look(&self) -> Result<String, Refusal> {
        let mut last = self.last.lock().await;
        if last.as_ref().is_none_or(|(at, _)| at.elapsed() > FRESH) {
            let RunServer { program, options } = self.server.clone();
            let seen = tokio::task::spawn_blocking(move || look(&program, &options, PATIENCE)).await?;
            let seen = seen.map_err(|error| error.to_string()).and_then(|text| {
                let value: Result<serde_json::Value, _> = serde_json::from_str(&text);
                value.map(|value| value.to_string()).map_err(|e| e.to_string())
            });
            *last = Some((Instant::now(), seen));
        }
        match last.as_ref() {
            Some((_, Ok(seen))) => Ok(seen.clone()),
            Some((_, Err(error))) => Err(Refusal::new(StatusCode::BAD_GATEWAY, error.clone())),
            None => Err(Refusal::broken("no look")),
        }
    }
}

/// `GET /api/runs`: what `yose jobs --json` prints.
pub async fn runs(State(site): State<Arc<Site>>) -> Result<Response, Refusal> {
    let runs = site
        .runs
        .as_ref()
        .ok_or_else(|| Refusal::absent("server with runs (--nats)"))?;
    let seen = runs.look().await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], seen).into_response())
}
