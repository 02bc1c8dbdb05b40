//! The machine we run on, in words.

/// Processor, how many of them, and system: what a result may depend on.
pub(crate) fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    match processor() {
        Some(processor) => format!("{processor}, {cores}, {system}"),
        None => format!("{cores}, {system}"),
    }
}

/// The processor's name, where Linux tells it.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
