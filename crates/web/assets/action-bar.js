// The bar under the board: the buttons for what the player can do now. It sends nothing itself; the
// page of the seat does that.

import { pointName } from "./board.js";
import { button, el, icon } from "./dom.js";
import { inviteNode } from "./invite.js";
import { t } from "./words.js";

/** @typedef {import("./seat-state.js").SeatState} SeatState */

/**
 * What the buttons of a seat's page do.
 * @typedef {object} TableActions
 * @property {(message: Record<string, unknown>) => Promise<void>} say sends a message to the server
 * @property {(point: number) => Promise<void>} tryPoint
 * @property {(point: number) => void} wait lets a point wait for a second touch; -1 is none
 * @property {() => Promise<void>} askHint asks Kage what it would try
 * @property {() => void} render shows the present SeatState
 */

export class ActionBar {
  node = el("div", { class: "bar" });
  key = "";

  /** @param {SeatState} seatState @param {TableActions} actions */
  constructor(seatState, actions) {
    this.seatState = seatState;
    this.actions = actions;
  }

  /** Replaces the buttons only if others are needed, so that the focus stays. */
  show() {
    const key = this.wanted();
    if (key === this.key) return;
    this.key = key;
    const hadFocus = this.node.contains(document.activeElement);
    this.node.replaceChildren(...this.nodes(key));
    if (hadFocus) this.focus();
  }

  focus() {
    this.node.querySelector("button")?.focus();
  }

  /** A text that names the buttons that are needed. Other buttons have another text. */
  wanted() {
    const { asks, confirming, touched } = this.seatState;
    if (this.seatState.opened) return `over ${asks.rematch} ${this.seatState.next}`;
    if (this.seatState.state === "waiting") return "waiting";
    if (touched >= 0) return `touch ${touched}`;
    if (confirming) return `confirm ${confirming} ${this.seatState.ownStone}`;
    if (asks.undo) return `undo ${asks.undo}`;
    return `play ${this.seatState.isMyTurn} ${this.seatState.guessing} ${this.seatState.canUndo} ${this.seatState.hinting}`;
  }

  /** @param {string} key @returns {HTMLElement[]} */
  nodes(key) {
    const [kind, what] = key.split(" ");
    if (kind === "over") return [this.overNode()];
    if (kind === "waiting") return [this.waitingNode()];
    if (kind === "touch") return [this.touchNode(Number(what))];
    if (what === "own-stone") return [this.ownStoneNode()];
    if (kind === "confirm") return [this.confirmNode(what === "pass" ? "pass" : "resign")];
    if (kind === "undo") return [what === this.seatState.seat ? this.undoAskedNode() : this.undoNode()];
    return [this.playNode()];
  }

  // ---- During a game ----

  playNode() {
    const { seatState } = this;
    const pass = button("", "pass", t`Pass`, () => this.actions.say({ type: "pass" }), "pass");
    pass.disabled = !seatState.isMyTurn;
    const guess = button("", "guess", t`Guess`, () => { seatState.guessing = !seatState.guessing; this.actions.render(); }, "guess");
    guess.setAttribute("aria-pressed", String(seatState.guessing));
    const undo = seatState.card?.undo ? button("", "undo", t`Take back`, () => this.actions.say({ type: "undo" }), "undo") : null;
    if (undo) undo.disabled = !seatState.canUndo;
    const hint = seatState.card?.kind === "bot" ? button("", "lamp", t`Hint`, () => this.actions.askHint(), "hint") : null;
    if (hint) hint.disabled = !seatState.isMyTurn || seatState.hinting;
    const resign = button("quiet", "flag", t`Resign`, () => this.ask("resign"), "resign");
    return el("div", { class: "actions tall" }, pass, guess, undo, hint, resign);
  }

  /** @param {number} point */
  touchNode(point) {
    return el("div", { class: "actions" },
      button("main big", "check", t`Try ${pointName(point, this.seatState.size)}`, () => this.actions.tryPoint(point), "confirm-try"),
      button("big", "close", t`Cancel`, () => { this.actions.wait(-1); this.actions.render(); }));
  }

  /** @param {"pass" | "resign"} what */
  confirmNode(what) {
    const yes = el("button", { class: what === "pass" ? "main" : "danger", id: "yes", onclick: () => this.actions.say({ type: what }) },
      what === "pass" ? t`Pass` : t`Resign`);
    const no = el("button", { id: "no", onclick: () => this.ask("") }, t`Cancel`);
    return el("div", { class: "confirm" }, el("p", {}, what === "pass" ? t`Pass this turn?` : t`Resign this game?`), yes, no);
  }

  /** A try on an own stone is always refused. It is legal to make it, but hardly ever meant. */
  ownStoneNode() {
    const { seatState } = this;
    const name = pointName(seatState.ownStone, seatState.size);
    const heard = seatState.card?.settings.tries === "nothing" ? "" : t` Your opponent hears that a try of yours was refused.`;
    return el("div", { class: "confirm", role: "alert" },
      el("p", {}, t`Your own stone is on ${name}: this try is refused for certain.${heard}`),
      el("button", { id: "yes", onclick: () => this.tryOwnStone() }, t`Try ${name} anyway`),
      el("button", { class: "main", id: "no", onclick: () => this.ask("") }, t`Cancel`));
  }

  tryOwnStone() {
    this.seatState.triesOwnStones = true;
    this.seatState.confirming = "";
    void this.actions.tryPoint(this.seatState.ownStone);
  }

  /** @param {"" | "pass" | "resign"} what */
  ask(what) {
    this.seatState.confirming = what;
    this.actions.render();
  }

  undoAskedNode() {
    return el("div", { class: "confirm" }, el("p", {}, t`You asked to take your move back.`));
  }

  undoNode() {
    const answer = (/** @type {boolean} */ yes) => () => this.actions.say({ type: "answer", yes });
    return el("div", { class: "confirm" },
      el("p", {}, t`${this.seatState.theirName} asks to take a move back. Both players keep what they heard.`),
      el("button", { class: "main", id: "yes", onclick: answer(true) }, t`Allow it`),
      el("button", { id: "no", onclick: answer(false) }, t`No`));
  }

  // ---- Before and after it ----

  waitingNode() {
    const { invite } = this.seatState.held;
    if (!invite) return el("p", { class: "note" }, t`Your game is in the lobby. It begins when somebody joins.`);
    return inviteNode(invite, this.seatState.card?.listed ? t`The game is also in the lobby.` : t`The first person who joins by it gets the seat.`);
  }

  overNode() {
    const { game, next } = this.seatState;
    return el("div", { class: "actions tall" },
      next ? el("a", { class: "button main", href: `/game/${next}` }, icon("again"), this.seatState.card?.pair ? t`The second game` : t`The rematch`) : this.rematchButton(),
      el("a", { class: "button", href: `/replay/${game}`, id: "to-replay" }, icon("film"), t`Replay`),
      el("a", { class: "button", href: "/" }, icon("play"), t`New game`));
  }

  rematchButton() {
    const { asks, seat, them } = this.seatState;
    const words = asks.rematch === them ? t`Accept the rematch` : asks.rematch === seat ? t`Rematch offered` : t`Rematch`;
    const rematch = button("main", "again", words, () => this.actions.say({ type: "rematch" }), "rematch");
    rematch.disabled = asks.rematch === seat;
    return rematch;
  }
}
