//! Positions over HTTP: reading what was typed or pasted, playing lines, conversions.

use crate::error::Refusal;
use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::task::spawn_blocking;
use yose_interface::{Conversion, Line, Read, Typed};
use yose_present::walk::Walk;

/// `POST /api/position`: reads a position or a record in any notation.
pub async fn read(Json(typed): Json<Typed>) -> Result<Json<Read>, Refusal> {
    Ok(Json(spawn_blocking(move || typed.read()).await??))
}

/// `POST /api/line`: every position of a line, and the legal moves after it.
pub async fn line(Json(line): Json<Line>) -> Result<Json<Walk>, Refusal> {
    Ok(Json(spawn_blocking(move || line.walk()).await??))
}

/// `POST /api/convert`: a position with a line in another notation, or as a picture.
pub async fn write(Json(conversion): Json<Conversion>) -> Result<Response, Refusal> {
    let written = spawn_blocking(move || conversion.write()).await??;
    Ok(([(header::CONTENT_TYPE, written.media_type)], written.text).into_response())
}
