// What the referee says under a game's rules, in sentences.

import { el } from "./dom.js";
import { cardWords } from "./text.js";

/** @typedef {import("./protocol.js").Card} Card */

/** @type {Record<string, Record<string, string>>} */
const SENTENCES = {
  reason: {
    never: "The referee gives no reason of a refusal: it can be an opponent\u2019s stone, suicide or ko.",
    always: "The referee gives the reason of each refusal.",
    stones: "A refusal says only whether there is a stone on the point.",
  },
  captor: {
    number: "A player who captures stones hears how many.",
    points: "A player who captures stones hears their points.",
    shown: "A player who captures stones hears how many, and the points of those that the player had been shown.",
  },
  tries: {
    nothing: "The opponent\u2019s refused tries are not announced.",
    each: "Each refused try of the opponent is announced.",
    count: "The number of refused tries is announced after the turn.",
  },
  atari: {
    new: "Atari is announced when a chain gets into atari, but not which chain.",
    every: "Atari is announced after every move while any chain is in atari, but not which chain.",
  },
  pass: { unannounced: "A pass is announced like a move." },
  counts: { announced: "The number of stones of each side is announced after each move." },
  ko: { superko: "No earlier position may be repeated." },
  repetition: { draw: "A repeated position ends the game in a draw." },
  tie: { white: "White wins if the points are equal." },
};

/** @param {Card} card */
export function rulesPanel(card) {
  const lines = Object.entries(SENTENCES)
    .map(([name, values]) => values[card.settings[name]])
    .filter(Boolean);
  return el("details", { class: "told" }, el("summary", {}, `The rules here: ${cardWords(card)}`),
    el("ul", { class: "small soft" }, ...lines.map((line) => el("li", {}, line))));
}
