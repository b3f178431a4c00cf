//! Brinkmates by definition: slow, simple, and independent of the search.
