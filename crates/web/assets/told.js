// What is said aloud under a game's rules, in sentences.

import { el } from "./dom.js";
import { cardWords } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */

/** @type {Record<string, Record<string, string>>} */
const SENTENCES = {
  reason: {
    never: "A refusal gives no reason: their stone, suicide or ko.",
    always: "A refusal says why.",
    stones: "A refusal says only whether a stone stands there.",
  },
  captor: {
    number: "Who takes stones hears how many.",
    points: "Who takes stones hears where they stood.",
    shown: "Who takes stones hears how many, and where those stood that he had found.",
  },
  tries: {
    nothing: "Refused tries of the other side are not heard.",
    each: "Each refused try of the other side is heard.",
    count: "How many tries were refused is heard after the turn.",
  },
  atari: {
    new: "Atari is called when a chain comes into it, never which.",
    every: "Atari is called after every move while any chain is in it, never which.",
  },
  pass: { unannounced: "A pass sounds like a move." },
  counts: { announced: "Both sides\u2019 stones are counted aloud after each move." },
  ko: { superko: "No earlier board may come back." },
  repetition: { draw: "A board that comes back ends the game in a draw." },
  tie: { white: "Equal points: White wins." },
};

/** @param {Card} card */
export function toldPanel(card) {
  const lines = Object.entries(SENTENCES)
    .map(([name, values]) => values[card.settings[name]])
    .filter(Boolean);
  return el("details", { class: "told" }, el("summary", {}, `The rules here: ${cardWords(card)}`),
    el("ul", { class: "small soft" }, ...lines.map((line) => el("li", {}, line))));
}
