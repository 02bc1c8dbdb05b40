// The page of a spectator: three boards, live or with the delay that the host has chosen.

import { el, icon } from "./dom.js";
import { ReplayPlayer } from "./replay-player.js";
import { Stream } from "./net.js";
import { heldSeat } from "./settings.js";
import { Strips } from "./seat-strips.js";
import { setTitle, errorPage } from "./page-frame.js";
import { sound } from "./sound.js";
import { rulesPanel } from "./rules-panel.js";
import { bothNames, cardWords, count, personName, resultWords, sentence } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Clocks} Clocks */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").Scene} Scene */

/** @type {import("./page-frame.js").Page} */
export function page(place, game) {
  const page_ = new WatchPage(place, game);
  return () => page_.close();
}

class WatchPage {
  banner = el("div", { class: "banner", role: "status", hidden: true }, icon("again"), el("p", {}, t`The connection is lost. The page reconnects by itself.`));
  head = el("div", { class: "row spread" });
  strips = new Strips();
  /** Shown where there are clocks; names are over the boards. */
  seats = el("div", { class: "two seats", hidden: true }, this.strips.black.node, this.strips.white.node);
  notice = el("div", { class: "empty-state card", hidden: true });
  seq = 0;
  /** @type {ReplayPlayer | null} */
  player = null;

  /** @param {HTMLElement} place @param {string} game */
  constructor(place, game) {
    this.place = place;
    this.game = game;
    this.playerPlace = el("div");
    this.rulesPlace = el("div");
    place.append(this.banner, el("div", { class: "stack" }, this.head,
      this.seats, this.notice, this.playerPlace, this.rulesPlace));
    this.stream = new Stream({
      first: () => ({ type: "watch", game, after: this.seq }),
      hear: (message) => this.hear(message),
      state: (state, say) => this.line(state, say),
    });
  }

  close() {
    this.stream.close();
    this.player?.close();
    this.strips.stop();
  }

  /** @param {"open" | "lost" | "refused"} state @param {string} say */
  line(state, say) {
    this.banner.hidden = state !== "lost";
    if (state !== "refused") return;
    this.close();
    const back = heldSeat(this.game) ? [el("a", { class: "button main", href: `/game/${this.game}` }, t`Your game`)] : [];
    this.place.replaceChildren(errorPage(t`This game cannot be watched`, sentence(say), ...back));
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === "stage") {
      this.player ??= this.makePlayer(message.game);
      this.take(message.scenes, message.clocks, message.game);
      this.rulesPlace.replaceChildren(rulesPanel(message.game));
    } else if (message.type === "scene") {
      this.take([message.scene], message.clocks, message.game);
      if (this.player?.follows) this.hearScene(message.scene);
    } else if (message.type === "card") this.showCard(message.game);
  }

  /** @param {Card} card */
  makePlayer(card) {
    const player = new ReplayPlayer(card, { follow: true });
    this.playerPlace.replaceChildren(player.node);
    return player;
  }

  /** @param {Scene[]} scenes @param {Clocks | null} clocks @param {Card} card */
  take(scenes, clocks, card) {
    this.seq = scenes[scenes.length - 1]?.seq ?? this.seq;
    this.strips.setClocks(clocks);
    this.seats.hidden = clocks === null;
    if (this.player) this.player.card = card;
    this.player?.add(scenes);
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
    const state = isOver ? el("span", { class: "pill" }, resultWords(card.result) || t`over`)
      : el("span", { class: "pill live" }, card.state === "waiting" ? t`waiting` : t`move ${card.moves}`);
    this.head.replaceChildren(
      el("div", {}, el("h1", {}, bothNames(card)), el("p", { class: "soft small" }, cardWords(card))),
      el("div", { class: "row" }, state, isOver ? el("a", { class: "button main", href: `/replay/${card.id}`, id: "to-replay" }, icon("film"), t`Replay`) : null));
    const scene = this.player?.scenes[this.player.scenes.length - 1];
    for (const seat of /** @type {const} */ (["black", "white"])) this.strips[seat].show(personName(card, seat), [], scene?.turn === seat);
    this.showNotice(card);
  }

  /** @param {Card} card */
  showNotice(card) {
    const hidden = (this.player?.scenes.length ?? 0) === 0;
    this.notice.hidden = !hidden;
    this.playerPlace.hidden = hidden;
    if (!hidden) return;
    const why = card.state === "waiting" ? t`A seat is still empty.`
      : card.delay === null ? t`The boards are shown when the game is over. ${count(card.moves, "move")} so far.`
        : t`The boards are shown ${count(card.delay, "move")} later. ${count(card.moves, "move")} so far.`;
    const seat = card.state === "waiting" ? el("a", { class: "button main", href: `/game/${card.id}` }, t`Take the seat`) : null;
    this.notice.replaceChildren(icon("eye"), el("p", {}, why), seat ?? "", el("p", { class: "note" }, t`This page updates by itself.`));
  }
}

