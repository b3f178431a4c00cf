//! Lines of Action under the laws.
