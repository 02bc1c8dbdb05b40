//! The description of this machine.

/// The processor, the number of cores and the system, which a result may depend on.
pub(crate) fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    match processor() {
        Some(processor) => format!("{processor}, {cores}, {system}"),
        None => format!("{cores}, {system}"),
    }
}

/// The bytes of memory that are free, where Linux tells; otherwise 4 GB.
pub(crate) fn free_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.map_or(4_000_000_000, |kilobytes| kilobytes * 1024)
}

/// The name of the processor; `None` except on Linux.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
