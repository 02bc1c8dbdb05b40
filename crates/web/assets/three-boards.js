// Three boards side by side: what Black knows, the truth, what White knows. On a phone the user swipes
// through them, with tabs above.

import { Board, pointOf, pointsOf } from "./board.js";
import { el } from "./dom.js";
import { count, disc, letter, other, personName } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {"black" | "truth" | "white"} Name */
/** @typedef {import("./board.js").Picture} Picture */

/** @type {Name[]} */
const NAMES = ["black", "truth", "white"];

/** @type {Record<string, string>} */
const KINDS = { "opponent stone": "r-s", "own stone": "r-o", suicide: "r-u", ko: "r-k" };

export class ThreeBoards {
  /** @param {Card} card @param {(point: number) => void} [onpoint] */
  constructor(card, onpoint) {
    this.size = card.size;
    const make = (/** @type {Name} */ name) => new Board({
      size: card.size, label: name === "truth" ? t`The truth` : t`What ${name === "black" ? t`Black` : t`White`} knows`,
      truth: name === "truth", onpoint,
    });
    this.boards = { black: make("black"), truth: make("truth"), white: make("white") };
    this.sights = { black: this.sight(), truth: this.sight(), white: this.sight() };
    this.figures = NAMES.map((name) => el("figure", { id: `board-${name}` },
      el("figcaption", { "data-turn": t`to move` }, ...this.caption(card, name)), this.boards[name].svg, this.sights[name]));
    this.row = el("div", { class: "three" }, ...this.figures);
    this.tabs = el("div", { class: "tabs strip", role: "group", "aria-label": t`Boards` }, ...NAMES.map((name, at) => {
      const words = name === "truth" ? t`Truth` : name === "black" ? t`Black` : t`White`;
      return el("button", { class: "quiet", onclick: () => this.bring(at) }, words);
    }));
    this.row.addEventListener("scroll", () => this.markTab(), { passive: true });
    this.node = el("div", { class: "stack" }, this.tabs, this.row);
    requestAnimationFrame(() => this.bring(1));
  }

  sight() {
    return el("p", { class: "sight numbers" });
  }

  /** @param {Card} card @param {Name} name */
  caption(card, name) {
    if (name === "truth") return [t`The truth`];
    return [disc(letter(name)), personName(card, name), el("span", { class: "soft" }, t`knows`)];
  }

  /** @param {number} at */
  bring(at) {
    const { row } = this;
    row.scrollTo({ left: this.figures[at].offsetLeft - row.offsetLeft - 12, behavior: "instant" });
    this.markTab();
  }

  markTab() {
    const { row } = this;
    const at = Math.round(3 * row.scrollLeft / Math.max(1, row.scrollWidth));
    [...this.tabs.children].forEach((tab, index) => tab.setAttribute("aria-pressed", String(index === at)));
  }

  /** @param {string[]} names */
  points(names) {
    return pointsOf(names, this.size);
  }

  /** How stones are known, by the numbers of their points. @param {Record<string, string>} how */
  known(how) {
    return new Map(Object.entries(how).map(([name, word]) => [pointOf(name, this.size) ?? 0, word]));
  }

  /**
   * @param {Scene} scene
   * @param {Scene[]} tries the refused tries of this turn
   * @param {Partial<Record<Name, Partial<Picture>>>} [extra]
   */
  show(scene, tries, extra = {}) {
    const last = scene.kind === "played" && scene.point ? pointOf(scene.point, this.size) : null;
    const taken = this.points(scene.taken);
    const marks = tries.map((t, at) => ({
      point: pointOf(t.point ?? "", this.size) ?? 0, kind: KINDS[t.reason ?? ""] ?? "", number: at + 1,
    }));
    for (const name of NAMES) {
      const hears = name === "truth" || name === scene.mover;
      this.boards[name].show({
        marks: scene.boards[name], how: name === "truth" ? undefined : this.known(scene.how[name]), last: hears ? last : null, tries: hears ? marks : [],
        taken: name === scene.mover ? [] : taken, ...extra[name],
      });
    }
    this.figures[0].classList.toggle("turn", scene.turn === "black");
    this.figures[2].classList.toggle("turn", scene.turn === "white");
    this.showSights(scene);
  }

  /** @param {Scene} scene */
  showSights(scene) {
    const { truth } = scene.boards;
    const stones = (/** @type {string} */ mark) => [...truth].filter((m) => m === mark).length;
    for (const seat of /** @type {Seat[]} */ (["black", "white"])) {
      const enemy = letter(other(seat));
      const known = [...scene.boards[seat]].filter((mark, point) => mark === enemy && truth[point] === enemy).length;
      this.sights[seat].textContent = t`Knows ${known} of ${count(stones(enemy), "enemy stone")}`;
    }
    this.sights.truth.textContent = t`${stones("b")} black, ${stones("w")} white`;
  }
}
