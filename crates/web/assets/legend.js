// The legend under a seat's board: its signs and its keys.

import { Board } from "./board.js";
import { draw, el } from "./dom.js";
import { settings } from "./settings.js";
import { letter } from "./text.js";

/** @typedef {import("./board.js").Picture} Picture */
/** @typedef {import("./protocol.js").Seat} Seat */

/** @param {Seat} them whose stones the signs are about */
export function legend(them) {
  const color = letter(them);
  const stone = (/** @type {string} */ how) => swatch({ marks: color, how: new Map([[0, how]]) }, true);
  const sign = (/** @type {string} */ mark) => swatch({ marks: mark });
  const guess = swatch({ marks: ".", guesses: new Map([[0, color]]) });
  return el("details", { class: "legend" }, el("summary", {}, "Signs and keys"), el("div", { class: "stack" },
    el("ul", { class: "keys" },
      el("li", {}, sign("e"), "certainly empty"), el("li", {}, sign("."), "unknown"),
      el("li", {}, stone("refused"), "theirs: a try was refused"), el("li", {}, stone("border"), "theirs: around captured stones"),
      el("li", {}, stone("counted"), "theirs: no other point is left"),
      el("li", {}, sign("q"), "refused: stone, suicide or ko"), el("li", {}, sign("t"), "perhaps captured since"),
      el("li", {}, guess, "your guess stone")),
    el("ul", { class: "keys" },
      key("\u2190\u2191\u2192\u2193", "move"), key("Enter", "try"), key("G", "guess stone"),
      key("Shift", "+ arrow moves it"), key("P", "pass")),
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
  return el("label", { class: "tick small" }, ask, "On a touch screen, touch a point twice to try it");
}
