// The state of one seat's page: what the server has sent, and what the player is about to do. It draws
// nothing and sends nothing. It has no true board before the server sends it after the end.

import { pointName, pointOf, pointsOf } from "./board.js";
import { heldSeat, holdSeat } from "./settings.js";
import { toggleChain } from "./stones.js";
import { letter, other, personName } from "./text.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Heard} Heard */
/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").Opened} Opened */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Seated} Seated */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./settings.js").Held} Held */

export class SeatState {
  // ---- From the server ----

  seq = 0;
  /** @type {Card | null} */
  card = null;
  /** @type {View | null} */
  view = null;
  /** @type {Card["state"]} */
  state = "waiting";
  /** @type {News[]} A log that starts again is a new array. */
  log = [];
  /** @type {Seated["asks"]} */
  asks = { undo: null, rematch: null };
  /** @type {Seated["marks"]} */
  marks = { black: null, white: null };
  /** @type {Opened | null} */
  opened = null;
  opponentHere = true;
  /** @type {number | null} The seat's own last move. */
  last = null;
  /** @type {number[]} The points of the stones that were just captured. */
  gone = [];
  /** The rematch, once there is one. */
  next = "";

  // ---- Of the player ----

  /** @type {Set<number>} */
  guesses = new Set();
  /** Are there changes of guess stones that were not sent yet? */
  unsent = false;
  /** @type {Set<number>} Stones that the player is about to mark as dead. */
  dead = new Set();
  showsTruth = true;
  guessing = false;
  /** @type {"" | "pass" | "resign" | "own-stone"} */
  confirming = "";
  /** The own stone that the player has chosen as a try, or -1. */
  ownStone = -1;
  /** Has the player said that tries on own stones are meant? */
  triesOwnStones = false;
  /** The point that was touched once and waits for a second touch, or -1. */
  waiting = -1;
  /** The point of a try that the server has not answered yet, or -1. */
  inFlight = -1;
  /** Is Kage thinking about a hint? */
  hinting = false;

  /** @param {string} game @param {Held} held */
  constructor(game, held) {
    this.game = game;
    this.held = held;
    this.seat = /** @type {Seat} */ (held.seat);
  }

  get size() { return this.card?.size ?? 9; }
  get them() { return other(this.seat); }
  get theirName() { return this.card ? personName(this.card, this.them) : ""; }
  get isMyTurn() { return this.state === "playing" && this.view?.turn === this.seat; }
  get canUndo() { return Boolean(this.card?.undo) && this.last !== null; }
  /** The point that waits for a second touch, or -1. */
  get touched() { return this.inFlight < 0 ? this.waiting : -1; }
  /** The truth, after the end, unless the player looks at what the seat knew. */
  get truth() { return this.showsTruth ? this.opened : null; }

  /** Is the point an own stone, so that a try there is probably a mistake? The page asks once. @param {number} point */
  asksAboutOwnStone(point) {
    return !this.triesOwnStones && this.view?.board[point] === letter(this.seat);
  }

  /** How many hints the player got. */
  get hints() { return this.log.filter((news) => news.kind === "hint").length; }
  /** The hint for this turn, if the player got one. */
  get hint() {
    const last = this.log[this.log.length - 1];
    return last?.kind === "hint" ? last : null;
  }

  /** @param {string[]} names */
  pointSet(names) {
    return new Set(pointsOf(names, this.size));
  }

  /** @param {Set<number>} points */
  names(points) {
    return [...points].map((point) => pointName(point, this.size));
  }

  // ---- Messages of the server ----

  /** @param {Seated} message */
  sit(message) {
    if (this.seq > message.seq) [this.log, this.seq] = [[], 0];
    this.card = message.game;
    this.seat = message.seat;
    this.state = message.state;
    this.view = message.view;
    this.takeGuesses(message.guess);
    this.asks = message.asks;
    this.marks = message.marks;
    this.opened = message.opened;
    this.opponentHere = message.opponent;
    for (const news of message.log) if (news.seq > this.seq) this.note(news);
    this.seq = message.seq;
  }

  /** Takes a message and returns whether it was new. @param {Heard} message */
  take(message) {
    const { news } = message;
    if (news.seq <= this.seq) return false;
    this.view = message.view;
    this.state = message.state;
    this.opened = message.opened;
    this.note(news);
    this.seq = news.seq;
    if (this.card) this.card.state = message.state;
    return true;
  }

  /** Takes the server's guess stones, unless there are unsent changes. @param {string[]} stones */
  takeGuesses(stones) {
    if (!this.unsent) this.guesses = this.pointSet(stones);
  }

  /** Adds a log entry, and updates what the page shows beside the view. @param {News} news */
  note(news) {
    this.log.push(news);
    const points = (/** @type {string[] | undefined} */ names) => [...this.pointSet(names ?? [])];
    // An accepted move ends an open question to take a move back.
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

  /** Stores the rematch and the seat in it. @param {string} game @param {string} token @param {Seat} seat */
  keepNext(game, token, seat) {
    this.next = game;
    if (!heldSeat(game)) holdSeat(game, { token, seat });
  }

  // ---- Guess stones and dead stones: each returns whether something changed ----

  /** @param {number} point */
  toggleGuess(point) {
    if (this.opened || !this.view || this.view.board[point] === letter(this.seat)) return false;
    if (this.guesses.has(point)) this.guesses.delete(point);
    else if (this.view.board[point] !== letter(this.them)) this.guesses.add(point);
    return true;
  }

  /** @param {number} from @param {number | null} to */
  moveGuess(from, to) {
    if (this.opened || !this.view || !this.guesses.delete(from)) return false;
    if (to !== null && !"bw".includes(this.view.board[to])) this.guesses.add(to);
    return true;
  }

  /** Marks or unmarks a whole chain as dead. @param {number} point */
  toggleDead(point) {
    const board = this.opened?.board ?? "";
    if (!this.opened?.markable || !"bw".includes(board[point] ?? ".")) return false;
    toggleChain(this.dead, board, this.size, point);
    return true;
  }
}
