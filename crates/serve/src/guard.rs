//! Who may ask, and how much a request may bring.
//!
//! - A page of another site must not reach the server through the browser of a person: neither
//!   under a name of its own that leads to this machine (DNS rebinding: the host is checked), nor
//!   by sending requests to it (the origin is checked).
//! - Where other machines can reach the server, every request must know the token.
//! - The body of a request has a size and a time in which it must arrive.
//! - The page runs no script and loads nothing but its own (content security policy).

use crate::error::Refusal;
use crate::routes::Site;
use crate::secret;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The cookie that holds the token.
const COOKIE: &str = "yose-token";

/// Lets a request through, or refuses it.
pub async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match admitted(&site, request).await {
        Ok(request) => next.run(request).await,
        Err(refusal) => *refusal,
    };
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    set(
        header::HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    response
}

/// The request with its whole body, or the refusal.
async fn admitted(site: &Site, request: Request) -> Result<Request, Box<Response>> {
    let refuse = |status, what: &str| Err(Box::new(Refusal::new(status, what).into_response()));
    let headers = request.headers();
    let Some(host) = host(headers, request.uri()) else {
        return refuse(StatusCode::BAD_REQUEST, "the request names no host");
    };
    if site.settings.is_loopback() && !is_loopback_name(&host) {
        return refuse(StatusCode::FORBIDDEN, "the server has another name");
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let its_host = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        if its_host != Some(host.as_str()) {
            return refuse(StatusCode::FORBIDDEN, "a page of another site sent this request");
        }
    }
    if let Some(token) = &site.settings.token {
        let asked = request.uri().query().and_then(|query| parameter(query, "token"));
        if let Some(given) = asked.filter(|_| request.method() == Method::GET) {
            return match secret::is_same(given, token) {
                true => Err(Box::new(welcome(request.uri(), token))),
                false => refuse(StatusCode::UNAUTHORIZED, "the token is not that of this server"),
            };
        }
        if !knows(headers, token) {
            return refuse(StatusCode::UNAUTHORIZED, "the request has no token");
        }
    }
    let (parts, body) = request.into_parts();
    let arriving = to_bytes(body, site.settings.body_bytes);
    match tokio::time::timeout(site.settings.patience, arriving).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Ok(Err(_)) => refuse(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the body of the request is too large",
        ),
        Err(_) => refuse(
            StatusCode::REQUEST_TIMEOUT,
            "the body of the request came too slowly",
        ),
    }
}

/// The host that a request names, with its port.
fn host(headers: &HeaderMap, uri: &Uri) -> Option<String> {
    let named = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = named.or_else(|| uri.authority().map(|authority| authority.as_str()))?;
    (!host.is_empty()).then(|| host.to_ascii_lowercase())
}

/// Whether a host is this machine under one of its own names.
fn is_loopback_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// The value of a parameter of a query.
fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let mut parts = query.split('&');
    parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

/// Whether the headers have the token.
fn knows(headers: &HeaderMap, token: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = text(header::COOKIE).unwrap_or_default();
    let cookie = cookies
        .split(';')
        .find_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    [bearer, cookie]
        .into_iter()
        .flatten()
        .any(|given| secret::is_same(given, token))
}

/// Keeps the token in a cookie and takes it out of the address.
fn welcome(uri: &Uri, token: &str) -> Response {
    let query = uri.query().unwrap_or_default();
    let rest: Vec<&str> = query
        .split('&')
        .filter(|part| !part.starts_with("token="))
        .collect();
    let mut to = uri.path().to_owned();
    if !rest.is_empty() {
        to = format!("{to}?{}", rest.join("&"));
    }
    // A path that begins with two slashes would lead to another host.
    let to = format!("/{}", to.trim_start_matches('/'));
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    (
        StatusCode::SEE_OTHER,
        [(header::LOCATION, to), (header::SET_COOKIE, cookie)],
    )
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for host in [
            "localhost",
            "localhost:8030",
            "127.0.0.1:1",
            "[::1]:8030",
            "[::1]",
        ] {
            assert!(is_loopback_name(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:8030",
            "127.0.0.1.nip.io",
            "",
        ] {
            assert!(!is_loopback_name(host), "{host}");
        }
    }

    #[test]
    fn parameters() {
        assert_eq!(parameter("a=1&token=x", "token"), Some("x"));
        assert_eq!(parameter("a=1&tokens=x", "token"), None);
    }

    #[test]
    fn the_token_leaves_the_address() {
        let uri: Uri = "/solve/x?lang=ja&token=abc".parse().unwrap();
        let response = welcome(&uri, "abc");
        assert_eq!(response.headers()[header::LOCATION], "/solve/x?lang=ja");
        let uri: Uri = "//evil.example/?token=abc".parse().unwrap();
        let location = &welcome(&uri, "abc").headers()[header::LOCATION].clone();
        assert_eq!(location, "/evil.example/");
    }
}
