//! Jobs over HTTP: ask, look, wait, stop.

use crate::entry::Asker;
use crate::error::Refusal;
use crate::presence::is_name;
use crate::routes::Site;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use yose_interface::{Report, Status, request};

/// The longest that a request for a job waits for the reply, in seconds.
const LONGEST_WAIT: f64 = 60.0;

/// Who asks.
#[derive(Debug, Default, Deserialize)]
pub struct AskerQuery {
    tab: Option<String>,
    browser: Option<String>,
}

impl AskerQuery {
    /// The asker, if the names are names.
    pub fn asker(self) -> Result<Asker, Refusal> {
        let named = |name: &Option<String>| name.as_deref().is_none_or(is_name);
        match named(&self.tab) && named(&self.browser) {
            true => Ok(Asker {
                tab: self.tab,
                browser: self.browser,
            }),
            false => Err(Refusal::bad("tabs and browsers have names of letters and digits")),
        }
    }
}

/// How long to wait for the reply.
#[derive(Debug, Default, Deserialize)]
pub struct WaitQuery {
    wait: Option<f64>,
}

impl WaitQuery {
    fn time(&self) -> Duration {
        let seconds = self.wait.unwrap_or_default().clamp(0.0, LONGEST_WAIT);
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }
}

/// `POST /api/jobs`: puts a request into the queue.
pub async fn ask(
    State(site): State<Arc<Site>>,
    Query(asker): Query<AskerQuery>,
    Query(wait): Query<WaitQuery>,
    Json(request): Json<Value>,
) -> Result<Response, Refusal> {
    let asker = asker.asker()?;
    let id = site.queue.ask(request::read(request)?, asker)?;
    site.queue.wait(&id, wait.time()).await;
    let place = format!("/api/jobs/{id}");
    let status = site.queue.status(&id).ok_or_else(|| Refusal::absent("job"))?;
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], Json(status)).into_response())
}

/// The jobs of an asker, and the length of the queue.
#[derive(Debug, Serialize)]
pub struct Overview {
    jobs: Vec<Status>,
    queue: crate::queue::Length,
}

/// `GET /api/jobs`: the jobs of a tab or browser, and the length of the queue.
pub async fn list(
    State(site): State<Arc<Site>>,
    Query(asker): Query<AskerQuery>,
) -> Result<Json<Overview>, Refusal> {
    let asked = asker.asker()?;
    // Jobs have names that cannot be guessed: only who asked sees them in a list.
    let jobs = match &asked {
        Asker {
            tab: None,
            browser: None,
        } => Vec::new(),
        asked => site.queue.statuses(|asker| {
            let same = |a: &Option<String>, b: &Option<String>| a.is_none() || a == b;
            same(&asked.tab, &asker.tab) && same(&asked.browser, &asker.browser)
        }),
    };
    let queue = site.queue.length();
    Ok(Json(Overview { jobs, queue }))
}

/// `GET /api/jobs/ID`: a job; with `wait` after its reply or this number of seconds.
pub async fn look(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Query(wait): Query<WaitQuery>,
) -> Result<Json<Status>, Refusal> {
    site.queue.wait(&id, wait.time()).await;
    let status = site.queue.status(&id);
    status.map(Json).ok_or_else(|| Refusal::absent("job"))
}

/// `DELETE /api/jobs/ID`: stops a job. The job stays, with a reply that holds what was found.
pub async fn stop(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Query(wait): Query<WaitQuery>,
) -> Result<Json<Status>, Refusal> {
    if !site.queue.stop(&id) {
        return Err(Refusal::absent("job"));
    }
    look(State(site), Path(id), Query(wait)).await
}

/// The language of a text.
#[derive(Debug, Default, Deserialize)]
pub struct LanguageQuery {
    pub language: Option<String>,
}

/// `GET /api/jobs/ID/text`: the reply of a job as a text for people.
pub async fn text(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Query(LanguageQuery { language }): Query<LanguageQuery>,
) -> Result<String, Refusal> {
    let found = site.queue.look(&id, |entry| {
        let reply = entry.work.reply.clone();
        reply.map(|reply| (Arc::clone(&entry.work.request), reply))
    });
    let (request, reply) = found.flatten().ok_or_else(|| Refusal::absent("reply"))?;
    let text = tokio::task::spawn_blocking(move || {
        let report = Report {
            request: &request,
            reply: &reply,
            language: language.as_deref(),
        };
        report.text()
    });
    Ok(text.await?)
}

/// `POST /api/tabs/ID/open`: a tab is there, perhaps again.
pub async fn open_tab(State(site): State<Arc<Site>>, Path(tab): Path<String>) -> StatusCode {
    site.presence.open_tab(&tab);
    StatusCode::NO_CONTENT
}

/// `POST /api/tabs/ID/close`: a tab closes.
pub async fn close_tab(
    State(site): State<Arc<Site>>,
    Path(tab): Path<String>,
) -> Result<StatusCode, Refusal> {
    if !is_name(&tab) {
        return Err(Refusal::absent("tab"));
    }
    site.presence.close_tab(tab);
    Ok(StatusCode::NO_CONTENT)
}
