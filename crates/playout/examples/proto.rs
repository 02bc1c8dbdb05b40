#![allow(missing_docs)]
use kage_goban::*;
use kage_playout::*;
fn main() {
    let size = BoardSize::new(std::env::args().nth(1).map_or(9, |s| s.parse().unwrap())).unwrap();
    let n: u64 = std::env::args().nth(2).map_or(40000, |s| s.parse().unwrap());
    let rounds: u64 = std::env::args().nth(3).map_or(25, |s| s.parse().unwrap());
    let portable = std::env::args().nth(4).is_some();
    let mut p = Playouts::new(size, 1);
    if portable {
        p = p.portable()
    }
    let w = World::new(&Board::new(size), Color::Black);
    let mut best = 1e9f64;
    let mut line = String::new();
    for _ in 0..rounds {
        let t = std::time::Instant::now();
        let (mut d, mut plies, mut lead, mut capped) = (0u64, 0u64, 0i64, 0);
        p.run(
            0..n,
            |_| &w,
            |f| {
                d += 1;
                plies += f.plies as u64;
                lead += f.lead() as i64;
                capped += f.capped as u32
            },
        )
        .unwrap();
        let e = t.elapsed().as_secs_f64();
        if e < best {
            best = e;
            line = format!(
                "{} {:.0}/s mean {:.3} lead {:.3} capped {capped}",
                p.path(),
                d as f64 / e,
                plies as f64 / d as f64,
                lead as f64 / d as f64
            );
        }
    }
    println!("{line}");
}
