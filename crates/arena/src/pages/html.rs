//! x
use super::Study;
/// x
pub fn html(_s: &Study) -> String {
    String::new()
}
