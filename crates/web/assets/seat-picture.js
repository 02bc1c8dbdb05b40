// The picture of a seat's board, and the text for each point. These functions read a SeatState and do
// not change it.

import { HOW, pointName, pointOf } from "./board.js";
import { emptyArea } from "./stones.js";
import { letter } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Picture} Picture */
/** @typedef {import("./protocol.js").Opened} Opened */
/** @typedef {import("./seat-state.js").SeatState} SeatState */

/** @type {Record<string, string>} */
const CAUSES = { stone: t`their stone`, suicide: t`suicide`, ko: t`ko` };

/** Was the board counted, or did the game end otherwise? @param {Opened} opened */
export const isCounted = (opened) => opened.how === "count" || opened.how === "agreement";

/** @param {SeatState} seatState @returns {Picture} */
export const pictureOf = (seatState) => (seatState.truth ? truthPicture(seatState, seatState.truth) : knownPicture(seatState));

/** @param {SeatState} seatState @returns {Picture} */
function knownPicture(seatState) {
  const { size, view } = seatState;
  const marks = view?.board ?? ".".repeat(size * size);
  return {
    marks,
    how: new Map((view?.theirs ?? []).map(({ point, how }) => [pointOf(point, size) ?? -1, how])),
    guesses: guessStones(seatState, (point) => !"bw".includes(marks[point])),
    last: seatState.last,
    taken: seatState.gone,
    wrong: seatState.hint?.choice ? seatState.pointSet([seatState.hint.choice]) : undefined,
    tries: seatState.opened ? [] : triesNow(seatState),
  };
}

/** @param {SeatState} seatState */
function triesNow({ size, view }) {
  return (view?.tried ?? []).map((name, at) => ({ point: pointOf(name, size) ?? 0, number: at + 1 }));
}

/** @param {SeatState} seatState @param {Opened} opened @returns {Picture} */
function truthPicture(seatState, opened) {
  const settled = seatState.pointSet(opened.dead);
  const dead = settled.size ? settled : seatState.dead;
  const right = seatState.pointSet(opened.guess?.found ?? []);
  const stands = (/** @type {number} */ point) => opened.board[point] === letter(seatState.them);
  return {
    marks: opened.board,
    dead,
    area: isCounted(opened) ? emptyArea(opened.board, seatState.size, dead) : undefined,
    guesses: guessStones(seatState, (point) => !stands(point)),
    found: right,
    last: null,
  };
}

/** @param {SeatState} seatState @param {(point: number) => boolean} isShown */
function guessStones(seatState, isShown) {
  const color = letter(seatState.them);
  return new Map([...seatState.guesses].filter(isShown).map((point) => [point, color]));
}

/** @param {SeatState} seatState @param {number} point @param {string} mark */
export function pointWords(seatState, point, mark) {
  const mine = letter(seatState.seat);
  if (seatState.truth) return mark === "." ? t`empty` : mark === mine ? t`your stone` : t`their stone`;
  if (mark === mine) return t`your stone`;
  const name = pointName(point, seatState.size);
  if (mark === letter(seatState.them)) return knownWords(seatState, name);
  if (mark === "q") return refusedWords(seatState, name);
  if (mark === "t") return t`was theirs, perhaps captured since`;
  return mark === "e" ? t`certainly empty` : seatState.guesses.has(point) ? t`unknown; you guess a stone here` : t`unknown`;
}

/** @param {SeatState} seatState @param {string} name */
function knownWords({ view }, name) {
  const known = view?.theirs.find((stone) => stone.point === name);
  return t`their stone: ${HOW[known?.how ?? ""]?.words ?? t`certain`}${known?.move ? t`, move ${known.move}` : ""}`;
}

/** @param {SeatState} seatState @param {string} name */
function refusedWords({ view }, name) {
  const refused = view?.refused.find((r) => r.point === name);
  return t`refused at move ${refused?.move ?? "?"}: ${(refused?.causes ?? []).map((c) => CAUSES[c] ?? c).join(t` or `)}`;
}
