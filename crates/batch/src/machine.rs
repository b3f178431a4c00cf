//! What this machine has: the memory that it can give to jobs.

/// The memory in MB that this machine can give to jobs now; `None` if the system does not tell.
/// Some is left for the rest of the machine, and a limit for the group of processes counts too.
pub fn memory_mb() -> Option<usize> {
    let free = free_mb()?;
    let group = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    let limits = group.iter().filter_map(|path| {
        let bytes = std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok()?;
        usize::try_from(bytes >> 20).ok()
    });
    Some(limits.fold(free, usize::min) / 4 * 3)
}

#[cfg(not(target_os = "macos"))]
fn free_mb() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes >> 10)
}

#[cfg(target_os = "macos")]
fn free_mb() -> Option<usize> {
    let told = std::process::Command::new("sysctl")
        .args(["-n", "hw.memsize"])
        .output()
        .ok()?;
    let bytes: u64 = String::from_utf8(told.stdout).ok()?.trim().parse().ok()?;
    usize::try_from(bytes >> 20).ok()
}

/// The memory in MB for `jobs` requests at the same time that need `each` MB: as much as the
/// machine has. One request always has what it needs, because only the part of a table that is
/// written to takes memory.
pub fn memory_for_jobs(jobs: usize, each: usize) -> usize {
    /// For a machine that does not tell.
    const MODEST: usize = 4096;
    within(jobs, each, memory_mb().unwrap_or(MODEST))
}

fn within(jobs: usize, each: usize, machine: usize) -> usize {
    each.saturating_mul(jobs).min(machine).max(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_stay_within_the_machine_and_one_always_runs() {
        assert_eq!(within(2, 1, 100), 2);
        assert_eq!(within(1024, 1024, 4096), 4096);
        assert_eq!(within(1, 101, 100), 101);
        assert_eq!(within(usize::MAX, 2, 100), 100);
        assert_eq!(memory_for_jobs(2, 1), 2);
    }
}
