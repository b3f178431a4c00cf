//! Laws written once and run for every game.
