//! The lines that a person types at the terminal.

use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Lines as they are typed. Ctrl-C counts as the end of the input, after the player has finished
/// its turn. A second Ctrl-C ends the program at once.
#[derive(Debug)]
pub struct Typed(Receiver<Option<String>>);

impl Typed {
    /// Begins to read standard input.
    pub fn listen() -> Typed {
        let (sender, lines) = channel();
        let interrupt = sender.clone();
        let again = AtomicBool::new(false);
        // Without a handler Ctrl-C ends the program.
        let _ = ctrlc::set_handler(move || {
            if again.swap(true, Ordering::Relaxed) || interrupt.send(None).is_err() {
                std::process::exit(130);
            }
        });
        std::thread::spawn(move || read_lines(&mut std::io::stdin().lock(), &sender));
        Typed(lines)
    }

    /// The next line; `None` at the end.
    pub fn line(&self) -> Option<String> {
        self.0.recv().ok().flatten()
    }
}

/// Sends the lines, in any encoding, until the input ends or cannot be read.
fn read_lines(input: &mut impl BufRead, sender: &Sender<Option<String>>) {
    loop {
        let mut bytes = Vec::new();
        let line = match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let ended = line.is_none();
        if sender.send(line).is_err() || ended {
            return;
        }
    }
}
