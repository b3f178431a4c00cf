//! Exit status: 0 every problem answered, 1 some unknown, 2 bad input or usage.

/// How a run went, the worst of its problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Every problem was answered.
    #[default]
    Answered,
    /// Some problem stayed unknown.
    Unknown,
    /// Some input was bad.
    Invalid,
}

impl Status {
    /// The worse of the two.
    #[must_use]
    pub fn and(self, other: Status) -> Status {
        self.max(other)
    }

    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Status::Answered => 0,
            Status::Unknown => 1,
            Status::Invalid => 2,
        }
    }
}
