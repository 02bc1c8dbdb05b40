// The texts beside a seat's board: the status line, and the facts in the two strips. These functions
// read a SeatState and do not change it.

import { pointName } from "./board.js";
import { count } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./seat-state.js").SeatState} SeatState */

/** @param {SeatState} seatState */
export function statusText(seatState) {
  const { view, card, opened, theirName } = seatState;
  if (opened) return opened.winner === null ? t`A draw.` : opened.winner === seatState.seat ? t`You win.` : t`${theirName} wins.`;
  if (seatState.state === "waiting") return t`Waiting for the opponent to join.`;
  if (!view) return "";
  if (seatState.touched >= 0) return t`${pointName(seatState.touched, seatState.size)}? Touch it again to try this point.`;
  const tried = view.tried.length;
  if (seatState.hinting) return t`Kage is thinking about a hint\u2026`;
  if (seatState.isMyTurn && tried) return t`${view.tried[tried - 1]} is refused. Try another point.`;
  if (seatState.isMyTurn) return lastWords(seatState);
  return card?.[seatState.them].bot ? t`${theirName} is thinking\u2026` : t`${theirName} is to move.`;
}

/** What the seat heard just before its turn. @param {SeatState} seatState */
function lastWords({ log, theirName }) {
  const heard = log[log.length - 1];
  if (heard?.kind !== "moved") return t`Your turn.`;
  if (heard.passed) return t`${theirName} passed. Your turn.`;
  const lost = heard.lost?.length ?? 0;
  return lost ? t`You lost ${count(lost, "stone")}. Your turn.` : t`Your opponent has moved. Your turn.`;
}

/** The facts about both sides, and whose turn it is. @param {SeatState} seatState */
export function stripFacts({ card, state, view: seen, opponentHere, hints }) {
  const view = state === "waiting" ? null : seen;
  const known = view?.theirs.length ? t`, ${view.theirs.length} known` : "";
  const stones = count(view?.theirStones ?? 0, "stone");
  const many = view ? `${view.theirStonesExact ? stones : t`at most ${stones}`}${known}` : "";
  const mine = view ? [count(view.stones, "stone"), view.taken ? t`took ${view.taken}` : "", hints ? count(hints, "hint") : ""] : [];
  const heard = view?.triesHeard ? t`${count(view.triesHeard, "try", "tries")} of theirs refused` : "";
  const away = card?.kind === "friend" && state === "playing" && !opponentHere ? t`away` : "";
  const theirs = view ? [many, view.lost ? t`took ${view.lost}` : "", heard, away] : [away];
  return { mine: [t`you`, ...mine].filter(Boolean), theirs: theirs.filter(Boolean), turn: view?.turn ?? null };
}
