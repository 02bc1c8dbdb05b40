// The lobby: open games, games to watch and finished games. It updates by itself.

import { el, icon } from "./dom.js";
import { onClickRun, levelSelect, select } from "./form.js";
import { Stream, ask } from "./net.js";
import { heldSeat, holdSeat, settings } from "./settings.js";
import { go, setTitle } from "./page-frame.js";
import { cardWords, colourName, count, disc, letter, personName, resultWords } from "./text.js";
import { nameWords, t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").About} About */
/** @typedef {{ game: string, seat: import("./protocol.js").Seat, token: string }} Sat */

/** @type {import("./page-frame.js").Page} */
export function page(place) {
  setTitle(t`Lobby`);
  const open = el("ul", { class: "games", id: "open" });
  const running = el("ul", { class: "games", id: "running" });
  const finished = el("ul", { class: "games", id: "finished" });
  const people = el("span", { class: "pill live" }, "\u2026");
  const complaint = el("p", { class: "error", role: "alert" });
  const show = el("div", { class: "stack" });
  place.append(el("div", { class: "stack" },
    el("div", { class: "row spread" }, el("h1", {}, t`Lobby`), people), complaint,
    el("div", { class: "two" },
      el("section", { class: "stack" }, el("h2", {}, t`Open games`), open, el("h2", {}, t`Games to watch`), running, show),
      el("section", { class: "stack" }, el("h2", {}, t`Finished games`), finished))));
  void exhibition(show);

  const stream = new Stream({
    first: () => ({ type: "lobby" }),
    hear: (message) => {
      if (message.type !== "lobby") return;
      people.textContent = message.players ? count(message.players, "player is here", "players are here") : t`no players are here`;
      const openItems = message.open.map((card) => openItem(card, complaint));
      fill(open, openItems, t`There are no open games.`, el("a", { class: "button", href: "/" }, t`Open a game`));
      fill(running, message.running.map(runningItem), t`There are no games to watch.`);
      fill(finished, message.finished.map(finishedItem), t`No game has ended yet.`);
    },
    state: (state) => {
      if (state === "lost") people.textContent = t`connecting\u2026`;
    },
  });
  return () => stream.close();
}

/** @param {HTMLElement} list @param {HTMLElement[]} items @param {string} none @param {...Node} more */
function fill(list, items, none, ...more) {
  list.replaceChildren(...(items.length ? items : [el("li", { class: "empty-state card" }, el("p", {}, none), ...more)]));
}

/** @param {Card} card */
const pair = (card) => el("div", { class: "who" },
  el("span", {}, disc("b"), " ", personName(card, "black")), el("span", {}, disc("w"), " ", personName(card, "white")));

/** @param {Card} card @param {HTMLElement} complaint */
function openItem(card, complaint) {
  const seat = card.black.name === null ? "black" : "white";
  const host = seat === "black" ? card.white.name : card.black.name;
  const mine = heldSeat(card.id) !== null;
  const button = el("button", { class: "main" }, mine ? t`Your game` : t`Join`);
  // Without a name the page of the game asks for one, once.
  if (mine || !settings.name) button.addEventListener("click", () => go(`/game/${card.id}`));
  else {
    onClickRun(button, complaint, async () => {
      const sat = /** @type {Sat} */ (await ask(`/api/games/${card.id}/join`, { name: settings.name }));
      holdSeat(sat.game, { token: sat.token, seat: sat.seat });
      go(`/game/${sat.game}`);
    });
  }
  return el("li", { class: "game" },
    el("div", { class: "who" }, host ? nameWords(host) : t`Somebody`),
    el("div", { class: "what" }, t`${cardWords(card)} \u00b7 you play ${colourName(seat)} `, disc(letter(seat))),
    el("div", { class: "do" }, button));
}

/** @param {Card} card */
function runningItem(card) {
  const held = heldSeat(card.id);
  const path = !held ? `/watch/${card.id}` : held.seat === "desk" ? `/desk/${card.id}` : `/game/${card.id}`;
  return el("li", { class: "game" }, pair(card),
    el("div", { class: "what" }, t`${cardWords(card)} \u00b7 move ${card.moves}${card.delay ? t` \u00b7 shown ${count(card.delay, "move")} later` : ""}`),
    el("div", { class: "do" }, el("a", { class: "button", href: path }, icon(held ? "play" : "eye"), held ? t`Continue` : t`Watch`)));
}

/** @param {Card} card */
const finishedItem = (card) => el("li", { class: "game" }, pair(card),
  el("div", { class: "what" }, `${resultWords(card.result)} \u00b7 ${count(card.moves, "move")} \u00b7 ${cardWords(card)}`),
  el("div", { class: "do" }, el("a", { class: "button", href: `/replay/${card.id}` }, icon("film"), t`Replay`)));

/** A form for a game between two bots. @param {HTMLElement} place */
async function exhibition(place) {
  const about = /** @type {About | null} */ (await ask("/api/about").catch(() => null));
  if (!about) return;
  const second = about.levels[Math.min(1, about.levels.length - 1)]?.id;
  const [black, white] = [levelSelect(t`Black`, about, second), levelSelect(t`White`, about, second)];
  const size = select(t`Board`, about.sizes.usual.map((n) => [String(n), `${n}\u00d7${n}`]), "9");
  size.list.addEventListener("change", () => [black, white].forEach((one) => one.fit(Number(size.list.value))));
  const button = el("button", { id: "exhibit" }, icon("eye"), t`Start the game`);
  const complaint = el("p", { class: "error", role: "alert" });
  onClickRun(button, complaint, async () => {
    const made = /** @type {{ game: string }} */ (await ask("/api/exhibitions",
      { black: black.list.value, white: white.list.value, size: Number(size.list.value) }));
    go(`/watch/${made.game}`);
  });
  place.append(el("section", { class: "card stack" }, el("h3", {}, t`A game between two bots`),
    el("div", { class: "fields close" }, black.node, white.node, size.node), complaint, button));
}
