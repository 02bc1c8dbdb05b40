// The page of one seat. It receives the seat's stream, sends what the player does, and shows everything
// again after each change.
//
// What the seat knows is in SeatState. Other files draw it and put it into words: the board in
// seat-picture.js, texts in status-text.js and log.js, buttons in action-bar.js, the end in end-panel.js.

import { ActionBar } from "./action-bar.js";
import { Board, pointName } from "./board.js";
import { el, icon } from "./dom.js";
import { EndPanel } from "./end-panel.js";
import { adviceOf, hint } from "./hints.js";
import { legend } from "./legend.js";
import { NewsLog } from "./log.js";
import { invitation } from "./join.js";
import { Refusal, Stream, ask } from "./net.js";
import { statusText, stripFacts } from "./status-text.js";
import { heldSeat, noteSeat, settings } from "./settings.js";
import { Strips } from "./seat-strips.js";
import { go, setTitle, errorPage } from "./page-frame.js";
import { pictureOf, pointWords } from "./seat-picture.js";
import { SeatState } from "./seat-state.js";
import { sound } from "./sound.js";
import { rulesPanel } from "./rules-panel.js";
import { bothNames, colourName, letter, personName, sentence } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").Seated} Seated */
/** @typedef {import("./settings.js").Held} Held */

/** @type {import("./page-frame.js").Page} */
export function page(place, game) {
  const held = heldSeat(game);
  if (!held) return offerSeat(place, game);
  if (held.seat === "desk") {
    go(`/desk/${game}`, true);
    return undefined;
  }
  const table = new Table(place, game, held);
  return () => table.leave();
}

/** A person without a seat in this game: a game that waits offers its empty seat. @param {HTMLElement} place @param {string} game */
async function offerSeat(place, game) {
  const card = /** @type {Card | null} */ (await ask(`/api/games/${game}`).catch(() => null));
  place.append(card?.state === "waiting" ? invitation(card, `/api/games/${game}/join`)
    : errorPage(t`You have no seat here`, t`This browser has no seat in this game. You can watch it if its host allows that.`,
      el("a", { class: "button main", href: `/watch/${game}` }, t`Watch`)));
}

class Table {
  banner = el("div", { class: "banner", role: "status", hidden: true });
  strips = new Strips();
  // Screen readers read the log, which says the same. So the status has no role.
  status = el("p", { class: "status", id: "status" }, t`Opening the game\u2026`);
  alarm = el("p", { class: "error", role: "alert" });
  boardPlace = el("div", { class: "goban-place" });
  whisper = el("p", { class: "whisper small soft" });
  hintPlace = el("div", { class: "hint", hidden: true });
  log = new NewsLog(t`The referee\u2019s words`);
  rulesPlace = el("div");
  complaint = "";
  /** The point that is described under the board. */
  looked = -1;
  /** @type {Board | null} */
  board = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  keeping = undefined;

  /** @param {HTMLElement} place @param {string} game @param {Held} held */
  constructor(place, game, held) {
    this.place = place;
    this.game = game;
    this.seatState = new SeatState(game, held);
    this.bar = new ActionBar(this.seatState, this);
    this.ending = new EndPanel(this.seatState, this);
    this.build();
    this.stream = new Stream({
      first: () => ({ type: "sit", token: held.token, after: this.seatState.seq }),
      hear: (message) => this.hear(message),
      state: (state, say) => this.line(state, say),
    });
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  leave() {
    this.stream.close();
    this.strips.stop();
    document.removeEventListener("keydown", this.onkey);
  }

  // ---- The page ----

  build() {
    const { seat, them } = this.seatState;
    const [mine, theirs] = [this.strips[seat].node, this.strips[them].node];
    theirs.classList.add("them");
    mine.classList.add("me");
    this.place.append(el("h1", { class: "unseen" }, t`Your game`), this.banner, el("div", { class: "table" },
      theirs, el("div", { class: "middle" }, this.boardPlace, this.whisper), mine,
      el("div", { class: "deal" }, this.status, this.alarm, this.bar.node),
      el("div", { class: "side stack" }, this.ending.node, this.hintPlace,
        el("section", { class: "panel" }, el("h2", {}, t`The referee says`), this.log.node), legend(them), this.rulesPlace)));
  }

  makeBoard() {
    this.board = new Board({
      size: this.seatState.size, label: t`${colourName(this.seatState.seat)}\u2019s board`,
      onpoint: (point, by) => this.choose(point, by),
      onother: (point) => this.toggleGuess(point),
      onmove: (from, to) => this.moveGuess(from, to),
      onlook: (point) => this.look(point),
      words: (point, mark) => pointWords(this.seatState, point, mark),
    });
    this.boardPlace.replaceChildren(this.board.svg);
  }

  // ---- The stream ----

  /** @param {"open" | "lost" | "refused"} state @param {string} say */
  line(state, say) {
    if (state === "refused") {
      this.leave();
      this.place.replaceChildren(errorPage(t`The seat cannot be opened`, sentence(say)));
      return;
    }
    this.banner.hidden = state === "open";
    if (state === "lost") {
      this.banner.replaceChildren(icon("again"), el("p", {}, t`The connection is lost. The page reconnects by itself; nothing you did is lost.`));
    }
  }

  /** @param {Message} message */
  hear(message) {
    const { seatState } = this;
    if (message.type === "seated") this.sit(message);
    else if (message.type === "news") {
      if (seatState.take(message)) {
        this.strips.setClocks(message.clocks);
        this.showEffects(message.news);
      }
    } else if (message.type === "guessed") seatState.takeGuesses(message.stones);
    else if (message.type === "present") seatState.opponentHere = message.opponent;
    this.render();
  }

  /** @param {Seated} message */
  sit(message) {
    this.seatState.sit(message);
    this.strips.setClocks(message.clocks);
    if (!this.board) this.makeBoard();
    this.rulesPlace.replaceChildren(rulesPanel(message.game));
    if (message.opened) noteSeat(this.game, { over: true });
  }

  /** Sounds and animations for a log entry. @param {News} news */
  showEffects(news) {
    const { last, next, size } = this.seatState;
    if (news.kind === "refused") {
      this.board?.shake();
      navigator.vibrate?.(30);
    }
    if (news.kind === "moved") this.board?.stir();
    if (news.kind === "over") this.board?.lightFrom(last ?? Math.floor(size * size / 2));
    const name = {
      refused: "refused",
      accepted: news.taken ? "capture" : news.point ? "stone" : "pass",
      tried: "heard",
      moved: news.lost?.length ? "capture" : news.passed ? "pass" : "theirs",
      over: "over",
    }[news.kind];
    if (name) sound(name);
    if (news.atari) sound("atari");
    if (news.kind === "over") noteSeat(this.game, { over: true });
    if (news.kind === "began" && this.seatState.card) void this.readCard();
    // After the first game of a pair the player looks at its end before the second one.
    if (news.kind === "rematch" && next && !this.seatState.card?.pair) go(`/game/${next}`);
  }

  /** Reads the game's summary again: it changes when the opponent joins. */
  async readCard() {
    const answer = await fetch(`/api/games/${this.game}`).then((r) => r.json()).catch(() => null);
    if (answer?.id) {
      this.seatState.card = answer;
      this.render();
    }
  }

  // ---- What the player does ----

  /** @param {number} point @param {"mouse" | "touch" | "key"} by */
  choose(point, by) {
    const { seatState } = this;
    if (seatState.opened) {
      if (seatState.toggleDead(point)) this.render();
      return;
    }
    if (seatState.guessing && by !== "key") {
      this.toggleGuess(point);
      return;
    }
    if (!seatState.isMyTurn || seatState.inFlight >= 0) return;
    if (seatState.asksAboutOwnStone(point)) {
      this.wait(-1);
      seatState.ownStone = point;
      seatState.confirming = "own-stone";
      this.render();
      if (by === "key") this.bar.focus();
      return;
    }
    if (by === "touch" && settings.askTwice && seatState.waiting !== point) {
      seatState.confirming = "";
      this.wait(point);
      this.look(point);
      this.render();
      return;
    }
    void this.tryPoint(point);
  }

  /** Lets a point wait for a second touch; -1 is none. @param {number} point */
  wait(point) {
    this.seatState.waiting = point;
    this.board?.wait(point);
  }

  /** @param {number} point */
  async tryPoint(point) {
    this.seatState.inFlight = point;
    this.wait(point);
    this.render();
    await this.say({ type: "try", point: pointName(point, this.seatState.size) });
    this.seatState.inFlight = -1;
    this.wait(-1);
    this.render();
  }

  /** Sends a message. An error of the server is shown on the page. @param {Record<string, unknown>} message */
  async say(message) {
    this.complaint = "";
    this.seatState.confirming = "";
    try {
      await this.stream.say(message);
    } catch (error) {
      this.complaint = error instanceof Refusal ? sentence(error.message) : String(error);
    }
    this.render();
  }

  /** Asks what Kage would try here. */
  async askHint() {
    this.seatState.hinting = true;
    this.render();
    await this.say({ type: "hint" });
    this.seatState.hinting = false;
    this.render();
  }

  /** @param {number} point */
  toggleGuess(point) {
    if (this.seatState.toggleGuess(point)) this.keepGuesses();
  }

  /** @param {number} from @param {number | null} to */
  moveGuess(from, to) {
    if (this.seatState.moveGuess(from, to)) this.keepGuesses();
  }

  /** Sends the guess stones after a pause without changes. */
  keepGuesses() {
    const { seatState } = this;
    seatState.unsent = true;
    this.render();
    clearTimeout(this.keeping);
    const timer = setTimeout(async () => {
      const stones = seatState.names(seatState.guesses);
      await this.stream.say({ type: "guess", stones }).catch((error) => { this.complaint = sentence(error.message); });
      if (this.keeping === timer) seatState.unsent = false;
      this.render();
    }, 250);
    this.keeping = timer;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { seatState } = this;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      seatState.confirming = "";
      this.wait(-1);
      this.render();
    } else if (event.key.toLowerCase() === "p" && seatState.isMyTurn) {
      seatState.confirming = "pass";
      this.render();
      this.bar.focus();
    } else if (event.key.toLowerCase() === "g" && !seatState.opened) {
      seatState.guessing = !seatState.guessing;
      this.render();
    }
  }

  // ---- Showing ----

  render() {
    const { card, isMyTurn, log } = this.seatState;
    this.log.show(log);
    if (!card) return;
    setTitle(`${isMyTurn ? t`Your turn: ` : ""}${bothNames(card)}`);
    this.showStrips();
    this.showStatus();
    this.showBoard();
    this.bar.show();
    this.ending.show();
    this.showHint();
    this.look(this.looked);
  }

  showStrips() {
    const { card, seat, them } = this.seatState;
    if (!card) return;
    const { mine, theirs, turn } = stripFacts(this.seatState);
    this.strips[seat].show(personName(card, seat), mine, turn === seat);
    this.strips[them].show(personName(card, them), theirs, turn === them);
  }

  showStatus() {
    const words = statusText(this.seatState);
    if (this.status.textContent !== words) this.status.textContent = words;
    this.status.classList.toggle("refused", this.seatState.isMyTurn && (this.seatState.view?.tried.length ?? 0) > 0);
    if (this.alarm.textContent !== this.complaint) this.alarm.textContent = this.complaint;
  }

  showBoard() {
    const { board, seatState } = this;
    if (!board) return;
    const guesses = seatState.guessing && !seatState.opened;
    board.offer(seatState.isMyTurn && !seatState.guessing ? letter(seatState.seat) : guesses ? letter(seatState.them) : "");
    board.svg.classList.toggle("guessing", guesses);
    board.options.truth = seatState.truth !== null;
    board.show(pictureOf(seatState));
  }

  showHint() {
    const { held, view, state, log, isMyTurn, guesses, hint: advice } = this.seatState;
    this.hintPlace.hidden = !(held.hints || advice) || !view || state !== "playing";
    if (this.hintPlace.hidden || !view) return;
    const { head, text } = advice ? adviceOf(advice) : hint(log, view, isMyTurn, guesses.size);
    if (this.hintPlace.dataset.head === head) return;
    this.hintPlace.dataset.head = head;
    this.hintPlace.replaceChildren(el("b", {}, icon("lamp"), head), el("p", {}, text));
  }

  /** Shows what is known of a point. @param {number} point */
  look(point) {
    this.looked = point;
    const mark = this.board?.picture.marks[point];
    this.whisper.textContent = point < 0 || mark === undefined ? ""
      : `${pointName(point, this.seatState.size)}: ${pointWords(this.seatState, point, mark)}`;
  }
}
