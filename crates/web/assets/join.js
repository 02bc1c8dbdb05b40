// Joining a friend's game by an invitation.

import { el } from "./dom.js";
import { nameChoice, onClickRun } from "./form.js";
import { Refusal, ask } from "./net.js";
import { holdSeat, settings } from "./settings.js";
import { go, setTitle, errorPage } from "./page-frame.js";
import { cardWords, colourName, disc, letter } from "./text.js";
import { nameWords, t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {{ game: string, seat: import("./protocol.js").Seat, token: string, name: string }} Sat */

/** @type {import("./page-frame.js").Page} */
export async function page(place, invite) {
  setTitle(t`An invitation`);
  /** @type {Card} */
  let card;
  try {
    card = await ask(`/api/invites/${invite}`);
  } catch (error) {
    const say = error instanceof Refusal ? error.message : String(error);
    place.append(errorPage(t`This invitation is not valid`, say));
    return;
  }
  place.append(card.state === "waiting" ? invitation(card, `/api/invites/${invite}`)
    : errorPage(t`The seat is taken`, t`Somebody has already joined this game.`, el("a", { class: "button main", href: `/watch/${card.id}` }, t`Watch`)));
}

/** Offers the empty seat of a game. @param {Card} card @param {string} address where the seat is asked for */
export function invitation(card, address) {
  const seat = card.black.name === null ? "black" : "white";
  const host = seat === "black" ? card.white.name : card.black.name;
  const name = nameChoice();
  const button = el("button", { class: "main big", id: "sit" }, disc(letter(seat)), t`Join as ${colourName(seat)}`);
  const complaint = el("p", { class: "error", role: "alert" });
  onClickRun(button, complaint, async () => {
    const sat = /** @type {Sat} */ (await ask(address, { name: name.read() }));
    settings.name = sat.name;
    holdSeat(sat.game, { token: sat.token, seat: sat.seat });
    go(`/game/${sat.game}`, true);
  });
  return el("section", { class: "card stack narrow" },
    el("h1", {}, t`${host ? nameWords(host) : t`Somebody`} invites you`),
    el("p", { class: "soft" }, cardWords(card)),
    name.node, complaint, button,
    el("p", { class: "note" }, t`New to Phantom Go? `, el("a", { href: "/learn" }, t`The rules are one page.`), t` The game waits for you.`));
}
