//! The answer layer: JSON objects, exit status, error reports, progress and interruption.
