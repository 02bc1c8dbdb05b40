// Hints for a first game, from what the seat has heard.

import { t } from "./words.js";

/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").View} View */

/** @typedef {{ head: string, text: string }} Hint */

/** @param {News} news @param {View} view @returns {Hint | null} */
function hintOf(news, view) {
  if (news.kind === "refused") {
    return view.tried.length > 1
      ? { head: t`Again refused`, text: t`A refused try costs nothing. Two refusals side by side often mean a chain of your opponent.` }
      : { head: t`${news.point} was refused`, text: t`Usually your opponent has a stone there. The try cost you nothing. Try the point next to it, or another one.` };
  }
  if (news.kind === "accepted" && news.taken) {
    return { head: t`You took ${news.taken}`, text: t`The stones had no liberty left. If you only hear the number, find out which chain it can be.` };
  }
  if (news.kind === "moved" && news.lost?.length) {
    return { head: t`You lost stones`, text: t`Every point around the lost stones has an enemy stone. Your board shows these stones with a broken ring.` };
  }
  if (news.kind === "moved" && news.passed) {
    return { head: t`Your opponent passed`, text: t`If you cannot gain more points, pass too: the true board is shown and counted. Or try more points.` };
  }
  if (news.kind === "tried") {
    return { head: t`You heard a try`, text: t`A try of your opponent was refused. Usually your opponent has found one of your stones.` };
  }
  if (news.atari) return { head: t`Atari`, text: t`Some chain has only one liberty. The referee does not say which.` };
  return null;
}

/** What Kage would try, and why. @param {News} news @returns {Hint} */
export function adviceOf(news) {
  const { choice, chance, hidden, others } = news;
  const percent = (/** @type {number | null | undefined} */ n) => (typeof n === "number" ? `${n}%` : "");
  const head = choice === "pass" ? t`Kage would pass` : choice === "resign" ? t`Kage would resign` : t`Kage would try ${choice}`;
  const why = [];
  if (percent(chance)) why.push(t`With it Kage gives you a chance to win of ${percent(chance)}.`);
  if (typeof hidden === "number") {
    why.push(t`It expects a hidden stone there with a probability of ${percent(hidden)}${hidden > 0 ? t`: then the try is refused and costs nothing` : ""}.`);
  }
  if (others?.length) why.push(t`The next best: ${others.map((one) => (percent(one.chance) ? `${one.choice} (${percent(one.chance)})` : one.choice)).join(", ")}.`);
  return { head, text: why.join(" ") || t`It gives no reasons.` };
}

/**
 * @param {News[]} log
 * @param {View} view
 * @param {boolean} isMine is it the seat's turn?
 * @param {number} guesses
 * @returns {Hint}
 */
export function hint(log, view, isMine, guesses) {
  const last = log[log.length - 1];
  const found = last ? hintOf(last, view) : null;
  if (found) return found;
  if (!isMine) return { head: t`Your opponent is thinking`, text: t`You will hear that your opponent moved, but not where. Mist on the board means that a point is unknown.` };
  if (view.stones === 0) return { head: t`Your first stone`, text: t`Choose any point near the middle: click it or touch it. If the point is empty, your stone stays there.` };
  if (view.moves > 8 && guesses === 0) return { head: t`Guess stones`, text: t`Turn on \u201cGuess\u201d and put stones where you expect enemy stones. Only you see them. They are scored after the game.` };
  if (view.moves < 12) return { head: t`Stay connected`, text: t`Connected stones are hard to capture. Play where you know the board.` };
  return { head: t`Test a point`, text: t`Try points where an enemy stone would be bad for you. If the try is accepted, you have a stone there. If it is refused, you know more.` };
}
