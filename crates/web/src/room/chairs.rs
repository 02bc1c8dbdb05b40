//! The bots of a room: they think elsewhere, and their ideas come back as mail.

use super::{Chair, Mail, Room};
use crate::bots::{Bot, Idea};
use crate::journal::{Entry, Why};
use kage_goban::Color;
use std::time::Duration;

impl Room {
    /// A bot to move begins to think.
    pub(super) fn wake_bot(&mut self) {
        let Some(seat) = self.game.to_move().filter(|&seat| self.game.is_bot(seat)) else { return };
        if self.chairs[seat].thinking {
            return;
        }
        let Some(myself) = self.myself.upgrade() else { return };
        let spec = self.game.spec.seat(seat);
        let level = spec.bot.as_deref().and_then(|id| self.hall.level(id)).cloned();
        let (seed, view) = (spec.seed, self.game.stories[seat].view());
        let start = kage_phantom::View::new(*view.rules(), view.setup(), seat);
        let left = self.game.clocks.map(|clocks| Duration::from_millis(clocks.left(seat)));
        let chair = &mut self.chairs[seat];
        let (bot, epoch) = (chair.bot.take(), chair.epoch);
        let news = view.log().get(chair.heard..).unwrap_or(&[]).to_vec();
        chair.heard = view.log().len();
        chair.thinking = true;
        self.hall.thinkers.submit(Box::new(move || {
            let (bot, idea) = match (bot, level) {
                (_, None) => (None, Idea::failed("this Kage has no such level any more")),
                (Some(bot), Some(level)) => bot.think(&news, left, level.chance),
                (None, Some(level)) => match Bot::sit(&level, &start, seed) {
                    Ok(bot) => bot.think(&news, left, level.chance),
                    Err(error) => (None, Idea::failed(&error.to_string())),
                },
            };
            // A room that has closed meanwhile asks again when it is opened.
            let _ = myself.blocking_send(Mail::Thought { seat, epoch, bot, idea });
        }));
    }

    pub(super) async fn hear_idea(
        &mut self,
        seat: Color,
        epoch: u64,
        bot: Option<Box<Bot>>,
        idea: Idea,
    ) {
        let chair = &mut self.chairs[seat];
        if chair.epoch != epoch {
            return;
        }
        chair.thinking = false;
        chair.bot = bot;
        if self.game.to_move() != Some(seat) {
            return;
        }
        let spent = idea.took.as_millis() as u64;
        let entry = match idea.choice {
            Ok(choice) => {
                let (ruled, chance) = (String::new(), idea.chance);
                Entry::Said { seat, choice, ruled, spent, chance, id: None }
            }
            Err(what) => {
                let game = &self.game.spec.id;
                self.hall.report(&format!("game {game}: the bot forfeits: {what}"));
                Entry::Forfeited { seat, why: Why::Conduct }
            }
        };
        if let Err(trouble) = self.commit(entry).await {
            self.hall.report(&format!("game {}: {}", self.game.spec.id, trouble.say()));
            self.try_later(seat);
            return;
        }
        self.go_on().await;
    }

    /// The disk did not take a bot's move: it is asked again a little later.
    pub(super) fn try_later(&mut self, seat: Color) {
        let chair = &mut self.chairs[seat];
        *chair = Chair { epoch: chair.epoch + 1, thinking: true, ..Chair::default() };
        let (epoch, myself) = (chair.epoch, self.myself.clone());
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if let Some(myself) = myself.upgrade() {
                // A room that has closed meanwhile asks again when it is opened.
                let _ = myself.send(Mail::Again { seat, epoch }).await;
            }
        });
    }

    /// Bots say yes: to an undo, and to another game.
    pub(super) async fn offer_for_bots(&mut self) {
        if let Some(asker) = self.game.undo_asked.filter(|&asker| self.game.is_bot(!asker)) {
            // If the disk is full the question stays open.
            let _ = self.rewinding(Entry::UndoAnswered { seat: !asker, yes: true, id: None }).await;
            self.wake_bot();
        }
    }
}
