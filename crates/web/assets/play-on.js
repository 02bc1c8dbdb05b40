// Playing on from a moment of a finished game, against a bot. Both seats begin with what they had heard.

import { el, icon } from "./dom.js";
import { levelSelect, onClickRun, strip } from "./form.js";
import { ask } from "./net.js";
import { go } from "./page-frame.js";
import { holdSeat, settings } from "./settings.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").About} About */
/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Seat} Seat */

export class PlayOnPanel {
  node = el("section", { class: "card stack", id: "play-on" }, el("h2", {}, t`Play on from here`));
  /** The moment that the replay shows. @type {Scene | null} */
  scene = null;

  /** @param {string} game @param {Card} card */
  constructor(game, card) {
    this.game = game;
    this.card = card;
    void this.fill();
  }

  async fill() {
    const about = /** @type {About | null} */ (await ask("/api/about").catch(() => null));
    if (!about) return;
    const { card } = this;
    const person = card.white.bot === null && card.black.bot !== null ? "white" : "black";
    const seat = strip(t`You play`, [["black", t`Black`], ["white", t`White`]], person);
    const known = about.levels.some((level) => level.id === settings.level);
    const level = levelSelect(t`Against`, about, card.black.bot ?? card.white.bot ?? (known ? settings.level : about.levels[0]?.id));
    level.fit(card.size);
    const complaint = el("p", { class: "error", role: "alert" });
    const button = el("button", { class: "main", id: "go-on" }, icon("play"), t`Play on`);
    onClickRun(button, complaint, async () => {
      const sat = /** @type {{ game: string, seat: Seat, token: string }} */ (await ask(`/api/games/${this.game}/play-on`, {
        scene: this.scene?.seq ?? 1, seat: seat.read(), level: level.list.value, name: settings.name,
      }));
      holdSeat(sat.game, { token: sat.token, seat: sat.seat });
      go(`/game/${sat.game}`);
    });
    this.node.append(el("p", { class: "note" }, t`A new game begins at the moment that the boards show. You know what this seat had heard until then, and so does Kage of the other seat.`),
      el("div", { class: "fields" }, seat.node, level.node), complaint, button);
  }
}
