// Texts that several pages use.

import { el } from "./dom.js";
import { fromServer, nameWords, t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Level} Level */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").ClockRules} ClockRules */

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === "black" ? "white" : "black");

/** @param {Seat} seat */
export const letter = (seat) => (seat === "black" ? "b" : "w");

/** @param {Seat} seat */
export const colourName = (seat) => (seat === "black" ? t`Black` : t`White`);

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export { count } from "./words.js";

/** @param {Card} card @param {Seat} seat */
export const personName = (card, seat) => (card[seat].name === null ? t`an empty seat` : nameWords(card[seat].name));

/** @param {Card} card */
export const bothNames = (card) => `${personName(card, "black")} \u2013 ${personName(card, "white")}`;

/** How a level is called on a board, and what it does there. @param {Level} level @param {number} size */
export function levelText(level, size) {
  const { title, about } = size === 9 ? level.onNine : level.elsewhere;
  return { title: fromServer(title), about: fromServer(about) };
}

/** A stone in a line of text. @param {string} color `b`, `w` or `r` for either */
export const disc = (color) => el("span", { class: `disc ${color}`, "aria-hidden": "true" });

/** A result such as `W+2.5` in words. @param {string | null | undefined} result */
export function resultWords(result) {
  if (!result) return "";
  if (/^(0|draw)$/i.test(result)) return t`A draw`;
  const winner = result.startsWith("B") ? t`Black` : result.startsWith("W") ? t`White` : "";
  const by = result.slice(2);
  if (!winner || !result.includes("+")) return t`No result`;
  if (by.startsWith("R")) return t`${winner} wins by resignation`;
  if (by.startsWith("T")) return t`${winner} wins on time`;
  if (by.startsWith("F")) return t`${winner} wins by forfeit`;
  if (by === "") return t`${winner} wins`;
  return t`${winner} wins by ${by} ${by === "1" ? "point" : "points"}`;
}

/** The points by which Black won; null if they were not counted. @param {string | null} result */
function points(result) {
  if (/^(0|draw)$/i.test(result ?? "")) return 0;
  const found = /^([BW])\+(\d+(?:\.\d+)?)$/.exec(result ?? "");
  return found ? Number(found[2]) * (found[1] === "B" ? 1 : -1) : null;
}

/**
 * Two games with the colours swapped, counted as one, as a player of both sees it.
 * @param {Card} first
 * @param {Card} second
 * @param {Seat} seat the player's seat in the second game
 */
export function pairWords(first, second, seat) {
  const won = (/** @type {Card} */ card, /** @type {Seat} */ side) => (card.result?.startsWith(side === "black" ? "B+" : "W+") ? 1 : 0);
  const lost = (/** @type {Card} */ card, /** @type {Seat} */ side) => won(card, other(side));
  const wins = won(first, other(seat)) + won(second, seat);
  const losses = lost(first, other(seat)) + lost(second, seat);
  const [one, two] = [points(first.result), points(second.result)];
  const sum = one === null || two === null ? null : (seat === "black" ? two - one : one - two);
  const by = sum === null ? "" : t` In points together: ${sum > 0 ? t`you are ahead by ${sum}` : sum < 0 ? t`you are behind by ${-sum}` : t`equal`}.`;
  const who = wins > losses ? t`You win the pair` : wins < losses ? t`You lose the pair` : sum === null || sum === 0 ? t`The pair is a draw`
    : sum > 0 ? t`You win the pair by points` : t`You lose the pair by points`;
  return t`${who}: ${wins} won, ${losses} lost.${by}`;
}

/** What a player calls a rule set, and where it comes from, by its key. @type {Record<string, [string, string]>} */
const RULE_SETS = {
  borsboom: [t`Referee gives no reasons`, t`2007 thesis`],
  cazenave: [t`Opponent does not hear refusals`, t`2006 program`],
  olympiad: [t`No reasons, captured points announced`, t`Olympiad 2007`],
  collegiate: [t`Refusals not heard, captured points announced`, t`Chinese student contest`],
  common: [t`Captured points and atari announced`, t`Go congresses`],
  hamburg: [t`Referee gives reasons`, t`Hamburg`],
  openspiel: [t`Referee says if a stone is there`, "OpenSpiel"],
};

/** A rule set in a list: its name, where it comes from, and its key. @param {string} key */
export function ruleSetName(key) {
  const known = RULE_SETS[key];
  return known ? `${known[0]} (${known[1]}) \u00b7 ${key}` : key;
}

/** Rules such as `common atari=every` in a line about a game, which has the komi already. @param {string} rules */
function rulesWords(rules) {
  const [key, ...changes] = rules.split(" ").filter((word) => !word.startsWith("komi="));
  const known = RULE_SETS[key];
  return [known ? `${known[0]} (${key})` : key, ...changes].join(" ");
}

/** @param {ClockRules | null} clock */
function clockWords(clock) {
  if (!clock) return t`no clock`;
  const main = clock.main % 60 === 0 ? t`${clock.main / 60} min` : t`${clock.main} s`;
  if (clock.periods) return t`${main} + ${clock.periods} \u00d7 ${clock.period} s`;
  if (clock.increment) return t`${main} + ${clock.increment} s a move`;
  return main;
}

/** Size, rules and the rest in one line. @param {Card} card */
export function cardWords(card) {
  const parts = [`${card.size}\u00d7${card.size}`, rulesWords(card.rules), t`komi ${card.komi}`];
  if (card.handicap.length) parts.push(t`${card.handicap.length} handicap stones`);
  if (card.clock) parts.push(clockWords(card.clock));
  return parts.join(" \u00b7 ");
}

/** @param {number} ms */
export function clockFace(ms) {
  const left = Math.max(0, ms);
  const seconds = left < 10000 ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  const text = left < 10000 ? rest.toFixed(1) : String(rest);
  const padded = rest < 10 ? `0${text}` : text;
  if (minutes < 60) return `${minutes}:${padded}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${padded}`;
}
