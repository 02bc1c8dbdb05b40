//! x
use super::Study;
/// x
pub fn markdown(_s: &Study) -> String {
    String::new()
}
