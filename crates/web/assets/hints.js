// Hints for a first game. They come from what the seat has heard, and from nothing else.

/** @typedef {import("./protocol.js").News} News */
/** @typedef {import("./protocol.js").View} View */

/** @typedef {{ head: string, text: string }} Hint */

/** @param {News} news @param {View} view @returns {Hint | null} */
function hintOf(news, view) {
  if (news.kind === "refused") {
    return view.tried.length > 1
      ? { head: "Again refused", text: "Tries are free: only the refused point is lost. Two refusals side by side are often a chain of theirs." }
      : { head: `${news.point} was refused`, text: "Most often their stone stands there. It cost you nothing, and now you know. Try next to it, or elsewhere." };
  }
  if (news.kind === "accepted" && news.taken) {
    return { head: `You took ${news.taken}`, text: "You had them surrounded. Where you were only told the number, think which chain it can have been." };
  }
  if (news.kind === "moved" && news.lost?.length) {
    return { head: "You lost stones", text: "Every point around the lost stones holds a stone of theirs: your board shows them with a broken ring." };
  }
  if (news.kind === "moved" && news.passed) {
    return { head: "They passed", text: "If you think nothing is left to win, pass too: the lights go on and the board is counted. Or try more points: it is free." };
  }
  if (news.kind === "tried") {
    return { head: "You heard a try", text: "The other side was refused: they have found one of your stones, and now know where it is." };
  }
  if (news.atari) return { head: "Atari", text: "Some chain has one liberty left. The referee does not say whose." };
  return null;
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
  if (!isMine) return { head: "They are thinking", text: "When they have moved you hear it, but not where. The mist on the board is what you do not know." };
  if (view.stones === 0) return { head: "Your first stone", text: "Take any point near the middle: click it, or touch it. If the point is free, the stone stands." };
  if (view.moves > 8 && guesses === 0) return { head: "Guess stones", text: "Turn on \u201cGuess\u201d and put stones where you think theirs are. Only you see them, and after the game they are scored." };
  if (view.moves < 12) return { head: "Stay connected", text: "A chain in one piece is hard to take in the dark. Build where you know the ground." };
  return { head: "Probe", text: "Try points where a stone of theirs would trouble you. If it is accepted you have a stone there; if it is refused you know." };
}
