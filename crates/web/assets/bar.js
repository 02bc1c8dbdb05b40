// The bar under the board: the buttons for what a seat can do now. It says nothing to the server
// itself; the table has the hands.

import { pointName } from "./board.js";
import { button, el, icon } from "./dom.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

/**
 * What buttons do at a table.
 * @typedef {object} Hands
 * @property {(message: Record<string, unknown>) => Promise<void>} say to the server
 * @property {(point: number) => Promise<void>} tryPoint
 * @property {(point: number) => void} wait a finger waits on a point, or on none (-1)
 * @property {() => void} render shows what has changed in the sitting
 */

export class Bar {
  node = el("div", { class: "bar" });
  key = "";

  /** @param {Sitting} sitting @param {Hands} hands */
  constructor(sitting, hands) {
    this.sitting = sitting;
    this.hands = hands;
  }

  /** Buttons that are still the right ones stay, so that neither a finger nor the focus loses one. */
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

  /** Which buttons there are, in words: other words, other buttons. */
  wanted() {
    const { asks, confirming, touched } = this.sitting;
    if (this.sitting.opened) return `over ${asks.rematch} ${this.sitting.next}`;
    if (this.sitting.state === "waiting") return "waiting";
    if (touched >= 0) return `touch ${touched}`;
    if (confirming) return `confirm ${confirming}`;
    if (asks.undo) return `undo ${asks.undo}`;
    return `play ${this.sitting.isMyTurn} ${this.sitting.guessing} ${this.sitting.canUndo}`;
  }

  /** @param {string} key @returns {HTMLElement[]} */
  nodes(key) {
    const [kind, what] = key.split(" ");
    if (kind === "over") return [this.overNode()];
    if (kind === "waiting") return [this.waitingNode()];
    if (kind === "touch") return [this.touchNode(Number(what))];
    if (kind === "confirm") return [this.confirmNode(what === "pass" ? "pass" : "resign")];
    if (kind === "undo") return [what === this.sitting.seat ? this.undoAskedNode() : this.undoNode()];
    return [this.playNode()];
  }

  // ---- During a game ----

  playNode() {
    const { sitting } = this;
    const pass = button("", "pass", "Pass", () => this.hands.say({ type: "pass" }), "pass");
    pass.disabled = !sitting.isMyTurn;
    const guess = button("", "guess", "Guess", () => { sitting.guessing = !sitting.guessing; this.hands.render(); }, "guess");
    guess.setAttribute("aria-pressed", String(sitting.guessing));
    const undo = sitting.card?.undo ? button("", "undo", "Take back", () => this.hands.say({ type: "undo" }), "undo") : null;
    if (undo) undo.disabled = !sitting.canUndo;
    const resign = button("quiet", "flag", "Resign", () => this.ask("resign"), "resign");
    return el("div", { class: "actions tall" }, pass, guess, undo, resign);
  }

  /** @param {number} point */
  touchNode(point) {
    return el("div", { class: "actions" },
      button("main big", "check", `Try ${pointName(point, this.sitting.size)}`, () => this.hands.tryPoint(point), "confirm-try"),
      button("big", "close", "Not there", () => { this.hands.wait(-1); this.hands.render(); }));
  }

  /** @param {"pass" | "resign"} what */
  confirmNode(what) {
    const yes = el("button", { class: what === "pass" ? "main" : "danger", id: "yes", onclick: () => this.hands.say({ type: what }) },
      what === "pass" ? "Pass" : "Resign");
    const no = el("button", { id: "no", onclick: () => this.ask("") }, "Play on");
    return el("div", { class: "confirm" }, el("p", {}, what === "pass" ? "Pass this turn?" : "Give up this game?"), yes, no);
  }

  /** @param {"" | "pass" | "resign"} what */
  ask(what) {
    this.sitting.confirming = what;
    this.hands.render();
  }

  undoAskedNode() {
    return el("div", { class: "confirm" }, el("p", {}, "You asked to take your move back."));
  }

  undoNode() {
    const answer = (/** @type {boolean} */ yes) => () => this.hands.say({ type: "answer", yes });
    return el("div", { class: "confirm" },
      el("p", {}, `${this.sitting.theirName} asks to take a move back. What was heard stays heard.`),
      el("button", { class: "main", id: "yes", onclick: answer(true) }, "Allow it"),
      el("button", { id: "no", onclick: answer(false) }, "No"));
  }

  // ---- Before and after it ----

  waitingNode() {
    const { invite } = this.sitting.held;
    if (!invite) return el("p", { class: "note" }, "Your game is in the lobby. It begins when somebody sits down.");
    const address = `${location.origin}/join/${invite}`;
    const field = el("input", { type: "text", readonly: true, value: address, "aria-label": "The link for your friend", id: "invite" });
    field.addEventListener("focus", () => field.select());
    const copy = button("main", "copy", "Copy the link", async () => {
      field.select();
      await navigator.clipboard?.writeText(address).catch(() => undefined);
      copy.lastChild?.replaceWith("Copied");
    });
    const listed = this.sitting.card?.listed ? "The game is in the lobby, too." : "Whoever opens it first sits down.";
    return el("div", { class: "stack" }, el("p", {}, "Send this link to your friend:"), field, copy, el("p", { class: "note" }, listed));
  }

  overNode() {
    const { game, next } = this.sitting;
    return el("div", { class: "actions tall" },
      next ? el("a", { class: "button main", href: `/game/${next}` }, icon("again"), "The rematch") : this.rematchButton(),
      el("a", { class: "button", href: `/replay/${game}`, id: "to-replay" }, icon("film"), "Replay"),
      el("a", { class: "button", href: "/" }, icon("play"), "New game"));
  }

  rematchButton() {
    const { asks, seat, them } = this.sitting;
    const words = asks.rematch === them ? "Accept the rematch" : asks.rematch === seat ? "Rematch offered" : "Rematch";
    const rematch = button("main", "again", words, () => this.hands.say({ type: "rematch" }), "rematch");
    rematch.disabled = asks.rematch === seat;
    return rematch;
  }
}
