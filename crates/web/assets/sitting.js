// What one seat has been told, and what its player has in hand: all that the table shows, and nothing
// of how it looks. It draws nothing and asks nobody. It holds no truth before the server sends it,
// after the end.

import { pointName, pointOf, pointsOf } from "./board.js";
import { heldSeat, holdSeat } from "./settings.js";
import { toggleChain } from "./stones.js";
import { letter, other, personName } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Heard} Heard */
/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").Opened} Opened */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Seated} Seated */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./settings.js").Held} Held */

export class Sitting {
  // ---- Told ----

  seq = 0;
  /** @type {Card | null} */
  card = null;
  /** @type {View | null} */
  view = null;
  /** @type {Card["state"]} */
  state = "waiting";
  /** @type {News[]} A story that begins anew is another list. */
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
  /** @type {number[]} Where stones have just left the board. */
  gone = [];
  /** The rematch, once there is one. */
  next = "";

  // ---- In hand ----

  /** @type {Set<number>} */
  guesses = new Set();
  /** Have guess stones been moved that the server does not know of yet? */
  unsaid = false;
  /** @type {Set<number>} Stones that this seat is about to mark as dead. */
  dead = new Set();
  showsTruth = true;
  guessing = false;
  /** @type {"" | "pass" | "resign"} */
  confirming = "";
  /** The point that a finger waits on, or -1. */
  waiting = -1;
  /** The try that the server has not answered yet, or -1. */
  inFlight = -1;

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
  /** The point that a finger waits on and has not tried yet, or -1. */
  get touched() { return this.inFlight < 0 ? this.waiting : -1; }
  /** The truth, where it is to be seen: after the end, unless one looks back at what one knew. */
  get truth() { return this.showsTruth ? this.opened : null; }

  /** @param {string[]} names */
  pointSet(names) {
    return new Set(pointsOf(names, this.size));
  }

  /** @param {Set<number>} points */
  names(points) {
    return [...points].map((point) => pointName(point, this.size));
  }

  // ---- Being told ----

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

  /** Was it new? @param {Heard} message */
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

  /** The server's guess stones; those that lie in the hand are newer. @param {string[]} stones */
  takeGuesses(stones) {
    if (!this.unsaid) this.guesses = this.pointSet(stones);
  }

  /** Folds what was heard into what the table shows beside the view. @param {News} news */
  note(news) {
    this.log.push(news);
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

  /** A rematch is there, and the seat in it. @param {string} game @param {string} token @param {Seat} seat */
  keepNext(game, token, seat) {
    this.next = game;
    if (!heldSeat(game)) holdSeat(game, { token, seat });
  }

  // ---- Stones in hand: each says whether it was done ----

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

  /** A whole chain is marked at once, on the opened board. @param {number} point */
  toggleDead(point) {
    const board = this.opened?.board ?? "";
    if (!this.opened?.markable || !"bw".includes(board[point] ?? ".")) return false;
    toggleChain(this.dead, board, this.size, point);
    return true;
  }
}
