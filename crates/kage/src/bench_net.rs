//! `kage bench net`: how many views a net looks at in a second, and how many tries it learns from.

use crate::args::BenchNet;
use crate::failure::Failure;
use crate::files;
use crate::train_net::School;
use kage_net::{Lesson, Net, Pace, Shape, Sight, Trainer};
use serde::Serialize;
use std::time::Instant;

/// Tries a step, as in training.
const BATCH: usize = 128;

pub(crate) fn run(options: &BenchNet) -> Result<(), Failure> {
    let shape = Shape { blocks: options.blocks, channels: options.channels };
    if !shape.is_sound() {
        return Err(Failure::Other(Shape::SOUND.to_owned()));
    }
    let mut school = School::default();
    school.read(&options.data)?;
    school.check()?;
    let net = Net::new(shape, 1);
    // Few of them, gone through again and again: something must come of it.
    let whole = school.learned.len() / BATCH * BATCH;
    let lessons = &school.learned[..whole.min(8 * BATCH)];
    let sight = Sight::new(&net);
    let looks = rate(options.seconds, lessons.iter().cycle(), |lesson| {
        std::hint::black_box(sight.look(&lesson.planes));
    });
    let mut trainer = Trainer::new(net.clone());
    let steps = rate(options.seconds, lessons.chunks(BATCH).cycle(), |lessons| {
        let batch: Vec<(&Lesson, u8)> = lessons.iter().map(|lesson| (lesson, 0)).collect();
        trainer.step(&batch, Pace { rate: 0.001, decay: 0.01 }, 1);
    });
    let (before, after) = (Trainer::new(net).test(lessons, 1), trainer.test(lessons, 1));
    if after.total() >= before.total() {
        return Err(Failure::Other("the net has learned nothing: measure for longer".to_owned()));
    }
    let report = Report {
        blocks: shape.blocks,
        channels: shape.channels,
        weights: shape.weights(),
        seconds: options.seconds,
        views_per_second: looks,
        tries_learned_per_second: steps * BATCH as f64,
    };
    files::say(&report, options.json, || report.in_words())
}

/// How many of these are done in a second.
fn rate<T>(seconds: f64, all: impl Iterator<Item = T>, mut each: impl FnMut(T)) -> f64 {
    let begun = Instant::now();
    let mut count = 0_u32;
    for one in all.take_while(|_| begun.elapsed().as_secs_f64() < seconds) {
        each(one);
        count += 1;
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}

#[derive(Serialize)]
struct Report {
    blocks: usize,
    channels: usize,
    weights: usize,
    seconds: f64,
    views_per_second: f64,
    tries_learned_per_second: f64,
}

impl Report {
    fn in_words(&self) -> String {
        format!(
            "{} blocks of {} channels, {} weights, one thread\n\
             looks at {:.0} views a second, learns from {:.0} tries a second\n",
            self.blocks,
            self.channels,
            self.weights,
            self.views_per_second,
            self.tries_learned_per_second
        )
    }
}
