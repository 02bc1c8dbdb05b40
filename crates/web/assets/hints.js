// Hints for a first game, from what the seat has heard.

/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").View} View */

/** @typedef {{ head: string, text: string }} Hint */

/** @param {News} news @param {View} view @returns {Hint | null} */
function hintOf(news, view) {
  if (news.kind === "refused") {
    return view.tried.length > 1
      ? { head: "Again refused", text: "A refused try costs nothing. Two refusals side by side often mean a chain of your opponent." }
      : { head: `${news.point} was refused`, text: "Usually your opponent has a stone there. The try cost you nothing. Try the point next to it, or another one." };
  }
  if (news.kind === "accepted" && news.taken) {
    return { head: `You took ${news.taken}`, text: "The stones had no liberty left. If you only hear the number, find out which chain it can be." };
  }
  if (news.kind === "moved" && news.lost?.length) {
    return { head: "You lost stones", text: "Every point around the lost stones has an enemy stone. Your board shows these stones with a broken ring." };
  }
  if (news.kind === "moved" && news.passed) {
    return { head: "Your opponent passed", text: "If you cannot gain more points, pass too: the true board is shown and counted. Or try more points." };
  }
  if (news.kind === "tried") {
    return { head: "You heard a try", text: "A try of your opponent was refused. Usually your opponent has found one of your stones." };
  }
  if (news.atari) return { head: "Atari", text: "Some chain has only one liberty. The referee does not say which." };
  return null;
}

/** What Kage would try, and why. @param {News} news @returns {Hint} */
export function adviceOf(news) {
  const { choice, chance, hidden, others } = news;
  const percent = (/** @type {number | null | undefined} */ n) => (typeof n === "number" ? `${n}%` : "");
  const head = choice === "pass" ? "Kage would pass" : choice === "resign" ? "Kage would resign" : `Kage would try ${choice}`;
  const why = [];
  if (percent(chance)) why.push(`With it Kage gives you a chance to win of ${percent(chance)}.`);
  if (typeof hidden === "number") {
    why.push(`It expects a hidden stone there with a probability of ${percent(hidden)}${hidden > 0 ? ": then the try is refused and costs nothing" : ""}.`);
  }
  if (others?.length) why.push(`The next best: ${others.map((one) => (percent(one.chance) ? `${one.choice} (${percent(one.chance)})` : one.choice)).join(", ")}.`);
  return { head, text: why.join(" ") || "It gives no reasons." };
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
  if (!isMine) return { head: "Your opponent is thinking", text: "You will hear that your opponent moved, but not where. Mist on the board means that a point is unknown." };
  if (view.stones === 0) return { head: "Your first stone", text: "Choose any point near the middle: click it or touch it. If the point is empty, your stone stays there." };
  if (view.moves > 8 && guesses === 0) return { head: "Guess stones", text: "Turn on \u201cGuess\u201d and put stones where you expect enemy stones. Only you see them. They are scored after the game." };
  if (view.moves < 12) return { head: "Stay connected", text: "Connected stones are hard to capture. Play where you know the board." };
  return { head: "Test a point", text: "Try points where an enemy stone would be bad for you. If the try is accepted, you have a stone there. If it is refused, you know more." };
}
