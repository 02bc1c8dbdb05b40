// The panel of a game that is over: the result, what the guess stones were worth, the way back to what
// one knew, and dead stones as long as they can be agreed on.

import { button, el } from "./dom.js";
import { isCounted } from "./sight.js";
import { count, resultWords } from "./words.js";

/** @typedef {import("./bar.js").Hands} Hands */
/** @typedef {import("./sitting.js").Sitting} Sitting */

export class Ending {
  node = el("div", { class: "panel", hidden: true });
  key = "";

  /** @param {Sitting} sitting @param {Pick<Hands, "say" | "render">} hands */
  constructor(sitting, hands) {
    this.sitting = sitting;
    this.hands = hands;
  }

  show() {
    const { opened, marks, dead, showsTruth } = this.sitting;
    this.node.hidden = !opened;
    if (!opened) return;
    const key = JSON.stringify([opened, marks, [...dead], showsTruth]);
    if (this.key === key) return;
    this.key = key;
    const { black, white, komi } = opened.score;
    const { guess } = opened;
    this.node.replaceChildren(el("div", { class: "result" },
      el("p", { class: "score" }, resultWords(opened.result)),
      isCounted(opened) ? el("p", { class: "soft numbers" }, `Black ${black}, White ${white} and komi ${komi}`) : null,
      guess ? el("p", { id: "guess-score" }, `Your guess stones: ${guess.right} right, ${guess.wrong} wrong; ${guess.missed} of theirs not guessed.`) : null,
      el("div", {}, this.truthButton()), opened.markable ? this.markNode() : null));
  }

  truthButton() {
    const { sitting } = this;
    return button("", sitting.showsTruth ? "eye" : "lamp", sitting.showsTruth ? "What you knew" : "The truth", () => {
      sitting.showsTruth = !sitting.showsTruth;
      this.hands.render();
    }, "truth");
  }

  markNode() {
    const { sitting } = this;
    const { dead, theirName } = sitting;
    const [mine, theirs] = [sitting.marks[sitting.seat], sitting.marks[sitting.them]];
    const words = mine && theirs ? "You marked differently: all stones count as alive, unless one of you changes his marks."
      : mine ? "Your marks are given. They count if the other side marks the same."
        : "Are there dead stones? Touch them on the board. They count if both mark the same.";
    return el("div", { class: "confirm" }, el("p", {}, words),
      theirs ? el("p", { class: "small soft" }, `${theirName} marked ${theirs.length ? theirs.join(" ") : "none"}.`) : null,
      theirs?.length ? button("", "check", `As ${theirName} marked`, () => this.markAs(theirs)) : null,
      el("button", { class: "main", id: "mark", onclick: () => this.hands.say({ type: "mark", dead: sitting.names(sitting.dead) }) },
        dead.size ? `Mark ${count(dead.size, "stone")} as dead` : "All are alive"));
  }

  /** @param {string[]} theirs */
  markAs(theirs) {
    this.sitting.dead = this.sitting.pointSet(theirs);
    this.hands.render();
  }
}
