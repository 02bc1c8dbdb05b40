// The home page: a game in two clicks.

import { el, icon } from "./dom.js";
import { onClickRun, gameFields, nameChoice, strip } from "./form.js";
import { homeBoard } from "./home-board.js";
import { ask } from "./net.js";
import { heldSeats, holdSeat, noteSeat, settings } from "./settings.js";
import { go } from "./page-frame.js";
import { cardWords, disc, levelText, personName } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").About} About */
/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {{ game: string, seat: import("./protocol.js").Seat, token: string, name: string, invite?: string }} Sat */

const WAYS = [
  ["/learn", "book", t`Learn it`, t`The rules on one page, with example boards, and a first game with hints.`],
  ["/lobby", "eye", t`Lobby and watching`, t`Open games, games to watch on three boards, and games that are over.`],
  ["/desk", "desk", t`The referee\u2019s desk`, t`Two people play at real boards: you enter their tries, and Kage is the referee.`],
];

/** @type {import("./page-frame.js").Page} */
export function page(place) {
  const board = homeBoard();
  const card = el("section", { class: "card stack play", "aria-label": t`New game` });
  const running = el("div", { class: "stack yours" });
  place.append(
    running,
    el("div", { class: "hero" },
      el("div", { class: "stack" },
        el("h1", {}, t`Phantom Go`),
        el("p", { class: "lead" }, t`You see only your own stones. Try a point: the referee sees both players\u2019 stones and says whether your try is legal. After a refusal you try another point. Every refusal is information.`),
        card),
      board.node),
    el("div", { class: "ways" }, ...WAYS.map(([href, drawing, head, text]) =>
      el("a", { class: "way", href }, icon(drawing), el("b", {}, head), el("span", {}, text)))));
  void fill(card);
  void fillRunning(running);
  return board.stop;
}

/** @param {HTMLElement} card */
async function fill(card) {
  try {
    playCard(card, await ask("/api/about"));
  } catch (error) {
    const again = el("button", {}, t`Try again`);
    again.addEventListener("click", () => void fill(card));
    card.replaceChildren(el("p", { class: "error" }, error instanceof Error ? error.message : String(error)), again);
  }
}

/** @param {About} about */
function levelList(about) {
  const known = about.levels.some((level) => level.id === settings.level);
  const chosen = known ? settings.level : about.levels[0]?.id ?? "";
  const words = el("p", { class: "note level-words", role: "status" });
  let lines = 9;
  const tell = (/** @type {string} */ id) => {
    const level = about.levels.find((one) => one.id === id);
    words.textContent = level ? levelText(level, lines).about : "";
  };
  const levels = strip(t`How strong`, about.levels.map((level) => [level.id, levelText(level, 9).title]), chosen, tell);
  levels.node.classList.add("levels");
  const fit = (/** @type {number} */ size) => {
    lines = size;
    levels.rename(about.levels.map((level) => levelText(level, size).title));
    tell(levels.read());
  };
  return { node: el("div", {}, levels.node, words), read: levels.read, fit };
}

/** @param {HTMLElement} card @param {About} about */
function playCard(card, about) {
  const levels = levelList(about);
  const fields = gameFields(about, levels.fit);
  const color = strip(t`You play`, [["black", withDisc("b", t`Black`)], ["white", withDisc("w", t`White`)], ["random", withDisc("r", t`Random`)]], "black");
  const name = nameChoice(about.nameLength);
  const undo = el("input", { type: "checkbox", checked: true });
  const delay = el("select", {}, el("option", { value: "" }, t`only after the end`),
    ...[10, 5, 0].map((n) => el("option", { value: n }, n ? t`${n} moves later` : t`at once`)));
  const friend = el("div", { class: "stack" }, el("p", { class: "note" }),
    el("label", { class: "tick" }, undo, t`Moves can be taken back if both players agree`),
    el("label", { class: "field" }, t`Others can watch`, delay));
  const pair = el("input", { type: "checkbox" });
  const against = strip(t`Against`, [["bot", "Kage"], ["private", t`a friend`], ["open", t`anyone`]], "bot", () => fit());
  const button = el("button", { class: "main big", id: "play" });
  const complaint = el("p", { class: "error", role: "alert" });

  function fit() {
    const whom = against.read();
    levels.node.hidden = whom !== "bot";
    friend.hidden = whom === "bot";
    // A bot does not ask for a name.
    name.node.hidden = whom === "bot" && !name.isKept;
    const note = friend.querySelector("p");
    if (note) {
      note.textContent = whom === "open" ? t`Your game is listed in the lobby. The first person who joins plays against you.`
        : t`You get a link to send to your friend.`;
    }
    button.replaceChildren(icon(whom === "bot" ? "play" : whom === "open" ? "lobby" : "link"),
      whom === "bot" ? t`Play` : whom === "open" ? t`Open a game` : t`Make a link`);
  }

  onClickRun(button, complaint, async () => {
    const whom = against.read();
    const chosen = {
      ...fields.read(), name: name.read(), color: color.read(),
      against: whom === "bot" ? { bot: levels.read() } : { friend: whom },
      undo: whom === "bot" || undo.checked, pair: pair.checked,
      delay: delay.value === "" ? null : Number(delay.value),
    };
    if (whom === "bot") settings.level = levels.read();
    const sat = /** @type {Sat} */ (await ask("/api/games", chosen));
    if (!name.node.hidden) settings.name = sat.name;
    holdSeat(sat.game, { token: sat.token, seat: sat.seat, invite: sat.invite });
    go(`/game/${sat.game}`);
  });

  fit();
  card.replaceChildren(against.node, levels.node, friend,
    el("div", { class: "fields" }, color.node, fields.size),
    el("details", {}, el("summary", {}, t`Rules, komi, handicap, clock`), el("div", { class: "stack" }, fields.more,
      el("label", { class: "tick" }, pair, t`A pair: two games with the colours swapped, counted as one`))), name.node,
    complaint, button);
  // The user can play from here on. A test measures when that is.
  performance.mark("ready");
}

/** @param {string} color @param {string} words */
function withDisc(color, words) {
  const both = document.createDocumentFragment();
  both.append(disc(color), words);
  return both;
}

/** Games of this browser that are not over. @param {HTMLElement} place */
async function fillRunning(place) {
  const mine = heldSeats().filter(([, held]) => !held.over).slice(0, 5);
  /** @type {HTMLElement[]} */
  const found = [];
  for (const [game, held] of mine) {
    const card = /** @type {Card | null} */ (await ask(`/api/games/${game}`).catch(() => null));
    if (!card || card.state === "over") {
      if (card) noteSeat(game, { over: true });
      continue;
    }
    const path = held.seat === "desk" ? `/desk/${game}` : `/game/${game}`;
    found.push(el("li", { class: "game" },
      el("div", { class: "who" }, el("span", {}, disc("b"), " ", personName(card, "black")), el("span", {}, disc("w"), " ", personName(card, "white"))),
      el("div", { class: "what" }, t`${cardWords(card)} \u00b7 move ${card.moves}`),
      el("div", { class: "do" }, el("a", { class: "button", href: path }, held.seat === "desk" ? t`Open desk` : t`Continue`))));
  }
  if (found.length === 0) return;
  place.append(el("h2", {}, t`Your games`), el("ul", { class: "games" }, ...found));
}
