//! A server in a thread, and the smallest client that speaks to it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;
use yose_serve::{Server, Settings};

/// A server that runs until it is dropped.
pub struct Running {
    host: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What the server said.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let lines = self.head.lines();
        lines
            .filter_map(|line| line.split_once(": "))
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.to_owned())
    }
}

impl Running {
    /// Starts a server on a free port of the loopback address.
    pub fn start(settings: Settings) -> Running {
        let (stop, stopped) = oneshot::channel();
        let (started, address) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listen = "127.0.0.1:0".parse().unwrap();
                let server = Server::bind(Settings { listen, ..settings }).await.unwrap();
                started.send(server.address().to_owned()).unwrap();
                server
                    .run(async {
                        let _ = stopped.await;
                    })
                    .await;
            });
        });
        let address = address.recv().unwrap();
        let host = address.trim_start_matches("http://").split('/').next();
        Running {
            host: host.unwrap().to_owned(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub fn host(&self) -> String {
        self.host.clone()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads one reply.
    pub fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses a body may close before all of it was sent.
        let _ = stream.write_all(bytes);
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        loop {
            let mut line = String::new();
            match reader.read_line(&mut line) {
                Ok(n) if n > 0 && line != "\r\n" => head.push_str(&line),
                _ => break,
            }
        }
        let mut bytes = Vec::new();
        let _ = reader.read_to_end(&mut bytes);
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Reply {
            status: status.unwrap_or(0),
            body: String::from_utf8_lossy(&bytes).into_owned(),
            head,
        }
    }

    fn request(&self, line: &str, body: Option<&str>) -> Reply {
        let body_head = body.map_or_else(String::new, |body| {
            format!(
                "Content-Type: application/json\r\nContent-Length: {}\r\n",
                body.len()
            )
        });
        let host = &self.host;
        let head = format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{body_head}\r\n");
        self.raw(format!("{head}{}", body.unwrap_or_default()).as_bytes())
    }

    pub fn get(&self, path: &str) -> Reply {
        self.request(&format!("GET {path}"), None)
    }

    pub fn delete(&self, path: &str) -> Reply {
        self.request(&format!("DELETE {path}"), None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_text(path, &body.to_string())
    }

    pub fn post_text(&self, path: &str, body: &str) -> Reply {
        self.request(&format!("POST {path}"), Some(body))
    }

    /// Opens the stream of events of a browser.
    pub fn events(&self, browser: &str) -> Events {
        let mut stream = self.connect();
        let host = &self.host;
        let head = format!("GET /api/events?browser={browser} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut events = Events {
            reader: BufReader::new(stream),
            said: String::new(),
        };
        // The first event shows that the server knows of the stream.
        events.until(|said| said.contains("event: queue"));
        events
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server broke down");
        }
    }
}

/// A stream of events.
pub struct Events {
    reader: BufReader<TcpStream>,
    said: String,
}

impl Events {
    /// Reads until everything said so far is enough.
    pub fn until(&mut self, is_enough: impl Fn(&str) -> bool) -> String {
        while !is_enough(&self.said) {
            let mut line = String::new();
            let read = self.reader.read_line(&mut line);
            assert!(read.is_ok_and(|n| n > 0), "the stream ended: {}", self.said);
            self.said.push_str(&line);
        }
        self.said.clone()
    }
}
