//! The questions asked of shogi positions.
