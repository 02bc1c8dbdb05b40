// The panel of a finished game: the result, the score of the guess stones, a switch between the truth
// and what the seat knew, and the marking of dead stones.

import { button, el } from "./dom.js";
import { isCounted } from "./seat-picture.js";
import { ask } from "./net.js";
import { count, pairWords, resultWords } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./action-bar.js").TableActions} TableActions */
/** @typedef {import("./seat-state.js").SeatState} SeatState */

export class EndPanel {
  node = el("div", { class: "panel", hidden: true });
  key = "";

  /** @param {SeatState} seatState @param {Pick<TableActions, "say" | "render">} actions */
  constructor(seatState, actions) {
    this.seatState = seatState;
    this.actions = actions;
  }

  show() {
    const { opened, marks, dead, showsTruth } = this.seatState;
    this.node.hidden = !opened;
    if (!opened) return;
    const key = JSON.stringify([opened, marks, [...dead], showsTruth]);
    if (this.key === key) return;
    this.key = key;
    const { black, white, komi } = opened.score;
    const { guess } = opened;
    this.node.replaceChildren(el("div", { class: "result" },
      el("p", { class: "score" }, resultWords(opened.result)),
      isCounted(opened) ? el("p", { class: "soft numbers" }, t`Black ${black}, White ${white} and komi ${komi}`) : null,
      guess ? el("p", { id: "guess-score" }, t`Your guess stones: ${guess.right} right, ${guess.wrong} wrong; ${guess.missed} hidden stones not guessed.`) : null,
      this.seatState.hints ? el("p", { class: "soft" }, t`You got ${count(this.seatState.hints, "hint")}.`) : null,
      this.pairNode(),
      el("div", {}, this.truthButton()), opened.markable ? this.markNode() : null));
  }

  /** The place of this game in a pair, and after the second game the result of both. */
  pairNode() {
    const { card } = this.seatState;
    if (!card?.pair) return null;
    if (!card.pair.first) return el("p", { class: "soft" }, t`This was the first game of a pair. In the second one the colours are swapped.`);
    const node = el("p", { id: "pair" }, t`The pair is counted\u2026`);
    const now = { ...card, result: this.seatState.opened?.result ?? null };
    void ask(`/api/games/${card.pair.first}`).then((first) => {
      node.textContent = pairWords(/** @type {Card} */ (first), now, this.seatState.seat);
    }).catch((error) => { node.textContent = error.message; });
    return node;
  }

  truthButton() {
    const { seatState } = this;
    return button("", seatState.showsTruth ? "eye" : "lamp", seatState.showsTruth ? t`What you knew` : t`The truth`, () => {
      seatState.showsTruth = !seatState.showsTruth;
      this.actions.render();
    }, "truth");
  }

  markNode() {
    const { seatState } = this;
    const { dead, theirName } = seatState;
    const [mine, theirs] = [seatState.marks[seatState.seat], seatState.marks[seatState.them]];
    const words = mine && theirs ? t`Your marks differ: all stones count as alive, unless one of you changes the marks.`
      : mine ? t`You have marked. The marks count if your opponent marks the same stones.`
        : t`Are there dead stones? Touch them on the board. The marks count if both players mark the same stones.`;
    return el("div", { class: "confirm" }, el("p", {}, words),
      theirs ? el("p", { class: "small soft" }, t`${theirName} marked ${theirs.length ? theirs.join(" ") : t`none`}.`) : null,
      theirs?.length ? button("", "check", t`As ${theirName} marked`, () => this.markAs(theirs)) : null,
      el("button", { class: "main", id: "mark", onclick: () => this.actions.say({ type: "mark", dead: seatState.names(seatState.dead) }) },
        dead.size ? t`Mark ${count(dead.size, "stone")} as dead` : t`All are alive`));
  }

  /** @param {string[]} theirs */
  markAs(theirs) {
    this.seatState.dead = this.seatState.pointSet(theirs);
    this.actions.render();
  }
}
