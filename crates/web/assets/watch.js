// Watching: three boards, live or with the delay that the host has set.

import { el, icon } from "./dom.js";
import { Film } from "./film.js";
import { Stream } from "./net.js";
import { heldSeat } from "./settings.js";
import { Strips } from "./seat.js";
import { setTitle, sorry } from "./shell.js";
import { sound } from "./sound.js";
import { toldPanel } from "./told.js";
import { bothNames, cardWords, count, personName, resultWords, sentence } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Clocks} Clocks */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").Scene} Scene */

/** @type {import("./shell.js").Page} */
export function page(place, game) {
  const show = new Show(place, game);
  return () => show.close();
}

class Show {
  banner = el("div", { class: "banner", role: "status", hidden: true }, icon("again"), el("p", {}, "The line is lost. Connecting again by itself."));
  head = el("div", { class: "row spread" });
  strips = new Strips();
  /** Shown where there are clocks; names are over the boards. */
  seats = el("div", { class: "two seats", hidden: true }, this.strips.black.node, this.strips.white.node);
  veil = el("div", { class: "empty-state card", hidden: true });
  seq = 0;
  /** @type {Film | null} */
  film = null;

  /** @param {HTMLElement} place @param {string} game */
  constructor(place, game) {
    this.place = place;
    this.game = game;
    this.filmPlace = el("div");
    this.told = el("div");
    place.append(this.banner, el("div", { class: "stack" }, this.head,
      this.seats, this.veil, this.filmPlace, this.told));
    this.stream = new Stream({
      first: () => ({ type: "watch", game, after: this.seq }),
      hear: (message) => this.hear(message),
      state: (state, say) => this.line(state, say),
    });
  }

  close() {
    this.stream.close();
    this.film?.close();
    this.strips.stop();
  }

  /** @param {"open" | "lost" | "refused"} state @param {string} say */
  line(state, say) {
    this.banner.hidden = state !== "lost";
    if (state !== "refused") return;
    this.close();
    const back = heldSeat(this.game) ? [el("a", { class: "button main", href: `/game/${this.game}` }, "To your table")] : [];
    this.place.replaceChildren(sorry("This cannot be watched", sentence(say), ...back));
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === "stage") {
      this.film ??= this.makeFilm(message.game);
      this.take(message.scenes, message.clocks, message.game);
      this.told.replaceChildren(toldPanel(message.game));
    } else if (message.type === "scene") {
      this.take([message.scene], message.clocks, message.game);
      if (this.film?.follows) this.hearScene(message.scene);
    } else if (message.type === "card") this.showCard(message.game);
  }

  /** @param {Card} card */
  makeFilm(card) {
    const film = new Film(card, { follow: true });
    this.filmPlace.replaceChildren(film.node);
    return film;
  }

  /** @param {Scene[]} scenes @param {Clocks | null} clocks @param {Card} card */
  take(scenes, clocks, card) {
    this.seq = scenes[scenes.length - 1]?.seq ?? this.seq;
    this.strips.setClocks(clocks);
    this.seats.hidden = clocks === null;
    if (this.film) this.film.card = card;
    this.film?.add(scenes);
    this.showCard(card);
  }

  /** @param {Scene} scene */
  hearScene(scene) {
    const name = { refused: "heard", played: scene.taken.length ? "capture" : "stone", passed: "pass" }[scene.kind];
    if (name) sound(name);
    if (scene.result) sound("over");
  }

  /** @param {Card} card */
  showCard(card) {
    setTitle(bothNames(card));
    const isOver = card.state === "over";
    const state = isOver ? el("span", { class: "pill" }, resultWords(card.result) || "over")
      : el("span", { class: "pill live" }, card.state === "waiting" ? "waiting" : `move ${card.moves}`);
    this.head.replaceChildren(
      el("div", {}, el("h1", {}, bothNames(card)), el("p", { class: "soft small" }, cardWords(card))),
      el("div", { class: "row" }, state, isOver ? el("a", { class: "button main", href: `/replay/${card.id}`, id: "to-replay" }, icon("film"), "Replay") : null));
    const scene = this.film?.scenes[this.film.scenes.length - 1];
    for (const seat of /** @type {const} */ (["black", "white"])) this.strips[seat].show(personName(card, seat), [], scene?.turn === seat);
    this.showVeil(card);
  }

  /** @param {Card} card */
  showVeil(card) {
    const hidden = (this.film?.scenes.length ?? 0) === 0;
    this.veil.hidden = !hidden;
    this.filmPlace.hidden = hidden;
    if (!hidden) return;
    const why = card.state === "waiting" ? "A seat is still empty."
      : card.delay === null ? `The boards are shown when the game is over. ${count(card.moves, "move")} so far.`
        : `The boards are shown ${count(card.delay, "move")} later. ${count(card.moves, "move")} so far.`;
    this.veil.replaceChildren(icon("eye"), el("p", {}, why), el("p", { class: "note" }, "This page shows it by itself, as soon as it may."));
  }
}

