// The legend under a seat's board: its signs and its keys.

import { Board } from "./board.js";
import { draw, el } from "./dom.js";
import { settings } from "./settings.js";
import { letter } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Picture} Picture */
/** @typedef {import("./protocol.js").Seat} Seat */

/** @param {Seat} them whose stones the signs are about */
export function legend(them) {
  const color = letter(them);
  const stone = (/** @type {string} */ how) => swatch({ marks: color, how: new Map([[0, how]]) }, true);
  const sign = (/** @type {string} */ mark) => swatch({ marks: mark });
  const guess = swatch({ marks: ".", guesses: new Map([[0, color]]) });
  return el("details", { class: "legend" }, el("summary", {}, t`Signs and keys`), el("div", { class: "stack" },
    el("ul", { class: "keys" },
      el("li", {}, sign("e"), t`certainly empty`), el("li", {}, sign("."), t`unknown`),
      el("li", {}, stone("refused"), t`theirs: a try was refused`), el("li", {}, stone("border"), t`theirs: around captured stones`),
      el("li", {}, stone("counted"), t`theirs: no other point is left`),
      el("li", {}, sign("q"), t`refused: stone, suicide or ko`), el("li", {}, sign("t"), t`perhaps captured since`),
      el("li", {}, guess, t`your guess stone`)),
    el("ul", { class: "keys" },
      key("\u2190\u2191\u2192\u2193", t`move`), key("Enter", t`try`), key("G", t`guess stone`),
      key("Shift", t`+ arrow moves it`), key("P", t`pass`)),
    askTwice()));
}

/** A board of one point. @param {Picture} picture @param {boolean} [truth] */
function swatch(picture, truth = false) {
  const board = new Board({ size: 1, label: "", bare: true, truth });
  board.show(picture);
  board.svg.setAttribute("aria-hidden", "true");
  board.svg.querySelector(".lines")?.replaceChildren(draw("path", { d: "M.5 0V1M0 .5H1" }));
  return board.svg;
}

/** @param {string} name @param {string} does */
const key = (name, does) => el("li", {}, el("kbd", {}, name), does);

function askTwice() {
  const ask = el("input", { type: "checkbox", checked: settings.askTwice });
  ask.addEventListener("change", () => { settings.askTwice = ask.checked; });
  return el("label", { class: "tick small" }, ask, t`On a touch screen, touch a point twice to try it`);
}
