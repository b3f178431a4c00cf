//! Game records at the edge.
