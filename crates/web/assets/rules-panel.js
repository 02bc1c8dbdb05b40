// What the referee says under a game's rules, in sentences.

import { el } from "./dom.js";
import { cardWords } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */

/** @type {Record<string, Record<string, string>>} */
const SENTENCES = {
  reason: {
    never: t`The referee gives no reason of a refusal: it can be an opponent\u2019s stone, suicide or ko.`,
    always: t`The referee gives the reason of each refusal.`,
    stones: t`A refusal says only whether there is a stone on the point.`,
  },
  captor: {
    number: t`A player who captures stones hears how many.`,
    points: t`A player who captures stones hears their points.`,
    shown: t`A player who captures stones hears how many, and the points of those that the player had been shown.`,
  },
  tries: {
    nothing: t`The opponent\u2019s refused tries are not announced.`,
    each: t`Each refused try of the opponent is announced.`,
    count: t`The number of refused tries is announced after the turn.`,
  },
  atari: {
    new: t`Atari is announced when a chain gets into atari, but not which chain.`,
    every: t`Atari is announced after every move while any chain is in atari, but not which chain.`,
  },
  pass: { unannounced: t`A pass is announced like a move.` },
  counts: { announced: t`The number of stones of each side is announced after each move.` },
  ko: { superko: t`No earlier position may be repeated.` },
  repetition: { draw: t`A repeated position ends the game in a draw.` },
  tie: { white: t`White wins if the points are equal.` },
};

/** @param {Card} card */
export function rulesPanel(card) {
  const lines = Object.entries(SENTENCES)
    .map(([name, values]) => values[card.settings[name]])
    .filter(Boolean);
  return el("details", { class: "told" }, el("summary", {}, t`The rules here: ${cardWords(card)}`),
    el("ul", { class: "small soft" }, ...lines.map((line) => el("li", {}, line))));
}
