// A strip for each side of a game: the name, some facts, the clock.

import { el } from "./dom.js";
import { clockFace, colourName, letter } from "./text.js";

/** @typedef {import("./protocol.js").Clocks} Clocks */
/** @typedef {import("./protocol.js").Seat} Seat */

const LOW = 20000;

class SeatStrip {
  /** @param {Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.name = el("span", { class: "name" });
    this.facts = el("span", { class: "facts numbers" });
    this.clock = el("span", { class: "clock", role: "timer" });
    this.node = el("div", { class: "seat" }, el("span", { class: `disc ${letter(seat)}`, role: "img", "aria-label": colourName(seat) }),
      this.name, this.clock, this.facts);
  }

  /** @param {string} name @param {string[]} facts @param {boolean} isTurn */
  show(name, facts, isTurn) {
    this.name.textContent = name;
    this.facts.textContent = facts.join(" \u00b7 ");
    this.node.classList.toggle("turn", isTurn);
  }

  /** @param {Clocks | null} clocks @param {number} since when they were received */
  tick(clocks, since) {
    this.clock.hidden = !clocks;
    if (!clocks) return;
    const { left, periods, inPeriod } = clocks[this.seat];
    const gone = clocks.running === this.seat ? performance.now() - since : 0;
    const now = left - gone;
    const more = periods === null ? "" : ` (${periods})`;
    const words = clockFace(now) + more;
    if (this.clock.textContent !== words) this.clock.textContent = words;
    this.clock.classList.toggle("low", now < LOW || inPeriod);
  }
}

/** Both strips. Their clocks run until they are stopped. */
export class Strips {
  black = new SeatStrip("black");
  white = new SeatStrip("white");
  /** @type {Clocks | null} */
  clocks = null;
  /** When the clocks were received. */
  since = 0;
  ticking = setInterval(() => this.tick(), 200);

  /** @param {Clocks | null} clocks as they are now */
  setClocks(clocks) {
    this.clocks = clocks;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    this.black.tick(this.clocks, this.since);
    this.white.tick(this.clocks, this.since);
  }

  stop() {
    clearInterval(this.ticking);
  }
}
