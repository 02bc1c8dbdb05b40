// What is said beside a seat's board: the line of status, and the facts in the two strips. Words alone;
// it looks at a sitting and changes nothing in it.

import { pointName } from "./board.js";
import { count } from "./words.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

/** @param {Sitting} sitting */
export function statusWords(sitting) {
  const { view, card, opened, theirName } = sitting;
  if (opened) return opened.winner === null ? "A draw." : opened.winner === sitting.seat ? "You win." : `${theirName} wins.`;
  if (sitting.state === "waiting") return "Waiting for the other side to sit down.";
  if (!view) return "";
  if (sitting.touched >= 0) return `${pointName(sitting.touched, sitting.size)}? Touch it again to try it.`;
  const tried = view.tried.length;
  if (sitting.isMyTurn && tried) return `${view.tried[tried - 1]} is refused. Try another point.`;
  if (sitting.isMyTurn) return lastWords(sitting);
  return card?.[sitting.them].bot ? `${theirName} is thinking\u2026` : `${theirName} is to move.`;
}

/** What was heard just before one's turn. @param {Sitting} sitting */
function lastWords({ log, theirName }) {
  const heard = log[log.length - 1];
  if (heard?.kind !== "moved") return "Your turn.";
  if (heard.passed) return `${theirName} passed. Your turn.`;
  const lost = heard.lost?.length ?? 0;
  return lost ? `You lost ${count(lost, "stone")}. Your turn.` : "They have moved. Your turn.";
}

/** What the strips say of both sides, and whose turn it is. @param {Sitting} sitting */
export function stripFacts({ card, state, view: seen, opponentHere }) {
  const view = state === "waiting" ? null : seen;
  const known = view?.theirs.length ? `, ${view.theirs.length} known` : "";
  const many = view ? `${view.theirStonesExact ? "" : "at most "}${count(view.theirStones, "stone")}${known}` : "";
  const mine = view ? [count(view.stones, "stone"), view.taken ? `took ${view.taken}` : ""] : [];
  const heard = view?.triesHeard ? `refused ${view.triesHeard}\u00d7` : "";
  const away = card?.kind === "friend" && state === "playing" && !opponentHere ? "away" : "";
  const theirs = view ? [many, view.lost ? `took ${view.lost}` : "", heard, away] : [away];
  return { mine: ["you", ...mine].filter(Boolean), theirs: theirs.filter(Boolean), turn: view?.turn ?? null };
}
