//! The result of a piece: what was found, as text that depends on the piece alone, and beside it
//! who found it, where and how fast.

use crate::fault::NatsFault;
use crate::piece::{Ask, Piece};
use crate::server::Server;
use bytes::Bytes;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;
use yose_ask::answer::SCHEMA;
use yose_ask::frame::FrameReply;
use yose_ask::{Pace, Question, Reason, Reply, Request, Resources, Verdict, run};
use yose_enumerate::run::head;
use yose_enumerate::{Part, Space};

/// The most bytes of a text. A result that unpacks to more is a forgery.
const MOST: u64 = 1 << 30;

/// What a worker found.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceResult {
    /// The text: parts of frames one after the other, or replies a line each, without times.
    pub text: String,
    /// Counters of every item.
    pub items: Vec<Item>,
    /// The machine.
    pub host: String,
}

/// Counters of an item. They differ from worker to worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Problems in it.
    pub problems: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// The head of a message with a result. The packed text follows, unless it is an object.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    host: String,
    items: Vec<Item>,
    /// The object that holds the packed text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    object: Option<String>,
}

/// Why a result cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ResultFault(pub String);

impl PieceResult {
    /// Stores the result of a piece on the server, under the name of who found it. What is too long
    /// for a message becomes an object.
    ///
    /// # Errors
    /// The server does not take it.
    pub async fn store(&self, server: &Server, piece: &Piece, worker: &str) -> Result<(), NatsFault> {
        let packed = self.packed();
        let mut message = self.message(&packed, None);
        if message.len() > server.most_bytes() {
            let object = server.put_object(&piece.run, &packed).await?;
            message = self.message(&packed, Some(object));
        }
        let subject = piece.result_subject(worker);
        server.store(subject, Bytes::from(message)).await.map(drop)
    }

    /// The text, packed.
    pub fn packed(&self) -> Vec<u8> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        // Writing to memory does not fail.
        let _ = packer.write_all(self.text.as_bytes());
        packer.finish().unwrap_or_default()
    }

    /// The message of the result; `object` names the packed text if it is not in the message.
    pub fn message(&self, packed: &[u8], object: Option<String>) -> Vec<u8> {
        let is_inside = object.is_none();
        let head = Head {
            host: self.host.clone(),
            items: self.items.clone(),
            object,
        };
        let mut message = serde_json::to_vec(&head).unwrap_or_default();
        message.push(b'\n');
        if is_inside {
            message.extend_from_slice(packed);
        }
        message
    }

    /// The object that a message refers to.
    pub fn object_of(message: &[u8]) -> Option<String> {
        let line = message.split(|&byte| byte == b'\n').next()?;
        serde_json::from_slice::<Head>(line).ok()?.object
    }

    /// Reads a message. `object` is the content of the object that it refers to.
    ///
    /// # Errors
    /// The message is no result.
    pub fn read(message: &[u8], object: Option<&[u8]>) -> Result<PieceResult, ResultFault> {
        let fault = |what: &str| ResultFault(what.to_owned());
        let end = message.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| fault("a result without a head"))?;
        let head: Head = serde_json::from_slice(&message[..end])
            .map_err(|error| ResultFault(format!("the head of a result: {error}")))?;
        let packed = object.unwrap_or(&message[end + 1..]);
        let mut text = String::new();
        let mut unpacker = DeflateDecoder::new(packed).take(MOST);
        unpacker
            .read_to_string(&mut text)
            .map_err(|error| ResultFault(format!("a result that cannot be unpacked: {error}")))?;
        Ok(PieceResult {
            text,
            items: head.items,
            host: head.host,
        })
    }

    /// The replies about the items of a piece, in order.
    ///
    /// # Errors
    /// The result does not answer the piece: items are missing, or are about something else.
    pub fn replies(&self, piece: &Piece) -> Result<Vec<Reply>, ResultFault> {
        if self.items.len() != piece.to - piece.from {
            return Err(ResultFault(format!(
                "{} items instead of {}",
                self.items.len(),
                piece.to - piece.from
            )));
        }
        match &piece.ask {
            Ask::Frames { request, .. } => frame_replies(self, piece, request),
            Ask::Listed { .. } => listed_replies(self),
        }
    }
}

fn frame_replies(result: &PieceResult, piece: &Piece, request: &Request) -> Result<Vec<Reply>, ResultFault> {
    let Question::Frame(question) = &request.question else {
        return Err(ResultFault("the piece is not about frames".to_owned()));
    };
    let space = question.space.space();
    let terms = question.terms(&request.limits);
    let head = head(space, &terms);
    let parts = Part::read_all(&result.text, &head).map_err(|fault| ResultFault(fault.to_string()))?;
    if parts.len() != result.items.len() {
        return Err(ResultFault(format!("{} parts", parts.len())));
    }
    let mut replies = Vec::with_capacity(parts.len());
    let mut length = 0;
    for ((part, item), frame) in parts.iter().zip(&result.items).zip(piece.from..) {
        well_formed(space, part, frame)?;
        let text = part.text(&head);
        length += text.len();
        replies.push(Reply::Frame(FrameReply {
            schema: SCHEMA,
            space: space.name.clone(),
            frame,
            verdict: Verdict::Done,
            problems: (part.never.len() + part.mates.len() + part.open.len()) as u64,
            part: Some(text),
            nodes: item.nodes,
            seconds: item.seconds,
            reason: None,
            error: None,
        }));
    }
    // The texts are made anew from what was read. If they are shorter or longer than what came,
    // something else came along.
    match length == result.text.len() {
        true => Ok(replies),
        false => Err(ResultFault("a part that is written in another way".to_owned())),
    }
}

/// Each diagram of a part is in its frame and comes once. Whether the verdicts are right only a
/// recheck tells.
fn well_formed(space: &Space, part: &Part, frame: usize) -> Result<(), ResultFault> {
    let fault = |what: String| ResultFault(format!("frame {frame}: {what}"));
    let Some(laid_out) = space.frames().get(frame).filter(|_| part.frame == frame) else {
        return Err(fault(format!("the part is about frame {}", part.frame)));
    };
    let numbers = part.never.iter().copied();
    let numbers = numbers.chain(part.mates.iter().map(|mate| mate.number));
    let mut numbers: Vec<u64> = numbers.chain(part.open.iter().map(|open| open.0)).collect();
    numbers.sort_unstable();
    let end = laid_out.first.saturating_add(laid_out.numbers);
    if let Some(number) = numbers.iter().find(|n| !(laid_out.first..end).contains(n)) {
        return Err(fault(format!("diagram {number} is in another frame")));
    }
    match numbers.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(fault(format!("diagram {} comes twice", pair[0]))),
        None => Ok(()),
    }
}

fn listed_replies(result: &PieceResult) -> Result<Vec<Reply>, ResultFault> {
    let lines: Vec<&str> = result.text.lines().collect();
    if lines.len() != result.items.len() {
        return Err(ResultFault(format!("{} replies", lines.len())));
    }
    let replies = lines.into_iter().zip(&result.items).map(|(line, item)| {
        let mut reply: serde_json::Value = serde_json::from_str(line)?;
        reply["seconds"] = item.seconds.into();
        serde_json::from_value(reply)
    });
    let replies: Result<Vec<Reply>, serde_json::Error> = replies.collect();
    replies.map_err(|error| ResultFault(format!("a reply: {error}")))
}

/// Does a piece. `requests` are those of a listed input.
///
/// # Errors
/// Why the piece could not be done. `None`: it was interrupted.
pub fn answer(
    piece: &Piece,
    requests: &[Request],
    resources: &Resources,
    interrupt: &Arc<AtomicBool>,
) -> Result<(String, Vec<Item>), Option<String>> {
    let mut text = String::new();
    let mut items = Vec::new();
    for item in piece.from..piece.to {
        let reply = match &piece.ask {
            Ask::Frames { request, .. } => {
                let request = Ask::frame(request, item);
                run(&request, resources, interrupt, Pace::Silent, &mut |_| {})
            }
            Ask::Listed { .. } => match requests.get(item) {
                Some(request) => run(request, resources, interrupt, Pace::Silent, &mut |_| {}),
                None => return Err(Some(format!("the input has no item {item}"))),
            },
        };
        match reply.reason() {
            Some(Reason::Interrupted) => return Err(None),
            Some(reason @ (Reason::Fault | Reason::Memory)) if is_fault(&reply) => {
                let why = serde_json::to_value(&reply).unwrap_or_default();
                let why = why["error"].as_str().unwrap_or(reason.word()).to_owned();
                return Err(Some(format!("item {item}: {why}")));
            }
            _ => {}
        }
        match &reply {
            Reply::Frame(FrameReply {
                part: Some(part),
                problems,
                nodes,
                seconds,
                ..
            }) => {
                text.push_str(part);
                items.push(Item {
                    problems: *problems,
                    nodes: *nodes,
                    seconds: *seconds,
                });
            }
            Reply::Frame(FrameReply { error, .. }) => {
                return Err(Some(error.clone().unwrap_or_else(|| "no part".to_owned())));
            }
            reply => {
                let mut value = serde_json::to_value(reply).unwrap_or_default();
                items.push(Item {
                    problems: 1,
                    nodes: value["nodes"].as_u64().unwrap_or_default(),
                    seconds: value["seconds"].as_f64().unwrap_or_default(),
                });
                value["seconds"] = 0.0.into();
                text.push_str(&value.to_string());
                text.push('\n');
            }
        }
    }
    Ok((text, items))
}

/// Whether a reply is no answer but a fault of this machine or program. A search that ran out of
/// its table is an answer: it would run out of it anywhere.
fn is_fault(reply: &Reply) -> bool {
    match reply {
        Reply::Frame(_) => true,
        reply => {
            let value = serde_json::to_value(reply).unwrap_or_default();
            value["error"].is_string() && reply.verdict() == Verdict::Unknown
        }
    }
}
