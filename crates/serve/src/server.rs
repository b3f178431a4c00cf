//! Connections, and how the server stops.

use crate::routes::{Site, routes};
use crate::secret;
use crate::settings::Settings;
use crate::solved;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use yose_ask::tables::Tables;
use yose_batch::{FolderOfTables, Interrupt};

/// How long connections have to end after the server was told to stop.
const FAREWELL: Duration = Duration::from_secs(3);

/// How often the server looks whether Ctrl-C was pressed.
const GLANCE: Duration = Duration::from_millis(100);

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address cannot be used.
    #[error("{address} cannot be listened on: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// A file that was named cannot be shown.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: String,
    },
    /// A game that was named has no table.
    #[error("there is no table of `{name}`: {why}")]
    Table {
        /// The name.
        name: String,
        /// Why.
        why: yose_ask::Invalid,
    },
    /// The system gives no runtime.
    #[error("the server cannot start: {0}")]
    Runtime(#[from] std::io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    address: String,
}

impl Server {
    /// Listens on the address of the settings.
    ///
    /// # Errors
    /// The address cannot be used, or something that the settings name cannot be shown.
    pub async fn bind(mut settings: Settings) -> Result<Server, StartError> {
        let fault = |error| StartError::Listen {
            address: settings.listen,
            error,
        };
        let listener = TcpListener::bind(settings.listen).await.map_err(fault)?;
        settings.listen = listener.local_addr().map_err(fault)?;
        if !settings.is_loopback() && settings.token.is_none() {
            settings.token = Some(secret::name());
        }
        let mut address = format!("http://{}", settings.listen);
        if let Some(token) = &settings.token {
            address = format!("{address}/?token={token}");
        }
        Ok(Server {
            listener,
            site: Arc::new(Site::new(settings)?),
            address,
        })
    }

    /// The address to open, with the token if there is one.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Serves until `stop` is ready. Then every search is stopped, and connections get a moment to
    /// end.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let routes = routes(&self.site);
        let settings = &self.site.settings;
        let room = Arc::new(Semaphore::new(settings.connections.max(1)));
        let open = GracefulShutdown::new();
        let mut protocol = http1::Builder::new();
        protocol
            .timer(TokioTimer::new())
            .header_read_timeout(settings.patience);
        let tables = settings
            .table_folder
            .clone()
            .map_or_else(Tables::default, |folder| {
                Tables::with_store(FolderOfTables(folder))
            });
        let no_more_tables = solved::make_all(self.site.research.tables(), tables, settings.hash_mb);
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = async {
                let place = Arc::clone(&room).acquire_owned().await;
                (self.listener.accept().await, place)
            };
            let (accepted, place) = tokio::select! {
                biased;
                () = &mut stop => break,
                accepted = accepted => accepted,
            };
            let Ok((stream, _)) = accepted else {
                // Too many open files, for example: others may end.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let service = TowerToHyperService::new(routes.clone());
            let connection = protocol.serve_connection(TokioIo::new(stream), service);
            let connection = open.watch(connection);
            tokio::spawn(async move {
                // A client that breaks off is no fault of the server.
                let _ = connection.await;
                drop(place);
            });
        }
        no_more_tables.store(true, Ordering::Relaxed);
        self.site.closing.send_replace(true);
        self.site.queue.stop_all(|_| true);
        let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
    }
}

/// Serves until Ctrl-C. `started` gets the address to open.
///
/// # Errors
/// See [`StartError`].
pub fn serve_until_interrupted(settings: Settings, started: impl FnOnce(&str)) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let server = Server::bind(settings).await?;
        // Before anybody hears the address: whoever reads it may press Ctrl-C at once.
        let interrupt = Interrupt::on_ctrl_c();
        started(server.address());
        server
            .run(async {
                while !interrupt.requested() {
                    tokio::time::sleep(GLANCE).await;
                }
            })
            .await;
        Ok(())
    })
}
