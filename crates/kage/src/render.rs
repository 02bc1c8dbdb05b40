//! The output of commands: boards, tables, JSON and pages.

pub(crate) mod analysis;
pub(crate) mod calibration;
pub(crate) mod columns;
pub(crate) mod comparison;
pub(crate) mod live;
pub(crate) mod match_report;
pub(crate) mod problems;
pub(crate) mod progress;
pub(crate) mod replay;
pub(crate) mod replay_json;
pub(crate) mod standings;
pub(crate) mod worlds;
