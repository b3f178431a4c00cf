//! The files of the page. They are inside the program; a debug build reads them from the source
//! folder, so that an edit shows after a reload.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;

/// The files with their contents.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        const FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../page/", $name)))),*];
    };
}

files![
    "answer.js",
    "api.js",
    "board.js",
    "distributions.js",
    "dom.js",
    "duel.js",
    "editor.js",
    "events.js",
    "exports.js",
    "findings.js",
    "gallery.js",
    "games.js",
    "icon.svg",
    "index.html",
    "jobs.js",
    "language.js",
    "link.js",
    "main.js",
    "panel.js",
    "picture.js",
    "player.js",
    "plot.js",
    "pointer.js",
    "progress.js",
    "questions.js",
    "queue.js",
    "research-words.js",
    "research.html",
    "research.js",
    "runs.js",
    "server.js",
    "setup.js",
    "stand.js",
    "style.css",
    "table.js",
    "tablewalk.js",
    "transport.js",
    "tree.js",
    "verdict.js",
];

/// The type of a file by its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

/// The content of a file of the page.
fn content(name: &str) -> Option<Cow<'static, [u8]>> {
    let (name, bytes) = FILES.iter().find(|(known, _)| *known == name)?;
    if cfg!(debug_assertions) {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        if let Ok(bytes) = std::fs::read(std::path::Path::new(source).join(name)) {
            return Some(Cow::Owned(bytes));
        }
    }
    Some(Cow::Borrowed(bytes))
}

fn file(name: &str) -> Response {
    match content(name) {
        Some(bytes) => {
            let kind = [(header::CONTENT_TYPE, media_type(name))];
            (kind, Body::from(bytes.into_owned())).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

/// The page itself: also for addresses that name a question and a position.
pub async fn index() -> Response {
    file("index.html")
}

/// The page for researchers.
pub async fn research() -> Response {
    file("research.html")
}

/// The picture in the tab of the browser.
pub async fn icon() -> Response {
    file("icon.svg")
}

/// A script or a style of the page.
pub async fn part(Path(name): Path<String>) -> Response {
    file(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules that a script leads to, itself among them.
    fn modules(first: &str) -> Vec<String> {
        let (mut found, mut open) = (Vec::new(), vec![first.to_owned()]);
        while let Some(name) = open.pop() {
            if found.contains(&name) {
                continue;
            }
            let text = String::from_utf8(content(&name).unwrap().into_owned()).unwrap();
            let imports = text.split("from './").skip(1);
            open.extend(imports.filter_map(|rest| Some(rest.split_once('\'')?.0.to_owned())));
            found.push(name);
        }
        found.sort();
        found
    }

    /// What a browser loads for a page.
    #[test]
    fn scripts_are_small() {
        for page in ["main.js", "research.js"] {
            let scripts = modules(page);
            let bytes: usize = scripts.iter().map(|name| content(name).unwrap().len()).sum();
            assert!((1..150_000).contains(&bytes), "{page}: {bytes} bytes of script");
        }
    }

    /// A browser that knows all modules from the first byte need not find them one by one.
    #[test]
    fn every_module_of_the_page_is_loaded_at_once() {
        let page = String::from_utf8(content("index.html").unwrap().into_owned()).unwrap();
        let links = page.split("rel=\"modulepreload\" href=\"/page/").skip(1);
        let links: Vec<&str> = links.filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
        assert!(links.len() > 10);
        assert_eq!(links, modules("main.js"));
    }

    #[test]
    fn every_file_is_in_the_program_and_has_a_type() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let known: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, known);
        for name in known {
            assert_ne!(media_type(name), "application/octet-stream", "{name}");
        }
    }
}
