//! What a person types at the terminal, line by line.

use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Lines as they are typed. The end of the input is the end; so is Ctrl-C, which waits for whoever
/// is thinking; a second one leaves at once.
pub(crate) struct Typed(Receiver<Option<String>>);

impl Typed {
    /// Reads standard input from now on.
    pub(crate) fn listen() -> Typed {
        let (sender, lines) = channel();
        let interrupt = sender.clone();
        let again = AtomicBool::new(false);
        // Without a handler Ctrl-C ends the program, as it does anywhere.
        let _ = ctrlc::set_handler(move || {
            if again.swap(true, Ordering::Relaxed) || interrupt.send(None).is_err() {
                std::process::exit(130);
            }
        });
        std::thread::spawn(move || read_lines(&mut std::io::stdin().lock(), &sender));
        Typed(lines)
    }

    /// The next line; `None` at the end.
    pub(crate) fn line(&self) -> Option<String> {
        self.0.recv().ok().flatten()
    }
}

/// Hands lines on, in whatever encoding they were typed, until the input ends or cannot be read.
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
