// The table: one seat's board, and everything that is done at it.
//
// It shows what the seat's stream says. It holds no truth before the server sends it, after the end.

import { Board, HOW, pointName, pointOf } from "./board.js";
import { draw, el, icon } from "./dom.js";
import { hint } from "./hints.js";
import { Refusal, Stream } from "./net.js";
import { heldSeat, holdSeat, noteSeat, settings } from "./settings.js";
import { SeatStrip } from "./seat.js";
import { go, setTitle, sorry } from "./shell.js";
import { sound } from "./sound.js";
import { emptyArea, region } from "./stones.js";
import { toldPanel } from "./told.js";
import { colourName, count, letter, other, personName, resultWords, sentence } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Clocks} Clocks */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").Opened} Opened */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Seated} Seated */
/** @typedef {import("./protocol.js").View} View */
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

/** @type {Record<string, string>} */
const CAUSES = { stone: "their stone", suicide: "suicide", ko: "ko" };

class Table {
  banner = el("div", { class: "banner", role: "status", hidden: true });
  strips = { black: new SeatStrip("black"), white: new SeatStrip("white") };
  // The log is read aloud, and says the same: the status is for eyes.
  status = el("p", { class: "status", id: "status" }, "Opening the table\u2026");
  alarm = el("p", { class: "error", role: "alert" });
  boardPlace = el("div", { class: "goban-place" });
  whisper = el("p", { class: "whisper small soft" });
  hintPlace = el("div", { class: "hint", hidden: true });
  bar = el("div", { class: "bar" });
  result = el("div", { class: "panel", hidden: true });
  list = el("ol");
  logPlace = el("div", { class: "log", id: "log", role: "log", "aria-label": "The referee\u2019s words", tabindex: 0 }, this.list);
  logPanel = el("section", { class: "panel" }, el("h2", {}, "The referee says"), this.logPlace);
  told = el("div");
  resultKey = "";
  /** Have guess stones been moved that the server does not know of yet? */
  unsaid = false;
  /** The rematch, once there is one. */
  next = "";
  /** The point that the whisper is about. */
  looked = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  keeping = undefined;

  /** @param {HTMLElement} place @param {string} game @param {Held} held */
  constructor(place, game, held) {
    this.place = place;
    this.game = game;
    this.held = held;
    this.seat = /** @type {Seat} */ (held.seat);
    this.seq = 0;
    /** @type {Card | null} */
    this.card = null;
    /** @type {View | null} */
    this.view = null;
    this.state = "waiting";
    /** @type {News[]} */
    this.log = [];
    /** @type {Clocks | null} */
    this.clocks = null;
    this.clocksAt = 0;
    /** @type {Set<number>} */
    this.guesses = new Set();
    /** @type {{ undo: Seat | null, rematch: Seat | null }} */
    this.asks = { undo: null, rematch: null };
    /** @type {{ black: string[] | null, white: string[] | null }} */
    this.marks = { black: null, white: null };
    /** @type {Opened | null} */
    this.opened = null;
    this.opponentHere = true;
    /** @type {Set<number>} Stones that this seat is about to mark as dead. */
    this.dead = new Set();
    this.showsTruth = true;
    this.guessing = false;
    /** @type {"" | "pass" | "resign"} */
    this.confirming = "";
    this.inFlight = -1;
    /** @type {number | null} */
    this.last = null;
    /** @type {number[]} */
    this.gone = [];
    this.complaint = "";
    /** @type {Board | null} */
    this.board = null;
    this.barKey = "";
    this.build();
    this.stream = new Stream({
      first: () => ({ type: "sit", token: this.held.token, after: this.seq }),
      hear: (message) => this.hear(message),
      state: (state, say) => this.line(state, say),
    });
    this.ticking = setInterval(() => this.tick(), 200);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  leave() {
    this.stream.close();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.onkey);
  }

  get size() { return this.card?.size ?? 9; }
  get them() { return other(this.seat); }
  get isMyTurn() { return this.state === "playing" && this.view?.turn === this.seat; }
  get theirName() { return this.card ? personName(this.card, this.them) : ""; }

  // ---- The room ----

  build() {
    const them = this.strips[this.them].node;
    them.classList.add("them");
    this.strips[this.seat].node.classList.add("me");
    this.place.append(el("h1", { class: "unseen" }, "Your table"), this.banner, el("div", { class: "table" },
      them, el("div", { class: "middle" }, this.boardPlace, this.whisper), this.strips[this.seat].node,
      el("div", { class: "deal" }, this.status, this.alarm, this.bar),
      el("div", { class: "side stack" }, this.result, this.hintPlace, this.logPanel, this.legend(), this.told)));
  }

  legend() {
    const color = letter(this.them);
    const stone = (/** @type {string} */ how) => {
      const board = new Board({ size: 1, label: "", bare: true, truth: true });
      board.show({ marks: color, how: new Map([[0, how]]) });
      return this.swatch(board);
    };
    const sign = (/** @type {string} */ mark) => {
      const board = new Board({ size: 1, label: "", bare: true });
      board.show({ marks: mark });
      return this.swatch(board);
    };
    const guess = new Board({ size: 1, label: "", bare: true });
    guess.show({ marks: ".", guesses: new Map([[0, color]]) });
    const ask = el("input", { type: "checkbox", checked: settings.askTwice });
    ask.addEventListener("change", () => { settings.askTwice = ask.checked; });
    return el("details", { class: "legend" }, el("summary", {}, "Signs and keys"), el("div", { class: "stack" },
      el("ul", { class: "keys" },
        el("li", {}, sign("e"), "certainly empty"), el("li", {}, sign("."), "not known"),
        el("li", {}, stone("refused"), "theirs: a try was refused"), el("li", {}, stone("border"), "theirs: around a capture"),
        el("li", {}, stone("counted"), "theirs: nothing else is left"),
        el("li", {}, sign("q"), "refused: stone, suicide or ko"), el("li", {}, sign("t"), "perhaps taken since"),
        el("li", {}, this.swatch(guess), "your guess stone")),
      el("ul", { class: "keys" },
        el("li", {}, el("kbd", {}, "\u2190\u2191\u2192\u2193"), "move"), el("li", {}, el("kbd", {}, "Enter"), "try"),
        el("li", {}, el("kbd", {}, "G"), "guess stone"), el("li", {}, el("kbd", {}, "Shift"), "+ arrow moves it"),
        el("li", {}, el("kbd", {}, "P"), "pass")),
      el("label", { class: "tick small" }, ask, "A touch asks again before it is a try")));
  }

  /** @param {Board} board */
  swatch(board) {
    board.svg.setAttribute("aria-hidden", "true");
    board.svg.querySelector(".lines")?.replaceChildren(draw("path", { d: "M.5 0V1M0 .5H1" }));
    return board.svg;
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
    if (message.type === "seated") this.sit(message);
    else if (message.type === "news") {
      this.take(message);
      this.feel(message.news);
    } else if (message.type === "guessed" && !this.unsaid) this.guesses = this.pointSet(message.stones);
    else if (message.type === "present") this.opponentHere = message.opponent;
    this.render();
  }

  /** @param {Seated} message */
  sit(message) {
    const { game, seat, view, clocks, opened } = message;
    if (this.seq > message.seq) this.startLog();
    this.card = game;
    this.seat = seat;
    this.state = message.state;
    this.view = view;
    this.setClocks(clocks);
    if (!this.unsaid) this.guesses = this.pointSet(message.guess);
    this.asks = message.asks;
    this.marks = message.marks;
    this.opened = opened;
    this.opponentHere = message.opponent;
    for (const news of message.log) if (news.seq > this.seq) this.note(news);
    this.seq = message.seq;
    if (!this.board) this.makeBoard();
    this.told.replaceChildren(toldPanel(game));
    if (opened) noteSeat(this.game, { over: true });
  }

  startLog() {
    this.log = [];
    this.seq = 0;
    this.list.replaceChildren();
  }

  /** @param {Extract<Message, { type: "news" }>} message */
  take(message) {
    const { news } = message;
    if (news.seq <= this.seq) return;
    this.view = message.view;
    this.state = message.state;
    this.setClocks(message.clocks);
    this.opened = message.opened;
    this.note(news);
    this.seq = news.seq;
    if (this.card) this.card.state = message.state;
  }

  /** Folds what was heard into what the table shows beside the view. @param {News} news */
  note(news) {
    const before = this.log[this.log.length - 1];
    this.log.push(news);
    if (news.kind === "tried" && before?.kind === "tried") this.countTry();
    else this.list.append(this.logLine(news));
    this.logPlace.scrollTop = this.logPlace.scrollHeight;
    const points = (/** @type {string[] | undefined} */ names) => [...this.pointSet(names ?? [])];
    // A move that stands ends the question whether an earlier one is taken back.
    if (news.kind === "accepted" || news.kind === "moved") this.asks.undo = null;
    if (news.kind === "accepted") {
      this.last = news.point ? pointOf(news.point, this.size) : null;
      this.gone = points(news.points);
    } else if (news.kind === "moved") this.gone = points(news.lost);
    else if (news.kind === "undone") [this.last, this.gone, this.asks.undo] = [null, [], null];
    else if (news.kind === "undo-asked") this.asks.undo = news.by ?? null;
    else if (news.kind === "undo-refused") this.asks.undo = null;
    else if (news.kind === "rematch-asked") this.asks.rematch = news.by ?? null;
    else if (news.kind === "marked" && news.by) this.marks[news.by] = news.dead ?? [];
    else if (news.kind === "rematch" && news.game && news.token && news.seat) this.keepNext(news.game, news.token, news.seat);
  }

  /** Refused tries of theirs, one after the other, are one line with a number. */
  countTry() {
    const words = this.list.lastElementChild?.lastElementChild;
    if (!words) return;
    const many = Number(words.textContent?.match(/(\d+) times/)?.[1] ?? 1) + 1;
    words.textContent = `${words.textContent?.replace(/, \d+ times$/, "")}, ${many} times`;
  }

  /** @param {News} news */
  logLine(news) {
    const mine = news.kind === "accepted" || news.kind === "refused";
    const big = (news.taken ?? 0) > 0 || (news.lost?.length ?? 0) > 0 || ["over", "settled", "undone"].includes(news.kind);
    const classes = [news.kind === "refused" ? "refused" : mine ? "mine" : "theirs", big ? "big" : ""];
    return el("li", { class: classes.join(" "), "data-kind": news.kind },
      el("span", {}, news.move || ""), el("span", {}, sentence(news.words)));
  }

  /** What is heard and felt of it at once. @param {News} news */
  feel(news) {
    if (news.kind === "refused") {
      this.board?.shake();
      navigator.vibrate?.(30);
    }
    if (news.kind === "moved") this.board?.stir();
    if (news.kind === "over") this.board?.lightFrom(this.last ?? Math.floor(this.size * this.size / 2));
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
    if (news.kind === "began" && this.card) void this.readCard();
    if (news.kind === "rematch" && this.next) go(`/game/${this.next}`);
  }

  /** A rematch is there, and the seat in it. @param {string} game @param {string} token @param {Seat} seat */
  keepNext(game, token, seat) {
    this.next = game;
    if (!heldSeat(game)) holdSeat(game, { token, seat });
  }

  /** Names are on the card, and it changes when the other side sits down. */
  async readCard() {
    const answer = await fetch(`/api/games/${this.game}`).then((r) => r.json()).catch(() => null);
    if (answer?.id) {
      this.card = answer;
      this.render();
    }
  }

  /** @param {Clocks | null} clocks */
  setClocks(clocks) {
    this.clocks = clocks;
    this.clocksAt = performance.now();
    this.tick();
  }

  tick() {
    this.strips.black.tick(this.clocks, this.clocksAt);
    this.strips.white.tick(this.clocks, this.clocksAt);
  }

  /** @param {string[]} names */
  pointSet(names) {
    const points = names.map((name) => pointOf(name, this.size));
    return new Set(points.filter((point) => point !== null));
  }

  // ---- Doing ----

  makeBoard() {
    this.board = new Board({
      size: this.size, label: `${colourName(this.seat)}\u2019s board`,
      onpoint: (point, by) => this.choose(point, by),
      onother: (point) => this.toggleGuess(point),
      onmove: (from, to) => this.moveGuess(from, to),
      onlook: (point) => this.look(point),
      words: (point, mark) => this.pointWords(point, mark),
    });
    this.boardPlace.replaceChildren(this.board.svg);
  }

  /** @param {number} point @param {"mouse" | "touch" | "key"} by */
  choose(point, by) {
    if (this.opened) {
      this.toggleDead(point);
      return;
    }
    if (this.guessing && by !== "key") {
      this.toggleGuess(point);
      return;
    }
    if (!this.isMyTurn || this.inFlight >= 0) return;
    const second = this.board?.waiting === point;
    if (by === "touch" && settings.askTwice && !second) {
      this.confirming = "";
      this.board?.wait(point);
      this.look(point);
      this.render();
      return;
    }
    void this.tryPoint(point);
  }

  /** @param {number} point */
  async tryPoint(point) {
    this.inFlight = point;
    this.board?.wait(point);
    this.render();
    await this.say({ type: "try", point: pointName(point, this.size) });
    this.inFlight = -1;
    this.board?.wait(-1);
    this.render();
  }

  /** Says something; a refusal of the server's is shown in the status. @param {Record<string, unknown>} message */
  async say(message) {
    this.complaint = "";
    this.confirming = "";
    try {
      await this.stream.say(message);
    } catch (error) {
      this.complaint = error instanceof Refusal ? sentence(error.message) : String(error);
    }
    this.render();
  }

  /** @param {number} point */
  toggleGuess(point) {
    if (this.opened || !this.view || this.view.board[point] === letter(this.seat)) return;
    if (this.guesses.has(point)) this.guesses.delete(point);
    else if (this.view.board[point] !== letter(this.them)) this.guesses.add(point);
    this.keepGuesses();
  }

  /** @param {number} from @param {number | null} to */
  moveGuess(from, to) {
    if (this.opened || !this.view || !this.guesses.delete(from)) return;
    if (to !== null && !"bw".includes(this.view.board[to])) this.guesses.add(to);
    this.keepGuesses();
  }

  /** Guess stones are sent when they have lain still for a moment. */
  keepGuesses() {
    this.unsaid = true;
    this.render();
    clearTimeout(this.keeping);
    const timer = setTimeout(async () => {
      const stones = [...this.guesses].map((point) => pointName(point, this.size));
      await this.stream.say({ type: "guess", stones }).catch((error) => { this.complaint = sentence(error.message); });
      if (this.keeping === timer) this.unsaid = false;
      this.render();
    }, 250);
    this.keeping = timer;
  }

  /** A whole chain is marked at once, on the opened board. @param {number} point */
  toggleDead(point) {
    const board = this.opened?.board ?? "";
    if (!this.opened?.markable || !"bw".includes(board[point] ?? ".")) return;
    const isDead = this.dead.has(point);
    for (const stone of region(board, this.size, point).points) {
      if (isDead) this.dead.delete(stone);
      else this.dead.add(stone);
    }
    this.render();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      this.confirming = "";
      this.board?.wait(-1);
      this.render();
    } else if (event.key.toLowerCase() === "p" && this.isMyTurn) {
      this.confirming = "pass";
      this.render();
      this.bar.querySelector("button")?.focus();
    } else if (event.key.toLowerCase() === "g" && !this.opened) {
      this.guessing = !this.guessing;
      this.render();
    }
  }

  // ---- Showing ----

  render() {
    if (!this.card) return;
    setTitle(`${this.isMyTurn ? "Your turn: " : ""}${personName(this.card, "black")} \u2013 ${personName(this.card, "white")}`);
    this.renderStrips();
    this.renderStatus();
    this.renderBoard();
    this.renderBar();
    this.renderResult();
    this.renderHint();
    this.look(this.looked);
  }

  renderStrips() {
    const { card } = this;
    if (!card) return;
    const view = this.state === "waiting" ? null : this.view;
    const known = view?.theirs.length ? `, ${view.theirs.length} known` : "";
    const many = view ? `${view.theirStonesExact ? "" : "at most "}${count(view.theirStones, "stone")}${known}` : "";
    const mine = view ? [count(view.stones, "stone"), view.taken ? `took ${view.taken}` : ""] : [];
    const heard = view?.triesHeard ? `refused ${view.triesHeard}\u00d7` : "";
    const away = card.kind === "friend" && this.state === "playing" && !this.opponentHere ? "away" : "";
    const theirs = view ? [many, view.lost ? `took ${view.lost}` : "", heard, away] : [away];
    this.strips[this.seat].show(personName(card, this.seat), ["you", ...mine].filter(Boolean), view?.turn === this.seat);
    this.strips[this.them].show(personName(card, this.them), theirs.filter(Boolean), view?.turn === this.them);
  }

  statusWords() {
    const { view, card } = this;
    if (this.opened) return this.opened.winner === null ? "A draw." : this.opened.winner === this.seat ? "You win." : `${this.theirName} wins.`;
    if (this.state === "waiting") return "Waiting for the other side to sit down.";
    if (!view) return "";
    const { waiting } = this.board ?? { waiting: -1 };
    if (this.inFlight < 0 && waiting >= 0) return `${pointName(waiting, this.size)}? Touch it again to try it.`;
    const tried = view.tried.length;
    if (this.isMyTurn && tried) return `${view.tried[tried - 1]} is refused. Try another point.`;
    if (this.isMyTurn) return this.lastWords();
    return card?.[this.them].bot ? `${this.theirName} is thinking\u2026` : `${this.theirName} is to move.`;
  }

  /** What was heard just before one's turn. */
  lastWords() {
    const heard = this.log.findLast((news) => news.kind === "moved");
    if (!heard || heard !== this.log[this.log.length - 1]) return "Your turn.";
    if (heard.passed) return `${this.theirName} passed. Your turn.`;
    const lost = heard.lost?.length ?? 0;
    return lost ? `You lost ${count(lost, "stone")}. Your turn.` : "They have moved. Your turn.";
  }

  renderStatus() {
    const words = this.statusWords();
    if (this.status.textContent !== words) this.status.textContent = words;
    this.status.classList.toggle("refused", words.includes("is refused"));
    if (this.alarm.textContent !== this.complaint) this.alarm.textContent = this.complaint;
  }

  renderBoard() {
    const { board, view } = this;
    if (!board) return;
    board.offer(this.isMyTurn && !this.guessing ? letter(this.seat) : this.guessing && !this.opened ? letter(this.them) : "");
    board.svg.classList.toggle("guessing", this.guessing && !this.opened);
    board.options.truth = this.opened !== null && this.showsTruth;
    const marks = view?.board ?? ".".repeat(this.size * this.size);
    const guesses = new Map([...this.guesses].map((point) => [point, letter(this.them)]));
    if (this.opened && this.showsTruth) this.renderTruth(this.opened, guesses);
    else {
      const how = new Map((view?.theirs ?? []).map(({ point, how: by }) => [pointOf(point, this.size) ?? -1, by]));
      for (const point of guesses.keys()) if ("bw".includes(marks[point])) guesses.delete(point);
      board.show({
        marks, how, guesses, last: this.last, taken: this.gone,
        tries: this.opened ? [] : this.triesNow(),
      });
    }
  }

  triesNow() {
    return (this.view?.tried ?? []).map((name, at) => ({ point: pointOf(name, this.size) ?? 0, number: at + 1 }));
  }

  /** @param {Opened} opened @param {Map<number, string>} guesses */
  renderTruth(opened, guesses) {
    const settled = this.pointSet(opened.dead);
    const dead = settled.size ? settled : this.dead;
    const wrong = [...guesses.keys()].filter((point) => opened.board[point] !== letter(this.them));
    const right = new Map([...guesses].filter(([point]) => !wrong.includes(point)));
    for (const point of right.keys()) guesses.delete(point);
    const isCounted = opened.how === "count" || opened.how === "agreement";
    const area = isCounted ? emptyArea(opened.board, this.size, dead) : undefined;
    this.board?.show({
      marks: opened.board, dead, area, guesses,
      found: new Set(right.keys()), last: null,
    });
  }

  renderBar() {
    const key = this.barState();
    if (key === this.barKey) return;
    this.barKey = key;
    const hadFocus = this.bar.contains(document.activeElement);
    this.bar.replaceChildren(...this.barNodes(key));
    if (hadFocus) this.bar.querySelector("button")?.focus();
  }

  barState() {
    if (this.opened) return `over ${this.asks.rematch} ${this.next}`;
    if (this.state === "waiting") return "waiting";
    if (this.inFlight < 0 && (this.board?.waiting ?? -1) >= 0) return `touch ${this.board?.waiting}`;
    if (this.confirming) return `confirm ${this.confirming}`;
    if (this.asks.undo) return `undo ${this.asks.undo}`;
    return `play ${this.isMyTurn} ${this.guessing} ${this.canUndo()}`;
  }

  canUndo() {
    return Boolean(this.card?.undo) && this.last !== null;
  }

  /** @param {string} key @returns {HTMLElement[]} */
  barNodes(key) {
    const [kind, what] = key.split(" ");
    if (kind === "over") return this.overNodes();
    if (kind === "waiting") return this.waitingNodes();
    if (kind === "touch") {
      const point = Number(what);
      return [this.actions(
        this.button("main big", "check", `Try ${pointName(point, this.size)}`, () => this.tryPoint(point), "confirm-try"),
        this.button("big", "close", "Not there", () => { this.board?.wait(-1); this.render(); }))];
    }
    if (kind === "confirm") return [this.confirmNode(what === "pass" ? "pass" : "resign")];
    if (kind === "undo") return [what === this.seat ? el("div", { class: "confirm" }, el("p", {}, "You asked to take your move back."))
      : this.undoNode()];
    return [this.playNode()];
  }

  /** @param {...HTMLElement} buttons */
  actions(...buttons) {
    return el("div", { class: "actions" }, ...buttons);
  }

  /**
   * @param {string} classes
   * @param {string} drawing
   * @param {string} words
   * @param {() => unknown} act
   * @param {string} [id]
   */
  button(classes, drawing, words, act, id) {
    return el("button", { class: classes, id, onclick: act }, icon(drawing), words);
  }

  playNode() {
    const pass = this.button("", "pass", "Pass", () => this.say({ type: "pass" }), "pass");
    pass.disabled = !this.isMyTurn;
    const guess = this.button("", "guess", "Guess", () => { this.guessing = !this.guessing; this.render(); }, "guess");
    guess.setAttribute("aria-pressed", String(this.guessing));
    const undo = this.card?.undo ? this.button("", "undo", "Take back", () => this.say({ type: "undo" }), "undo") : null;
    if (undo) undo.disabled = !this.canUndo();
    const resign = this.button("quiet", "flag", "Resign", () => { this.confirming = "resign"; this.render(); }, "resign");
    const row = this.actions(...[pass, guess, undo, resign].filter((node) => node !== null));
    row.classList.add("tall");
    return row;
  }

  /** @param {"pass" | "resign"} what */
  confirmNode(what) {
    const yes = el("button", { class: what === "pass" ? "main" : "danger", id: "yes", onclick: () => this.say({ type: what }) },
      what === "pass" ? "Pass" : "Resign");
    const no = el("button", { id: "no", onclick: () => { this.confirming = ""; this.render(); } }, "Play on");
    return el("div", { class: "confirm" }, el("p", {}, what === "pass" ? "Pass this turn?" : "Give up this game?"), yes, no);
  }

  undoNode() {
    const answer = (/** @type {boolean} */ yes) => () => this.say({ type: "answer", yes });
    return el("div", { class: "confirm" },
      el("p", {}, `${this.theirName} asks to take a move back. What was heard stays heard.`),
      el("button", { class: "main", id: "yes", onclick: answer(true) }, "Allow it"),
      el("button", { id: "no", onclick: answer(false) }, "No"));
  }

  waitingNodes() {
    const { invite } = this.held;
    if (!invite) return [el("p", { class: "note" }, "Your game is in the lobby. It begins when somebody sits down.")];
    const address = `${location.origin}/join/${invite}`;
    const field = el("input", { type: "text", readonly: true, value: address, "aria-label": "The link for your friend", id: "invite" });
    field.addEventListener("focus", () => field.select());
    const copy = this.button("main", "copy", "Copy the link", async () => {
      field.select();
      await navigator.clipboard?.writeText(address).catch(() => undefined);
      copy.lastChild?.replaceWith("Copied");
    });
    const listed = this.card?.listed ? "The game is in the lobby, too." : "Whoever opens it first sits down.";
    return [el("div", { class: "stack" }, el("p", {}, "Send this link to your friend:"), field, copy, el("p", { class: "note" }, listed))];
  }

  overNodes() {
    const offered = this.asks.rematch === this.them;
    const asked = this.asks.rematch === this.seat;
    const rematch = this.button("main", "again", offered ? "Accept the rematch" : asked ? "Rematch offered" : "Rematch", () => this.say({ type: "rematch" }), "rematch");
    rematch.disabled = asked;
    const next = this.next ? el("a", { class: "button main", href: `/game/${this.next}` }, icon("again"), "The rematch") : rematch;
    const row = this.actions(next,
      el("a", { class: "button", href: `/replay/${this.game}`, id: "to-replay" }, icon("film"), "Replay"),
      el("a", { class: "button", href: "/" }, icon("play"), "New game"));
    row.classList.add("tall");
    return [row];
  }

  renderResult() {
    const { opened } = this;
    this.result.hidden = !opened;
    if (!opened) return;
    const key = JSON.stringify([opened, this.marks, [...this.dead], this.showsTruth]);
    if (this.resultKey === key) return;
    this.resultKey = key;
    const { black, white, komi } = opened.score;
    const guess = opened.guess;
    const views = this.button("", this.showsTruth ? "eye" : "lamp", this.showsTruth ? "What you knew" : "The truth", () => {
      this.showsTruth = !this.showsTruth;
      this.render();
    }, "truth");
    this.result.replaceChildren(el("div", { class: "result" },
      el("p", { class: "score" }, resultWords(opened.result)),
      opened.how === "count" || opened.how === "agreement"
        ? el("p", { class: "soft numbers" }, `Black ${black}, White ${white} and komi ${komi}`) : null,
      guess ? el("p", { id: "guess-score" }, `Your guess stones: ${guess.right} right, ${guess.wrong} wrong; ${guess.missed} of theirs not guessed.`) : null,
      el("div", {}, views), opened.markable ? this.markNode() : null));
  }

  markNode() {
    const [mine, theirs] = [this.marks[this.seat], this.marks[this.them]];
    const words = mine && theirs ? "You marked differently: all stones count as alive, unless one of you changes his marks."
      : mine ? "Your marks are given. They count if the other side marks the same."
        : "Are there dead stones? Touch them on the board. They count if both mark the same.";
    const take = theirs?.length ? this.button("", "check", `As ${this.theirName} marked`, () => {
      this.dead = this.pointSet(theirs);
      this.render();
    }) : null;
    return el("div", { class: "confirm" }, el("p", {}, words),
      theirs ? el("p", { class: "small soft" }, `${this.theirName} marked ${theirs.length ? theirs.join(" ") : "none"}.`) : null,
      take, el("button", { class: "main", id: "mark", onclick: () => this.say({ type: "mark", dead: [...this.dead].map((p) => pointName(p, this.size)) }) },
        this.dead.size ? `Mark ${count(this.dead.size, "stone")} as dead` : "All are alive"));
  }

  renderHint() {
    const { view } = this;
    this.hintPlace.hidden = !this.held.hints || !view || this.state !== "playing";
    if (this.hintPlace.hidden || !view) return;
    const { head, text } = hint(this.log, view, this.isMyTurn, this.guesses.size);
    if (this.hintPlace.dataset.head === head) return;
    this.hintPlace.dataset.head = head;
    this.hintPlace.replaceChildren(el("b", {}, icon("lamp"), head), el("p", {}, text));
  }

  // ---- Words about a point ----

  /** @param {number} point */
  look(point) {
    this.looked = point;
    const mark = this.board?.picture.marks[point];
    this.whisper.textContent = point < 0 || mark === undefined ? "" : `${pointName(point, this.size)}: ${this.pointWords(point, mark)}`;
  }

  /** @param {number} point @param {string} mark */
  pointWords(point, mark) {
    const { view } = this;
    const name = pointName(point, this.size);
    if (this.opened && this.showsTruth) return mark === "." ? "empty" : mark === letter(this.seat) ? "your stone" : "their stone";
    if (mark === letter(this.seat)) return "your stone";
    if (mark === letter(this.them)) {
      const known = view?.theirs.find((stone) => stone.point === name);
      return `their stone: ${HOW[known?.how ?? ""]?.words ?? "certain"}${known?.move ? `, move ${known.move}` : ""}`;
    }
    if (mark === "q") {
      const refused = view?.refused.find((r) => r.point === name);
      return `refused at move ${refused?.move ?? "?"}: ${(refused?.causes ?? []).map((c) => CAUSES[c] ?? c).join(" or ")}`;
    }
    if (mark === "t") return "was theirs, perhaps taken since";
    return mark === "e" ? "certainly empty" : this.guesses.has(point) ? "not known; you guess a stone here" : "not known";
  }
}
