//! Brinkmates of shogi (hisshi): the attacker mates by checks and by quiet moves that threaten
//! mate.
//!
//! Definitions, for an attacker and a defender:
//!
//! - `M(P)`: the attacker mates by checks alone, at any length.
//! - `A(P, 0) = M(P)`; `A(P, n)`: `M(P)`, or some legal move `m` has `D(P·m, n - 1)`.
//! - `D(Q, n)`: `M(Q·pass)` unless the defender is in check, and every legal reply `r` has
//!   `A(Q·r, max(n - 1, 0))`.
//!
//! The length of a brinkmate is the least `n` with `A(P, n)`.

pub mod brute;
