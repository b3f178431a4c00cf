//! A line between a worker and the server that can be cut: bytes stop, connections stay open and
//! silent, as when a cable is pulled.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub struct Proxy {
    pub port: u16,
    cut: Arc<AtomicBool>,
}

impl Proxy {
    pub fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Proxy {
            port: listener.local_addr().unwrap().port(),
            cut: Arc::default(),
        };
        let cut = Arc::clone(&proxy.cut);
        std::thread::spawn(move || {
            for inside in listener.incoming().flatten() {
                // A connection that is made while the line is cut goes nowhere.
                if cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(outside) = TcpStream::connect(("127.0.0.1", port)) else {
                    continue;
                };
                for (from, to) in [
                    (inside.try_clone().unwrap(), outside.try_clone().unwrap()),
                    (outside, inside),
                ] {
                    let cut = Arc::clone(&cut);
                    std::thread::spawn(move || pass(from, to, &cut));
                }
            }
        });
        proxy
    }

    pub fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    pub fn mend(&self) {
        self.cut.store(false, Ordering::SeqCst);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut bytes = [0; 4096];
    let mut was_cut = false;
    from.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    loop {
        was_cut |= cut.load(Ordering::SeqCst);
        match from.read(&mut bytes) {
            Ok(0) => break,
            // What was sent while the line was cut is lost, and with it the connection.
            Ok(_) if was_cut && !cut.load(Ordering::SeqCst) => break,
            Ok(_) if was_cut => {}
            Ok(n) => {
                if to.write_all(&bytes[..n]).is_err() {
                    break;
                }
            }
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                ) =>
            {
                if was_cut && !cut.load(Ordering::SeqCst) {
                    break;
                }
            }
            Err(_) => break,
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
