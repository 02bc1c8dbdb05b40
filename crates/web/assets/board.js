// A board in SVG. It shows a picture and reports which point was chosen. It knows no rules.
//
// Points are numbers, row by row from the top left, in the order in which the server sends the marks of
// a board.

import { draw } from "./dom.js";
import { t } from "./words.js";

/** How far the mist reaches beyond the outermost points. */
const BEYOND = 1.2;
/** Chances under this are not drawn. */
const FAINT = 0.04;
const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/**
 * What a board shows.
 * @typedef {object} Picture
 * @property {string} marks one letter a point: `b` and `w` stones, `e` certainly empty,
 *   `q` refused with its cause open, `t` perhaps taken since, `.` unknown (or empty, on a true board)
 * @property {Map<number, string>} [how] how an enemy stone is known: see HOW
 * @property {number | null} [last] the last move
 * @property {{ point: number, kind?: string, number?: number }[]} [tries] refused tries of this turn
 * @property {number[]} [taken] points of stones that were just captured
 * @property {Map<number, string>} [guesses] guess stones, `b` or `w`
 * @property {number[] | null} [heat] a chance for each point
 * @property {string} [heatColor] whose stones the chances are about: `b` or `w`
 * @property {Set<number>} [found] stones that a guess stone had found
 * @property {Set<number>} [dead] stones marked as dead
 * @property {string} [area] one letter a point: `b`, `w` or `.`
 * @property {Set<number>} [wrong] points with a ring
 */

/**
 * @typedef {object} BoardOptions
 * @property {number} size
 * @property {string} label what a screen reader calls the board
 * @property {(point: number, by: "mouse" | "touch" | "key") => void} [onpoint]
 * @property {(from: number, to: number | null) => void} [onmove] a guess stone was dragged
 * @property {(point: number) => void} [onother] the right button, or G
 * @property {(point: number) => void} [onlook] the mouse or the cursor is on a point, or on none (-1)
 * @property {boolean} [truth] a true board: there is no mist on it
 * @property {boolean} [bare] without coordinates, for a small drawing
 * @property {(point: number, mark: string) => string} [words] what is said of a point
 */

/** How an enemy stone is known: the text, and the letter of its badge. */
/** @type {Record<string, { badge: string, words: string }>} */
export const HOW = {
  refused: { badge: "x", words: t`a try here was refused` },
  border: { badge: "o", words: t`it stood around captured stones` },
  suicide: { badge: "s", words: t`it stands around a try that was refused as suicide` },
  counted: { badge: "=", words: t`no other point is left for it` },
  handicap: { badge: "h", words: t`a handicap stone` },
};

/** @param {number} point @param {number} size */
export const pointName = (point, size) => `${COLUMNS[point % size]}${size - Math.floor(point / size)}`;

/**
 * @param {string} name
 * @param {number} size
 * @returns {number | null}
 */
export function pointOf(name, size) {
  const column = COLUMNS.indexOf(name[0]?.toUpperCase() ?? "");
  const row = size - Number(name.slice(1));
  const on = column >= 0 && column < size && Number.isInteger(row) && row >= 0 && row < size;
  return on ? row * size + column : null;
}

/** Those of the names that are points of the board. @param {string[]} names @param {number} size */
export function pointsOf(names, size) {
  return names.map((name) => pointOf(name, size)).filter((point) => point !== null);
}

/** @param {number} size */
function starPoints(size) {
  if (size < 5 || size === 6) return [];
  const edge = size < 12 ? 2 : 3;
  const middle = (size - 1) / 2;
  const lines = size % 2 === 0 ? [edge, size - 1 - edge]
    : size < 9 ? [middle] : size < 15 ? [] : [edge, middle, size - 1 - edge];
  const all = lines.flatMap((row) => lines.map((column) => row * size + column));
  if (size % 2 === 1 && size >= 9 && size < 15) {
    for (const row of [edge, size - 1 - edge]) {
      for (const column of [edge, size - 1 - edge]) all.push(row * size + column);
    }
    all.push(middle * size + middle);
  }
  return all;
}

let boards = 0;

export class Board {
  /** @param {BoardOptions} options */
  constructor(options) {
    boards += 1;
    this.id = `board${boards}`;
    this.size = options.size;
    this.options = options;
    this.cursor = -1;
    this.showsCursor = false;
    /** The point that waits for a second touch, or -1. */
    this.waiting = -1;
    /** Whose ghost follows the mouse: `b`, `w`, or nothing. */
    this.ghost = "";
    /** @type {Picture} */
    this.picture = { marks: ".".repeat(this.size * this.size) };
    /** @type {string[]} What each cell was drawn as, so that only changes are drawn. */
    this.drawn = [];
    this.hovered = -1;
    this.pressed = -1;
    this.heated = false;
    this.marked = "";
    /** The point where the change to the true board starts, or -1. */
    this.wave = -1;
    this.fog = draw("g", { class: "fog", filter: `url(#${this.id}-mist)` });
    this.heat = draw("g", { class: "heat" });
    this.cells = draw("g", { class: "cells" });
    this.marks = draw("g", { class: "marks" });
    this.hits = draw("g", { class: "hits" });
    this.over = draw("g", { class: "over", "aria-hidden": "true" });
    this.svg = this.build();
    if (options.onpoint) this.listen();
  }

  /** @param {number} point */
  x(point) { return point % this.size + 0.5; }
  /** @param {number} point */
  y(point) { return Math.floor(point / this.size) + 0.5; }
  /** @param {number} point */
  name(point) { return pointName(point, this.size); }

  build() {
    const { size, id, options } = this;
    const margin = options.bare ? 0.12 : 0.42 + size / 50;
    const all = size + 2 * margin;
    const interactive = Boolean(options.onpoint);
    for (let point = 0; point < size * size; point += 1) this.addCell(point);
    return draw("svg", {
      class: `goban${interactive ? " live" : ""}`, viewBox: `${-margin} ${-margin} ${all} ${all}`,
      role: interactive ? "grid" : "img", "aria-label": options.label,
    }, this.definitions(margin), this.wood(margin), draw("g", { "clip-path": `url(#${id}-clip)` }, this.fog),
    this.lines(), options.bare ? null : this.coordinates(margin), this.heat, this.cells, this.marks, this.over, this.hits);
  }

  /** @param {number} margin */
  definitions(margin) {
    const { id, size } = this;
    const stops = (/** @type {string} */ name, /** @type {number[]} */ ...at) =>
      at.map((offset, index) => draw("stop", { offset, class: `${name}-${index}` }));
    return draw("defs", {},
      draw("radialGradient", { id: `${id}-b`, cx: 0.36, cy: 0.3, r: 0.72 }, ...stops("slate", 0, 0.45, 1)),
      draw("radialGradient", { id: `${id}-w`, cx: 0.38, cy: 0.32, r: 0.78 }, ...stops("shell", 0, 0.6, 1)),
      draw("radialGradient", { id: `${id}-s` }, ...stops("shade", 0.62, 1)),
      draw("linearGradient", { id: `${id}-wood`, x1: 0, y1: 0, x2: 1, y2: 1 }, ...stops("wood", 0, 0.5, 1)),
      draw("filter", { id: `${id}-mist`, x: "-10%", y: "-10%", width: "120%", height: "120%" },
        draw("feGaussianBlur", { stdDeviation: 0.2 })),
      draw("clipPath", { id: `${id}-clip` },
        draw("rect", { x: -margin, y: -margin, width: size + 2 * margin, height: size + 2 * margin, rx: 0.18 })));
  }

  /** @param {number} margin */
  wood(margin) {
    const all = this.size + 2 * margin;
    const group = draw("g", { "aria-hidden": "true" }, draw("rect", {
      class: "wood", x: -margin, y: -margin, width: all, height: all, rx: 0.18, fill: `url(#${this.id}-wood)`,
    }));
    // The wood grain: the same few lines on every board of a size.
    let seed = 7 + this.size;
    const next = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
    let d = "";
    for (let x = -margin + 0.1; x < all - margin; x += 0.12 + 0.3 * next()) {
      const bend = () => (x + 0.22 * (next() - 0.5)).toFixed(2);
      d += `M${x.toFixed(2)} ${-margin}C${bend()} ${(all / 3).toFixed(1)} ${bend()} ${(all / 1.6).toFixed(1)} ${bend()} ${(all - margin).toFixed(2)}`;
    }
    group.append(draw("path", { class: "grain", d }));
    return group;
  }

  lines() {
    const { size } = this;
    const far = size - 0.5;
    let d = "";
    for (let line = 1; line < size - 1; line += 1) {
      d += `M.5 ${line + 0.5}H${far}M${line + 0.5} .5V${far}`;
    }
    const group = draw("g", { class: "lines", "aria-hidden": "true" }, draw("path", { d }),
      draw("path", { class: "edge", d: `M.5 .5H${far}V${far}H.5Z` }));
    for (const star of starPoints(size)) {
      group.append(draw("circle", { class: "hoshi", cx: this.x(star), cy: this.y(star), r: 0.09 }));
    }
    return group;
  }

  /** @param {number} margin */
  coordinates(margin) {
    const { size } = this;
    const group = draw("g", { class: "coordinates", "aria-hidden": "true", "font-size": 0.24 + size / 140 });
    for (let line = 0; line < size; line += 1) {
      const letter = COLUMNS[line];
      const across = line + 0.5;
      const up = size - 0.5 - line;
      for (const y of [-margin / 2, size + margin / 2]) group.append(draw("text", { x: across, y: y + 0.11 }, letter));
      for (const x of [-margin / 2, size + margin / 2]) group.append(draw("text", { x, y: up + 0.11 }, line + 1));
    }
    return group;
  }

  /** @param {number} point */
  addCell(point) {
    const { size } = this;
    const row = Math.floor(point / size);
    const column = point % size;
    // Mist at the edge is drawn beyond the board, because the blur would make it thinner there.
    const left = column === 0 ? BEYOND : 0;
    const right = column === size - 1 ? BEYOND : 0;
    const top = row === 0 ? BEYOND : 0;
    const bottom = row === size - 1 ? BEYOND : 0;
    this.fog.append(draw("rect", {
      x: column - left, y: row - top, width: 1 + left + right, height: 1 + top + bottom,
    }));
    this.heat.append(draw("circle", { cx: column + 0.5, cy: row + 0.5, r: 0 }));
    this.cells.append(draw("g", { class: "cell", "data-mark": "?" }));
    if (!this.options.onpoint) return;
    if (column === 0) this.hits.append(draw("g", { role: "row" }));
    this.hits.lastElementChild?.append(draw("rect", {
      class: "hit", role: "gridcell", tabindex: point === (size * size - size % 2) / 2 ? 0 : -1, "data-point": point,
      x: column, y: row, width: 1, height: 1,
    }));
  }

  /** @param {number} point @returns {SVGElement} */
  hit(point) {
    const { size } = this;
    const row = this.hits.children[Math.floor(point / size)];
    return /** @type {SVGElement} */ (row.children[point % size]);
  }

  // ---- Showing ----

  /** @param {Picture} picture */
  show(picture) {
    this.picture = picture;
    const { marks } = picture;
    for (let point = 0; point < marks.length; point += 1) this.showCell(point, marks[point]);
    this.wave = -1;
    this.showMarks();
    this.showHeat();
    if (!this.options.onpoint) return;
    for (let point = 0; point < marks.length; point += 1) {
      this.hit(point).setAttribute("aria-label", this.words(point));
    }
  }

  /** @param {number} point @param {string} mark */
  showCell(point, mark) {
    const guess = this.picture.guesses?.get(point) ?? "";
    const how = this.picture.how?.get(point) ?? "";
    const dead = this.picture.dead?.has(point) ? "dead" : "";
    const found = this.picture.found?.has(point) ? "found" : "";
    const key = [mark, guess, how, dead, found, this.options.truth].join();
    if (this.drawn[point] === key) return;
    const before = this.drawn[point]?.[0] ?? "";
    this.drawn[point] = key;
    this.fog.children[point].setAttribute("class", `m-${mark !== "." ? mark : this.options.truth ? "e" : "u"}`);
    const cell = /** @type {SVGGElement} */ (this.cells.children[point]);
    cell.setAttribute("data-mark", mark);
    cell.setAttribute("class", `cell ${dead}`);
    const delay = this.wave < 0 ? "" : `${70 * Math.hypot(this.x(point) - this.x(this.wave), this.y(point) - this.y(this.wave))}ms`;
    /** @type {SVGElement} */ (this.fog.children[point]).style.transitionDelay = delay;
    cell.style.animationDelay = delay;
    const isNew = before !== "" && before !== mark && "bw".includes(mark);
    cell.replaceChildren(...this.stone(point, mark, how, isNew), ...this.sign(point, mark), ...this.guess(point, mark, guess),
      ...(found ? [draw("path", { class: "found", d: `M${this.x(point) - 0.17} ${this.y(point) + 0.02}l.12 .13 .22 -.27` })] : []));
  }

  /**
   * @param {number} point
   * @param {string} mark
   * @param {string} how
   * @param {boolean} isNew
   */
  stone(point, mark, how, isNew) {
    if (mark !== "b" && mark !== "w") return [];
    const [cx, cy] = [this.x(point), this.y(point)];
    /** @type {SVGElement[]} */
    const parts = [
      draw("circle", { class: "shadow", cx: cx + 0.04, cy: cy + 0.075, r: 0.54, fill: `url(#${this.id}-s)` }),
      draw("circle", { class: `stone ${mark}`, cx, cy, r: 0.475, fill: `url(#${this.id}-${mark})` }),
    ];
    const badge = HOW[how];
    if (badge) parts.push(draw("g", { class: `badge on-${mark} ${how}` }, ...this.badge(cx, cy, badge.badge)));
    return [draw("g", { class: isNew ? "set down" : "set" }, ...parts)];
  }

  /**
   * How a stone is known, drawn on it: a cross for a refused try, a broken ring for a border.
   * @param {number} cx
   * @param {number} cy
   * @param {string} badge
   */
  badge(cx, cy, badge) {
    const a = 0.13;
    if (badge === "x") {
      return [draw("path", { d: `M${cx - a} ${cy - a}L${cx + a} ${cy + a}M${cx + a} ${cy - a}L${cx - a} ${cy + a}` })];
    }
    if (badge === "o") return [draw("circle", { cx, cy, r: 0.19, "stroke-dasharray": ".15 .149" })];
    if (badge === "=") return [draw("path", { d: `M${cx - a} ${cy - 0.06}H${cx + a}M${cx - a} ${cy + 0.06}H${cx + a}` })];
    if (badge === "s") return [draw("circle", { cx, cy, r: 0.17 })];
    return [draw("path", { d: `M${cx - a} ${cy}H${cx + a}` })];
  }

  /** @param {number} point @param {string} mark */
  sign(point, mark) {
    if (mark !== "q" && mark !== "t") return [];
    const [cx, cy] = [this.x(point), this.y(point)];
    return [draw("g", { class: `sign ${mark}` },
      draw("circle", { cx, cy, r: 0.4 }),
      draw("text", { x: cx, y: cy + 0.2 }, mark === "q" ? "?" : "!"))];
  }

  /** @param {number} point @param {string} mark @param {string} guess */
  guess(point, mark, guess) {
    if (!guess) return [];
    const small = mark === "q" || mark === "t";
    const [cx, cy] = [this.x(point), this.y(point)];
    return [draw("g", { class: `guess ${guess}${small ? " over-sign" : ""}` },
      draw("circle", { cx, cy, r: 0.32 }),
      draw("circle", { class: "ring", cx, cy, r: 0.4 }),
      draw("circle", { class: "pin", cx, cy, r: 0.08 }))];
  }

  showMarks() {
    const { last, tries, taken, area, wrong } = this.picture;
    // Unchanged elements stay, so that their animation does not start again.
    const key = JSON.stringify([last, tries, taken, area, [...wrong ?? []], last !== null && last !== undefined && this.picture.marks[last]]);
    if (key === this.marked) return;
    this.marked = key;
    /** @type {SVGElement[]} */
    const all = [];
    if (area) {
      [...area].forEach((owner, point) => {
        if (owner !== "b" && owner !== "w") return;
        all.push(draw("rect", {
          class: `area ${owner}`, x: this.x(point) - 0.14, y: this.y(point) - 0.14, width: 0.28, height: 0.28, rx: 0.05,
        }));
      });
    }
    for (const point of taken ?? []) {
      const [x, y] = [this.x(point), this.y(point)];
      all.push(draw("g", { class: "gone", "data-point": this.name(point) },
        draw("circle", { cx: x, cy: y, r: 0.42 }), draw("path", { d: `M${x - 0.17} ${y - 0.17}l.34 .34M${x + 0.17} ${y - 0.17}l-.34 .34` })));
    }
    (tries ?? []).forEach(({ point, kind, number }, at) => {
      all.push(this.tried(point, `${kind ?? ""}${at + 1 === tries?.length ? " newest" : ""}`, number));
    });
    for (const point of wrong ?? []) {
      all.push(draw("circle", { class: "wrong", cx: this.x(point), cy: this.y(point), r: 0.44 }));
    }
    if (last !== null && last !== undefined) {
      const on = this.picture.marks[last];
      all.push(draw("circle", { class: `last on-${on}`, cx: this.x(last), cy: this.y(last), r: 0.17 }));
    }
    this.marks.replaceChildren(...all);
  }

  /**
   * A refused try: a ring around the newest, and its number in the turn.
   * @param {number} point
   * @param {string} kind
   * @param {number | undefined} number
   */
  tried(point, kind, number) {
    const [x, y] = [this.x(point), this.y(point)];
    const bx = x + 0.3;
    const by = y - 0.3;
    return draw("g", { class: `try ${kind}`, "data-point": this.name(point) },
      draw("circle", { class: "ring", cx: x, cy: y, r: 0.45 }),
      number === undefined ? null : draw("circle", { class: "bead", cx: bx, cy: by, r: 0.19 }),
      number === undefined ? null : draw("text", { x: bx, y: by + 0.1 }, number));
  }

  showHeat() {
    const { heat, heatColor } = this.picture;
    this.heat.setAttribute("class", `heat of-${heatColor ?? "b"}`);
    if (!heat && !this.heated) return;
    this.heated = Boolean(heat);
    [...this.heat.children].forEach((cell, point) => {
      const chance = heat ? heat[point] ?? 0 : 0;
      // A more probable stone is drawn larger and more opaque.
      cell.setAttribute("r", chance < FAINT ? "0" : (0.1 + 0.33 * Math.sqrt(chance)).toFixed(3));
      cell.setAttribute("fill-opacity", (0.12 + 0.78 * chance).toFixed(2));
      cell.setAttribute("stroke-opacity", (0.2 + 0.7 * chance).toFixed(2));
    });
  }

  /** The text of a point for screen readers. @param {number} point */
  words(point) {
    const mark = this.picture.marks[point];
    const said = this.options.words?.(point, mark) ?? SAID[mark] ?? "";
    const guess = this.picture.guesses?.has(point) && !this.options.words ? t`, guess stone` : "";
    const tried = this.picture.tries?.some((t) => t.point === point) ? t`, refused this turn` : "";
    const last = this.picture.last === point ? t`, last move` : "";
    return `${this.name(point)}, ${said}${guess}${tried}${last}`;
  }

  // ---- Input ----

  listen() {
    const { svg } = this;
    svg.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse") this.hover(this.pointAt(event)); });
    svg.addEventListener("pointerleave", () => this.hover(-1));
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("contextmenu", (event) => {
      const point = this.pointAt(event);
      if (point < 0 || !this.options.onother) return;
      event.preventDefault();
      this.options.onother(point);
    });
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => {
      const cell = /** @type {Element} */ (event.target);
      const point = Number(cell.getAttribute("data-point"));
      this.cursor = point;
      // The keyboard cursor is not needed with a mouse or a finger.
      this.showsCursor = cell.matches(":focus-visible");
      this.options.onlook?.(point);
      this.showOver();
    });
    svg.addEventListener("focusout", () => { this.cursor = -1; this.showOver(); });
  }

  /** @param {MouseEvent} event */
  pointAt(event) {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const word = target && this.svg.contains(target) ? target.getAttribute("data-point") : null;
    return word === null ? -1 : Number(word);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.pressed = event.button === 0 ? this.pointAt(event) : -1;
    // A guess stone can be dragged off the board.
    if (this.picture.guesses?.has(this.pressed)) this.svg.setPointerCapture(event.pointerId);
    else if (event.pointerType === "touch") this.svg.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const from = this.pressed;
    this.pressed = -1;
    if (from < 0 || event.button !== 0) return;
    const to = this.pointAt(event);
    if (to !== from) {
      if (this.picture.guesses?.has(from)) this.options.onmove?.(from, to < 0 ? null : to);
      return;
    }
    this.options.onpoint?.(to, event.pointerType === "mouse" ? "mouse" : "touch");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.cursor < 0) return;
    const step = { ArrowUp: -this.size, ArrowDown: this.size, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) this.step(step, event.shiftKey);
    else if (event.key === "Home") this.focus(this.cursor - this.cursor % this.size);
    else if (event.key === "End") this.focus(this.cursor - this.cursor % this.size + this.size - 1);
    else if (event.key === "Enter" || event.key === " ") this.options.onpoint?.(this.cursor, "key");
    else if (event.key.toLowerCase() === "g") this.options.onother?.(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} by @param {boolean} carry */
  step(by, carry) {
    const { size, cursor } = this;
    const to = cursor + by;
    const wraps = Math.abs(by) === 1 && Math.floor(to / size) !== Math.floor(cursor / size);
    if (to < 0 || to >= size * size || wraps) return;
    if (carry && this.picture.guesses?.has(cursor)) this.options.onmove?.(cursor, to);
    this.focus(to);
  }

  /** @param {number} point */
  focus(point) {
    for (const cell of this.hits.querySelectorAll('[tabindex="0"]')) cell.setAttribute("tabindex", "-1");
    const cell = this.hit(point);
    cell.setAttribute("tabindex", "0");
    cell.focus({ preventScroll: true });
  }

  /** @param {number} point */
  hover(point) {
    if (point === this.hovered) return;
    this.hovered = point;
    this.options.onlook?.(point);
    this.showOver();
  }

  /** Lets a point wait for a second touch; -1 is none. @param {number} point */
  wait(point) {
    this.waiting = point;
    this.showOver();
  }

  /** The colour of the ghost under the mouse; nothing if a stone cannot be tried now. @param {string} color */
  offer(color) {
    this.ghost = color;
    this.showOver();
  }

  showOver() {
    /** @type {SVGElement[]} */
    const all = [];
    const ghost = (/** @type {number} */ point, /** @type {string} */ extra) => {
      if (point < 0 || !this.ghost || "bw".includes(this.picture.marks[point])) return;
      all.push(draw("circle", { class: `ghost ${this.ghost} ${extra}`, cx: this.x(point), cy: this.y(point), r: 0.46 }));
    };
    if (this.waiting >= 0) {
      const [x, y] = [this.x(this.waiting), this.y(this.waiting)];
      all.push(draw("path", { class: "cross-hair", d: `M${x} .1V${this.size - 0.1}M.1 ${y}H${this.size - 0.1}` }));
      ghost(this.waiting, "waiting");
    } else {
      ghost(this.hovered, "");
    }
    if (this.cursor >= 0 && this.showsCursor) {
      all.push(draw("rect", {
        class: "cursor", x: this.x(this.cursor) - 0.5, y: this.y(this.cursor) - 0.5, width: 1, height: 1, rx: 0.12,
      }));
    }
    this.over.replaceChildren(...all);
  }

  /** A short shake after a refused try. */
  shake() {
    this.animate("shake");
  }

  /** An animation of the mist after the opponent's move. */
  stir() {
    this.animate("stir");
  }

  /** The next picture appears as a wave that starts at a point. @param {number} point */
  lightFrom(point) {
    this.wave = point;
  }

  /** @param {string} name */
  animate(name) {
    this.svg.classList.remove(name);
    void this.svg.getBoundingClientRect();
    this.svg.classList.add(name);
  }
}

/** @type {Record<string, string>} */
const SAID = {
  b: t`black stone`, w: t`white stone`, e: t`empty`, q: t`refused, cause unknown`,
  t: t`perhaps taken`, ".": t`unknown`,
};
