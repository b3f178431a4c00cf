//! Files of credentials: a server that trusts an operator, an account that the operator signed, and
//! users that the account signed. The keys are made here.

use crate::bed::{
    Folder, Running, TestServer, WorkerThread, assert_same_files, block_on, options, server_or_skip,
    settings, worker_options,
};
use nkeys::KeyPair;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use yose_batch::elsewhere::ServerOptions;
use yose_nats::NatsFault;
use yose_nats::server::Server;
use yose_nats::worker::Worker;

/// Base 64 for addresses, without padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word = three
            .iter()
            .fold(0_u32, |word, &byte| word << 8 | u32::from(byte));
        let word = word << (8 * (3 - three.len()));
        for i in 0..=three.len() {
            text.push(DIGITS[(word >> (18 - 6 * i) & 63) as usize] as char);
        }
    }
    text
}

/// A claim about a key, signed by another.
fn signed(name: &str, about: &KeyPair, by: &KeyPair, nats: Value) -> String {
    let head = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let claims = json!({
        "jti": name, "iat": 1_700_000_000, "iss": by.public_key(), "name": name, "sub": about.public_key(),
        "nats": nats,
    });
    let text = format!(
        "{}.{}",
        base64(head.to_string().as_bytes()),
        base64(claims.to_string().as_bytes())
    );
    let signature = by.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", base64(&signature))
}

/// What a worker of the guide may publish, for another name.
fn permissions(name: &str) -> Vec<String> {
    let guide = include_str!("../../../../docs/guide/many-machines.conf");
    let list = guide.split("publish: [").nth(1).unwrap();
    let list = list.split_once(']').unwrap().0;
    let words = list.split('"').skip(1).step_by(2);
    words.map(|word| word.replace("worker1", name)).collect()
}

/// An account with its operator.
struct Trust {
    account: KeyPair,
    config: String,
}

impl Trust {
    fn new() -> Trust {
        let (operator, system, account) = (
            KeyPair::new_operator(),
            KeyPair::new_account(),
            KeyPair::new_account(),
        );
        let limits = |storage: i64| {
            json!({
                "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
                "conn": -1, "leaf": -1, "mem_storage": storage, "disk_storage": storage, "streams": storage,
                "consumer": storage,
            })
        };
        let of_account = |storage| json!({ "limits": limits(storage), "type": "account", "version": 2 });
        let of_operator = json!({ "type": "operator", "version": 2, "system_account": system.public_key() });
        let config = format!(
            "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{\n{}: {}\n{}: {}\n}}\n",
            signed("operator", &operator, &operator, of_operator),
            system.public_key(),
            system.public_key(),
            signed("system", &system, &operator, of_account(0)),
            account.public_key(),
            signed("account", &account, &operator, of_account(-1)),
        );
        Trust { account, config }
    }

    /// A file of credentials; `may` bounds what the user publishes.
    fn file(&self, folder: &Folder, name: &str, may: Option<Vec<String>>) -> PathBuf {
        let user = KeyPair::new_user();
        let mut nats = json!({ "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2 });
        if let Some(may) = may {
            nats["pub"] = json!({ "allow": may });
            nats["sub"] = json!({ "allow": ["_INBOX.>"] });
        }
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY \
             SEED-----\n{}\n------END USER NKEY SEED------\n",
            signed(name, &user, &self.account, nats),
            user.seed().unwrap()
        );
        let path = folder.0.join(format!("{name}.creds"));
        fs::write(&path, text).unwrap();
        path
    }
}

/// A whole run in which coordinator and workers have files of credentials. A worker's file holds
/// its permissions: it stores results under its own name only. Files of others are refused.
#[test]
fn a_run_with_files_of_credentials() {
    let trust = Trust::new();
    let server = TestServer::with_config(server_or_skip!(), &trust.config);
    let (folder, out) = (Folder::new(), Folder::new());
    let with = |file: PathBuf| ServerOptions {
        credentials: Some(file),
        ..server.options()
    };
    let coordinator = with(trust.file(&folder, "coordinator", None));
    let run = Running::start(options(&out.0, Some((coordinator, settings()))));
    let names = ["worker8", "worker9"];
    let files = names.map(|name| with(trust.file(&folder, name, Some(permissions(name)))));
    let workers =
        [0, 1].map(|i| WorkerThread::start(Worker::new(files[i].clone(), worker_options(names[i]))));
    run.finish();
    assert_same_files(&out.0);
    for worker in workers {
        worker.leave().unwrap();
    }
    let stored = |name: &'static str| {
        let options = files[0].clone();
        block_on(async move {
            let server = Server::connect(&options, "test").await.unwrap();
            server.store(format!("yose.result.0.0.{name}"), "x".into()).await
        })
    };
    assert!(stored("worker8").is_ok());
    assert!(matches!(stored("worker9"), Err(NatsFault::Server(_))));

    // Signed by somebody else, without a file, and a file that is none.
    let stranger = with(Trust::new().file(&folder, "stranger", None));
    let torn = folder.0.join("torn.creds");
    fs::write(&torn, "-----BEGIN NATS USER JWT-----\n").unwrap();
    for refused in [
        stranger,
        server.options(),
        with(torn),
        with(folder.0.join("absent")),
    ] {
        let fault = block_on(Server::connect(&refused, "test")).unwrap_err();
        assert!(matches!(fault, NatsFault::Connect { .. }), "{fault}");
    }
}
