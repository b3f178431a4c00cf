//! Why a request was refused, as a status and a JSON object.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request was refused.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    error: String,
}

impl Refusal {
    /// A refusal with this status and reason.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Refusal {
        Refusal {
            status,
            error: error.into(),
        }
    }

    /// The request makes no sense.
    pub fn bad(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error)
    }

    /// The server itself failed.
    pub fn broken(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// Nothing has this name.
    pub fn absent(what: &str) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, format!("there is no {what} of this name"))
    }
}

impl From<yose_interface::Refusal> for Refusal {
    fn from(refusal: yose_interface::Refusal) -> Refusal {
        let status = match refusal {
            yose_interface::Refusal::Bad(_) => StatusCode::BAD_REQUEST,
            yose_interface::Refusal::Absent(_) => StatusCode::NOT_FOUND,
            yose_interface::Refusal::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Refusal::new(status, refusal.to_string())
    }
}

/// A task that broke down.
impl From<tokio::task::JoinError> for Refusal {
    fn from(error: tokio::task::JoinError) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.error }))).into_response()
    }
}
