//! Boards and pieces over HTTP.

use crate::error::Refusal;
use axum::Json;
use axum::extract::Query;
use serde::Deserialize;
use yose_interface::GameBody;

/// Rules by their name.
#[derive(Debug, Deserialize)]
pub struct RulesQuery {
    rules: String,
}

/// `GET /api/game?rules=NAME`: a board and its pieces.
pub async fn game(Query(RulesQuery { rules }): Query<RulesQuery>) -> Result<Json<GameBody>, Refusal> {
    Ok(Json(GameBody::named(&rules)?))
}
