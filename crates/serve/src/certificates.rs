//! Certificates over HTTP: download, verification by the referee, and play against a certificate.

use crate::entry::Asker;
use crate::error::Refusal;
use crate::jobs::AskerQuery;
use crate::routes::Site;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::{Arc, PoisonError};
use yose_ask::question::Verify;
use yose_ask::{Limits, Name, Question, Request};
use yose_interface::{Play, Played};

/// Which of the certificates of a reply: a drawn position has two.
#[derive(Debug, Default, Deserialize)]
pub struct PartQuery {
    #[serde(default)]
    part: usize,
}

fn text(site: &Site, id: &str, part: usize) -> Result<Arc<str>, Refusal> {
    let found = site
        .queue
        .look(id, |entry| entry.work.certificates.get(part).cloned());
    found.flatten().ok_or_else(|| Refusal::absent("certificate"))
}

/// `GET /api/jobs/ID/certificate`: the certificate of a reply.
pub async fn download(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Query(PartQuery { part }): Query<PartQuery>,
) -> Result<Response, Refusal> {
    let text = text(&site, &id, part)?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"yose-certificate.txt\"",
        ),
    ];
    Ok((headers, text.to_string()).into_response())
}

/// `POST /api/jobs/ID/verify`: a new job in which the referee checks the certificate.
pub async fn verify(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Query(PartQuery { part }): Query<PartQuery>,
    Query(asker): Query<AskerQuery>,
) -> Result<Response, Refusal> {
    let certificate = text(&site, &id, part)?.to_string();
    let request = Request {
        name: Name::default(),
        question: Question::Verify(Verify { certificate }),
        limits: Limits::default(),
    };
    let asker: Asker = asker.asker()?;
    let id = site.queue.ask(request, asker)?;
    let status = site.queue.status(&id).ok_or_else(|| Refusal::absent("job"))?;
    Ok((StatusCode::ACCEPTED, Json(status)).into_response())
}

/// `POST /api/jobs/ID/play`: plays against the certificate of a reply from its root.
pub async fn play(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Json(play): Json<Play>,
) -> Result<Json<Played>, Refusal> {
    let certificate = text(&site, &id, 0)?;
    let position = site
        .queue
        .look(&id, |entry| entry.work.request.question.position().cloned());
    let position = position.flatten().ok_or_else(|| Refusal::absent("position"))?;
    let played = tokio::task::spawn_blocking(move || {
        let mut opponent = site.opponent.lock().unwrap_or_else(PoisonError::into_inner);
        opponent.play(&id, &certificate, &position, &play)
    });
    Ok(Json(played.await??))
}
