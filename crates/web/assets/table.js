// The table: one seat's page. It listens to the seat's stream, has the hands that do something at it,
// and shows all of it again after each.
//
// What the seat knows is in its sitting; how that is drawn and worded is in the rooms around: the board
// in sight.js, words beside it in remarks.js and log.js, buttons in bar.js, the end in ending.js.

import { Bar } from "./bar.js";
import { Board, pointName } from "./board.js";
import { el, icon } from "./dom.js";
import { Ending } from "./ending.js";
import { hint } from "./hints.js";
import { legend } from "./legend.js";
import { NewsLog } from "./log.js";
import { Refusal, Stream } from "./net.js";
import { statusWords, stripFacts } from "./remarks.js";
import { heldSeat, noteSeat, settings } from "./settings.js";
import { Strips } from "./seat.js";
import { go, setTitle, sorry } from "./shell.js";
import { pictureOf, pointWords } from "./sight.js";
import { Sitting } from "./sitting.js";
import { sound } from "./sound.js";
import { toldPanel } from "./told.js";
import { bothNames, colourName, letter, personName, sentence } from "./words.js";

/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").Seated} Seated */
/** @typedef {import("./settings.js").Held} Held */

/** @type {import("./shell.js").Page} */
export function page(place, game) {
  const held = heldSeat(game);
  if (!held) {
    place.append(sorry("You hold no seat here", "This browser has no seat at this table. You may watch it, if its host allows that.",
      el("a", { class: "button main", href: `/watch/${game}` }, "Watch")));
    return undefined;
  }
  if (held.seat === "desk") {
    go(`/desk/${game}`, true);
    return undefined;
  }
  const table = new Table(place, game, held);
  return () => table.leave();
}

class Table {
  banner = el("div", { class: "banner", role: "status", hidden: true });
  strips = new Strips();
  // The log is read aloud, and says the same: the status is for eyes.
  status = el("p", { class: "status", id: "status" }, "Opening the table\u2026");
  alarm = el("p", { class: "error", role: "alert" });
  boardPlace = el("div", { class: "goban-place" });
  whisper = el("p", { class: "whisper small soft" });
  hintPlace = el("div", { class: "hint", hidden: true });
  log = new NewsLog("The referee\u2019s words");
  told = el("div");
  complaint = "";
  /** The point that the whisper is about. */
  looked = -1;
  /** @type {Board | null} */
  board = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  keeping = undefined;

  /** @param {HTMLElement} place @param {string} game @param {Held} held */
  constructor(place, game, held) {
    this.place = place;
    this.game = game;
    this.sitting = new Sitting(game, held);
    this.bar = new Bar(this.sitting, this);
    this.ending = new Ending(this.sitting, this);
    this.build();
    this.stream = new Stream({
      first: () => ({ type: "sit", token: held.token, after: this.sitting.seq }),
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

  // ---- The room ----

  build() {
    const { seat, them } = this.sitting;
    const [mine, theirs] = [this.strips[seat].node, this.strips[them].node];
    theirs.classList.add("them");
    mine.classList.add("me");
    this.place.append(el("h1", { class: "unseen" }, "Your table"), this.banner, el("div", { class: "table" },
      theirs, el("div", { class: "middle" }, this.boardPlace, this.whisper), mine,
      el("div", { class: "deal" }, this.status, this.alarm, this.bar.node),
      el("div", { class: "side stack" }, this.ending.node, this.hintPlace,
        el("section", { class: "panel" }, el("h2", {}, "The referee says"), this.log.node), legend(them), this.told)));
  }

  makeBoard() {
    this.board = new Board({
      size: this.sitting.size, label: `${colourName(this.sitting.seat)}\u2019s board`,
      onpoint: (point, by) => this.choose(point, by),
      onother: (point) => this.toggleGuess(point),
      onmove: (from, to) => this.moveGuess(from, to),
      onlook: (point) => this.look(point),
      words: (point, mark) => pointWords(this.sitting, point, mark),
    });
    this.boardPlace.replaceChildren(this.board.svg);
  }

  // ---- The stream ----

  /** @param {"open" | "lost" | "refused"} state @param {string} say */
  line(state, say) {
    if (state === "refused") {
      this.leave();
      this.place.replaceChildren(sorry("The seat is shut", sentence(say)));
      return;
    }
    this.banner.hidden = state === "open";
    if (state === "lost") {
      this.banner.replaceChildren(icon("again"), el("p", {}, "The line is lost. Connecting again by itself; nothing you did is lost."));
    }
  }

  /** @param {Message} message */
  hear(message) {
    const { sitting } = this;
    if (message.type === "seated") this.sit(message);
    else if (message.type === "news") {
      if (sitting.take(message)) {
        this.strips.setClocks(message.clocks);
        this.feel(message.news);
      }
    } else if (message.type === "guessed") sitting.takeGuesses(message.stones);
    else if (message.type === "present") sitting.opponentHere = message.opponent;
    this.render();
  }

  /** @param {Seated} message */
  sit(message) {
    this.sitting.sit(message);
    this.strips.setClocks(message.clocks);
    if (!this.board) this.makeBoard();
    this.told.replaceChildren(toldPanel(message.game));
    if (message.opened) noteSeat(this.game, { over: true });
  }

  /** What is heard and felt of it at once. @param {News} news */
  feel(news) {
    const { last, next, size } = this.sitting;
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
    if (news.kind === "began" && this.sitting.card) void this.readCard();
    if (news.kind === "rematch" && next) go(`/game/${next}`);
  }

  /** Names are on the card, and it changes when the other side sits down. */
  async readCard() {
    const answer = await fetch(`/api/games/${this.game}`).then((r) => r.json()).catch(() => null);
    if (answer?.id) {
      this.sitting.card = answer;
      this.render();
    }
  }

  // ---- Doing ----

  /** @param {number} point @param {"mouse" | "touch" | "key"} by */
  choose(point, by) {
    const { sitting } = this;
    if (sitting.opened) {
      if (sitting.toggleDead(point)) this.render();
      return;
    }
    if (sitting.guessing && by !== "key") {
      this.toggleGuess(point);
      return;
    }
    if (!sitting.isMyTurn || sitting.inFlight >= 0) return;
    if (by === "touch" && settings.askTwice && sitting.waiting !== point) {
      sitting.confirming = "";
      this.wait(point);
      this.look(point);
      this.render();
      return;
    }
    void this.tryPoint(point);
  }

  /** A finger waits on a point, or on none (-1). @param {number} point */
  wait(point) {
    this.sitting.waiting = point;
    this.board?.wait(point);
  }

  /** @param {number} point */
  async tryPoint(point) {
    this.sitting.inFlight = point;
    this.wait(point);
    this.render();
    await this.say({ type: "try", point: pointName(point, this.sitting.size) });
    this.sitting.inFlight = -1;
    this.wait(-1);
    this.render();
  }

  /** Says something; a refusal of the server's is shown in the status. @param {Record<string, unknown>} message */
  async say(message) {
    this.complaint = "";
    this.sitting.confirming = "";
    try {
      await this.stream.say(message);
    } catch (error) {
      this.complaint = error instanceof Refusal ? sentence(error.message) : String(error);
    }
    this.render();
  }

  /** @param {number} point */
  toggleGuess(point) {
    if (this.sitting.toggleGuess(point)) this.keepGuesses();
  }

  /** @param {number} from @param {number | null} to */
  moveGuess(from, to) {
    if (this.sitting.moveGuess(from, to)) this.keepGuesses();
  }

  /** Guess stones are sent when they have lain still for a moment. */
  keepGuesses() {
    const { sitting } = this;
    sitting.unsaid = true;
    this.render();
    clearTimeout(this.keeping);
    const timer = setTimeout(async () => {
      const stones = sitting.names(sitting.guesses);
      await this.stream.say({ type: "guess", stones }).catch((error) => { this.complaint = sentence(error.message); });
      if (this.keeping === timer) sitting.unsaid = false;
      this.render();
    }, 250);
    this.keeping = timer;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { sitting } = this;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      sitting.confirming = "";
      this.wait(-1);
      this.render();
    } else if (event.key.toLowerCase() === "p" && sitting.isMyTurn) {
      sitting.confirming = "pass";
      this.render();
      this.bar.focus();
    } else if (event.key.toLowerCase() === "g" && !sitting.opened) {
      sitting.guessing = !sitting.guessing;
      this.render();
    }
  }

  // ---- Showing ----

  render() {
    const { card, isMyTurn, log } = this.sitting;
    this.log.show(log);
    if (!card) return;
    setTitle(`${isMyTurn ? "Your turn: " : ""}${bothNames(card)}`);
    this.showStrips();
    this.showStatus();
    this.showBoard();
    this.bar.show();
    this.ending.show();
    this.showHint();
    this.look(this.looked);
  }

  showStrips() {
    const { card, seat, them } = this.sitting;
    if (!card) return;
    const { mine, theirs, turn } = stripFacts(this.sitting);
    this.strips[seat].show(personName(card, seat), mine, turn === seat);
    this.strips[them].show(personName(card, them), theirs, turn === them);
  }

  showStatus() {
    const words = statusWords(this.sitting);
    if (this.status.textContent !== words) this.status.textContent = words;
    this.status.classList.toggle("refused", words.includes("is refused"));
    if (this.alarm.textContent !== this.complaint) this.alarm.textContent = this.complaint;
  }

  showBoard() {
    const { board, sitting } = this;
    if (!board) return;
    const guesses = sitting.guessing && !sitting.opened;
    board.offer(sitting.isMyTurn && !sitting.guessing ? letter(sitting.seat) : guesses ? letter(sitting.them) : "");
    board.svg.classList.toggle("guessing", guesses);
    board.options.truth = sitting.truth !== null;
    board.show(pictureOf(sitting));
  }

  showHint() {
    const { held, view, state, log, isMyTurn, guesses } = this.sitting;
    this.hintPlace.hidden = !held.hints || !view || state !== "playing";
    if (this.hintPlace.hidden || !view) return;
    const { head, text } = hint(log, view, isMyTurn, guesses.size);
    if (this.hintPlace.dataset.head === head) return;
    this.hintPlace.dataset.head = head;
    this.hintPlace.replaceChildren(el("b", {}, icon("lamp"), head), el("p", {}, text));
  }

  /** Whispers what is known of a point. @param {number} point */
  look(point) {
    this.looked = point;
    const mark = this.board?.picture.marks[point];
    this.whisper.textContent = point < 0 || mark === undefined ? ""
      : `${pointName(point, this.sitting.size)}: ${pointWords(this.sitting, point, mark)}`;
  }
}
