// Plays a game as replay frames: three boards, a text for each frame, a slider, and a timeline with the
// chances to win.

import { draw, el, icon } from "./dom.js";
import { ThreeBoards } from "./three-boards.js";
import { colourName, letter, other, resultWords } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Seat} Seat */

/** @param {Scene} scene */
export function frameText(scene) {
  const { mover, point } = scene;
  const end = scene.result ? t` ${resultWords(scene.result)}.` : "";
  const who = mover ? colourName(mover) : "";
  const enemy = mover ? colourName(other(mover)) : "";
  const taken = scene.taken.length ? t` and takes ${scene.taken.length === 1 ? scene.taken[0] : t`${scene.taken.length} stones`}` : "";
  /** @type {Record<string, string>} */
  const reasons = {
    "opponent stone": t`${enemy}\u2019s stone stands there`, "own stone": t`the player\u2019s own stone stands there`,
    suicide: t`it would be suicide`, ko: t`it is ko`,
  };
  /** @type {Record<string, string>} */
  const stories = {
    began: t`Before the first move.`,
    refused: t`${who} tries ${point}. Refused: ${reasons[scene.reason ?? ""] ?? t`it is not legal`}.`,
    played: t`Move ${scene.move}: ${who} plays ${point}${taken}.`,
    passed: t`Move ${scene.move}: ${who} passes.`,
    resigned: t`${who} resigns.`,
    forfeited: t`${who} forfeits.`,
    undone: t`Taken back, to move ${scene.move}. The players keep what they heard.`,
    settled: t`Both players agree on the dead stones, and the board is counted again.`,
  };
  return (stories[scene.kind] ?? "") + end;
}

export class ReplayPlayer {
  /**
   * @param {Card} card
   * @param {{ onshow?: (scene: Scene, at: number) => void, follow?: boolean }} options
   */
  constructor(card, options) {
    this.card = card;
    this.options = options;
    /** @type {Scene[]} */
    this.scenes = [];
    this.at = -1;
    /** The upper edge of the timeline. With curves it is higher. */
    this.top = 15;
    /** Does it always show the newest frame? */
    this.follows = options.follow ?? false;
    this.three = new ThreeBoards(card);
    this.story = el("p", { class: "story", id: "story", role: "status" });
    this.timeline = el("div", { class: "timeline" });
    this.legend = el("ul", { class: "keys timeline-legend" });
    this.scrubber = el("input", { type: "range", id: "scrubber", min: 0, max: 0, value: 0, "aria-label": t`Position in the game` });
    this.playButton = el("button", { class: "main square", id: "run", "aria-label": t`Play`, onclick: () => this.run() }, icon("play"));
    const step = (/** @type {string} */ id, /** @type {string} */ drawing, /** @type {string} */ words, /** @type {() => void} */ act) =>
      el("button", { class: "square", id, "aria-label": words, title: words, onclick: act }, icon(drawing));
    this.controls = el("div", { class: "controls" },
      step("to-start", "first", t`To the beginning`, () => this.go(0)),
      step("step-back", "back", t`Previous try`, () => this.go(this.at - 1)),
      this.playButton,
      step("step-on", "on", t`Next try`, () => this.go(this.at + 1)),
      step("to-end", "last", t`To the end`, () => this.go(this.scenes.length - 1)));
    this.scrubber.addEventListener("input", () => this.go(Number(this.scrubber.value)));
    this.node = el("div", { class: "stack film" }, this.three.node, this.story,
      el("div", {}, this.timeline, this.scrubber, this.legend), this.controls);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  close() {
    this.pause();
    document.removeEventListener("keydown", this.onkey);
  }

  /** @param {Scene[]} scenes */
  add(scenes) {
    const newest = this.scenes[this.scenes.length - 1]?.seq ?? -1;
    this.scenes.push(...scenes.filter((scene) => scene.seq > newest));
    this.scrubber.max = String(Math.max(0, this.scenes.length - 1));
    this.drawTimeline();
    if (this.follows || this.at < 0) this.show(this.scenes.length - 1);
    else this.show(this.at);
  }

  /** Goes to a frame because the user asked for it. @param {number} wanted */
  go(wanted) {
    this.pause();
    this.show(wanted);
    if (this.options.follow) this.follows = this.at === this.scenes.length - 1;
  }

  /** @param {number} wanted */
  show(wanted) {
    if (this.scenes.length === 0) return;
    this.at = Math.max(0, Math.min(this.scenes.length - 1, wanted));
    const scene = this.scenes[this.at];
    this.three.show(scene, this.triesAt(this.at));
    const words = frameText(scene);
    if (this.story.textContent !== words) this.story.textContent = words;
    this.scrubber.value = String(this.at);
    this.scrubber.setAttribute("aria-valuetext", words);
    this.now?.setAttribute("d", `M${this.at} ${this.top}V20`);
    this.options.onshow?.(scene, this.at);
  }

  /** The refused tries in the turn of a frame. @param {number} at */
  triesAt(at) {
    let first = at;
    const isTry = (/** @type {number} */ i) => this.scenes[i]?.kind === "refused";
    if (!isTry(at)) first -= 1;
    const last = first;
    while (isTry(first)) first -= 1;
    const tries = this.scenes.slice(first + 1, last + 1);
    return isTry(at) || this.scenes[at]?.kind === "played" ? tries : [];
  }

  // ---- The timeline ----

  drawTimeline() {
    const { scenes } = this;
    const curves = /** @type {Seat[]} */ (["black", "white"]).map((seat) => ({ seat, d: this.curve(seat) })).filter(({ d }) => d);
    this.top = curves.length ? 0 : 15;
    this.timeline.classList.toggle("slim", curves.length === 0);
    const root = draw("svg", { viewBox: `0 ${this.top} ${Math.max(1, scenes.length - 1)} ${20 - this.top}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.now = draw("path", { class: "now" });
    root.append(this.now);
    if (curves.length) root.append(draw("path", { class: "half", d: `M0 7.5H${scenes.length - 1}` }));
    for (const { seat, d } of curves) root.append(draw("path", { class: `curve ${seat === "white" ? "w" : ""}`, d }));
    scenes.forEach((scene, at) => {
      if (scene.kind === "refused") root.append(draw("rect", { class: "refusal", x: at - 0.35, y: 16.5, width: 0.7, height: 3.5 }));
      const height = scene.taken.length ? Math.min(4, 1 + 0.6 * scene.taken.length) : 0;
      if (height) root.append(draw("rect", { class: "capture", x: at - 0.35, y: 20 - height, width: 0.7, height }));
    });
    this.timeline.replaceChildren(root);
    this.legend.replaceChildren(...this.legendNodes(curves.map(({ seat }) => seat)));
  }

  /**
   * Black's chance to win as a seat gave it; 1 is at the top. A seat that passes, or that does not move any
   * more, gives no new chance: until the end the line stays at the last one.
   * @param {Seat} seat
   */
  curve(seat) {
    const chances = this.chances(seat);
    if (chances.length < 2) return "";
    const height = (/** @type {number} */ chance) => (15 * (seat === "black" ? 1 - chance : chance)).toFixed(2);
    return `M${chances.map(({ at, chance }) => `${at} ${height(chance)}`).join("L")}H${this.scenes.length - 1}`;
  }

  /** What the timeline shows. @param {Seat[]} curves whose chances are drawn */
  legendNodes(curves) {
    const sign = (/** @type {string} */ classes, /** @type {string} */ words) =>
      el("li", {}, el("span", { class: `sample ${classes}`, "aria-hidden": "true" }), words);
    const has = (/** @type {(scene: Scene) => boolean} */ test) => this.scenes.some(test);
    return [
      ...curves.map((seat) => sign(`line ${letter(seat)}`, t`Black\u2019s chance to win, as ${colourName(seat)} estimated it`)),
      ...(has((scene) => scene.kind === "refused") ? [sign("refusal", t`refused try`)] : []),
      ...(has((scene) => scene.taken.length > 0) ? [sign("capture", t`capture`)] : []),
    ];
  }

  /** The chances to win that a seat gave itself. @param {Seat} seat */
  chances(seat) {
    return this.scenes.flatMap(({ chance, mover }, at) => (chance !== null && mover === seat ? [{ at, chance }] : []));
  }

  // ---- Running ----

  run() {
    if (this.timer !== undefined) {
      this.pause();
      return;
    }
    if (this.at === this.scenes.length - 1) this.show(0);
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.scenes.length - 1) this.pause();
    }, 700);
    this.showPlayButton(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlayButton(false);
  }

  /** @param {boolean} runs */
  showPlayButton(runs) {
    this.playButton.replaceChildren(icon(runs ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", runs ? t`Pause` : t`Play`);
  }

  /** @param {number} direction */
  byMove(direction) {
    let next = this.at + direction;
    while (this.scenes[next]?.kind === "refused") next += direction;
    this.go(next);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && event.shiftKey) this.byMove(by);
    else if (by) this.go(this.at + by);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.scenes.length - 1);
    else if (event.key === " " && !target.closest("button, a, summary")) this.run();
    else return;
    event.preventDefault();
  }
}
