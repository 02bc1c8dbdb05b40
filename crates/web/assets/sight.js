// What a seat's board shows, and what is said of each point of it. It looks at a sitting and changes
// nothing in it.

import { HOW, pointName, pointOf } from "./board.js";
import { emptyArea } from "./stones.js";
import { letter } from "./words.js";

/** @typedef {import("./board.js").Picture} Picture */
/** @typedef {import("./protocol.js").Opened} Opened */
/** @typedef {import("./sitting.js").Sitting} Sitting */

/** @type {Record<string, string>} */
const CAUSES = { stone: "their stone", suicide: "suicide", ko: "ko" };

/** Was the board counted, or did the game end otherwise? @param {Opened} opened */
export const isCounted = (opened) => opened.how === "count" || opened.how === "agreement";

/** @param {Sitting} sitting @returns {Picture} */
export const pictureOf = (sitting) => (sitting.truth ? truthPicture(sitting, sitting.truth) : knownPicture(sitting));

/** @param {Sitting} sitting @returns {Picture} */
function knownPicture(sitting) {
  const { size, view } = sitting;
  const marks = view?.board ?? ".".repeat(size * size);
  return {
    marks,
    how: new Map((view?.theirs ?? []).map(({ point, how }) => [pointOf(point, size) ?? -1, how])),
    guesses: guessStones(sitting, (point) => !"bw".includes(marks[point])),
    last: sitting.last,
    taken: sitting.gone,
    tries: sitting.opened ? [] : triesNow(sitting),
  };
}

/** @param {Sitting} sitting */
function triesNow({ size, view }) {
  return (view?.tried ?? []).map((name, at) => ({ point: pointOf(name, size) ?? 0, number: at + 1 }));
}

/** @param {Sitting} sitting @param {Opened} opened @returns {Picture} */
function truthPicture(sitting, opened) {
  const settled = sitting.pointSet(opened.dead);
  const dead = settled.size ? settled : sitting.dead;
  const isRight = (/** @type {number} */ point) => opened.board[point] === letter(sitting.them);
  return {
    marks: opened.board,
    dead,
    area: isCounted(opened) ? emptyArea(opened.board, sitting.size, dead) : undefined,
    guesses: guessStones(sitting, (point) => !isRight(point)),
    found: new Set([...sitting.guesses].filter(isRight)),
    last: null,
  };
}

/** @param {Sitting} sitting @param {(point: number) => boolean} isShown */
function guessStones(sitting, isShown) {
  const color = letter(sitting.them);
  return new Map([...sitting.guesses].filter(isShown).map((point) => [point, color]));
}

/** @param {Sitting} sitting @param {number} point @param {string} mark */
export function pointWords(sitting, point, mark) {
  const mine = letter(sitting.seat);
  if (sitting.truth) return mark === "." ? "empty" : mark === mine ? "your stone" : "their stone";
  if (mark === mine) return "your stone";
  const name = pointName(point, sitting.size);
  if (mark === letter(sitting.them)) return knownWords(sitting, name);
  if (mark === "q") return refusedWords(sitting, name);
  if (mark === "t") return "was theirs, perhaps taken since";
  return mark === "e" ? "certainly empty" : sitting.guesses.has(point) ? "not known; you guess a stone here" : "not known";
}

/** @param {Sitting} sitting @param {string} name */
function knownWords({ view }, name) {
  const known = view?.theirs.find((stone) => stone.point === name);
  return `their stone: ${HOW[known?.how ?? ""]?.words ?? "certain"}${known?.move ? `, move ${known.move}` : ""}`;
}

/** @param {Sitting} sitting @param {string} name */
function refusedWords({ view }, name) {
  const refused = view?.refused.find((r) => r.point === name);
  return `refused at move ${refused?.move ?? "?"}: ${(refused?.causes ?? []).map((c) => CAUSES[c] ?? c).join(" or ")}`;
}
