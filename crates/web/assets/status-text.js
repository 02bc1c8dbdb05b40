// The texts beside a seat's board: the status line, and the facts in the two strips. These functions
// read a SeatState and do not change it.

import { pointName } from "./board.js";
import { count } from "./text.js";

/** @typedef {import("./seat-state.js").SeatState} SeatState */

/** @param {SeatState} seatState */
export function statusText(seatState) {
  const { view, card, opened, theirName } = seatState;
  if (opened) return opened.winner === null ? "A draw." : opened.winner === seatState.seat ? "You win." : `${theirName} wins.`;
  if (seatState.state === "waiting") return "Waiting for the opponent to join.";
  if (!view) return "";
  if (seatState.touched >= 0) return `${pointName(seatState.touched, seatState.size)}? Touch it again to try this point.`;
  const tried = view.tried.length;
  if (seatState.hinting) return "Kage is thinking about a hint\u2026";
  if (seatState.isMyTurn && tried) return `${view.tried[tried - 1]} is refused. Try another point.`;
  if (seatState.isMyTurn) return lastWords(seatState);
  return card?.[seatState.them].bot ? `${theirName} is thinking\u2026` : `${theirName} is to move.`;
}

/** What the seat heard just before its turn. @param {SeatState} seatState */
function lastWords({ log, theirName }) {
  const heard = log[log.length - 1];
  if (heard?.kind !== "moved") return "Your turn.";
  if (heard.passed) return `${theirName} passed. Your turn.`;
  const lost = heard.lost?.length ?? 0;
  return lost ? `You lost ${count(lost, "stone")}. Your turn.` : "Your opponent has moved. Your turn.";
}

/** The facts about both sides, and whose turn it is. @param {SeatState} seatState */
export function stripFacts({ card, state, view: seen, opponentHere, hints }) {
  const view = state === "waiting" ? null : seen;
  const known = view?.theirs.length ? `, ${view.theirs.length} known` : "";
  const many = view ? `${view.theirStonesExact ? "" : "at most "}${count(view.theirStones, "stone")}${known}` : "";
  const mine = view ? [count(view.stones, "stone"), view.taken ? `took ${view.taken}` : "", hints ? count(hints, "hint") : ""] : [];
  const heard = view?.triesHeard ? `${count(view.triesHeard, "try", "tries")} of theirs refused` : "";
  const away = card?.kind === "friend" && state === "playing" && !opponentHere ? "away" : "";
  const theirs = view ? [many, view.lost ? `took ${view.lost}` : "", heard, away] : [away];
  return { mine: ["you", ...mine].filter(Boolean), theirs: theirs.filter(Boolean), turn: view?.turn ?? null };
}
